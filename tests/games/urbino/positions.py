"""Positions for the tests of Urbino: from text, from moves, from recorded games, and as a twin."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import contrada
from contrada import Game, Position
from tests.oracles.urbino import KINDS, Urbino

FIXTURES = Path(__file__).with_name("abstractplay.jsonl")

EMPTY = "9/9/9/9/9/9/9/9/9"
HOUSE = "9/9/9/9/3h5/9/9/9/9"
BOTH_WALLED_IN = "7h1/7hh/9/9/9/9/9/hh7/1h7"

EXAMPLES = {
    "start": f"{EMPTY} - b architect 0 base",
    "start with monuments": f"{EMPTY} - b architect 0 monuments",
    "one architect": f"{EMPTY} e5 w architect 0 base",
    "naming": f"{EMPTY} a1,e1 b name 0 base",
    "first building of Black": f"{EMPTY} a1,e1 b first 0 base",
    "first building": f"{EMPTY} a1,e1 w first 0 base",
    "a house": f"{HOUSE} h1,d8 w turn 0 base",
    "a house, Black to move": f"{HOUSE} h1,d8 b turn 0 base",
    "a house, building": f"{HOUSE} h1,d8 w build 0 monuments",
    "turn": "2H1T1T2/8P/5hH2/4H2t1/5p3/1Hht5/T7p/2h3P2/3p3t1 g6,h9 b turn 0 base",
    "building": "H7h/9/3tp4/1p4h2/3t1p3/6PT1/2P6/3Hp1HT1/T3t4 f6,h7 w build 0 monuments",
    "nobody can build": f"{BOTH_WALLED_IN} a1,i9 w turn 0 base",
    "a skip": f"{BOTH_WALLED_IN} a1,i9 b turn 1 base",
    "over": "7h1/7hh/9/9/2tptHHH1/9/9/hh7/1h7 a1,i9 - over 2 monuments",
    "over without a score": f"{BOTH_WALLED_IN} a1,i9 - over 2 base",
    "a full row": "PHTHPhtpt/9/9/9/9/9/9/9/9 a1,i1 w turn 0 base",
}


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

    Black's houses wall in both architects, so nobody can build; they share no district with
    White, so they score nothing. `middle` must leave a3, b3, h7 and i7 free.
    """
    return position(f"7h1/7hh/{middle}/hh7/1h7 a1,i9 - over 2 {variant}")


def is_square(seen: Position, name: str) -> bool:
    return re.fullmatch("[a-i][1-9]", name) is not None


def games_on_file() -> list[dict[str, Any]]:
    """Return the games that Abstract Play's program played, with its counts."""
    return [json.loads(line) for line in FIXTURES.read_text(encoding="utf-8").splitlines()]


def twin_of(seen: Position) -> Urbino:
    """Set up the plain-Python twin in the same position."""
    view = seen.view()
    twin = Urbino(view["options"]["monuments"])
    twin.buildings = {b["square"]: (b["seat"], b["kind"]) for b in view["buildings"]}
    twin.architects = list(view["architects"])
    twin.supply = [{kind: supply[kind] for kind in KINDS} for supply in view["supply"]]
    twin.to_move = view["to_move"]
    twin.building = view["phase"] in {"first", "build"}
    twin.skips = view["skips"]
    return twin
