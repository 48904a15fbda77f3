"""The columns of features, for positions and for decisions, and their scales."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.kernel.jit import constants

Row = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]
Decisions = npt.NDArray[np.int64]

FEATURES = (
    "points",
    "secured points",
    "points given up",
    "points of lone blocks",
    "points of the largest lone block",
    "expected points",
    "ahead",
    "best swing on turn",
    "best swing waiting",
    "best swing out of reach",
    "sites",
    "towers left",
    "palaces left",
    "on turn",
)
(
    POINTS_NOW,
    SECURED,
    GIVEN_UP,
    LONE,
    LARGEST_LONE,
    EXPECTED,
    AHEAD,
    SWING_ON_TURN,
    SWING_WAITING,
    SWING_OUT_OF_REACH,
    SITES,
    TOWERS_LEFT,
    PALACES_LEFT,
    ON_TURN,
) = constants(*range(len(FEATURES)))
ALL_FEATURES = len(FEATURES)

CHOICES = (
    "palace",
    "tower",
    "swing",
    "prospect",
    "settles a district",
    "founds a district",
    "grows a lone block",
    "joins the opponent",
    "leads further",
    "denied swing",
    "reply",
    "centre",
    "stay",
    "lots",
    "swing of the best lot",
    "net swing of the best lot",
    "reply to the best lot",
    "threat",
    "name White",
)
(
    IS_PALACE,
    IS_TOWER,
    SWING,
    PROSPECT,
    SETTLES,
    FOUNDS,
    GROWS_LONE,
    JOINS_OPPONENT,
    LEADS_FURTHER,
    DENIED,
    REPLY,
    CENTRE,
    IS_STAY,
    LOTS,
    BEST_SWING,
    BEST_NET,
    BEST_REPLY,
    THREAT,
    IS_NAME_WHITE,
) = constants(*range(len(CHOICES)))
ALL_CHOICES = len(CHOICES)

TENS = 10.0
