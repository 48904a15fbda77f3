"""Features of Urbe: of each city and its prospects, and of a decision.

The plan for a seat's decrees matters most. A placement of a decree is still possible if each of its
cells either has the right colour or is empty. It is short of as many tiles as it needs beyond those
to be placed. The plan takes the decree that is least short, reserves its cells, and adds the others
around it, so that decrees that need the same cells for different colours do not both count. What is
still short must come with the cards left; `LIKELY` says how likely that is.
"""

from __future__ import annotations

from pathlib import Path

from contrada.games.contract import Evaluation
from contrada.games.urbe.evaluate.choices import choices
from contrada.games.urbe.evaluate.columns import CHOICES, FEATURES
from contrada.games.urbe.evaluate.features import features
from contrada.kernel.jit import package_sources

EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).parents[1] / "weights.json",
    sources=package_sources(__file__),
)
