"""What a search says about a position, and about every decision of a recorded game; no printing.

Each decision is judged by what its seat could see then: the rest is dealt anew before looking.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from contrada.bots.player import Limits
from contrada.bots.search_player import Alternative, Report, SearchPlayer
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Position
from contrada.record import Record

FEW = 5  # choices worth telling of
WELL_LOOKED_AT = 0.5  # of the visits of the best choice
TURNING = 0.05  # what a decision has to give away to turn a game
MOST_TURNING = 5
TWO = 2  # seats, where one's gain is the other's loss


@dataclass(frozen=True)
class Choice:
    """A decision that could be taken, and what to expect of it."""

    decision: int
    text: str
    value: float | None  # result to expect for the seat that decides, 0 to 1; None: not looked at
    share: float  # part of the search that went into it
    certain: bool  # the value is proved
    line: tuple[str, ...]  # the decisions expected to follow, this one first
    turns: tuple[str, ...]  # the same, written as turns
    decisions: tuple[int, ...]  # and as numbers


@dataclass(frozen=True)
class Advice:
    """What a search says about a position."""

    seat: int
    choices: tuple[Choice, ...]  # the best first
    values: tuple[float, ...]  # result to expect for each seat
    iterations: int
    seconds: float

    @property
    def rate(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {**asdict(self), "rate": self.rate}


@dataclass(frozen=True)
class Judgement:
    """What a decision of a game was worth."""

    number: int  # decisions of the game before it
    ply: int  # the turn it belongs to, from 1
    step: int  # which decision of that turn, from 1
    steps: int  # how many that turn has
    seat: int
    played: Choice
    choices: tuple[Choice, ...]  # the best few there were
    before: tuple[float, ...]  # result to expect for each seat, as the one that decides sees it
    after: tuple[float, ...]  # likewise, after the decision
    loss: float  # what the decision gave away: the value of the best less its own
    iterations: int

    @property
    def best(self) -> Choice:
        """The best decision there was."""
        return self.choices[0]

    @property
    def was_best(self) -> bool:
        """Whether nothing better was found."""
        return self.played.decision == self.best.decision

    @property
    def place(self) -> float:
        """How far the game had come after it, in turns."""
        return self.ply - 1 + self.step / self.steps

    @property
    def place_before(self) -> float:
        """How far it had come before it."""
        return self.ply - 1 + (self.step - 1) / self.steps


class Moment(NamedTuple):
    """What each seat could expect at some place of a game."""

    number: int  # decisions of the game before it
    place: float  # the same in turns
    values: tuple[float, ...]


@dataclass(frozen=True)
class Analysis:
    """What the decisions of a game were worth."""

    game: str
    title: str
    options: dict[str, bool | str]
    seat_names: tuple[str, ...]
    names: tuple[str, ...]  # who sat there
    plies: int
    decisions: int
    judgements: tuple[Judgement, ...]
    results: tuple[float, ...] | None  # how it ended, if it has

    def turning_points(self, most: int = MOST_TURNING) -> list[Judgement]:
        """Return the decisions that gave away most, the worst first."""
        return [self.judgements[index] for index in self.turning_indices(most)]

    def turning_indices(self, most: int = MOST_TURNING) -> list[int]:
        """Return which of the judgements those are."""
        losses = [each.loss for each in self.judgements]
        worst = sorted(range(len(losses)), key=lambda index: -losses[index])
        return [index for index in worst[:most] if losses[index] >= TURNING]

    def course(self) -> list[Moment]:
        """Return what each seat could expect as the game went on, and how it ended."""
        found: dict[int, Moment] = {}
        for each in self.judgements:  # the position itself tells more than the decision before it
            after = each.number + 1
            found[each.number] = Moment(each.number, each.place_before, each.before)
            found[after] = Moment(after, each.place, each.after)
        if self.results and found:
            found[self.decisions] = Moment(self.decisions, float(self.plies), self.results)
        return list(found.values())

    def given_away(self) -> tuple[float | None, ...]:
        """Return what each seat gave away a decision, on average; None if it decided nothing."""
        return tuple(self._mean_loss(seat) for seat in range(len(self.names)))

    def _mean_loss(self, seat: int) -> float | None:
        losses = [each.loss for each in self.judgements if each.seat == seat]
        return fmean(losses) if losses else None

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return {
            **asdict(self),
            "given_away": self.given_away(),
            "turning_points": self.turning_indices(),
        }


# --- A position ----------------------------------------------------------------------------------


def advise(player: SearchPlayer, position: Position, limits: Limits, seed: int = 0) -> Advice:
    """Search a position by what the seat to move may see of it."""
    if position.to_move is None:
        raise OptionError("the game is over, so there is nothing to decide")
    seen = position.reimagine(position.to_move, seed)
    return _told(seen, player.consider(seen, limits))


def _told(seen: Position, report: Report) -> Advice:
    looks = sum(each.visits for each in report.alternatives) or 1
    choices = tuple(_choice(seen, each, looks) for each in report.alternatives)
    values = _expected(report, choices[0])
    return Advice(report.seat, choices, values, report.iterations, report.seconds)


def _expected(report: Report, best: Choice) -> tuple[float, ...]:
    """Return what each seat may expect if the best is done, as far as that tells of all.

    With more than two seats it is the mean of all that the search has tried, worse ones too.
    """
    if len(report.values) != TWO or best.value is None:
        return report.values
    return _of_two(report.seat, best.value)


def _choice(seen: Position, found: Alternative, looks: int) -> Choice:
    certain = found.proof is not None
    looked_at = certain or found.visits > 0
    line, turns = _written(seen, found.line)
    return Choice(
        found.decision,
        seen.decision_text(found.decision),
        found.value if looked_at else None,
        found.visits / looks,
        certain,
        line,
        turns,
        found.line[: len(line)],
    )


def _written(seen: Position, line: Iterable[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write a line as far as this deal allows it: the search has seen many."""
    texts: list[str] = []
    here = seen
    for decision in line:
        try:
            here, text = here.play(decision), here.decision_text(decision)
        except ContradaError:
            break
        texts.append(text)
    return tuple(texts), tuple(here.moves())


