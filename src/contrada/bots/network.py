"""The network of a game, in compiled code: what a position promises, beyond its features.

Its inputs are the observation of the seat to move, whose numbers are mostly 0, and the features of
all seats, beginning with that one. Two hidden layers follow, then heads for each seat: its result,
and its points at the end with their spread. The result is added to what the weights of the features
say, so a network that knows nothing changes nothing.

Nothing here knows a particular game. `contrada.bots.nets` reads and writes networks, and
`contrada.lab.teaching` teaches them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import observe, to_move

Reals = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Tensor = npt.NDArray[np.int16]

HEADS = 3  # for each seat: its result, its points, their spread
(PACKED,) = constants(4)  # numbers of a tensor in a word
(RESULT,) = constants(0)
# Where the numbers of a layer begin, and how wide the layers are: see `layout`.
FIRST_BIAS, SECOND, SECOND_BIAS, HEAD, HEAD_BIAS, SEEN, STAGE, INNER, OUTER, MOST_SEATS = constants(
    *range(10)
)


class Net(NamedTuple):
    """A network; empty if the game has none."""

    numbers: Singles  # the weights of all layers, one after another
    layout: npt.NDArray[np.int64]  # where the layers begin, and their sizes
    rows: npt.NDArray[np.int64]  # [place in the tensor]: where its weights begin; -1 is unused
    scales: Singles  # [place in the tensor]: factor of its number; 0 for names


class Units(NamedTuple):
    """Buffers of a network."""

    tensor: Tensor  # an observation; all 0 between two uses
    words: npt.NDArray[np.uint64]  # the same memory, four numbers each
    inner: Singles  # the first hidden layer
    outer: Singles  # the second one
    told: Singles  # [seat, beginning with the seat to move]: what to add to its score


NO_NET = Net(
    np.zeros(0, np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
)


def layout(inputs: int, features: int, inner: int, outer: int, seats: int) -> list[int]:
    """Return where the layers of a network begin.

    `inputs` counts the rows for the observation. After them come the rows for the features of each
    seat and one for the stage.
    """
    seen = inputs * inner
    stage = seen + seats * features * inner
    first_bias = stage + inner
    second = first_bias + inner
    second_bias = second + inner * outer
    head = second_bias + outer
    head_bias = head + outer * HEADS * seats
    return [first_bias, second, second_bias, head, head_bias, seen, stage, inner, outer, seats]


def new_units(net: Net, tensor: int) -> Units:
    """Create the buffers for a network and an observation of this size."""
    taught = len(net.numbers) > 0
    words = np.zeros(-(-tensor // int(PACKED)) if taught else 1, np.uint64)
    return Units(
        words.view(np.int16),
        words,
        np.zeros(int(net.layout[INNER]) if taught else 1, np.float32),
        np.zeros(int(net.layout[OUTER]) if taught else 1, np.float32),
        np.zeros(int(net.layout[MOST_SEATS]) if taught else 1, np.float32),
    )


# Indices are unsigned below: for a signed one, compiled code asks whether it counts from the end.


@compiled
def add_row(units: Singles, numbers: Singles, start: int, factor: float) -> None:
    """Add a multiple of a row of weights to a layer."""
    scale = np.float32(factor)
    for unit in range(len(units)):
        units[np.uint64(unit)] += scale * numbers[np.uint64(start + unit)]


@compiled
def set_row(units: Singles, numbers: Singles, start: int) -> None:
    """Set a layer to its biases."""
    for unit in range(len(units)):
        units[np.uint64(unit)] = numbers[np.uint64(start + unit)]


@compiled
def add_tensor(units: Units, net: Net) -> None:
    """Add the observation to the first layer, and clear it."""
    width, names = len(units.inner), np.float32(0.0)
    for word in range(len(units.words)):
        if units.words[np.uint64(word)] != 0:
            for part in range(PACKED):
                place = PACKED * word + part
                number = np.int64(units.tensor[np.uint64(place)])
                if number != 0 and net.rows[np.uint64(place)] >= 0:
                    row, scale = net.rows[np.uint64(place)], net.scales[np.uint64(place)]
                    if scale == names:
                        add_row(units.inner, net.numbers, row + (number - 1) * width, 1.0)
                    else:
                        add_row(units.inner, net.numbers, row, scale * number)
            units.words[np.uint64(word)] = 0


@compiled
def add_features(units: Units, net: Net, viewer: int, stage: float, seen: Reals) -> None:
    """Add the features of all seats, beginning with the viewer, and the stage of the game."""
    seats, features = seen.shape
    width, row = len(units.inner), net.layout[SEEN]
    for turned in range(seats):
        seat = viewer + turned if viewer + turned < seats else viewer + turned - seats
        for feature in range(features):
            value = seen[seat, feature]
            if value != 0.0:
                add_row(units.inner, net.numbers, row + feature * width, value)
        row += features * width
    add_row(units.inner, net.numbers, net.layout[STAGE], stage)


@compiled
def pass_on(units: Units, net: Net, seats: int) -> None:
    """Compute the second layer and what it says about each seat's result."""
    width = len(units.outer)
    set_row(units.outer, net.numbers, net.layout[SECOND_BIAS])
    for unit in range(len(units.inner)):
        value = units.inner[np.uint64(unit)]
        if value > 0.0:
            add_row(units.outer, net.numbers, net.layout[SECOND] + unit * width, value)
    every = HEADS * net.layout[MOST_SEATS]
    for turned in range(seats):
        total = net.numbers[net.layout[HEAD_BIAS] + turned]
        for unit in range(width):
            value = units.outer[np.uint64(unit)]
            if value > 0.0:
                total += value * net.numbers[net.layout[HEAD] + unit * every + turned]
        units.told[turned] = total


@compiled
def add_network(
    state: Any, stage: float, seen: Reals, net: Net, units: Units, scores: Reals
) -> None:
    """Add what the network says to the score of each seat."""
    viewer, seats = to_move(state), len(scores)
    observe(state, viewer, units.tensor)
    set_row(units.inner, net.numbers, net.layout[FIRST_BIAS])
    add_tensor(units, net)
    add_features(units, net, viewer, stage, seen)
    pass_on(units, net, seats)
    for turned in range(seats):
        seat = viewer + turned if viewer + turned < seats else viewer + turned - seats
        scores[seat] += units.told[turned]
