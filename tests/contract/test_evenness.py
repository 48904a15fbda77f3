"""The measures of evenness accept a fair shuffle and reject a wrong one."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np

from tests.contract.evenness import FAR, unevenness, unevenness_of_outcomes

DEALS = 1500
ORDERS = list(permutations(range(3)))


def test_a_wrong_shuffle_is_seen() -> None:
    """Swapping each card with any other, and not just with those not yet settled, is uneven."""
    choose = random.Random(1)
    counts = {True: np.zeros((10, 6)), False: np.zeros((10, 6))}
    for _, fair in product(range(DEALS), (True, False)):
        cards = list(range(10))
        for place in range(10):
            other = choose.randrange(place if fair else 0, 10)
            cards[place], cards[other] = cards[other], cards[place]
        np.add.at(counts[fair], (cards, [0] * 5 + list(range(1, 6))), 1)
    assert abs(unevenness(counts[True], DEALS)) < FAR
    assert unevenness(counts[False], DEALS) > 2 * FAR


def test_an_outcome_that_is_too_frequent_is_seen() -> None:
    choose = random.Random(1)
    weights = [2, *[1] * 5]
    fair, favoured = (choose.choices(ORDERS, w, k=DEALS) for w in (None, weights))
    assert abs(unevenness_of_outcomes(fair, ORDERS)) < FAR
    assert unevenness_of_outcomes(favoured, ORDERS) > 2 * FAR
    as_weighted = dict(zip(ORDERS, weights, strict=True))
    assert abs(unevenness_of_outcomes(favoured, as_weighted)) < FAR
