"""Ratings of a contest: shares of points and Elo, with confidence intervals by deal.

The games of one deal are not independent: a bot that gets the better seat in one has the worse seat
in another. So intervals are computed from the results of whole *deals*, never of single games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import chain, combinations, permutations, product
from statistics import fmean, variance
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.games import frames
from contrada.lab.arena import Contest, Played
from contrada.lab.balance import Estimate, Z

IMAGINED = (0.0, 1.0)  # results of the deals added before computing an interval
PRIOR = 0.5  # wins added for each bot of a pair, so that winning every game is not infinite
POINTS_OF_ELO = 400 / math.log(10)  # Elo points per unit of the model
TWO = 2

Vector = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Standing:
    """The result of a contest for one bot."""

    bot: str  # the text that names it
    name: str
    games: int  # number of seats it had, over all games
    wins: int
    shared: int
    losses: int
    share: Estimate  # of the points: 1 for a win, shared equally if several win
    score: float  # on average
    rating: Estimate  # in Elo points, relative to the first bot
    turns: int  # number of turns with a choice
    seconds: float | None  # spent thinking in such a turn, on average; None if left out


@dataclass(frozen=True)
class Pair:
    """The result of one bot against another, in games with two seats."""

    first: str
    second: str
    games: int
    share: Estimate  # of the first


@dataclass(frozen=True)
class Report:
    """The result of a contest, best bot first."""

    title: str
    settings: dict[str, Any]
    fair: float  # the share of points if all bots were equal
    games: int
    rounds: int
    standings: list[Standing]
    pairs: list[Pair]

    def data(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return asdict(self)

    def without_times(self) -> Report:
        """Leave out how long bots thought, the only figures that the seed does not decide."""
        return replace(self, standings=[replace(each, seconds=None) for each in self.standings])

    def to_frame(self, of: str = "standings", library: str | None = None) -> Any:
        """Return a data frame of pandas or polars: of the `standings`, or of the `pairs`."""
        parts = {
            "standings": [
                {
                    **{name: getattr(each, name) for name in ("bot", "name", "games", "wins")},
                    **{name: getattr(each, name) for name in ("shared", "losses", "score")},
                    **frames.estimate("share", each.share),
                    **frames.estimate("elo", each.rating),
                    **{name: getattr(each, name) for name in ("turns", "seconds")},
                }
                for each in self.standings
            ],
            "pairs": [
                {
                    **{name: getattr(each, name) for name in ("first", "second", "games")},
                    **frames.estimate("share", each.share),
                }
                for each in self.pairs
            ],
        }
        return frames.frame_of(frames.part_of(parts, of), library)

    def _repr_html_(self) -> str:
        """Show chart and table; notebooks call this."""
        from contrada.lab import arena_chart  # noqa: PLC0415 - it draws this class

        return arena_chart.html(self)


def report(contest: Contest, games: Iterable[Played]) -> Report:
    """Evaluate the games of a contest, in any order."""
    played = sorted(games, key=lambda game: game.fixture)
    ratings = elo(len(contest.bots), played)
    standings = [_standing(contest, bot, played, each) for bot, each in enumerate(ratings)]
    return Report(
        contest.game.facts.title,
        contest.settings(),
        1 / contest.seats,
        len(played),
        contest.rounds,
        sorted(standings, key=lambda each: (-each.rating.mean, -each.share.mean)),
        list(_pairs(contest, played)) if contest.seats == TWO else [],
    )


def _standing(contest: Contest, bot: int, played: Sequence[Played], rating: Estimate) -> Standing:
    own = [
        (game.round, game.places.count(1), game.results[seat], game.scores[seat])
        for game in played
        for seat in _seats_of(bot, game)
    ]
    won = [winners for _, winners, result, _ in own if result]
    turns = sum(game.turns[seat] for game in played for seat in _seats_of(bot, game))
    seconds = sum(game.seconds[seat] for game in played for seat in _seats_of(bot, game))
    return Standing(
        contest.bots[bot],
        contest.names[bot],
        len(own),
        wins=won.count(1),
        shared=len(won) - won.count(1),
        losses=len(own) - len(won),
        share=share((number, result) for number, _, result, _ in own),
        score=fmean(score for *_, score in own),
        rating=rating,
        turns=turns,
        seconds=seconds / turns if turns else 0.0,
    )


def _seats_of(bot: int, game: Played) -> Iterator[int]:
    return (seat for seat, sitting in enumerate(game.seats) if sitting == bot)


def _pairs(contest: Contest, played: Sequence[Played]) -> Iterator[Pair]:
    for first, second in contest.combinations:
        met = [
            (game.round, game.results[game.seats.index(first)])
            for game in played
            if set(game.seats) == {first, second}
        ]
        if met:
            names = contest.names[first], contest.names[second]
            yield Pair(*names, len(met), share(met))


def share(results: Iterable[tuple[int, float]]) -> Estimate:
    """Estimate the share of points from results, each with its round.

    One lost and one won deal are added, because with few or equal deals the interval would be too
    narrow. This is the method of Agresti and Coull, with deals instead of games.
    """
    by_round = defaultdict(list)
    for number, result in results:
        by_round[number].append(result)
    weights = [len(of_deal) for of_deal in by_round.values()]
    middle = sum(map(sum, by_round.values())) / sum(weights)
    deals = [*map(fmean, by_round.values()), *IMAGINED]
    margin = Z * math.sqrt(variance(deals) / len(deals))
    low, high = fmean(deals) - margin, fmean(deals) + margin
    return Estimate(middle, max(0.0, min(low, middle)), min(1.0, max(high, middle)))


# --- Elo -----------------------------------------------------------------------------------------


class Choices(NamedTuple):
    """The rankings as choices: each place in turn goes to one of the remaining bots."""

    seats: Table  # [choice, bot]: number of the bot's seats that remain
    chosen: Table  # [choice, bot]: 1 for the bot that gets the place
    weights: Vector  # [choice]
    deals: npt.NDArray[np.int64]  # [choice]: the number of the deal


def elo(bots: int, played: Sequence[Played]) -> list[Estimate]:
    """Rate bots by their rankings, relative to the first bot (maximum likelihood).

    This is the Plackett-Luce model, which for two seats is the Bradley-Terry model. The intervals
    use the variance between deals (the robust, or sandwich, estimator), so they are narrow if the
    games of each deal cancel out.
    """
    choices, granted = _choices_of(bots, played), _granted(bots, played)
    strength = _likeliest(_together(choices, granted))
    margins = Z * np.sqrt(np.diag(_covariance(choices, granted, strength)))
    return [
        Estimate(middle, middle - margin, middle + margin)
        for middle, margin in zip(
            (POINTS_OF_ELO * strength).tolist(),
            (POINTS_OF_ELO * np.array([0.0, *margins])).tolist(),
            strict=True,
        )
    ]


def _choices_of(bots: int, played: Sequence[Played]) -> Choices:
    """Turn games into choices; all orders of seats that share a place get equal weight."""
    numbers = {number: index for index, number in enumerate({game.round for game in played})}
    seats, chosen, weights, deals = [], [], [], []
    for game in played:
        orders = _orders(game.places)
        for order in orders:
            for place, seat in enumerate(order[:-1]):
                seats.append(_count(bots, [game.seats[other] for other in order[place:]]))
                chosen.append(_count(bots, [game.seats[seat]]))
                weights.append(1 / len(orders))
                deals.append(numbers[game.round])
    return Choices(np.array(seats), np.array(chosen), np.array(weights), np.array(deals))


@cache
def _orders(places: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all orders of the seats that agree with their places."""
    groups = [
        [seat for seat, other in enumerate(places) if other == place]
        for place in sorted(set(places))
    ]
    return [tuple(chain(*order)) for order in product(*map(permutations, groups))]


