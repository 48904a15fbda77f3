"""The rules of Urbe: For the King, compiled; docs/rules/urbe.md in code, and nothing else.

A round is divided into turns of one seat, each a row of small decisions: marking a tile of the
market (and sending the Archbishop), taking back a meeple and paying for the tile under it with half
a coin card (and taking another tile or two), placing what was taken (and swapping). Tiles, coins,
decrees and characters are constants, read from the components file when `state` is imported. A
position is the record there.

A decision is a number below `DECISIONS`: a kind of decision from the list in `decisions`, plus the
place of the market (0 to 11, row by row), the card (0 to 7 of the seat's coins), the slot and
location of a tile, or the pair of cells to swap. A location is a cell (0 to 15, row by row), a
border between two cells (0 to 11 beside each other, 12 to 23 one above the other) or a place
outside the grid (0 to 3 above, 4 to 7 right, 8 to 11 below, 12 to 15 left). A slot is a place in
the row of tiles that wait to be placed. Eight are enough, and needed: two warehouses kept, and with
two meeples three tiles twice, once by the Archbishop and once by the Treasurer.

The other modules of the game use what is imported here. `setup`, `operations`, `scoring`,
`refusals` and `hidden` provide what the kernel asks of every game.
"""

from __future__ import annotations

from numba import from_dtype, types

from contrada.games.urbe.rules.city import (
    BORDER,
    BORDER_CELLS,
    BORDERS,
    CELLS,
    LOCATIONS,
    OUTSIDE,
    OUTSIDE_CELL,
    OUTSIDES,
    PAIR_CELLS,
    SQUARE_CELLS,
)
from contrada.games.urbe.rules.decisions import (
    ARCHBISHOP,
    DECISIONS,
    FLAGS,
    GUILD_ICONS,
    KEEP,
    KEEP_USEFUL,
    MARK,
    MEEPLE,
    NO_ARCHBISHOP,
    NO_SECOND,
    NO_SWAP,
    NO_TREASURER,
    PLACE,
    SECOND,
    SIDE,
    SPEND,
    SWAP,
    USE_TREASURER,
)
from contrada.games.urbe.rules.decrees import (
    DECREE_FROM,
    PLACEMENTS,
    cells_meeting,
    cells_of_placement,
    decree_points,
    met_by,
)
from contrada.games.urbe.rules.hidden import reimagine, revealed
from contrada.games.urbe.rules.operations import apply, legal, to_move, turn_begins
from contrada.games.urbe.rules.refusals import (
    COIN_1,
    END_1,
    GREY_BRIDGE,
    GREY_CHURCH,
    GREY_WATCHTOWER,
    RULE_IDS,
    SETUP_2,
    TAKE_2,
    TAKE_4,
    TAKE_5,
    refusal,
)
from contrada.games.urbe.rules.rounds import in_turn, marking_seat, taking_seat
from contrada.games.urbe.rules.scoring import (
    character_points,
    count_for_useful,
    fountain_points,
    score,
    standing,
    tile_points,
    useful_points,
    write_sheet_parts,
)
from contrada.games.urbe.rules.setup import start
from contrada.games.urbe.rules.state import (
    BRIDGE,
    BY_FLAGS,
    BY_GUILDS,
    CARDS_FOR,
    CHANCELLOR,
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    COMPONENTS,
    DECREES,
    DECREES_EACH,
    FILE,
    FIRST_GREY,
    FOUNTAIN_VP,
    HERALD,
    INSTEAD,
    MARKET_SIZE,
    MARKING,
    MASON,
    MEEPLES,
    MOST_SEATS,
    MOST_TILES,
    NOBODY,
    NOT_YET,
    NOTHING,
    OVER,
    PAYING,
    PAYS,
    PLACING,
    ROUNDS,
    SENDING_ARCHBISHOP,
    SIDE_VP,
    SLOTS,
    STATE,
    SWAPPING,
    TAKING_SECOND,
    TILE_COLOUR,
    TILE_POWER,
    TILES,
    TREASURER,
    USEFUL,
    USING_TREASURER,
    WAREHOUSE,
    WATCHTOWER,
    WITHOUT,
    clear,
)
from contrada.kernel.jit import EntryPoint
from contrada.kernel.refusals import PERMITTED

_RECORD, _NUMBER = from_dtype(STATE), types.int64
_ROWS = types.Array(_NUMBER, 2, "C")
_OF_SEAT, _IN_CITY = _NUMBER(_RECORD, _NUMBER), _NUMBER(_RECORD, _NUMBER, _NUMBER)
ENTRY_POINTS = {
    "clear": EntryPoint(clear, types.void(_RECORD)),
    "in_turn": EntryPoint(in_turn, _OF_SEAT),
    "marking_seat": EntryPoint(marking_seat, _OF_SEAT),
    "taking_seat": EntryPoint(taking_seat, _OF_SEAT),
    "write_sheet_parts": EntryPoint(write_sheet_parts, types.void(_RECORD, _ROWS, _ROWS, _ROWS)),
    "tile_points": EntryPoint(tile_points, _OF_SEAT),
    "character_points": EntryPoint(character_points, _OF_SEAT),
    "met_by": EntryPoint(met_by, _IN_CITY),
    "decree_points": EntryPoint(decree_points, _OF_SEAT),
    "fountain_points": EntryPoint(fountain_points, _OF_SEAT),
    "count_for_useful": EntryPoint(count_for_useful, _OF_SEAT),
    "useful_points": EntryPoint(useful_points, _OF_SEAT),
    "score": EntryPoint(score, _OF_SEAT),
}
