"""The places that lessons and puzzles come by: each position, and what is tried in it.

Whoever learns without a connection has them all beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from contrada.errors import IllegalDecision
from contrada.games.contract import Position
from contrada.lessons import Lessons, Puzzle, Step, matching, played_through, reply_decisions, ways

Decisions = tuple[int, ...]


@dataclass
class Place:
    """Where decisions lead from a position that was set up."""

    text: str  # of that position
    decisions: Decisions
    seat: int  # who looks
    position: Position
    tries: set[Decisions] = field(default_factory=set)  # what is asked about before it is played

    def after(self, decisions: Iterable[int]) -> Place:
        """Return where decisions lead from here; raise `IllegalDecision` if they lead nowhere."""
        here, played = self.position, tuple(decisions)
        for decision in played:
            here = here.play_one(decision)
        return Place(self.text, self.decisions + played, self.seat, here)


def places(taught: Lessons) -> list[Place]:
    """Return the places of both lessons and all puzzles of a game, each once."""
    found: dict[tuple[str, Decisions, int], Place] = {}
    for place in (*_of_lesson(taught), *_of_puzzles(taught)):
        key = place.text, place.decisions, place.seat
        found.setdefault(key, place).tries.update(place.tries)
    return list(found.values())


# --- The first lesson ----------------------------------------------------------------------------


def _of_lesson(taught: Lessons) -> Iterator[Place]:
    here: list[Place] = []
    for step, _, end in played_through(taught):
        if step.position:
            here = [_set_up(taught, step.position, taught.seat)]
        yield from here
        if step.tries:
            for place in here:
                place.tries.update(_forbidden(place.position, step))
        for reached in _done(step, here):
            here = reached
            yield from here
        for reply in reply_decisions(step, end):
            here = list(_answered(here, reply))
            yield from here


def _done(step: Step, begun: list[Place]) -> Iterator[list[Place]]:
    """Yield the places after each decision of a step; all ways to do it are right."""
    here = begun
    for any_of in step.decisions:
        reached = []
        for place in here:
            for way in [way for wanted in any_of for way in ways(place.position, wanted)]:
                place.tries.add(tuple(way))
                reached.append(place.after(way))
        here = reached
        yield here


def _answered(here: Iterable[Place], reply: Iterable[int]) -> Iterator[Place]:
    for place in here:
        with suppress(IllegalDecision):  # it answers another way to do the step
            yield place.after(reply)


def _forbidden(position: Position, step: Step) -> Iterator[Decisions]:
    """Yield what a step lets people try, as the page asks about it."""
    assert step.tries is not None
    parts, legal = position.game.parts(), position.legal()
    for decision in matching(position.game, step.tries):
        does = parts[decision]["does"]
        if any(parts[each]["does"] == does for each in legal):
            yield (decision,)
            continue
        then = position.then()
        before = [each for each in then if any(parts[late]["does"] == does for late in then[each])]
        for first in (before or list(then))[:1]:
            yield (first, decision)


# --- Puzzles and ideas ---------------------------------------------------------------------------


def _of_puzzles(taught: Lessons) -> Iterator[Place]:
    for puzzle in (*taught.ideas, *taught.puzzles):
        yield from _of_puzzle(taught, puzzle)


def _of_puzzle(taught: Lessons, puzzle: Puzzle) -> Iterator[Place]:
    """Yield the positions on the way to each best decision; others are judged, not played."""
    start = _set_up(taught, puzzle.position, puzzle.seat)
    for text in puzzle.best:
        best = start.position.read(text)
        here = start
        for taken, decision in enumerate(best):
            here.tries.update({tuple(best[taken:]), (decision,)})
            yield here
            here = here.after([decision])
        yield here


def _set_up(taught: Lessons, text: str, seat: int) -> Place:
    return Place(text, (), seat, taught.game.position(text))
