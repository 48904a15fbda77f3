"""Ratings: known values, intervals that contain the truth often enough, and useful pairing."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterator

import pytest

from contrada.lab import arena, ratings
from contrada.lab.arena import Played
from contrada.lab.ratings import POINTS_OF_ELO, elo, share
from tests.cli import toy


def game(number: int, seats: tuple[int, ...], places: tuple[int, ...], rotation: int = 0) -> Played:
    winners = places.count(1)
    results = tuple(1 / winners if place == 1 else 0.0 for place in places)
    none = (0,) * len(seats)
    return Played(number, 0, rotation, seats, 0, places, results, none, 1, none, none)


def duel(number: int, first: int, second: int, result: float) -> Played:
    places = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[result]
    return game(number, (first, second), places)


def chance(gap: float) -> float:
    return 1 / (1 + math.exp(-gap))


def contest(
    dice: random.Random, deals: int, strengths: list[float], seat: float = 0.0
) -> Iterator[Played]:
    """Play by the Bradley-Terry model, with an advantage for the first player."""
    for number in range(deals):
        for first in range(len(strengths)):
            for second in range(len(strengths)):
                if first != second:
                    gap = strengths[first] - strengths[second] + seat
                    yield duel(number, first, second, float(dice.random() < chance(gap)))


# --- Shares --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "gap", "seat"), [(10, 0.3, 0.0), (50, 0.3, 0.0), (50, 1.5, 0.0), (40, 0.5, 2.0)]
)
def test_intervals_of_shares_hold_the_truth(deals: int, gap: float, seat: float) -> None:
    dice, held = random.Random(1), 0
    truth = (chance(gap + seat) + chance(gap - seat)) / 2
    for _ in range(2000):  # of which 95 % ± 1.5 %, three standard errors, are to hold it
        games = contest(dice, deals, [gap, 0.0], seat)
        found = share((each.round, each.results[each.seats.index(0)]) for each in games)
        held += found.low <= truth <= found.high
    assert held / 2000 > 0.935


def test_shares_of_few_or_equal_deals_are_not_certain() -> None:
    for result in (0.0, 0.5, 1.0):
        one, many = (share((number, result) for number in range(size)) for size in (1, 100))
        assert one.mean == many.mean == result
        assert 0 <= one.low < one.high <= 1
        assert one.high - one.low > 0.5
        assert 0.01 < many.high - many.low < 0.1


def test_deals_that_cancel_out_make_the_interval_narrow() -> None:
    """The first player always wins: by deals the bots are equal, by single games nobody knows."""
    paired = share((number // 2, number % 2) for number in range(200))
    single = share((number, number % 2) for number in range(200))
    assert paired.mean == single.mean == 0.5
    assert paired.high - paired.low < (single.high - single.low) / 3


# --- Elo -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share_of_second", "points"), [(0.5, 0.0), (0.75, 190.8), (0.91, 401.9), (0.25, -190.8)]
)
def test_two_bots_differ_by_what_their_share_says(share_of_second: float, points: float) -> None:
    wins = round(10000 * share_of_second)
    games = [duel(number, 1, 0, float(number < wins)) for number in range(10000)]
    first, second = elo(2, games)
    assert (first.mean, first.low, first.high) == (0, 0, 0), "it counts from the first"
    assert second.mean == pytest.approx(points, abs=0.3)
    assert second.low < points < second.high


def test_a_shared_win_is_half_a_win() -> None:
    drawn = [duel(number, 0, 1, 0.5) for number in range(20)]
    split = [duel(number, 0, 1, float(number % 2)) for number in range(20)]
    assert elo(2, drawn)[1].mean == pytest.approx(elo(2, split)[1].mean) == pytest.approx(0)


def test_who_wins_all_is_not_infinitely_strong() -> None:
    few, many = (elo(2, [duel(n, 1, 0, 1.0) for n in range(size)])[1] for size in (10, 1000))
    assert 300 < few.mean < many.mean < 2000
    assert few.low < few.mean < few.high < 2000
    assert many.low > few.mean


def test_strengths_add_up() -> None:
    games = list(contest(random.Random(2), 4000, [0.0, 0.5, 1.0]))
    _, middle, strong = elo(3, games)
    assert middle.mean == pytest.approx(0.5 * POINTS_OF_ELO, abs=12)
    assert strong.mean == pytest.approx(POINTS_OF_ELO, abs=12)


@pytest.mark.parametrize("strengths", [[0.0, 0.4], [0.0, 0.4, 1.0]])
def test_intervals_of_elo_hold_the_truth(strengths: list[float]) -> None:
    dice, held = random.Random(3), 0
    for _ in range(400):
        found = elo(len(strengths), list(contest(dice, 40, strengths)))[-1]
        held += found.low <= strengths[-1] * POINTS_OF_ELO <= found.high
    assert 0.92 < held / 400 < 0.99


def test_pairing_makes_elo_sharper() -> None:
    games = list(contest(random.Random(4), 100, [0.0, 0.0], seat=3.0))
    apart = [game(number, each.seats, each.places) for number, each in enumerate(games)]
    paired, single = elo(2, games)[1], elo(2, apart)[1]
    assert paired.mean == pytest.approx(single.mean)
    assert paired.high - paired.low < (single.high - single.low) / 2


# --- Larger tables -------------------------------------------------------------------------------

SEATINGS = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def larger_contest(
    dice: random.Random, deals: int, strengths: list[float], luck: float = 0.0
) -> Iterator[Played]:
    """Play by the Plackett-Luce model; a deal makes seats better or worse."""
    for number in range(deals):
        seats = [dice.gauss(0, luck) for _ in SEATINGS]
        for rotation, seating in enumerate(SEATINGS):
            worths = [
                strengths[bot] + seats[seat] - math.log(dice.expovariate(1))
                for seat, bot in enumerate(seating)
            ]
            places = tuple(1 + sum(other > own for other in worths) for own in worths)
            yield game(number, seating, places, rotation)


def log_likelihood(strengths: list[float], played: list[Played]) -> float:
    """Compute from scratch how likely places without ties are, including the extra games."""
    total = 0.0
    for each in played:
        order = sorted(range(len(each.seats)), key=lambda seat: each.places[seat])
        left = [strengths[each.seats[seat]] for seat in order]
        for place, strength in enumerate(left):
            total += strength - math.log(sum(map(math.exp, left[place:])))
    for one, other in itertools.combinations(strengths, 2):
        total += (math.log(chance(one - other)) + math.log(chance(other - one))) / 2
    return total


def test_no_other_strengths_make_the_places_likelier() -> None:
    games = list(larger_contest(random.Random(5), 12, [0.0, 0.5, 1.0]))
    found = [each.mean / POINTS_OF_ELO for each in elo(3, games)]
    best = log_likelihood(found, games)
    for bot, step in itertools.product((1, 2), (-1e-3, 1e-3)):
        others = [*found[:bot], found[bot] + step, *found[bot + 1 :]]
        assert log_likelihood(others, games) < best


def test_larger_tables_are_rated_by_places() -> None:
    games = [
        game(number, each, tuple(1 + bot for bot in each), rotation)
        for number in range(20)
        for rotation, each in enumerate(SEATINGS)
    ]
    best, second, third = elo(3, games)
    assert best.low > second.high > second.low > third.high


def test_strengths_at_larger_tables_add_up() -> None:
    _, middle, strong = elo(3, list(larger_contest(random.Random(6), 4000, [0.0, 0.5, 1.0])))
    assert middle.mean == pytest.approx(0.5 * POINTS_OF_ELO, abs=12)
    assert strong.mean == pytest.approx(POINTS_OF_ELO, abs=12)


@pytest.mark.parametrize(
    ("deals", "strengths", "luck"),
    [(30, [0.0, 0.4, 1.0], 0.0), (30, [0.0, 0.0, 0.0], 1.5)],
)
def test_intervals_at_larger_tables_hold_the_truth(
    deals: int, strengths: list[float], luck: float
) -> None:
    dice, held = random.Random(7), 0
    for _ in range(400):
        *_, found = elo(3, list(larger_contest(dice, deals, strengths, luck)))
        held += found.low <= strengths[-1] * POINTS_OF_ELO <= found.high
    assert 0.92 < held / 400 < 0.99


def test_deals_that_cancel_out_make_ratings_sharper_at_larger_tables() -> None:
    games = list(larger_contest(random.Random(8), 100, [0.0, 0.0, 0.0], luck=3.0))
    apart = [game(number, each.seats, each.places) for number, each in enumerate(games)]
    paired, single = elo(3, games)[1], elo(3, apart)[1]
    assert paired.mean == pytest.approx(single.mean)
    assert paired.high - paired.low < 0.7 * (single.high - single.low)


def test_the_order_of_games_makes_no_difference() -> None:
    games = list(larger_contest(random.Random(9), 10, [0.0, 0.5, 1.0]))
    for found, again in zip(elo(3, games), elo(3, games[::-1]), strict=True):
        assert (found.mean, found.low, found.high) == pytest.approx(
            (again.mean, again.low, again.high)
        )


def test_shared_places_count_alike() -> None:
    games = [game(number, (0, 1, 2), (1, 1, 3)) for number in range(10)]
    first, second, third = elo(3, games)
    assert first.mean == pytest.approx(second.mean, abs=1e-6)
    assert first.mean > third.mean


def test_a_shared_place_is_half_of_either_order() -> None:
    shared = [game(number, (0, 1, 2), (2, 1, 2)) for number in range(20)]
    split = [game(number, (0, 1, 2), (2 + number % 2, 1, 3 - number % 2)) for number in range(20)]
    for one, other in zip(elo(3, shared), elo(3, split), strict=True):
        assert one.mean == pytest.approx(other.mean, abs=1e-6)


def test_a_bot_may_have_several_seats() -> None:
    beaten, winner = elo(2, [game(0, (0, 1, 0), (2, 1, 3))])
    assert winner.mean > beaten.mean == 0
    alike = [
        game(number, (0, 1, 0), places)
        for number, places in enumerate(itertools.permutations((1, 2, 3)))
    ]
    assert elo(2, alike)[1].mean == pytest.approx(0)


# --- Reports -------------------------------------------------------------------------------------


def test_a_report_counts_what_was_played() -> None:
    made = arena.contest(toy.game(), ["random"] * 4, games=12)
    played = list(arena.play(made))
    found = ratings.report(made, played)
    assert found == ratings.report(made, played[::-1]), "the order makes no difference"
    assert (found.games, found.rounds) == (48, 4)
    assert found.fair == pytest.approx(1 / 3)
    assert found.pairs == []
    for standing in found.standings:
        assert standing.games == standing.wins + standing.shared + standing.losses == 36
        assert standing.turns == 36
    points = sum(standing.share.mean * standing.games for standing in found.standings)
    assert points == pytest.approx(48)
    order = [standing.rating.mean for standing in found.standings]
    assert order == sorted(order, reverse=True)
    assert json.loads(json.dumps(found.data()))["standings"][0]["name"] == found.standings[0].name
