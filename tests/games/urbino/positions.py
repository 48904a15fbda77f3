"""Positions for the tests of Urbino: from text, from moves, from games on file, and as a twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import contrada
from contrada import Game, Position
from tests.oracles.urbino import KINDS, Urbino

FIXTURES = Path(__file__).with_name("abstractplay.jsonl")
RULE_PAGE = Path(__file__).parents[3] / "docs" / "rules" / "urbino.md"


def urbino(*, monuments: bool = False) -> Game:
    return contrada.game("urbino", monuments=monuments)


def position(text: str) -> Position:
    """Read a position; its last word is the variant to play."""
    return urbino(monuments=text.endswith(" monuments")).position(text)


def after(moves: str) -> Position:
    """Play moves from the start."""
    return follow(urbino().start(), moves)


def follow(start: Position, moves: str) -> Position:
    for move in moves.split():
        start = start.play(move)
    return start


def over(middle: str, variant: str) -> Position:
    """Return a finished game with these rows, 7 to 3, in the middle of the board.

    Black's houses wall both architects in, so nobody can build, and belong to no district with
    White, so they score nothing. `middle` must leave a3, b3, h7 and i7 free.
    """
    return position(f"7h1/7hh/{middle}/hh7/1h7 a1,i9 - over 2 {variant}")


def games_on_file() -> list[dict[str, Any]]:
    """Return the games that Abstract Play's program played, with what it counted."""
    return [json.loads(line) for line in FIXTURES.read_text(encoding="utf-8").splitlines()]


def twin_of(seen: Position) -> Urbino:
    """Set up the plain-Python twin alike."""
    view = seen.view()
    twin = Urbino(view["options"]["monuments"])
    twin.buildings = {b["square"]: (b["seat"], b["kind"]) for b in view["buildings"]}
    twin.architects = list(view["architects"])
    twin.supply = [{kind: supply[kind] for kind in KINDS} for supply in view["supply"]]
    twin.to_move = view["to_move"]
    twin.building = view["phase"] in {"first", "build"}
    twin.skips = view["skips"]
    return twin
