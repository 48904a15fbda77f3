"""Golden playthroughs: a random game in every setting, recorded with every seat's view.

A change to rules, notation, views or random numbers shows up as a difference in these files. If it
is intended, run `python -m tests.contract.golden` to write them again, and read the difference
before you commit it.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import contrada
from contrada.games.contract import Game, Position
from tests.contract.checks import in_words, random_game, some_settings

FOLDER = Path(__file__).parent / "golden"
SEED = 1
EVERY = 36  # plies between two positions shown in full


def playthrough(game: Game, seats: int) -> str:
    line = random_game(game, seats, SEED)
    return "\n".join(_lines(game, line)) + "\n"


def _lines(game: Game, line: list[Position]) -> Iterator[str]:
    yield f"{game!r}, {line[0].seats} seats, seed {SEED}"
    yield f"    public   {json.dumps(line[0].view())}"
    for ply, (before, after) in enumerate(itertools.pairwise(line)):
        if ply % EVERY == 0:
            yield from _as_seen(before)
        assert after.decision is not None
        text = before.decision_text(after.decision)
        shows = ", revealing" if after.revealed else ""
        yield f"{ply:3} seat {before.to_move}: {text:<12} of {len(before.legal())}{shows}"
    yield from _as_seen(line[-1])
    yield f"    public   {json.dumps(line[-1].view())}"
    yield f"turns: {game.definition.notation.separator.join(line[-1].moves())}"
    yield f"{line[-1].outcome()}"
    for seat, sheet in enumerate(line[-1].score_sheet()):
        yield f"sheet of {seat}: {[(line.name, line.points) for line in sheet]}"
    played = game.playouts(20, seed=SEED, seats=line[0].seats)
    yield f"playouts: {played.scores.tolist()} {played.lengths.tolist()}"


def _as_seen(position: Position) -> Iterator[str]:
    """Write a position and what each seat sees of it: the text, and a short hash of the rest."""
    yield f"    position {position.text}"
    for seat in (None, *range(position.seats)):
        view = position.view(seat)
        mark = hashlib.sha256(json.dumps(view).encode()).hexdigest()[:8]
        text = "" if view.get("text") == position.text else f" {view.get('text', '')}"
        yield f"    {'public' if seat is None else f'seat {seat}'}   {mark}{text}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for setting in some_settings():
        name, options, seats = setting
        text = playthrough(contrada.game(name, **options), seats)
        (FOLDER / f"{in_words(setting)}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
