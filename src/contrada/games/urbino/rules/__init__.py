"""The rules of Urbino, compiled; docs/rules/urbino.md in code, and nothing else.

A position is the record of `state`: a set of squares for each seat's houses, palaces and towers,
the squares of the architects, the supply, and what is due. Squares are 0 to 80, row by row from a1.

A decision is a number below `DECISIONS`: an architect placed during set-up, an architect
repositioned, staying, a building, naming who builds first, or skipping. A turn is up to two
of them.

The other modules of the game use what is imported here. `setup`, `operations`, `counting`,
`scoring` and `refusals` provide what the kernel asks of every game.
"""

from __future__ import annotations

from numba import from_dtype, types

from contrada.games.urbino.rules.consistency import breach
from contrada.games.urbino.rules.counting import count_turns, play_random_turn
from contrada.games.urbino.rules.decisions import (
    DECISIONS,
    ERECT,
    NAME_BLACK,
    NAME_WHITE,
    PLACE,
    REPOSITION,
    SKIP,
    STAY,
)
from contrada.games.urbino.rules.districts import blocks_apart
from contrada.games.urbino.rules.lots import sees
from contrada.games.urbino.rules.operations import (
    apply,
    legal,
    reimagine,
    revealed,
    to_move,
    turn_begins,
)
from contrada.games.urbino.rules.refusals import (
    DISTRICT_3,
    LOT_3,
    RULE_IDS,
    SETUP_2,
    SETUP_3,
    SETUP_4,
    SETUP_5,
    SUPPLY_1,
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_5,
    TURN_7,
    TWIN_1,
    TWIN_2,
    refusal,
)
from contrada.games.urbino.rules.repositioning import can_build_here, can_build_somehow
from contrada.games.urbino.rules.scoring import standing
from contrada.games.urbino.rules.setup import start
from contrada.games.urbino.rules.sites import twins
from contrada.games.urbino.rules.state import (
    ARCHITECT,
    BLACK,
    BUILD,
    BUILDINGS,
    DUE_WORDS,
    FIRST,
    NAME,
    NO_SQUARE,
    NOBODY,
    OVER,
    SQUARES,
    STATE,
    SUPPLY,
    TURN,
    WHITE,
    unoccupied,
)
from contrada.games.urbino.rules.view_lists import FIRST_DISTRICT, ROW, write_view_lists
from contrada.kernel.jit import EntryPoint

# What Python asks beside the operations.
_RECORD = from_dtype(STATE)
_SET = types.UniTuple(types.uint64, 2)
_NUMBER = types.int64
_LIST = types.Array(_NUMBER, 1, "C")
_SETS = types.Array(types.uint64, 2, "C")

ENTRY_POINTS = {
    "unoccupied": EntryPoint(unoccupied, _SET(_RECORD)),
    "sees": EntryPoint(sees, _SET(_RECORD, _NUMBER)),
    "twins": EntryPoint(twins, _SET(_RECORD, _NUMBER, _NUMBER)),
    "blocks_apart": EntryPoint(blocks_apart, _SET(_RECORD, _NUMBER, _NUMBER)),
    "breach": EntryPoint(breach, _NUMBER(_RECORD)),
    "can_build_here": EntryPoint(can_build_here, types.boolean(_RECORD)),
    "can_build_somehow": EntryPoint(can_build_somehow, types.boolean(_RECORD)),
    "write_view_lists": EntryPoint(write_view_lists, _NUMBER(_RECORD, _SETS, _LIST)),
}
