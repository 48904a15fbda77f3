"""The networks of games, as written by `contrada lab teach`: one file a game, in half precision.

A file holds all that a search needs to use the network: which fields of the observation it looks
at, the weights of the features it was taught with, settings of the search, and how it was made.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from contrada.bots.network import HEADS, Net, layout
from contrada.errors import ContradaError
from contrada.games.contract import Definition, Facts
from contrada.games.tensors import Field, starts

FILE = "net.npz"
MOST_NAMES = 1200  # inputs that one field of names may take
INNER, OUTER = 64, 32  # units of the hidden layers


@dataclass(frozen=True)
class Shape:
    """The sizes of a network: what it looks at, and how wide its layers are."""

    fields: tuple[str, ...]  # of the observation; names and sizes, as in `described`
    features: tuple[str, ...]
    seats: int  # the most that the game can have
    inner: int = INNER
    outer: int = OUTER


@dataclass(frozen=True)
class Taught:
    """A network, and what it was taught with."""

    shape: Shape
    numbers: npt.NDArray[np.float16]
    early: npt.NDArray[np.float64]  # the weights of the features below it
    late: npt.NDArray[np.float64]
    points: float  # the unit of the heads for points
    search: dict[str, Any] = field(default_factory=dict)  # settings that suit it
    made: dict[str, Any] = field(default_factory=dict)


def described(each: Field) -> str:
    """Describe a field, so that a network is not used with another one of the same name."""
    sizes = "x".join(map(str, each.shape)) or "1"
    return f"{each.name} {sizes} {each.low}..{each.high}" + (" names" if each.category else "")


def width_of(each: Field) -> int:
    """Return how many inputs a field takes: a name has one for each thing it can name."""
    return each.size * each.high if each.category else each.size


def usual_shape(definition: Definition) -> Shape:
    """Return the shape of a new network: it looks at every field that is not too large."""
    fields = definition.facts.observation
    used = [each for each in fields if not each.category or width_of(each) <= MOST_NAMES]
    evaluation = definition.evaluation
    return Shape(
        tuple(described(each) for each in used),
        evaluation.features if evaluation else (),
        definition.facts.seats[1],
    )


def places(facts: Facts, shape: Shape) -> Iterator[tuple[Field, int, int]]:
    """Yield the fields that a network looks at: where each begins in tensor and inputs."""
    known = {described(each): (each, place) for each, place in _placed(facts)}
    inputs = 0
    for name in shape.fields:
        if name not in known:
            raise ContradaError(
                f"the network of {facts.title} looks at {name!r}, which positions no longer have; "
                "run 'contrada lab teach' to make a new one"
            )
        each, place = known[name]
        yield each, place, inputs
        inputs += width_of(each)


def _placed(facts: Facts) -> Iterator[tuple[Field, int]]:
    return zip(facts.observation, starts(facts.observation), strict=False)


def count_inputs(facts: Facts, shape: Shape) -> int:
    """Return how many inputs the observation has."""
    return sum(width_of(each) for each, _, _ in places(facts, shape))


def net_of(facts: Facts, taught: Taught) -> Net:
    """Return a network as compiled code needs it."""
    shape = taught.shape
    size = starts(facts.observation)[-1]
    size += -size % 4
    rows, scales = np.full(size, -1, np.int64), np.zeros(size, np.float32)
    for each, place, inputs in places(facts, shape):
        step = each.high if each.category else 1
        rows[place : place + each.size] = shape.inner * (inputs + step * np.arange(each.size))
        scales[place : place + each.size] = 0.0 if each.category else 1.0 / each.high
    begins = layout(
        count_inputs(facts, shape), len(shape.features), shape.inner, shape.outer, shape.seats
    )
    return Net(taught.numbers.astype(np.float32), np.array(begins, np.int64), rows, scales)


def length(facts: Facts, shape: Shape) -> int:
    """Return how many weights a network has."""
    inputs = count_inputs(facts, shape) + shape.seats * len(shape.features) + 1
    hidden = (inputs + 1) * shape.inner + (shape.inner + 1) * shape.outer
    return hidden + (shape.outer + 1) * HEADS * shape.seats


# --- Files ---------------------------------------------------------------------------------------


def write(taught: Taught, path: Path) -> None:
    """Write a network; the file is there whole or not at all."""
    about = {
        "made": taught.made,
        "search": taught.search,
        "points": taught.points,
        "fields": taught.shape.fields,
        "features": taught.shape.features,
        "sizes": [taught.shape.seats, taught.shape.inner, taught.shape.outer],
    }
    text = json.dumps(about, ensure_ascii=False, indent=1).encode()
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        about=np.frombuffer(text, np.uint8),
        numbers=taught.numbers,
        early=taught.early,
        late=taught.late,
    )
    half = path.with_name(path.name + ".half")
    half.write_bytes(buffer.getvalue())
    half.replace(path)
    read.cache_clear()


@cache
def read(path: Path) -> Taught:
    """Read a network."""
    try:
        with np.load(path, allow_pickle=False) as data:
            about = json.loads(data["about"].tobytes())
            numbers, early, late = (data[name] for name in ("numbers", "early", "late"))
    except (OSError, ValueError, KeyError) as wrong:
        raise ContradaError(f"{path} is not a network: {wrong}") from None
    seats, inner, outer = about["sizes"]
    shape = Shape(tuple(about["fields"]), tuple(about["features"]), seats, inner, outer)
    return Taught(shape, numbers, early, late, about["points"], about["search"], about["made"])


def checked(definition: Definition, taught: Taught, path: Path) -> Taught:
    """Return a network if it is for this game as it is now."""
    evaluation = definition.evaluation
    if evaluation is None or taught.shape.features != evaluation.features:
        raise ContradaError(
            f"{path.name} is for another evaluation; run 'contrada lab teach' to make a new one"
        )
    if len(taught.numbers) != length(definition.facts, taught.shape):
        raise ContradaError(f"{path.name} is damaged: it has too few or too many numbers")
    return taught


def shipped(definition: Definition) -> Path | None:
    """Return the file of a game's own network, if it has one."""
    if definition.evaluation is None:
        return None
    path = definition.evaluation.weights.with_name(FILE)
    return path if path.exists() else None


def load(definition: Definition, path: Path) -> Taught:
    """Read a network and check that it is for this game."""
    return checked(definition, read(path), path)
