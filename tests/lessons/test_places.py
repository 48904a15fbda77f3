"""The places of lessons and puzzles: whatever a learner may do is known beforehand."""

from __future__ import annotations

import pytest

from contrada import games, lessons
from contrada.errors import IllegalDecision
from contrada.games.contract import Position
from contrada.lessons.places import Place, places


@pytest.fixture(scope="module", params=games.NAMES)
def taught(request: pytest.FixtureRequest) -> lessons.Lessons:
    return lessons.lessons(request.param)


@pytest.fixture(scope="module")
def known(taught: lessons.Lessons) -> dict[tuple[str, tuple[int, ...], int], Place]:
    return {(each.text, each.decisions, each.seat): each for each in places(taught)}


@pytest.mark.parametrize("which", [0, -1])
def test_every_way_through_the_lesson_is_known(
    taught: lessons.Lessons, known: dict[tuple[str, tuple[int, ...], int], Place], which: int
) -> None:
    """Take the first or the last way that each step accepts."""
    text, here, played = "", None, tuple[int, ...]()
    for step, _, end in lessons.played_through(taught):
        if step.position:
            text, here, played = step.position, taught.game.position(step.position), ()
        assert here is not None
        if step.kind == "forbidden":
            refused = [refusal(here, each) for each in known[text, played, taught.seat].tries]
            assert {*refused} - {None}  # what the next step asks for may be tried here, too
            assert which or step.rule in refused  # after another way, another rule may come first
        for any_of in step.decisions:
            open_ways = [way for wanted in any_of for way in lessons.ways(here, wanted)]
            if which and not open_ways:
                return  # whoever goes another way may have to go back
            way = open_ways[which]
            assert tuple(way) in known[text, played, taught.seat].tries
            for decision in way:
                here = here.play_one(decision)
            played += tuple(way)
            assert (text, played, taught.seat) in known
        for reply in lessons.reply_decisions(step, end):
            for decision in reply:
                here = here.play_one(decision)
            played += tuple(reply)
            assert (text, played, taught.seat) in known


def refusal(here: Position, decisions: tuple[int, ...]) -> str | None:
    """Return the rule that refuses the last of these decisions."""
    *before, last = decisions
    for decision in before:
        here = here.play_one(decision)
    try:
        here.play_one(last)
    except IllegalDecision as wrong:
        return wrong.rule
    return None


def test_every_solution_is_known(
    taught: lessons.Lessons, known: dict[tuple[str, tuple[int, ...], int], Place]
) -> None:
    for puzzle in (*taught.ideas, *taught.puzzles):
        start = taught.game.position(puzzle.position)
        for text in puzzle.best:
            best = tuple(start.read(text))
            for taken in range(len(best) + 1):
                assert (puzzle.position, best[:taken], puzzle.seat) in known
