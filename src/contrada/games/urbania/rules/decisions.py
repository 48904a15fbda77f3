"""The numbers of decisions: what each kind begins with, and how many there are."""

from __future__ import annotations

from contrada.games.urbania.rules.state import KINDS, POOL, PROJECTS, SPACES, SUITS
from contrada.kernel.jit import constants

_pool = 2
_renew = _pool + POOL + 2
_hire = _renew + SPACES
_submit = _hire + SUITS
_pay = _submit + PROJECTS
DRAW_PROJECT, DRAW_PILE, DRAW_POOL, SWEEP, DECLINE = constants(0, 1, 2, 7, 8)
RENEW, HIRE, SUBMIT, PAY, PAY_TABLE, PAY_SUBSIDY = constants(
    _renew,  # + space
    _hire,  # + specialist
    _submit,  # + project
    _pay,  # + kind of card, from the hand
    _pay + KINDS,  # + kind of card, from the table
    _pay + 2 * KINDS,
)
DECISIONS = _pay + 2 * KINDS + 1
