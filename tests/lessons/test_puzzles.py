"""The search agrees that the best decision of every puzzle and idea is clearly best."""

from __future__ import annotations

import pytest

from contrada import games, lessons
from contrada.games.contract import Position
from contrada.lab.puzzles import finding
from contrada.lessons import Puzzle

QUICK, LONG = 8_000, 60_000  # iterations a decision
CLEARLY = {QUICK: 0.04, LONG: 0.07}
GLANCE, LOOK = 3_000, 30_000  # for an idea, against the rival that the file names and against all
AMOUNTS = [pytest.param(QUICK, id="quick"), pytest.param(LONG, id="long", marks=pytest.mark.soak)]
PUZZLES = [
    pytest.param(
        lessons.lessons(name).game.position(puzzle.position), puzzle, id=f"{name} {puzzle.id}"
    )
    for name in games.NAMES
    for puzzle in lessons.lessons(name).puzzles
]
IDEAS = [
    pytest.param(lessons.lessons(name).game.position(idea.position), idea, id=f"{name} {idea.id}")
    for name in games.NAMES
    for idea in lessons.lessons(name).ideas
]


@pytest.mark.parametrize("iterations", AMOUNTS)
@pytest.mark.parametrize(("position", "puzzle"), PUZZLES)
def test_the_best_is_clearly_best(position: Position, puzzle: Puzzle, iterations: int) -> None:
    assert _margin(position, puzzle, _rivals(position, puzzle), iterations) >= CLEARLY[iterations]


@pytest.mark.parametrize(("position", "idea"), IDEAS)
def test_an_idea_is_better_than_its_rival(position: Position, idea: Puzzle) -> None:
    rival = tuple(position.read(idea.rival))
    assert _margin(position, idea, {rival}, GLANCE) >= CLEARLY[QUICK]


@pytest.mark.soak
@pytest.mark.parametrize(("position", "idea"), IDEAS)
def test_an_idea_is_clearly_best(position: Position, idea: Puzzle) -> None:
    assert _margin(position, idea, _rivals(position, idea), LOOK) >= CLEARLY[LONG]


def _margin(
    position: Position, puzzle: Puzzle, rivals: set[tuple[int, ...]], iterations: int
) -> float:
    """Return how much better the best decision is than these rivals."""
    best = [tuple(position.read(text)) for text in puzzle.best]
    others = [line for line in rivals if not _belongs(line, best)]
    assert others

    def worth(line: tuple[int, ...]) -> float:
        return finding.foreseen(position, line, puzzle.seat, iterations, seed=1)

    return max(map(worth, best)) - max(map(worth, others))


def _rivals(position: Position, puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return what else the search likes: other decisions, and other ends of the same turn."""
    found = set(finding.lines(position, puzzle.seat, seed=0))
    for text in puzzle.best:
        *before, _ = position.read(text)
        if before:
            found |= {(*before, *line) for line in _continued(position, before, puzzle.seat)}
    return found | {tuple(position.read(puzzle.rival))}


def _continued(position: Position, before: list[int], seat: int) -> list[tuple[int, ...]]:
    for decision in before:
        position = position.play(decision)
    return finding.lines(position, seat, seed=0)


def _belongs(line: tuple[int, ...], best: list[tuple[int, ...]]) -> bool:
    """Whether a line is the beginning of the best one, or continues it."""
    return any(line[: len(each)] == each or each[: len(line)] == line for each in best)
