"""The columns of features, for positions and for decisions, and their scales."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.kernel.jit import constants

Table = npt.NDArray[np.float64]

FEATURES = (
    "tiles",
    "character",
    "fountains",
    "useful character",
    "decrees met",
    "decrees in hand",  # the tiles that wait are enough
    "decrees one tile short",
    "decrees two tiles short",
    "decrees three tiles short",
    "decrees further off",
    "plan for decrees",
    "squares one tile short",
    "squares two tiles short",
    "tiles waiting",
    "take in sight",
    "cards left",
    "cells filled",
    "Herald's House",
    "Archbishop",
    "character to come",
    "useful character to come",
    "to move",
)
(
    TILES_PLACED,
    CHARACTER,
    FOUNTAINS,
    USEFUL_SCORED,
    DECREES_MET,
    IN_HAND,
    ONE_SHORT,
    TWO_SHORT,
    THREE_SHORT,
    FURTHER,
    PLAN,
    SQUARES_ONE,
    SQUARES_TWO,
    WAITING,
    SIGHT,
    CARDS_LEFT,
    FILLED,
    HAS_HERALD,
    HAS_ARCHBISHOP,
    CHARACTER_TO_COME,
    USEFUL_TO_COME,
    TO_MOVE,
) = constants(*range(len(FEATURES)))

CHOICES = (
    "side B",
    "useful character's worth",
    "mark: points of the tile",
    "mark: decrees it brings nearer",
    "mark: second tile in sight",
    "mark: what others would get",
    "mark: cards that pay",
    "mark: grey",
    "take: points of the tile",
    "take: decrees it brings nearer",
    "take: what others would get",
    "keeps the Archbishop",
    "no second tile",
    "keeps the Treasurer",
    "meeple: tiles in sight",
    "pay: second tile in sight",
    "pay: flags needed later",
    "pay: two flags",
    "pay: only card for the other meeple",
    "place: plan for decrees",
    "place: decrees met",
    "place: fountains",
    "place: squares one tile short",
    "place: tiles beside it",
    "place: gained by where it lies",
    "place: useful character",
    "keeps warehouses",
    "keeps the Mason",
)
(
    SIDE_B,
    USEFUL_WORTH,
    MARK_POINTS,
    MARK_DECREES,
    MARK_SECOND,
    MARK_OTHERS,
    MARK_CARDS,
    MARK_GREY,
    TAKE_POINTS,
    TAKE_DECREES,
    TAKE_OTHERS,
    KEEPS_ARCHBISHOP,
    WITHOUT_SECOND,
    KEEPS_TREASURER,
    MEEPLE_SIGHT,
    PAY_SECOND,
    PAY_FLAGS,
    PAY_TWO_FLAGS,
    PAY_ONLY,
    PLACE_PLAN,
    PLACE_MET,
    PLACE_FOUNTAINS,
    PLACE_SQUARES,
    PLACE_BESIDE,
    PLACE_WHERE,
    PLACE_USEFUL,
    KEEPS_WAREHOUSES,
    KEEPS_MASON,
) = constants(*range(len(CHOICES)))

POINTS = 20.0  # a feature of 1 stands for this many points
GAIN = 10.0  # and so is a column of a choice

# By how many points greedy players with a useful character were better than those with none, about.
USEFUL_PROSPECT = np.array([6.0, 6.0, 9.0, 1.5, 3.5, 4.5, 4.0, 1.5])
