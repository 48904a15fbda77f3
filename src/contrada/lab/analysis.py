"""Analyses a position, or every decision of a recorded game, by search.

Each decision is judged by what its seat could see at the time; the rest is dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from contrada.bots.player import Limits
from contrada.bots.search_player import Alternative, Report, SearchPlayer
from contrada.errors import ContradaError, OptionError
from contrada.games import frames
from contrada.games.contract import Position
from contrada.record import Record

FEW = 5  # number of choices to report
WELL_LOOKED_AT = 0.5  # share of the best choice's visits that is enough to trust a value
TURNING = 0.05  # minimum loss of a turning point
MOST_TURNING = 5
TWO = 2  # seats; then one seat's gain is the other's loss
# The signs of chess players, by the least loss of each; the page has the same.
SIGNS = (("??", 0.25), ("?", 0.12), ("?!", TURNING))
HALVED = 0.1  # loss of a turn that counts half in the accuracy


@dataclass(frozen=True)
class Choice:
    """A legal decision and its expected result."""

    decision: int
    text: str
    value: float | None  # expected result for the seat to move, 0 to 1; None if not searched
    share: float  # share of the search spent on it
    certain: bool  # whether the value is proved
    line: tuple[str, ...]  # expected continuation, starting with this decision
    turns: tuple[str, ...]  # the same as turns
    decisions: tuple[int, ...]  # the same as numbers


@dataclass(frozen=True)
class Advice:
    """The analysis of a position."""

    seat: int
    choices: tuple[Choice, ...]  # best first
    values: tuple[float, ...]  # expected result of each seat
    iterations: int
    seconds: float

    @property
    def rate(self) -> float:
        """Iterations per second."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def data(self) -> dict[str, Any]:
        """Return the advice as a JSON object."""
        return {**asdict(self), "rate": self.rate}

    def to_frame(self, library: str | None = None) -> Any:
        """Return a data frame of pandas or polars with a row for each choice, the best first."""
        rows = [
            {
                **{name: getattr(each, name) for name in ("decision", "text", "value", "share")},
                "certain": each.certain,
                "line": " ".join(each.line),
            }
            for each in self.choices
        ]
        return frames.frame_of(rows, library)

    def _repr_html_(self) -> str:
        """Show a table; notebooks call this."""
        from contrada.lab import analysis_chart  # noqa: PLC0415 - it shows this class

        return analysis_chart.table_of(self)


@dataclass(frozen=True)
class Judgement:
    """The analysis of one decision of a game."""

    number: int  # decisions of the game before it
    ply: int  # the turn it belongs to, from 1
    step: int  # which decision of that turn, from 1
    steps: int  # number of decisions in that turn
    seat: int
    played: Choice
    choices: tuple[Choice, ...]  # the best few
    before: tuple[float, ...]  # expected result of each seat, as the seat to move sees it
    after: tuple[float, ...]  # likewise, after the decision
    loss: float  # value of the best decision minus that of the one played
    iterations: int

    @property
    def best(self) -> Choice:
        """The best decision."""
        return self.choices[0]

    @property
    def was_best(self) -> bool:
        """Whether the best decision was played."""
        return self.played.decision == self.best.decision

    @property
    def sign(self) -> str:
        """What the decision was, by what it cost: ?? or ? or ?!, or nothing."""
        return next((sign for sign, least in SIGNS if self.loss >= least), "")

    @property
    def place(self) -> float:
        """The point of the game after the decision, in turns."""
        return self.ply - 1 + self.step / self.steps

    @property
    def place_before(self) -> float:
        """The point of the game before the decision, in turns."""
        return self.ply - 1 + (self.step - 1) / self.steps


class Moment(NamedTuple):
    """The expected results at one point of a game."""

    number: int  # decisions of the game before it
    place: float  # the same in turns
    values: tuple[float, ...]


