"""The words for a position, shared by pictures and plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from contrada.games.drawing import View

District = Mapping[str, Any]

SEATS = "Black", "White"
KINDS = ("house", "palace", "tower")
COLUMNS, ROWS = "abcdefghi", "123456789"

# What the seat to move has to do, by phase.
DUE = {
    "architect": "place an architect",
    "name": "choose who builds first",
    "first": "build the first building",
    "turn": "reposition or build",
    "build": "build",
}


def whose_move(view: View) -> str:
    seat = view["to_move"]
    return "Game over" if seat is None else f"{SEATS[seat]} to move"


def score(view: View) -> str:
    return f"Black {view['scores'][0]}, White {view['scores'][1]}"


def sentence(view: View) -> str:
    """Return who has to do what: `White to move: build.`."""
    seat = view["to_move"]
    if seat is None:
        return "Game over."
    skipped = f" {SEATS[1 - seat]} has skipped." if view["skips"] else ""
    return f"{whose_move(view)}: {DUE[view['phase']]}.{skipped}"


def description(view: View) -> str:
    """Describe the position for screen readers."""
    architects = " and ".join(view["architects"]) or "none yet"
    buildings = len(view["buildings"])
    return (
        f"{sentence(view)} Architects: {architects}. Buildings: {buildings}. Score: {score(view)}."
    )


def walled(view: View) -> list[District]:
    """Return the districts to draw a wall around: those with more than one building."""
    return [district for district in view["districts"] if len(district["squares"]) > 1]


def left_and_reached(last: Sequence[str]) -> tuple[str | None, set[str]]:
    """Split `h6 d5 d2` into the square an architect left and those reached or built on.

    What was left may be built on in the same turn (URBINO-TURN-4); then it counts as built on.
    """
    left, reached = (last[0], set(last[1:])) if len(last) > 1 else (None, set(last))
    return (None if left in reached else left), reached
