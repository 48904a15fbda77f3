"""Golden playthroughs: a random game of every setting, written down with every seat's view.

A change of rules, notation, views or random numbers shows as a difference in these files. Where
it is meant, `python -m tests.contract.golden` writes them anew, to be read before committing.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import contrada
from contrada.games.contract import Game, Position
from tests.contract.checks import every_setting, in_words, random_game

Setting = tuple[str, dict[str, bool | str], int]
FOLDER = Path(__file__).parent / "golden"
SEED = 1
EVERY = 36  # plies between two positions shown in full


def playthrough(game: Game, seats: int) -> str:
    line = random_game(game, seats, SEED)
    return "\n".join(_lines(game, line)) + "\n"


def _lines(game: Game, line: list[Position]) -> Iterator[str]:
    yield f"{game!r}, {line[0].seats} seats, seed {SEED}"
    for ply, (before, after) in enumerate(itertools.pairwise(line)):
        if ply % EVERY == 0:
            yield from _in_full(before)
        assert after.decision is not None
        text = before.decision_text(after.decision)
        yield f"{ply:3} seat {before.to_move}: {text:<12} of {len(before.legal())}"
    yield from _in_full(line[-1])
    yield f"turns: {game.definition.notation.separator.join(line[-1].moves())}"
    yield f"{line[-1].outcome()}"
    played = game.playouts(20, seed=SEED, seats=line[0].seats)
    yield f"playouts: {played.scores.tolist()} {played.lengths.tolist()}"


def _in_full(position: Position) -> Iterator[str]:
    yield f"    position {position.text}"
    views = {seat: json.dumps(position.view(seat)) for seat in (None, *range(position.seats))}
    if len(set(views.values())) == 1:
        yield f"    all see  {views[None]}"
        return
    for seat, view in views.items():
        yield f"    {'public' if seat is None else f'seat {seat}'}   {view}"


def settings() -> list[Setting]:
    """Choose every seat count with the usual options, and every option with the fewest seats."""
    return [
        (name, options, seats)
        for name, options, seats in every_setting()
        if seats == contrada.game(name).facts.seats[0] or options == contrada.game(name).options
    ]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for setting in settings():
        name, options, seats = setting
        text = playthrough(contrada.game(name, **options), seats)
        (FOLDER / f"{in_words(setting)}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
