"""How far deals are from what chance would give, in standard deviations of chi-squared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float64]

FAR = 5  # standard deviations; seeds are fixed, so chance does not get there in some runs only
FEWEST = 4  # of what is expected of an outcome: of fewer, chi-squared says little


def deviations(found: Counts, expected: Counts, degrees: int, scale: float = 1.0) -> float:
    """Return how many standard deviations chi-squared is from its expected value."""
    measured = scale * ((found - expected) ** 2 / expected).sum()
    return float((measured - degrees) / (2 * degrees) ** 0.5)


def unevenness(found: Counts, deals: int) -> float:
    """Measure whether each kind of card (a row) is equally often in each place (a column).

    Cards take places from each other, which makes chi-squared larger than for independent
    counts, by cards / (cards - 1).
    """
    found = found[found.sum(axis=1) > 0][:, found.sum(axis=0) > 0]
    cards = round(found.sum() / deals)
    expected = np.outer(found.sum(axis=1), found.sum(axis=0)) / found.sum()
    rows, columns = found.shape
    return deviations(found, expected, (rows - 1) * (columns - 1), (cards - 1) / cards)


def unevenness_of_outcomes(
    outcomes: Sequence[Any], possible: Iterable[Any] | Mapping[Any, int]
) -> float:
    """Measure whether outcomes are as frequent as they should be, and no others happen.

    All possible outcomes are equally likely, or as likely as their weights say.
    """
    weights, found = Counter(possible), Counter(outcomes)
    assert set(found) <= set(weights), "dealt what cannot be"
    expected = np.array(list(weights.values())) * len(outcomes) / weights.total()
    assert expected.min() > FEWEST
    return deviations(np.array([found[key] for key in weights]), expected, len(weights) - 1)
