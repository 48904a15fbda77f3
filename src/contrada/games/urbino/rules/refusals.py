"""The rules that can refuse a decision, and which of them does."""

from __future__ import annotations

from contrada.games.urbino.rules.decisions import (
    ERECT,
    NAME_BLACK,
    NAME_WHITE,
    PLACE,
    REPOSITION,
    SKIP,
    STAY,
)
from contrada.games.urbino.rules.districts import parting_squares
from contrada.games.urbino.rules.lots import lots
from contrada.games.urbino.rules.repositioning import (
    can_build_here,
    can_build_somehow,
    destinations,
)
from contrada.games.urbino.rules.sites import sites_of_any_kind, twin_squares
from contrada.games.urbino.rules.state import (
    ARCHITECT,
    BLACK,
    BUILD,
    NAME,
    OVER,
    SQUARES,
    TOWER,
    TURN,
    architects,
    unoccupied,
)
from contrada.kernel.boards import contains
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED, RuleIds

RULE_IDS = RuleIds()
SETUP_2 = RULE_IDS.number("URBINO-SETUP-2")
SETUP_3 = RULE_IDS.number("URBINO-SETUP-3")
SETUP_4 = RULE_IDS.number("URBINO-SETUP-4")
SETUP_5 = RULE_IDS.number("URBINO-SETUP-5")
TURN_1 = RULE_IDS.number("URBINO-TURN-1")
TURN_2 = RULE_IDS.number("URBINO-TURN-2")
TURN_3 = RULE_IDS.number("URBINO-TURN-3")
TURN_5 = RULE_IDS.number("URBINO-TURN-5")
TURN_7 = RULE_IDS.number("URBINO-TURN-7")
LOT_3 = RULE_IDS.number("URBINO-LOT-3")
DISTRICT_3 = RULE_IDS.number("URBINO-DISTRICT-3")
TWIN_1 = RULE_IDS.number("URBINO-TWIN-1")
TWIN_2 = RULE_IDS.number("URBINO-TWIN-2")
SUPPLY_1 = RULE_IDS.number("URBINO-SUPPLY-1")


@compiled
def refuse_placing(state: State, square: int) -> int:
    """Why an architect may not be placed on this square during set-up."""
    if contains(architects(state), square):
        return SETUP_3
    return PERMITTED


@compiled
def refuse_repositioning(state: State, architect: int, square: int) -> int:
    """Why this architect may not be repositioned to this square."""
    if state.due == BUILD or not contains(unoccupied(state), square):
        return TURN_1
    there = destinations(state, architect, sites_of_any_kind(state, state.to_move))
    return PERMITTED if contains(there, square) else TURN_3


@compiled
def refuse_erecting(state: State, kind: int, square: int) -> int:
    """Why the seat to move, which is to build, may not build this kind on this square."""
    if state.supply[state.to_move, kind] == 0:
        return SUPPLY_1
    if not contains(lots(state), square):
        return LOT_3
    if contains(parting_squares(state, state.to_move), square):
        return DISTRICT_3
    if contains(twin_squares(state, kind), square):
        return TWIN_1 if kind == TOWER else TWIN_2
    return PERMITTED


@compiled
def refuse_in_setup(state: State, decision: int) -> int:
    """Why a decision may not be taken before the first building."""
    if state.due == ARCHITECT:
        if decision < REPOSITION:
            return refuse_placing(state, decision - PLACE)
        return SETUP_2 if state.to_move == BLACK else SETUP_3
    if state.due == NAME:
        return PERMITTED if NAME_BLACK <= decision <= NAME_WHITE else SETUP_4
    if ERECT <= decision < NAME_BLACK:
        kind, square = divmod(decision - ERECT, SQUARES)
        return refuse_erecting(state, kind, square)
    return SETUP_5


@compiled
def refuse_in_turn(state: State, decision: int) -> int:
    """Why a decision may not be taken in a turn."""
    if decision < REPOSITION:
        return SETUP_3
    if decision < STAY:
        architect, square = divmod(decision - REPOSITION, SQUARES)
        return refuse_repositioning(state, architect, square)
    if decision == STAY:
        if state.due == BUILD:
            return TURN_1
        return PERMITTED if can_build_here(state) else TURN_2
    if decision < NAME_BLACK:
        if state.due == TURN:
            return TURN_1
        kind, square = divmod(decision - ERECT, SQUARES)
        return refuse_erecting(state, kind, square)
    if decision == SKIP:
        if state.due == BUILD:
            return TURN_2
        return TURN_5 if can_build_somehow(state) else PERMITTED
    return SETUP_4


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return TURN_7
    if state.due == TURN or state.due == BUILD:
        return refuse_in_turn(state, decision)
    return refuse_in_setup(state, decision)
