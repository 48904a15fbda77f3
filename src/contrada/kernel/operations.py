"""The operations of any game's compiled rules, dispatched by the type of the state.

Each operation is a plain function that also works uncompiled, with an overload that the compiler
resolves to the rules registered for the record's type. Playouts, perft and search use only these
operations, so a new game needs no change there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, types

from contrada.kernel import chance
from contrada.kernel.jit import EntryPoint, overloads
from contrada.kernel.records import Record

State = Record
Rules = Mapping[str, Callable[..., Any]]

_registered: dict[Any, Rules] = {}
_rules_by_type: dict[Any, Rules] = {}  # including evaluation and observation, if it has them
_type_of = cache(from_dtype)

INTEGERS = types.Array(types.int64, 1, "C")
TABLE = types.Array(types.int64, 2, "C")
REALS = types.Array(types.float64, 1, "C")
REAL_TABLE = types.Array(types.float64, 2, "C")
GENERATOR = types.Array(types.uint64, 1, "C")
TENSOR = types.Array(types.int16, 1, "C")
GENERATOR_FIELD = "random"


def signatures(state: Any) -> dict[str, Any]:
    """Return the signature of every operation for one record type."""
    return {
        "start": types.void(state, types.int64, INTEGERS, GENERATOR),
        "to_move": types.int64(state),
        "turn_begins": types.boolean(state),
        "legal": types.int64(state, INTEGERS),
        "refusal": types.int64(state, types.int64),
        "apply": types.void(state, types.int64),
        "standing": types.void(state, TABLE),
        "reimagine": types.void(state, types.int64, GENERATOR),
        "revealed": types.boolean(state, state),
        "count_turns": types.int64(state),
        "play_random_turn": types.void(state, GENERATOR),
        "features": types.float64(state, REAL_TABLE),
        "choices": types.void(state, INTEGERS, types.int64, REAL_TABLE),
        "observe": types.void(state, types.int64, TENSOR),
    }


REQUIRED = (
    "start",
    "to_move",
    "turn_begins",
    "legal",
    "refusal",
    "apply",
    "standing",
    "reimagine",
    "revealed",
)
OPTIONAL = ("count_turns", "play_random_turn")
EVALUATION = ("features", "choices")  # provided by a game's `evaluate`, if it has one


def evaluation_entry_points(dtype: np.dtype[Any], evaluation: Rules) -> dict[str, EntryPoint]:
    """Return the functions of an evaluation as entry points."""
    every = signatures(from_dtype(dtype))
    return {name: EntryPoint(evaluation[name], every[name]) for name in EVALUATION}


def entry_points(dtype: np.dtype[Any], rules: Rules) -> dict[str, EntryPoint]:
    """Return the operations of these rules as entry points."""
    missing = [name for name in REQUIRED if name not in rules]
    if missing:
        raise TypeError(f"the rules lack {', '.join(missing)}")
    every = signatures(from_dtype(dtype))
    return {name: EntryPoint(rules[name], every[name]) for name in every if name in rules}


def observation_entry_points(
    dtype: np.dtype[Any], observe: Callable[..., Any]
) -> dict[str, EntryPoint]:
    """Return the function that writes observations as an entry point."""
    return {"observe": EntryPoint(observe, signatures(from_dtype(dtype))["observe"])}


def register(dtype: np.dtype[Any], rules: Rules, more: Rules | None = None) -> None:
    """Register rules, and optional operations beside them, for the type of their states."""
    if dtype.fields and sum(kind.itemsize for kind, *_ in dtype.fields.values()) != dtype.itemsize:
        raise TypeError("the bytes of padding are undefined; fill the gaps with a field")
    if dtype.fields and dtype.fields.get(GENERATOR_FIELD, (chance.FIELD,))[0] != chance.FIELD:
        raise TypeError(f"the field {GENERATOR_FIELD!r} of a state is its generator, chance.FIELD")
    record_type = from_dtype(dtype)
    known = _registered.get(record_type)
    if known is not None and known is not rules:
        # The same layout is the same type: compiled code of one game would run for the other.
        raise TypeError("another game has states with the same layout; add a field to one of them")
    _registered[record_type] = rules
    _rules_by_type[record_type] = {**rules, **(more or {})}


def _of_type(record_type: Any) -> Rules:
    return _rules_by_type[record_type]


def _of(state: State) -> Rules:
    return _rules_by_type[_type_of(state.dtype)]


def start(state: State, seats: int, options: Any, generator: Any) -> None:
    """Set up a new game in place, dealt by a generator that is not used again."""
    _of(state)["start"](state, seats, options, generator)


@overloads(start)
def _start(state: Any, seats: Any, options: Any, generator: Any) -> Any:
    rule = _of_type(state)["start"]
    return lambda state, seats, options, generator: rule(state, seats, options, generator)


def to_move(state: State) -> int:
    """Return the seat that decides next, or -1 when the game is over."""
    return _of(state)["to_move"](state)  # type: ignore[no-any-return]


@overloads(to_move)
def _to_move(state: Any) -> Any:
    rule = _of_type(state)["to_move"]
    return lambda state: rule(state)


def turn_begins(state: State) -> bool:
    """Whether the next decision is the first of a turn."""
    return _of(state)["turn_begins"](state)  # type: ignore[no-any-return]


@overloads(turn_begins)
def _turn_begins(state: Any) -> Any:
    rule = _of_type(state)["turn_begins"]
    return lambda state: rule(state)


def legal(state: State, decisions: Any) -> int:
    """Write the legal decisions in rising order; return how many there are."""
    return _of(state)["legal"](state, decisions)  # type: ignore[no-any-return]


@overloads(legal)
def _legal(state: Any, decisions: Any) -> Any:
    rule = _of_type(state)["legal"]
    return lambda state, decisions: rule(state, decisions)


def apply(state: State, decision: int) -> None:
    """Carry out a legal decision in place."""
    _of(state)["apply"](state, decision)


@overloads(apply)
def _apply(state: Any, decision: Any) -> Any:
    rule = _of_type(state)["apply"]
    return lambda state, decision: rule(state, decision)


def standing(state: State, rows: Any) -> None:
    """Write each seat's row of public measures; the greatest row wins."""
    _of(state)["standing"](state, rows)