def _count(bots: int, seats: Iterable[int]) -> list[float]:
    counts = [0.0] * bots
    for bot in seats:
        counts[bot] += 1
    return counts


def _granted(bots: int, played: Sequence[Played]) -> Choices:
    """Return the extra choices for each pair of bots that met, each as its own deal."""
    tables = {frozenset(game.seats) for game in played}
    met = sorted({pair for table in tables for pair in combinations(sorted(table), TWO)})
    seats = [_count(bots, pair) for pair in met for _ in pair]
    chosen = [_count(bots, [bot]) for pair in met for bot in pair]
    weights = np.full(len(seats), PRIOR)
    return Choices(np.array(seats), np.array(chosen), weights, np.arange(len(seats)))


def _together(some: Choices, others: Choices) -> Choices:
    return Choices(
        np.concatenate((some.seats, others.seats)),
        np.concatenate((some.chosen, others.chosen)),
        np.concatenate((some.weights, others.weights)),
        np.concatenate((some.deals, others.deals)),
    )


def _chances(choices: Choices, strength: Vector) -> Table:
    """Return the probability of each bot to be chosen, `[choice, bot]`."""
    worth = choices.seats * np.exp(strength)
    chances: Table = worth / worth.sum(axis=1, keepdims=True)
    return chances


def _pulls(choices: Choices, strength: Vector) -> Table:
    """Return the gradient of the log-likelihood by strength, `[choice, bot]`."""
    pulls: Table = choices.weights[:, None] * (choices.chosen - _chances(choices, strength))
    return pulls


def _likeliest(choices: Choices) -> Vector:
    """Find the maximum-likelihood strengths (Newton's method); the first is 0."""
    strength = np.zeros(choices.seats.shape[1])
    for _ in range(200):
        slope = _pulls(choices, strength).sum(axis=0)[1:]
        step = np.linalg.solve(_curvature(choices, strength), slope)
        strength[1:] += np.clip(step, -1, 1)  # far from the maximum, a full step may overshoot
        if np.abs(step).max() < 1e-9:
            break
    return strength


def _curvature(choices: Choices, strength: Vector) -> Table:
    chances = _chances(choices, strength)
    weighted = choices.weights[:, None] * chances
    curvature: Table = np.diag(weighted.sum(axis=0)) - weighted.T @ chances
    return curvature[1:, 1:]


def _covariance(choices: Choices, granted: Choices, strength: Vector) -> Table:
    deals = _pulls_of_deals(choices, strength)
    few = len(deals) / max(1, len(deals) - 1)
    prior = _pulls_of_deals(granted, strength)
    middle = few * deals.T @ deals + prior.T @ prior
    bread = np.linalg.inv(_curvature(_together(choices, granted), strength))
    covariance: Table = bread @ middle[1:, 1:] @ bread
    return covariance


def _pulls_of_deals(choices: Choices, strength: Vector) -> Table:
    pulls = np.zeros((choices.deals.max() + 1, len(strength)))
    np.add.at(pulls, choices.deals, _pulls(choices, strength))
    return pulls
