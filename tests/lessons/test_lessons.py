"""Every lesson can be done as described, and the rule it names refuses what it forbids."""

from __future__ import annotations

import itertools

import pytest

from contrada import games, lessons
from contrada.games.contract import Position
from contrada.lessons import Lessons, Step

TAUGHT = {name: lessons.lessons(name) for name in games.NAMES}
STEPS = [
    pytest.param(taught, step, begun, id=f"{name} {step.id}")
    for name, taught in TAUGHT.items()
    for step, begun, _ in lessons.played_through(taught)
]
PUZZLES = [
    (name, puzzle) for name, taught in TAUGHT.items() for puzzle in (*taught.ideas, *taught.puzzles)
]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_lesson_is_short_and_tries_something_forbidden(name: str) -> None:
    kinds = [step.kind for step in TAUGHT[name].steps]
    assert 5 <= len(kinds) <= 11
    assert {"do", "forbidden"} <= set(kinds)
    assert kinds.count("look") <= 1
    assert TAUGHT[name].steps[0].position


@pytest.mark.parametrize("name", games.NAMES)
def test_ids_are_of_their_own(name: str) -> None:
    taught = TAUGHT[name]
    ids = [step.id for step in taught.steps]
    ids += [each.id for each in (*taught.ideas, *taught.puzzles)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("taught", "step", "begun"), STEPS)
def test_a_step_is_for_the_one_who_learns(taught: Lessons, step: Step, begun: Position) -> None:
    assert begun.seats == taught.seats
    assert begun.to_move == taught.seat
    assert (step.kind in ("do", "press")) == bool(step.expects)
    assert step.points, "a step points at what it speaks of"
    assert len(step.points) <= max(1, len(step.expects))
    assert (step.kind == "forbidden") == bool(step.tries and step.rule)


@pytest.mark.parametrize(("taught", "step", "begun"), STEPS)
def test_whatever_a_step_accepts_is_legal_and_so_are_the_replies(
    taught: Lessons, step: Step, begun: Position
) -> None:
    """Whichever way it is done, the next step has the same seat to move and the same replies."""
    replies: list[list[int]] = []
    following = taught.steps[: taught.steps.index(step) + 2][-1]
    ends = list(_ways_through(step, begun))
    assert ends
    for end in ends:
        here = end
        decided = []
        for reply in step.replies:
            assert here.to_move != taught.seat
            decided.append(here.read(reply))
            here = here.play(reply)
        assert replies in ([], decided)
        replies = decided
        goes_on_elsewhere = step is taught.steps[-1] or following.position is not None
        assert goes_on_elsewhere or here.to_move == taught.seat


def _ways_through(step: Step, begun: Position) -> list[Position]:
    """Return where each way of doing a step leads; every accepted way leads somewhere."""
    here = [begun]
    for any_of in step.decisions:
        found = [
            (wanted, _played(position, way))
            for position in here
            for wanted in any_of
            for way in lessons.ways(position, dict(wanted))
        ]
        for wanted in any_of:
            assert any(wanted is each for each, _ in found), f"{wanted} is never legal"
        here = [position for _, position in found]
    return here


def _played(position: Position, way: list[int]) -> Position:
    for decision in way:
        position = position.play_one(decision)
    return position


@pytest.mark.parametrize(("taught", "step", "begun"), STEPS)
def test_what_a_step_wants_pressed_could_be_decided(
    taught: Lessons, step: Step, begun: Position
) -> None:
    if step.kind == "press":
        (wanted,) = step.expects
        assert any(lessons.ways(begun, dict(parts)) for parts in wanted)


@pytest.mark.parametrize(
    ("taught", "step", "begun"),
    [each for each in STEPS if each.values[1].tries],  # type: ignore[union-attr]
)
def test_what_a_step_forbids_is_refused_by_its_rule(
    taught: Lessons, step: Step, begun: Position
) -> None:
    assert step.tries
    tried = lessons.matching(taught.game, step.tries)
    assert tried
    for decision in tried:
        assert decision not in begun.legal()
        assert _refused_by(begun, decision) == step.rule


def _refused_by(position: Position, decision: int) -> str:
    """Return the rule, after implied decisions, as the page does."""
    for implied, following in position.then().items():
        kinds = {position.game.parts()[each]["does"] for each in following}
        if position.game.parts()[decision]["does"] in kinds:
            position = position.play(implied)
            break
    refused = position.why_not(decision)
    assert refused
    return refused.rule


@pytest.mark.parametrize(("name", "puzzle"), PUZZLES, ids=lambda each: getattr(each, "id", each))
def test_a_puzzle_is_a_legal_choice_of_its_seat(name: str, puzzle: lessons.Puzzle) -> None:
    position = TAUGHT[name].game.position(puzzle.position)
    assert position.to_move == puzzle.seat
    for text in (*puzzle.best, puzzle.rival):
        position.play(text)
    assert puzzle.rival not in puzzle.best
    assert puzzle.value - puzzle.rival_value >= 0.08


def test_there_are_five_puzzles_and_a_few_ideas_for_each_game() -> None:
    counts = {name: len(taught.puzzles) for name, taught in TAUGHT.items()}
    assert counts == dict.fromkeys(games.NAMES, 5)
    assert all(4 <= len(taught.ideas) <= 6 for taught in TAUGHT.values())
    seats = [(name, puzzle.position) for name, puzzle in PUZZLES]
    assert all(one != other for one, other in itertools.combinations(seats, 2))