@overloads(standing)
def _standing(state: Any, rows: Any) -> Any:
    rule = _of_type(state)["standing"]
    return lambda state, rows: rule(state, rows)


def reimagine(state: State, seat: int, generator: Any) -> None:
    """Deal the parts hidden from the seat anew, in place."""
    _of(state)["reimagine"](state, seat, generator)


@overloads(reimagine)
def _reimagine(state: Any, seat: Any, generator: Any) -> Any:
    rule = _of_type(state)["reimagine"]
    return lambda state, seat, generator: rule(state, seat, generator)


def forget_key(state: State, generator: Any) -> None:
    """Let a state with a key go on with the fast stream, from a word of another generator.

    This is no operation of a game: the generator of a state is its field `random`, if it has one.
    """
    if GENERATOR_FIELD in (state.dtype.names or ()):
        chance.forget_key(state.random, generator)


@overloads(forget_key)
def _forget_key(state: Any, generator: Any) -> Any:
    if GENERATOR_FIELD not in state.fields:
        return lambda state, generator: None
    forget = chance.forget_key
    return lambda state, generator: forget(state.random, generator)


def count_turns(state: State) -> int:
    """Count the legal turns (optional operation)."""
    return _of(state)["count_turns"](state)  # type: ignore[no-any-return]


@overloads(count_turns)
def _count_turns(state: Any) -> Any:
    rule = _of_type(state)["count_turns"]
    return lambda state: rule(state)


def play_random_turn(state: State, generator: Any) -> None:
    """Play a random legal turn, each equally likely (optional operation)."""
    _of(state)["play_random_turn"](state, generator)


@overloads(play_random_turn)
def _play_random_turn(state: Any, generator: Any) -> Any:
    rule = _of_type(state)["play_random_turn"]
    return lambda state, generator: rule(state, generator)


def features(state: State, table: Any) -> float:
    """Write each seat's features, `table[seat, feature]`; return the stage of the game, 0 to 1.

    Optional: does nothing without an evaluation.
    """
    rule = _of(state).get("features")
    return rule(state, table) if rule else 0.0


@overloads(features)
def _features(state: Any, table: Any) -> Any:
    rule = _of_type(state).get("features")
    if rule is None:
        return lambda state, table: 0.0
    return lambda state, table: rule(state, table)


def choices(state: State, decisions: Any, size: int, table: Any) -> None:
    """Write the features of the first `size` decisions, all legal: `table[index, feature]`.

    Optional: does nothing without an evaluation.
    """
    rule = _of(state).get("choices")
    if rule is not None:
        rule(state, decisions, size, table)


@overloads(choices)
def _choices(state: Any, decisions: Any, size: Any, table: Any) -> Any:
    rule = _of_type(state).get("choices")
    if rule is None:
        return lambda state, decisions, size, table: None
    return lambda state, decisions, size, table: rule(state, decisions, size, table)


def observe(state: State, seat: int, tensor: Any) -> None:
    """Write what a seat may know into a tensor of zeros.

    Optional: does nothing without an observation.
    """
    rule = _of(state).get("observe")
    if rule is not None:
        rule(state, seat, tensor)


@overloads(observe)
def _observe(state: Any, seat: Any, tensor: Any) -> Any:
    rule = _of_type(state).get("observe")
    if rule is None:
        return lambda state, seat, tensor: None
    return lambda state, seat, tensor: rule(state, seat, tensor)
