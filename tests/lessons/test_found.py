"""The puzzles that were found by search: each can be set up and solved, and has its themes."""

from __future__ import annotations

from collections import Counter

import pytest

from contrada import games, lessons
from contrada.bots.levels import LEVELS
from contrada.lab.puzzles import finding
from contrada.lab.puzzles.themes import GENERAL

MOST_BYTES = 300_000  # of a game's file


@pytest.mark.parametrize("name", games.NAMES)
def test_every_found_puzzle_can_be_solved(name: str) -> None:
    """In one test, because each takes a millisecond."""
    taught, found = lessons.lessons(name), lessons.found(name)
    for puzzle in found:
        position = taught.game.position(puzzle.position)
        assert position.text == puzzle.position
        assert position.to_move == puzzle.seat
        assert len(position.legal()) >= finding.CHOICE
        best = [position.read(text) for text in puzzle.best]
        for line in (*best, position.read(puzzle.rival)):
            assert position.attempt(line[0])[1] is None
        for text in (*puzzle.best, puzzle.rival):
            position.play(text)
        assert position.read(puzzle.rival) not in best


@pytest.mark.parametrize("name", games.NAMES)
def test_found_puzzles_are_small_graded_and_of_their_own(name: str) -> None:
    found = lessons.found(name)
    assert len(games.read(name, lessons.FOUND).encode()) <= MOST_BYTES
    told = [*lessons.lessons(name).puzzles, *lessons.lessons(name).ideas]
    for of in (lambda each: each.id, lambda each: each.position):
        assert max(Counter(map(of, (*told, *found))).values()) == 1
    does = {str(parts["does"]) for parts in lessons.lessons(name).game.parts()} | {"captures"}
    for puzzle in found:
        assert puzzle.level in range(1, len(LEVELS) + 1)
        assert puzzle.value - puzzle.rival_value >= finding.MARGIN - 0.01  # both are rounded
        assert puzzle.rival_value <= finding.SURE
        kind, *rest = puzzle.themes
        assert kind in does
        assert {*rest} <= {*GENERAL}


def test_puzzles_are_numbered_through() -> None:
    name = games.NAMES[0]
    told, found = lessons.lessons(name).puzzles, lessons.found(name)
    assert lessons.puzzle(name, 1) is told[0]
    for outline, puzzle in zip(lessons.outlines(name), found, strict=True):
        assert lessons.puzzle(name, outline.number) is puzzle
        assert (outline.id, outline.level) == (puzzle.id, puzzle.level)
    assert lessons.puzzle(name, len(told) + len(found) + 1) is None


@pytest.mark.soak
@pytest.mark.parametrize("name", games.NAMES)
def test_what_was_found_is_best_in_another_search(name: str) -> None:
    """With other deals and random numbers than those that it was found with."""
    found = lessons.found(name)
    margins = [_margin(name, each) for each in found]
    assert min(margins, default=1) > 0
    assert sum(margin < finding.MARGIN / 2 for margin in margins) <= len(found) / 20


def _margin(name: str, puzzle: lessons.Puzzle) -> float:
    position = lessons.lessons(name).game.position(puzzle.position)
    best, rival = tuple(position.read(puzzle.best[0])), tuple(position.read(puzzle.rival))
    return finding.margin_again(position, best, rival, seed=1)
