"""What a contest came to: shares of points and ratings, with intervals that honour the deals.

The games of one deal belong together: whoever gets the better seat in one has the worse in
another. So every interval is computed from what each *deal* came to, never from single games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, variance
from typing import Any

import numpy as np
import numpy.typing as npt

from contrada.lab.arena import Contest, Played
from contrada.lab.balance import Estimate, Z

IMAGINED = (0.0, 1.0)  # deals that are added before an interval is computed
PRIOR = 0.5  # wins that each of a pair is granted, so that winning all is no infinity
POINTS_OF_ELO = 400 / math.log(10)  # in the natural unit of the model
TWO = 2
ELO, PLACKETT_LUCE = "Elo", "Plackett-Luce"

Vector = npt.NDArray[np.float64]
Game = tuple[int, int, float]  # a bot, another, and the points that the first got


@dataclass(frozen=True)
class Standing:
    """What a contest came to for one bot."""

    bot: str  # as it was entered
    name: str
    games: int  # seats it has had, over all games
    wins: int
    shared: int
    losses: int
    share: Estimate  # of the points: 1 for a win, equal parts of it for a shared one
    score: float  # on average
    rating: Estimate
    turns: int  # in which it had a choice
    seconds: float  # of thinking in such a turn


@dataclass(frozen=True)
class Pair:
    """How one bot did against another at tables of two."""

    first: str
    second: str
    games: int
    share: Estimate  # of the first


@dataclass(frozen=True)
class Report:
    """What a contest came to, best first."""

    title: str
    settings: dict[str, Any]
    rating: str  # the kind
    fair: float  # the share of points if all were alike
    games: int
    rounds: int
    standings: list[Standing]
    pairs: list[Pair]

    def data(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        return asdict(self)


def report(contest: Contest, games: Iterable[Played]) -> Report:
    """Sum up the games of a contest; their order makes no difference."""
    played = sorted(games, key=lambda game: game.fixture)
    rating = ELO if contest.seats == TWO else PLACKETT_LUCE
    ratings = (elo if rating == ELO else plackett_luce)(len(contest.bots), played)
    standings = [_standing(contest, bot, played, each) for bot, each in enumerate(ratings)]
    return Report(
        contest.game.facts.title,
        contest.settings(),
        rating,
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
    """Estimate the share of points from the results, each with the round it belongs to.

    Two imagined deals, one lost and one won, keep the interval honest where few deals, or all
    alike, would make it too narrow: the remedy of Agresti and Coull, with deals for games.
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


def elo(bots: int, played: Sequence[Played]) -> list[Estimate]:
    """Rate bots that met in pairs, relative to the first (Bradley and Terry, maximum likelihood).

    A shared win is half a win. The intervals come from how the deals differ (the robust, or
    sandwich, estimate of the variance), so deals that cancel out make them narrow.
    """
    deals: dict[int, list[Game]] = defaultdict(list)
    for game in played:
        deals[game.round].append((*_two(game.seats), game.results[0]))
    points = _points(bots, deals)
    strength = _likeliest(points)
    margins = Z * np.sqrt(np.diag(_covariance(points, strength, deals)))
    return [
        Estimate(middle, middle - margin, middle + margin)
        for middle, margin in zip(
            (POINTS_OF_ELO * strength).tolist(),
            (POINTS_OF_ELO * np.array([0.0, *margins])).tolist(),
            strict=True,
        )
    ]


def _two(seats: tuple[int, ...]) -> tuple[int, int]:
    first, second = seats
    return first, second


def _points(bots: int, deals: dict[int, list[Game]]) -> Vector:
    """Return what each bot got against each other, what it is granted included."""
    points = np.zeros((bots, bots))
    for first, second, result in (game for deal in deals.values() for game in deal):
        points[first, second] += result
        points[second, first] += 1 - result
    met = points + points.T > 0
    return points + PRIOR * met


def _expected(strength: Vector) -> Vector:
    """Return how likely each bot is to beat each other."""
    chances: Vector = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return chances


def _likeliest(points: Vector) -> Vector:
    """Find the strengths that make the points likeliest (Newton's method); the first is 0."""
    strength = np.zeros(len(points))
    games = points + points.T
    for _ in range(200):
        slope = (points - games * _expected(strength)).sum(axis=1)[1:]
        step = np.linalg.solve(_curvature(games, strength), slope)
        strength[1:] += np.clip(step, -1, 1)  # far from the top, a whole step may be too far
        if np.abs(step).max() < 1e-9:
            break
    return strength


def _curvature(games: Vector, strength: Vector) -> Vector:
    chance = _expected(strength)
    weights = games * chance * (1 - chance)
    curvature: Vector = np.diag(weights.sum(axis=1)) - weights
    return curvature[1:, 1:]


def _covariance(points: Vector, strength: Vector, deals: dict[int, list[Game]]) -> Vector:
    chance = _expected(strength)
    pulls = np.zeros((len(deals), len(points)))
    for pull, deal in zip(pulls, deals.values(), strict=True):
        for first, second, result in deal:
            pull[first] += result - chance[first, second]
            pull[second] -= result - chance[first, second]
    few = len(deals) / max(1, len(deals) - 1)
    middle = few * pulls.T @ pulls + _pull_of_prior(points, chance)
    bread = np.linalg.inv(_curvature(points + points.T, strength))
    covariance: Vector = bread @ middle[1:, 1:] @ bread
    return covariance


def _pull_of_prior(points: Vector, chance: Vector) -> Vector:
    """Return what the granted wins add, each as a deal of its own."""
    squares = PRIOR**2 * (chance**2 + (1 - chance) ** 2) * (points + points.T > 0)
    added: Vector = np.diag(squares.sum(axis=1)) - squares
    return added


# --- Plackett-Luce -------------------------------------------------------------------------------


def plackett_luce(bots: int, played: Sequence[Played]) -> list[Estimate]:
    """Rate bots at larger tables, game by game, from who came before whom; places may be shared.

    A bot with several seats at a table moves by the average of what they say.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only here is it needed

    model = PlackettLuce(tau=0)  # no bot gets better or worse on the way
    ratings = [(model.mu, model.sigma)] * bots
    for game in played:
        teams = [[model.rating(*ratings[bot])] for bot in game.seats]
        rated = model.rate(teams, ranks=[float(place) for place in game.places])
        for bot in set(game.seats):
            own = [rated[seat][0] for seat in _seats_of(bot, game)]
            ratings[bot] = fmean(each.mu for each in own), fmean(each.sigma for each in own)
    return [Estimate(mu, mu - Z * sigma, mu + Z * sigma) for mu, sigma in ratings]
