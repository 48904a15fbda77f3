"""What a decision of Urbania consists of, and what it did in a position, as plain data.

What others may not know is left out for them: which card or project came from a pile, and which
project was submitted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from contrada.games.contract import Parts
from contrada.games.urbania import rules
from contrada.games.urbania.notation import (
    CARDS,
    PROJECTS,
    SPECIALISTS,
    space_name,
    type_at,
)
from contrada.games.urbania.view import SOURCES
from contrada.kernel import records
from contrada.kernel.operations import State
from contrada.kernel.sets import members

_ALONE: dict[int, Parts] = {
    int(rules.DRAW_PROJECT): {"does": "draw", "from": "project"},
    int(rules.DRAW_PILE): {"does": "draw", "from": "pile"},
    int(rules.SWEEP): {"does": "sweep"},
    int(rules.DECLINE): {"does": "decline"},
    int(rules.PAY_SUBSIDY): {"does": "pay", "from": "contract"},
}


def parts(decision: int) -> Parts:
    """Split a decision into its parts, which are the same in every position."""
    if decision in _ALONE:
        return _ALONE[decision]
    if decision < rules.SWEEP:
        return {"does": "draw", "from": "pool", "place": decision - int(rules.DRAW_POOL) + 1}
    if decision < rules.HIRE:
        return {"does": "renew", "space": space_name(decision - int(rules.RENEW))}
    if decision < rules.SUBMIT:
        return {"does": "hire", "specialist": SPECIALISTS[decision - int(rules.HIRE)]}
    if decision < rules.PAY:
        return {"does": "submit", "project": PROJECTS[decision - int(rules.SUBMIT)]}
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    return {"does": "pay", "from": SOURCES[source], "card": CARDS[kind]}


def account(state: State, decision: int, seat: int | None) -> dict[str, Any]:
    """Return what a decision did, as a seat or a spectator saw it."""
    states = records.copy(state)
    after, mover = states[0], int(state.to_move)
    rules.apply(after, decision)
    found = {**parts(decision), **_done(state, decision, after)}
    if seat != mover:
        for secret in _secrets(decision):
            found.pop(secret, None)
    if after.end_turns and not state.end_turns:
        found["end_phase"] = True  # URBANIA-END-1
    scored = int(after.from_specialists[mover]) - int(state.from_specialists[mover])
    return {**found, "specialists": scored} if scored else found  # URBANIA-SPECIALIST-1


def _secrets(decision: int) -> tuple[str, ...]:
    """Return what only the seat itself knows about a decision."""
    if decision in (rules.DRAW_PROJECT, rules.DRAW_PILE):
        return ("project", "card")
    return ("project",) if rules.SUBMIT <= decision < rules.PAY else ()


def _done(state: State, decision: int, after: State) -> dict[str, Any]:
    if decision < rules.SWEEP:
        return _drawn(state, decision, after)
    if rules.RENEW <= decision < rules.HIRE:
        return _to_renew(state, decision - int(rules.RENEW))
    if rules.HIRE <= decision < rules.SUBMIT:
        return _to_hire(state, decision - int(rules.HIRE))
    if rules.SUBMIT <= decision < rules.PAY:
        mover = int(state.to_move)
        return {"fee": int(after.fees[mover]) - int(state.fees[mover])}
    return _paid(state, decision, after) if decision >= rules.PAY else {}


def _drawn(state: State, decision: int, after: State) -> dict[str, Any]:
    mover = int(state.to_move)
    icon = {"icon": True} if state.due == rules.CARD else {}
    if decision == rules.DRAW_PROJECT:
        new = int(after.project_hands[mover]) & ~int(state.project_hands[mover])
        return {"project": PROJECTS[members(new)[0]], **icon}
    kind = int(np.flatnonzero(after.hands[mover] > state.hands[mover])[0])
    return {"card": CARDS[kind], **icon}


def _to_renew(state: State, space: int) -> dict[str, Any]:
    points = int(rules.TILE_POINTS[state.tiles[space]])
    workers = int(rules.price(state, space, False))
    return {"type": type_at(state, space), "workers": workers, "points": points}


def _to_hire(state: State, specialist: int) -> dict[str, Any]:
    holder = int(state.holders[specialist])
    former = None if holder == rules.NOBODY else holder
    return {"value": int(state.specialists[specialist]), "former": former}


def _paid(state: State, decision: int, after: State) -> dict[str, Any]:
    """Return whether a card completes the payment, and stays on the table (URBANIA-RENEW-7)."""
    complete = bool(after.target == rules.NOTHING)
    if decision == rules.PAY_SUBSIDY:
        return {"complete": complete}
    kind = (decision - int(rules.PAY)) % rules.KINDS
    coins = bool(rules.CARD_COINS[kind] + rules.CARD_RAINBOW_COINS[kind] > 0)
    return {"complete": complete, "kept": coins and bool(state.due == rules.RENEWING)}