# --- A game --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decided:
    """A decision of a recorded game that was not forced."""

    number: int  # decisions of the game before it
    before: Position
    after: Position
    ply: int
    step: int
    steps: int


def count(record: Record, seat: int | None = None) -> int:
    """Return how many decisions there are to judge, of one seat or of all."""
    return len(decided(record, seat))


def judge(
    record: Record, limits: Limits, seat: int | None = None, seed: int = 0
) -> Iterator[Judgement]:
    """Judge the decisions of a game one after the other, those of one seat or of all.

    The limits are for each decision. With a limit of iterations only, the same seed judges alike,
    whichever decisions are asked for.
    """
    for each in decided(record, seat):
        seeds = random.Random((seed << 20) + each.number)
        onlooker = SearchPlayer(record.game, seeds.getrandbits(62))
        yield judgement(each, onlooker, limits, seeds.getrandbits(62))


def gathered(record: Record, judgements: Iterable[Judgement]) -> Analysis:
    """Put together what was found about a game."""
    outcome, facts = record.position.outcome(), record.game.facts
    return Analysis(
        record.game.name,
        facts.title,
        dict(record.game.options),
        facts.seat_names[: record.position.seats],
        record.names,
        len(record.position.turns_played()),
        len(record.position.history()) - 1,
        tuple(judgements),
        outcome.results if outcome else None,
    )


def decided(record: Record, seat: int | None = None) -> list[Decided]:
    """Return the decisions that were a choice, of one seat or of all."""
    line = record.position.history()
    found: list[Decided] = []
    number = 0
    for ply, (_, decisions) in enumerate(record.position.turns_played(), 1):
        for step in range(1, len(decisions) + 1):
            before, after = line[number], line[number + 1]
            if seat in (None, before.to_move) and len(before.legal()) > 1:
                found.append(Decided(number, before, after, ply, step, len(decisions)))
            number += 1
    return found


def judgement(decided: Decided, onlooker: SearchPlayer, limits: Limits, seed: int) -> Judgement:
    """Judge one decision by what its seat could see then."""
    before, decision = decided.before, decided.after.decision
    advice = advise(onlooker, before, limits, seed)
    best = advice.choices[0]
    played = next(each for each in advice.choices if each.decision == decision)
    after = _expected_after(decided, advice, played, onlooker, limits, seed)
    loss = 0.0 if played is best else max(0.0, (best.value or 0.0) - after[advice.seat])
    return Judgement(
        decided.number,
        decided.ply,
        decided.step,
        decided.steps,
        advice.seat,
        replace(played, value=best.value if played is best else after[advice.seat]),
        advice.choices[:FEW],
        advice.values,
        after,
        loss,
        advice.iterations,
    )


def _expected_after(
    decided: Decided,
    advice: Advice,
    played: Choice,
    onlooker: SearchPlayer,
    limits: Limits,
    seed: int,
) -> tuple[float, ...]:
    """Return what each seat may expect after the decision that was played.

    If the search has hardly looked at it, it is searched by itself with about as much care as the
    best one, and by what its seat could see.
    """
    outcome, seat, best = decided.after.outcome(), advice.seat, advice.choices[0]
    if outcome:
        return outcome.results
    well_looked_at = played.certain or played.share >= WELL_LOOKED_AT * best.share
    if len(advice.values) == TWO and played.value is not None and well_looked_at:
        return _of_two(seat, played.value)
    looks = None if best.certain else max(1, round(best.share * advice.iterations))
    care = limits if looks is None else Limits(limits.seconds, looks)
    seen = decided.before.reimagine(seat, seed).play(played.decision)
    return onlooker.foresee(seen, seat, care)


def _of_two(seat: int, value: float) -> tuple[float, ...]:
    return (value, 1 - value) if seat == 0 else (1 - value, value)
