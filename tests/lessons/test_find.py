"""Looking for puzzles: a find is an entry that can be read back."""

from __future__ import annotations

import tomllib

from contrada import games, lessons
from contrada.lessons import find


def test_what_was_found_is_found_again() -> None:
    taught = lessons.lessons("urbino")
    puzzle = next(each for each in taught.puzzles if each.id == "last")
    position = taught.game.position(puzzle.position)
    found = find.clearly_best(position, care=2_000)
    assert found is not None
    assert list(found.best) == position.read(puzzle.best[0])
    assert found.margin > find.MARGIN


def test_an_even_choice_is_no_puzzle() -> None:
    assert find.clearly_best(games.game("urbino").start(), care=500) is None


def test_a_find_is_written_as_an_entry() -> None:
    taught = lessons.lessons("urtown")
    puzzle = taught.puzzles[-1]
    position = taught.game.position(puzzle.position)
    found = find.clearly_best(position, care=1_000)
    assert found is not None
    (entry,) = tomllib.loads(find.written(found, seed=5))["puzzle"]
    assert entry["position"] == puzzle.position
    assert entry["best"] == list(puzzle.best)
    assert entry["seat"] == puzzle.seat
    assert "game 5" in entry["source"]
