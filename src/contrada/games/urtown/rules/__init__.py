"""The rules of Urtown, compiled: docs/rules/urtown.md as code, and nothing else.

A position is a record `STATE` (see `state`). Colours have numbers; a seat plays one colour, or two
in a game for two. A set of squares takes two machine words, a set of tiles one.

A decision is a number below `DECISIONS`: a tile of the seat's first or second colour together with
its square, or a skip. A tile fits nine squares and the money tile all of them, so there are
27 * 9 + 81 pairs of tile and square for each colour.
"""

from __future__ import annotations

from numba import from_dtype, types

from contrada.games.urtown.rules.capturing import pieces_left, settle
from contrada.games.urtown.rules.counting import count_turns, play_random_turn
from contrada.games.urtown.rules.decisions import (
    DECISION_OF,
    DECISIONS,
    PER_COLOUR,
    SKIP,
    SQUARE_OF,
    TILE_OF,
    colour_to_play,
)
from contrada.games.urtown.rules.groups import write_view_lists
from contrada.games.urtown.rules.hidden import reimagine, revealed
from contrada.games.urtown.rules.operations import apply, legal, to_move, turn_begins
from contrada.games.urtown.rules.placing import somebody_can_place
from contrada.games.urtown.rules.refusals import (
    CAPTURE_1,
    CAPTURE_3,
    DUO_1,
    DUO_2,
    DUO_3,
    END_1,
    PLACE_1,
    PLACE_3,
    PLACE_4,
    RULE_IDS,
    refusal,
)
from contrada.games.urtown.rules.scoring import MEASURES, SCORE, standing
from contrada.games.urtown.rules.setup import start
from contrada.games.urtown.rules.state import (
    LETTER,
    MOST_COLOURS,
    MOST_SEATS,
    NO_COLOUR,
    NO_TILE,
    NOBODY,
    PILE,
    PLACEMENTS,
    SQUARES,
    STATE,
    SYMBOL,
    TILES,
    colour_at,
    colours,
    has_finished,
    owner,
)
from contrada.games.urtown.rules.tiles import fitting_squares, set_of
from contrada.kernel.jit import EntryPoint

_RECORD = from_dtype(STATE)
_SET = types.UniTuple(types.uint64, 2)
_NUMBER = types.int64
_LIST, _ROWS = types.Array(_NUMBER, 1, "C"), types.Array(_NUMBER, 2, "C")
_SETS = types.Array(types.uint64, 2, "C")

# What Python asks besides the operations.
ENTRY_POINTS = {
    "owner": EntryPoint(owner, _NUMBER(_RECORD, _NUMBER)),
    "colours": EntryPoint(colours, _NUMBER(_RECORD)),
    "colour_to_play": EntryPoint(colour_to_play, _NUMBER(_RECORD, _NUMBER)),
    "colour_at": EntryPoint(colour_at, _NUMBER(_RECORD, _NUMBER)),
    "has_finished": EntryPoint(has_finished, types.boolean(_RECORD, _NUMBER)),
    "somebody_can_place": EntryPoint(somebody_can_place, types.boolean(_RECORD)),
    "settle": EntryPoint(settle, types.void(_RECORD, _NUMBER)),
    "pieces_left": EntryPoint(pieces_left, _SET(_RECORD, _NUMBER)),
    "write_view_lists": EntryPoint(write_view_lists, _NUMBER(_RECORD, _SETS, _LIST, _LIST, _ROWS)),
}
