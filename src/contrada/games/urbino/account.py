"""What a decision of Urbino consists of, and what it did in a position, as plain data."""

from __future__ import annotations

from typing import Any

from contrada.games.contract import Parts
from contrada.games.urbino import rules
from contrada.games.urbino.notation import square_name
from contrada.games.urbino.view import KINDS
from contrada.kernel.operations import State

_ALONE: dict[int, Parts] = {
    int(rules.STAY): {"does": "stay"},
    int(rules.SKIP): {"does": "skip"},
    int(rules.NAME_BLACK): {"does": "name", "seat": int(rules.BLACK)},
    int(rules.NAME_WHITE): {"does": "name", "seat": int(rules.WHITE)},
}


def parts(decision: int) -> Parts:
    """Return the parts of a decision, which are the same in every position."""
    if decision in _ALONE:
        return _ALONE[decision]
    if decision < rules.REPOSITION:
        return {"does": "place_architect", "square": square_name(decision - int(rules.PLACE))}
    if decision < rules.STAY:
        architect, square = divmod(decision - int(rules.REPOSITION), rules.SQUARES)
        return {"does": "reposition", "architect": architect, "square": square_name(square)}
    kind, square = divmod(decision - int(rules.ERECT), rules.SQUARES)
    return {"does": "erect", "kind": KINDS[kind], "square": square_name(square)}


_PARTS = [parts(decision) for decision in range(rules.DECISIONS)]


def account(state: State, decision: int, _seat: int | None) -> dict[str, Any]:
    """Return what a decision did; everyone sees the same."""
    told = _PARTS[decision]
    if told["does"] != "reposition":
        return dict(told)
    left = square_name(state.architects[told["architect"]])
    return {**told, "from": left, "to": told["square"]}
