"""Fits a network to rows: the same arithmetic as in compiled code, in NumPy, and its gradients."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from contrada.bots import nets
from contrada.bots.nets import Shape, Taught
from contrada.bots.network import HEADS
from contrada.games.contract import Facts
from contrada.lab.teaching.rows import NOT_THERE, Rows

Singles = npt.NDArray[Any]  # of single precision, except in tests
BATCH = 1024
RATE = 3e-4  # of learning at first; it falls to a twentieth
DECAY = 0.5  # pulls weights towards 0
FAINT = 0.1  # how much weaker than usual the first weights of the observation are
POINTS = 0.05  # how much the heads for points count
LEAST_SPREAD, MOST_SPREAD = -4.0, 3.0  # logarithms of the spread of points
NINE_IN_TEN = 1.645  # spreads on either side of the mean


class Parameters(NamedTuple):
    """The weights of a network, layer by layer."""

    first: Singles  # [input, inner]: the observation, the features of each seat, the stage
    first_bias: Singles
    second: Singles  # [inner, outer]
    second_bias: Singles
    heads: Singles  # [outer, head * seat]
    heads_bias: Singles


class Said(NamedTuple):
    """What a network says about rows."""

    scores: Singles  # [row, seat]: to be added to what the features are worth
    gains: Singles  # [row, seat]: points still to come
    spreads: Singles  # [row, seat]: logarithm of their spread
    inner: Singles
    outer: Singles


@dataclass(frozen=True)
class Loss:
    """How far a network is from the truth, and how far the features alone are."""

    result: float
    result_by_features: float
    points: float  # mean error
    covered: float  # share of the final points within the range that holds nine in ten


def fresh(facts: Facts, shape: Shape, seed: int) -> Parameters:
    """Return the parameters of a network that says nothing yet."""
    chance = np.random.default_rng(seed)
    observed = nets.count_inputs(facts, shape)
    inputs = observed + shape.seats * len(shape.features) + 1
    # About forty inputs are not 0 at a time, however many there are.
    first = chance.normal(0, 1 / math.sqrt(min(inputs, 40)), (inputs, shape.inner))
    first[:observed] *= FAINT  # what is seldom there would otherwise be noise for long
    second = chance.normal(0, math.sqrt(2 / shape.inner), (shape.inner, shape.outer))
    wide = HEADS * shape.seats
    return Parameters(
        first.astype(np.float32),
        np.zeros(shape.inner, np.float32),
        second.astype(np.float32),
        np.zeros(shape.outer, np.float32),
        np.zeros((shape.outer, wide), np.float32),
        np.zeros(wide, np.float32),
    )


def pack(parameters: Parameters) -> npt.NDArray[np.float16]:
    """Return all weights one after another, as files have them."""
    return np.concatenate([each.ravel() for each in parameters]).astype(np.float16)


def unpack(facts: Facts, taught: Taught) -> Parameters:
    """Return the parameters of a network from a file."""
    shapes = [each.shape for each in fresh(facts, taught.shape, 0)]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    parts = np.split(taught.numbers.astype(np.float32), ends[:-1])
    return Parameters(*(p.reshape(shape) for p, shape in zip(parts, shapes, strict=True)))


class Inputs:
    """Turns rows into the inputs of a network."""

    def __init__(self, facts: Facts, shape: Shape) -> None:
        """Prepare for one shape."""
        self._parts = list(nets.places(facts, shape))
        self._inputs = nets.count_inputs(facts, shape)
        self._boards = [
            (place, each)
            for each, place, _ in self._parts
            if each.shape[-2:] and len(each.shape) > 1 and each.shape[-1] == each.shape[-2]
        ]

    def of(self, rows: Rows) -> Singles:
        """Return the inputs, one row for each position."""
        wide = rows.seen.shape[1]
        found = np.zeros((len(rows), self._inputs + wide + 1), np.float32)
        for each, place, start in self._parts:
            part = rows.tensors[:, place : place + each.size]
            if each.category:
                which, where = np.nonzero(part)
                found[which, start + each.high * where + part[which, where] - 1] = 1.0
            else:
                found[:, start : start + each.size] = part * np.float32(1.0 / each.high)
        found[:, self._inputs : self._inputs + wide] = rows.seen
        found[:, -1] = rows.stages
        return found

    def turned(self, rows: Rows, symmetry: int) -> Rows:
        """Turn and mirror the boards in one of eight ways."""
        tensors = rows.tensors.copy()
        for place, each in self._boards:
            board = tensors[:, place : place + each.size].reshape(-1, *each.shape)
            moved = np.rot90(board, symmetry % 4, (-2, -1))
            moved = moved if symmetry < 4 else np.swapaxes(moved, -2, -1)
            tensors[:, place : place + each.size] = moved.reshape(len(rows), -1)
        return replace(rows, tensors=tensors)


def say(parameters: Parameters, inputs: Singles) -> Said:
    """Compute what a network says."""
    inner = np.maximum(inputs @ parameters.first + parameters.first_bias, 0)
    outer = np.maximum(inner @ parameters.second + parameters.second_bias, 0)
    heads = outer @ parameters.heads + parameters.heads_bias
    scores, gains, spreads = np.split(heads, HEADS, axis=1)
    return Said(scores, gains, np.clip(spreads, LEAST_SPREAD, MOST_SPREAD), inner, outer)


def expected(base: Singles, scores: Singles) -> Singles:
    """Return the expected result of each seat."""
    worth = np.where(base > NOT_THERE / 2, base + scores, NOT_THERE)
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    shares: Singles = worth / worth.sum(axis=1, keepdims=True)
    return shares


def gradients(parameters: Parameters, inputs: Singles, rows: Rows, points: float) -> Parameters:
    """Return the gradients of the loss, which is the mean over the rows."""
    said, number = say(parameters, inputs), np.float32(len(rows))
    by_score = expected(rows.base, said.scores) - rows.results
    known = ~np.isnan(rows.gains)
    wrong = np.where(known, said.gains - rows.gains / np.float32(points), 0)
    sharp = np.exp(-2 * said.spreads)
    by_gain = POINTS * wrong * sharp * known
    inside = (said.spreads > LEAST_SPREAD) & (said.spreads < MOST_SPREAD)
    by_spread = POINTS * (1 - wrong * wrong * sharp) * (known & inside)
    by_heads = np.concatenate([by_score, by_gain, by_spread], axis=1).astype(np.float32) / number
    by_outer = (by_heads @ parameters.heads.T) * (said.outer > 0)
    by_inner = (by_outer @ parameters.second.T) * (said.inner > 0)
    return Parameters(
        inputs.T @ by_inner,
        by_inner.sum(axis=0),
        said.inner.T @ by_outer,
        by_outer.sum(axis=0),
        said.outer.T @ by_heads,
        by_heads.sum(axis=0),
    )


def loss(parameters: Parameters, inputs: Inputs, rows: Rows, points: float) -> Loss:
    """Return the loss on rows whose game is known to the end."""
    known = rows[~np.isnan(rows.ends[:, 0])]
    nothing = np.zeros_like(known.base)
    said = say(parameters, inputs.of(known))
    there = ~np.isnan(known.gains)
    error = np.abs(said.gains * points - known.gains)[there]
    within = error <= NINE_IN_TEN * points * np.exp(said.spreads)[there]
    return Loss(
        _cross_entropy(expected(known.base, said.scores), known.ends),
        _cross_entropy(expected(known.base, nothing), known.ends),
        float(error.mean()) if len(error) else math.nan,
        float(within.mean()) if len(error) else math.nan,
    )


def _cross_entropy(shares: Singles, ends: Singles) -> float:
    if not len(ends):
        return math.nan
    truth = np.nan_to_num(ends)
    return float(-(truth * np.log(shares + 1e-9)).sum(axis=1).mean())


class _Adam:
    """Adam: steps by the mean of the latest gradients, measured by their size."""

    def __init__(self, parameters: Parameters) -> None:
        self._means = [np.zeros_like(each) for each in parameters]
        self._squares = [np.zeros_like(each) for each in parameters]
        self._steps = 0

    def step(self, parameters: Parameters, by: Parameters, rate: float) -> None:
        """Change the parameters in place."""
        self._steps += 1
        known = rate * math.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for place, (each, slope) in enumerate(zip(parameters, by, strict=True)):
            mean, square = self._means[place], self._squares[place]
            np.add(mean, 0.1 * (slope - mean), out=mean)
            np.add(square, 0.001 * (slope * slope - square), out=square)
            decay = rate * DECAY if each.ndim > 1 else 0.0
            step = known * mean / (np.sqrt(square) + 1e-8) + decay * each
            np.subtract(each, step.astype(np.float32), out=each)


def train(
    parameters: Parameters,
    inputs: Inputs,
    rows: Rows,
    points: float,
    *,
    steps: int,
    seed: int,
    symmetric: bool,
) -> Iterator[int]:
    """Fit the parameters in place; yield the number of each step when it is done."""
    chance, adam = np.random.default_rng(seed), _Adam(parameters)
    order: npt.NDArray[Any] = np.zeros(0, np.int64)
    for step in range(steps):
        if len(order) < min(BATCH, len(rows)):
            order = np.concatenate([order, chance.permutation(len(rows))])
        which, order = order[:BATCH], order[BATCH:]
        some = rows[which]
        if symmetric:
            some = inputs.turned(some, int(chance.integers(8)))
        rate = RATE * (0.05 + 0.95 * (1 + math.cos(math.pi * step / steps)) / 2)
        adam.step(parameters, gradients(parameters, inputs.of(some), some, points), rate)
        yield step