@dataclass(frozen=True)
class Analysis:
    """The analysis of a game."""

    game: str
    title: str
    options: dict[str, bool | str]
    seat_names: tuple[str, ...]
    names: tuple[str, ...]  # of the players
    plies: int
    decisions: int
    judgements: tuple[Judgement, ...]
    results: tuple[float, ...] | None  # None if the game is not over

    def turning_points(self, most: int = MOST_TURNING) -> list[Judgement]:
        """Return the decisions that lost most, worst first."""
        return [self.judgements[index] for index in self.turning_indices(most)]

    def turning_indices(self, most: int = MOST_TURNING) -> list[int]:
        """Return the indices of the turning points in `judgements`."""
        losses = [each.loss for each in self.judgements]
        worst = sorted(range(len(losses)), key=lambda index: -losses[index])
        return [index for index in worst[:most] if losses[index] >= TURNING]

    def course(self) -> list[Moment]:
        """Return the expected results over the game, and the final result.

        Each position is judged alike, from both sides if they looked at it: by the search for the
        decision before and by the one for the decision after. On its own, each side hopes for
        something else.
        """
        found: dict[int, list[tuple[float, ...]]] = {}
        places: dict[int, float] = {}
        for each in self.judgements:
            after = each.number + 1
            places[each.number], places[after] = each.place_before, each.place
            found.setdefault(each.number, []).append(each.before)
            found.setdefault(after, []).append(each.after)
        moments = {
            number: Moment(number, places[number], _mean(said))
            for number, said in sorted(found.items())
        }
        if self.results and found:
            moments[self.decisions] = Moment(self.decisions, float(self.plies), self.results)
        return list(moments.values())

    def given_away(self) -> tuple[float | None, ...]:
        """Return each seat's average loss per decision; None if it made no decision."""
        return tuple(self._mean_loss(seat) for seat in range(len(self.names)))

    def accuracy(self) -> tuple[float | None, ...]:
        """Return how accurately each seat played, 0 to 1; None if it made no decision.

        A turn without a loss counts 1, one that costs ten points of the expected result counts
        half, and every ten more halve it again. So it depends on nothing but chances of winning,
        and means the same in every game.
        """
        return tuple(self._mean_accuracy(seat) for seat in range(len(self.names)))

    def _mean_accuracy(self, seat: int) -> float | None:
        turns: dict[int, float] = {}
        for each in self.judgements:
            if each.seat == seat:
                turns[each.ply] = turns.get(each.ply, 0.0) + each.loss
        return fmean(0.5 ** (loss / HALVED) for loss in turns.values()) if turns else None

    def _mean_loss(self, seat: int) -> float | None:
        losses = [each.loss for each in self.judgements if each.seat == seat]
        return fmean(losses) if losses else None

    def data(self) -> dict[str, Any]:
        """Return the analysis as a JSON object."""
        return {
            **asdict(self),
            "given_away": self.given_away(),
            "accuracy": self.accuracy(),
            "turning_points": self.turning_indices(),
        }

    def to_frame(self, of: str = "judgements", library: str | None = None) -> Any:
        """Return a data frame of pandas or polars: of the `judgements`, or of the `course`."""
        parts = {
            "judgements": [
                {
                    **{name: getattr(each, name) for name in ("number", "ply", "step", "seat")},
                    "name": self.names[each.seat],
                    "played": each.played.text,
                    "best": each.best.text,
                    "loss": each.loss,
                    **_by_seat("before", each.before),
                    **_by_seat("after", each.after),
                }
                for each in self.judgements
            ],
            "course": [
                {"number": each.number, "turns": each.place, **_by_seat("value", each.values)}
                for each in self.course()
            ],
        }
        return frames.frame_of(frames.part_of(parts, of), library)

    def _repr_html_(self) -> str:
        """Show chart and table; notebooks call this."""
        from contrada.lab import analysis_chart  # noqa: PLC0415 - it draws this class

        return analysis_chart.html(self)


def _by_seat(name: str, values: Sequence[float]) -> dict[str, float]:
    return {f"{name}_{seat}": value for seat, value in enumerate(values)}


def _mean(said: list[tuple[float, ...]]) -> tuple[float, ...]:
    """Return the mean of what several searches expect for each seat."""
    return tuple(fmean(values) for values in zip(*said, strict=True))


# --- A position ----------------------------------------------------------------------------------


def advise(player: SearchPlayer, position: Position, limits: Limits, seed: int = 0) -> Advice:
    """Analyse a position by what the seat to move may see."""
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
    """Return the expected result of each seat.

    With two seats, this assumes the best decision. With more, it is the mean over the whole search,
    including worse decisions.
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
    """Write a line as text, as far as it is legal in this deal: the search used many deals."""
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
    """Count the decisions to judge, of one seat or of all."""
    return len(decided(record, seat))


def judge(
    record: Record, limits: Limits, seat: int | None = None, seed: int = 0
) -> Iterator[Judgement]:
    """Judge the decisions of a game one by one, those of one seat or of all.

    The limits apply to each decision. With a limit of iterations only, the same seed gives the same
    judgement of a decision, whichever others are asked for.
    """
    for each in decided(record, seat):
        seeds = random.Random((seed << 20) + each.number)
        onlooker = SearchPlayer(record.game, seeds.getrandbits(62))
        yield judgement(each, onlooker, limits, seeds.getrandbits(62))


def gathered(record: Record, judgements: Iterable[Judgement]) -> Analysis:
    """Combine the judgements of a game."""
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
    """Return the decisions that were not forced, of one seat or of all."""
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
    """Judge one decision by what its seat could see at the time."""
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
    """Return the expected result of each seat after the decision that was played.

    If the search hardly visited it, it gets a search of its own, with about as many iterations as
    the best one got, and by what its seat could see.
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
