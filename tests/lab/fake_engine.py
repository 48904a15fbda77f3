"""An engine that speaks the Universal Chess Interface, for tests: it plays any legal turn.

It reads Urbino's positions and writes its moves by itself, as the engines people use do. Whatever
comes after `--say` it answers instead of a move.
"""

from __future__ import annotations

import random
import re
import sys

import contrada
from contrada import Position

SQUARES = [column + row for row in "123456789" for column in "abcdefghi"]


def read(variant: str, fen: str) -> Position:
    """Read a position that has no turn begun."""
    found = re.fullmatch(r"(.*)\[.*\] ([wb]) - - \d+ \d+", fen)
    assert found, fen
    board, side = found.groups()
    rows = [re.sub(r"\d", lambda gap: " " * int(gap[0]), row) for row in board.split("/")]
    cells = "".join(reversed(rows))
    stand = [name for name, mark in zip(SQUARES, cells, strict=True) if mark in "Aa"]
    ours = re.sub("[Aa]", " ", "/".join(rows)).swapcase()
    ours = re.sub(" +", lambda gap: str(len(gap[0])), ours)
    seat = {"w": "b", "b": "w"}[side]
    due = "turn" if re.search("[hpt]", ours, re.IGNORECASE) else "name" if seat == "b" else "first"
    due = "architect" if len(stand) < 2 else due
    name = "monuments" if variant == "monuments" else "base"
    text = f"{ours} {','.join(stand) or '-'} {seat} {due} 0 {name}"
    return contrada.game("urbino", monuments=name == "monuments").position(text)


def write(position: Position, turn: str) -> str:
    """Write a turn as engines do."""
    stand = position.text.split(" ")[1].split(",")
    if turn == "pass":
        return stand[0] * 2
    if len(turn) == 2:
        return f"A@{turn}"
    repositioned, _, built = turn.rpartition(",")
    left, reached = repositioned.split("-") if repositioned else ("a1", "a1")
    letter, square = "hpt"[int(built[0]) - 1], built[1:]
    return f"{left}{reached}{letter}{'' if square == left and repositioned else square}"


def main() -> None:
    choose, variant, fen = random.Random(1), "", ""
    said = sys.argv[sys.argv.index("--say") + 1] if "--say" in sys.argv else None
    for line in sys.stdin:
        if line.startswith("uci\n"):
            print("id name fake\nuciok", flush=True)
        elif line.startswith("setoption name UCI_Variant value"):
            variant = line.split()[-1]
        elif line.startswith("isready"):
            print("readyok", flush=True)
        elif line.startswith("position fen"):
            fen = line.removeprefix("position fen ").strip()
        elif line.startswith("go"):
            assert re.fullmatch(r"go (movetime|nodes) \d+\n", line)
            here = read(variant, fen)
            move = said or write(here, choose.choice(here.turns()))
            print(f"info depth 1\nbestmove {move}", flush=True)


main()
