"""What is legal, what a decision does, and when a turn begins: every game provides these."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.urbania.rules.decisions import (
    DECLINE,
    HIRE,
    PAY,
    PAY_SUBSIDY,
    RENEW,
    SUBMIT,
    SWEEP,
)
from contrada.games.urbania.rules.legality import (
    write_actions,
    write_draws,
    write_payments,
    write_payments_of_any_colour,
)
from contrada.games.urbania.rules.payments import (
    begin_payment,
    may_pay_subsidy,
    pay_card,
    pay_subsidy,
)
from contrada.games.urbania.rules.projects import submit
from contrada.games.urbania.rules.state import ACTION, HIRING, KINDS, NO_COLOUR, OVER, RENEWING
from contrada.games.urbania.rules.turns import (
    complete_payment,
    draw_and_go_on,
    end_action,
    sweep_and_go_on,
)
from contrada.kernel.bits import ZERO
from contrada.kernel.decisions import write_one
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.seats import mover


@compiled
def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return mover(state)


@compiled
def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn."""
    return bool(state.due == OVER or (state.due == ACTION and state.actions_left == 2))


@compiled
def legal(state: State, decisions: npt.NDArray[np.int64]) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    if state.due == RENEWING or state.due == HIRING:
        if state.colour != NO_COLOUR:
            size = write_payments(state, decisions)
        else:
            size = write_payments_of_any_colour(state, decisions)
        if may_pay_subsidy(state):
            size = write_one(decisions, size, PAY_SUBSIDY)
        return size
    if state.due == OVER:
        return ZERO
    size = write_draws(state, decisions)
    return write_actions(state, decisions, size) if state.due == ACTION else size


@compiled
def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    if decision < SWEEP:
        draw_and_go_on(state, decision)
    elif decision == SWEEP:
        sweep_and_go_on(state)
    elif decision == DECLINE:
        end_action(state)
    elif decision < HIRE:
        begin_payment(state, decision - RENEW, False)
    elif decision < SUBMIT:
        begin_payment(state, decision - HIRE, True)
    elif decision < PAY:
        submit(state, decision - SUBMIT)
        end_action(state)
    elif decision == PAY_SUBSIDY:
        pay_subsidy(state)
        complete_payment(state)
    else:
        source, kind = divmod(decision - PAY, KINDS)
        pay_card(state, source, kind)
        complete_payment(state)
