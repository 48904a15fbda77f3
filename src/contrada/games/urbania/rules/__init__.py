"""The rules of Urbania, compiled; docs/rules/urbania.md in code, and nothing else.

A position is a record `STATE` (see `state`). Tiles, cards and projects are constants, read from
the components file when `state` is imported. Cards are counted by kind; a set of projects is the
bits of one number, a set of spaces two words.

A turn is two actions, each a row of small decisions, numbers below `DECISIONS`: a source to draw
from, a sweep, a building to renew, a specialist to hire, the cards that pay for it one by one, a
project to submit, or declining a card.
"""

from __future__ import annotations

from numba import from_dtype, types

from contrada.games.urbania.rules.decisions import (
    DECISIONS,
    DECLINE,
    DRAW_PILE,
    DRAW_POOL,
    DRAW_PROJECT,
    HIRE,
    PAY,
    PAY_SUBSIDY,
    PAY_TABLE,
    RENEW,
    SUBMIT,
    SWEEP,
)
from contrada.games.urbania.rules.end_phase import end_is_near
from contrada.games.urbania.rules.hidden import reimagine, revealed
from contrada.games.urbania.rules.legality import some_action_is_possible
from contrada.games.urbania.rules.operations import apply, legal, to_move, turn_begins
from contrada.games.urbania.rules.payments import most_payable, price, rank, worth
from contrada.games.urbania.rules.piles import may_sweep, some_source_is_open, workers_showing
from contrada.games.urbania.rules.projects import fee, value_of
from contrada.games.urbania.rules.refusals import (
    DRAW_1,
    DRAW_2,
    DRAW_3,
    DRAW_6,
    END_2,
    HIRE_2,
    RENEW_1,
    RENEW_3,
    RENEW_5,
    RULE_IDS,
    TRACK_2,
    TURN_1,
    refusal,
)
from contrada.games.urbania.rules.scoring import standing
from contrada.games.urbania.rules.setup import start
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD,
    CARD_COINS,
    CARD_RAINBOW_COINS,
    CARDS,
    COMPONENTS,
    DISTRICT,
    DRAWING,
    FILE,
    FROM_HAND,
    FROM_TABLE,
    HIRING,
    KINDS,
    LAST_VALUE,
    MOST_SEATS,
    MOST_SUBMITTED,
    NO_COLOUR,
    NOBODY,
    NOTHING,
    OVER,
    POOL,
    PROJECTS,
    RENEWING,
    SPACES,
    STATE,
    SUITS,
    TILE_KINDS,
    TILE_POINTS,
    TILE_TYPE,
    TILE_WORKERS,
    TILES,
    is_renewed,
)
from contrada.kernel.jit import EntryPoint

_RECORD, _NUMBER, _TRUTH = from_dtype(STATE), types.int64, types.boolean

# What Python asks besides the operations.
ENTRY_POINTS = {
    "price": EntryPoint(price, _NUMBER(_RECORD, _NUMBER, _TRUTH)),
    "worth": EntryPoint(worth, _NUMBER(_NUMBER, _NUMBER, _TRUTH)),
    "rank": EntryPoint(rank, _NUMBER(_NUMBER, _NUMBER, _NUMBER)),
    "workers_showing": EntryPoint(workers_showing, _NUMBER(_RECORD)),
    "may_sweep": EntryPoint(may_sweep, _TRUTH(_RECORD)),
    "most_payable": EntryPoint(most_payable, _NUMBER(_RECORD, _NUMBER, _TRUTH)),
    "fee": EntryPoint(fee, _NUMBER(_RECORD, _NUMBER)),
    "value_of": EntryPoint(value_of, _NUMBER(_RECORD, _NUMBER)),
    "end_is_near": EntryPoint(end_is_near, _TRUTH(_RECORD)),
    "some_source_is_open": EntryPoint(some_source_is_open, _TRUTH(_RECORD)),
    "some_action_is_possible": EntryPoint(some_action_is_possible, _TRUTH(_RECORD)),
}
