"""Features of Urtown: of a position for each seat, and of each turn.

A capture never splits a group, so a colour gets more groups only when its owner places a tile away
from the others. It gets fewer on joining squares (open squares next to two or more of its groups)
and when a singleton is captured. So what matters is which groups can still be joined, and whether
the tiles left to place have a home: an open square next to a group. Four tiles stay unused, so four
homeless ones cost nothing.
"""

from pathlib import Path

from contrada.games.contract import Evaluation
from contrada.games.urtown.evaluate.choices import CHOICES, choices
from contrada.games.urtown.evaluate.features import FEATURES, features
from contrada.kernel.jit import package_sources

EVALUATION = Evaluation(
    features=FEATURES,
    choices=CHOICES,
    functions={"features": features, "choices": choices},
    weights=Path(__file__).parents[1] / "weights.json",
    sources=package_sources(__file__),
)
