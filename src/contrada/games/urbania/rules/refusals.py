"""The rules that can refuse a decision, and which of them does."""

from __future__ import annotations

from contrada.games.urbania.rules.decisions import (
    DECLINE,
    HIRE,
    PAY,
    PAY_SUBSIDY,
    RENEW,
    SUBMIT,
    SWEEP,
)
from contrada.games.urbania.rules.payments import (
    can_complete,
    can_pay,
    colour_after,
    held,
    may_pay,
    may_pay_subsidy,
    price,
    worth,
)
from contrada.games.urbania.rules.piles import is_open, may_sweep, pool_is_full
from contrada.games.urbania.rules.projects import may_submit
from contrada.games.urbania.rules.renewing import renewable_spaces
from contrada.games.urbania.rules.state import (
    ACTION,
    CARD,
    DRAWING,
    HIRING,
    KINDS,
    LAST_VALUE,
    OVER,
    RENEWING,
    RESIDENTIAL,
    type_at,
)
from contrada.kernel.bits import whole
from contrada.kernel.boards import contains
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED, RuleIds

RULE_IDS = RuleIds()
TURN_1 = RULE_IDS.number("URBANIA-TURN-1")
DRAW_1 = RULE_IDS.number("URBANIA-DRAW-1")
DRAW_2 = RULE_IDS.number("URBANIA-DRAW-2")
DRAW_3 = RULE_IDS.number("URBANIA-DRAW-3")
DRAW_5 = RULE_IDS.number("URBANIA-DRAW-5")
DRAW_6 = RULE_IDS.number("URBANIA-DRAW-6")
RENEW_1 = RULE_IDS.number("URBANIA-RENEW-1")
RENEW_2 = RULE_IDS.number("URBANIA-RENEW-2")
RENEW_3 = RULE_IDS.number("URBANIA-RENEW-3")
RENEW_5 = RULE_IDS.number("URBANIA-RENEW-5")
HIRE_2 = RULE_IDS.number("URBANIA-HIRE-2")
HIRE_3 = RULE_IDS.number("URBANIA-HIRE-3")
TRACK_2 = RULE_IDS.number("URBANIA-TRACK-2")
SUBMIT_1 = RULE_IDS.number("URBANIA-SUBMIT-1")
SUBSIDY_1 = RULE_IDS.number("URBANIA-SUBSIDY-1")
END_2 = RULE_IDS.number("URBANIA-END-2")


@compiled
def refuse_unless_due(state: State) -> int:
    """Why an action may not begin now: another one is not finished."""
    if state.due == ACTION:
        return PERMITTED
    if state.due == DRAWING:
        return DRAW_1
    return DRAW_6 if state.due == CARD else RENEW_5


@compiled
def refuse_drawing(state: State, source: int) -> int:
    """Why a card may not be drawn from a source."""
    if state.due == RENEWING or state.due == HIRING:
        return RENEW_5
    return PERMITTED if is_open(state, source) else DRAW_5


@compiled
def refuse_sweeping(state: State) -> int:
    """Why the pool may not be swept."""
    if may_sweep(state):
        return PERMITTED
    if state.due == RENEWING or state.due == HIRING:
        return RENEW_5
    if state.due == CARD:
        return DRAW_6
    return DRAW_3 if state.swept or not pool_is_full(state) else DRAW_2


@compiled
def refuse_renewing(state: State, space: int) -> int:
    """Why a building may not be renewed."""
    if not contains(renewable_spaces(state), space):
        return RENEW_1
    if can_pay(state, space, False):
        return PERMITTED
    return RENEW_3 if type_at(state, space) == RESIDENTIAL else RENEW_2


@compiled
def refuse_hiring(state: State, specialist: int) -> int:
    """Why a specialist may not be hired."""
    if state.holders[specialist] == state.to_move:
        return HIRE_2
    if state.specialists[specialist] == LAST_VALUE:
        return TRACK_2
    return PERMITTED if can_pay(state, specialist, True) else HIRE_3


@compiled
def refuse_paying(state: State, source: int, kind: int) -> int:
    """Why a card may not be paid next."""
    if may_pay(state, source, kind):
        return PERMITTED
    coins = state.due == HIRING
    if held(state, source, kind, coins) == 0:
        return HIRE_3 if coins else RENEW_2
    if worth(kind, whole(state.colour), coins) == 0:
        residential = not coins and type_at(state, whole(state.target)) == RESIDENTIAL
        return HIRE_3 if coins else (RENEW_3 if residential else RENEW_2)
    return RENEW_3 if colour_fails(state, kind, coins) else RENEW_5


@compiled
def colour_fails(state: State, kind: int, coins: bool) -> bool:
    """Whether a card would fix a colour of which there is not enough (URBANIA-RENEW-3)."""
    colour = colour_after(state, kind, coins)
    wanted, rest = price(state, whole(state.target), coins), whole(state.last_rank)
    return colour != whole(state.colour) and not can_complete(
        state, colour, coins, rest, whole(state.paid_worth), wanted
    )


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return END_2
    if decision < SWEEP:
        return refuse_drawing(state, decision)
    if decision == SWEEP:
        return refuse_sweeping(state)
    if decision == DECLINE:
        return PERMITTED if state.due == CARD else DRAW_6
    if decision < PAY:
        wait = refuse_unless_due(state)
        if wait != PERMITTED:
            return wait
        if decision < HIRE:
            return refuse_renewing(state, decision - RENEW)
        if decision < SUBMIT:
            return refuse_hiring(state, decision - HIRE)
        return PERMITTED if may_submit(state, decision - SUBMIT) else SUBMIT_1
    if state.due != RENEWING and state.due != HIRING:
        return TURN_1
    if decision == PAY_SUBSIDY:
        return PERMITTED if may_pay_subsidy(state) else SUBSIDY_1
    source, kind = divmod(decision - PAY, KINDS)
    return refuse_paying(state, source, kind)
