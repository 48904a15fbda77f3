"""Alpha-beta for two-seat games with nothing hidden, to compare with the tree search.

It uses the same fitted evaluation and priors, and is a bot for the arena:
`contrada arena urbino bench/alphabeta.py:AlphaBeta search --time 0.05`.

Depth counts turns, which may be several decisions of one seat, so the sign changes only where the
seat does. At each position it looks at the likeliest decisions only; `width` says how many.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from contrada.bots import search, search_player
from contrada.bots.player import Limits
from contrada.bots.search import (
    Settings,
    Weights,
    Work,
    sort_by_prior,
    write_estimate,
    write_priors,
    write_scores,
)
from contrada.bots.weights import fitted
from contrada.games.contract import Game, Position
from contrada.kernel import chance, jit
from contrada.kernel.bits import whole
from contrada.kernel.chance import Generator, shuffle
from contrada.kernel.drivers import share_the_win
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import (
    apply,
    choices,
    features,
    legal,
    standing,
    to_move,
    turn_begins,
)

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.float64),  # for the seat to move: -1 is lost, 1 is won
        ("decision", np.int16),  # the best one
        ("depth", np.int16),  # turns looked ahead, or CERTAIN
        ("bound", np.int8),
    ],
    align=True,
)
TABLE_SIZE = 1 << 18
EXACT, AT_LEAST, AT_MOST = constants(1, 2, 3)
(CERTAIN,) = constants(10_000)  # deeper than any game is long
ROOT, NO_DECISION = constants(0, -1)
LEAST, MOST = -2.0, 2.0
VISITED, ALLOWED, GUESSED, CHOSEN, STOPPED = constants(*range(5))
MANY, SECOND = constants(2**62, 10**9)
LOOK_AT_CLOCK = 32  # positions between looks at it
(MONOTONIC,) = constants(time.CLOCK_MONOTONIC)
# Of the C library, on Linux and macOS: compiled code cannot ask Python for the time.
read_clock: Any = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.uintp))
_SEED, _PRIME, _FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x100000001B3), np.uint64(29)


class Room(NamedTuple):
    """Buffers and the transposition table of a search."""

    states: Any  # [level]: the positions of the line under way
    words: npt.NDArray[np.uint64]  # [level]: the same ones, as plain numbers
    decisions: npt.NDArray[np.int64]  # [level, index]: what is looked at
    table: Any  # [key modulo its size]: ENTRY
    counts: npt.NDArray[np.int64]  # positions, most of them, guesses relied on, choice, 1 to stop
    clock: npt.NDArray[np.int64]  # seconds and nanoseconds read last, nanoseconds at the end
    work: Work


class Mind(NamedTuple):
    """The weights by which positions and decisions are judged."""

    width: int  # decisions looked at
    weights: Weights
    settings: Settings  # of the priors
    generator: Generator


# --- Single positions ----------------------------------------------------------------------------


@compiled
def count_visit(room: Room) -> None:
    """Count a visited position; set the stop flag when a limit is reached."""
    counts, clock = room.counts, room.clock
    counts[VISITED] += 1
    if counts[VISITED] >= counts[ALLOWED]:
        counts[STOPPED] = 1
    elif counts[VISITED] % LOOK_AT_CLOCK == 0:
        read_clock(MONOTONIC, clock.ctypes.data)
        if clock[0] * SECOND + clock[1] >= clock[2]:
            counts[STOPPED] = 1


@compiled
def value_here(level: int, room: Room, mind: Mind) -> float:
    """Return how good a position is for the seat to move; if it is over, for the first seat."""
    state, results = room.states[level], room.work.results
    seat = to_move(state)
    if seat < 0:
        standing(state, room.work.rows)
        share_the_win(room.work.rows, results)
        return 2.0 * results[0] - 1.0  # type: ignore[no-any-return]
    room.counts[GUESSED] += 1
    write_scores(features(state, room.work.seen), room.work, mind.weights)
    write_estimate(room.work)
    return 2.0 * results[seat] - 1.0  # type: ignore[no-any-return]


@compiled
def write_likeliest(level: int, best: int, room: Room, mind: Mind) -> int:
    """Write the decisions to look at, the best one known first; return how many there are."""
    state, found, chosen = room.states[level], room.work.decisions, room.decisions[level]
    size = legal(state, found)
    if level == ROOT:
        shuffle(mind.generator, found, size)  # equally likely ones come in any order
    if size > 1:
        choices(state, found, size, room.work.chosen)
        write_priors(size, room.work, mind.weights, mind.settings)
        sort_by_prior(room.work, size)
    most, place, index = min(size, mind.width), 0, 0
    if best != NO_DECISION:
        chosen[0] = best
        place = 1
    while place < most:
        if found[index] != best:
            chosen[place] = found[index]
            place += 1
        index += 1
    return most


# --- What is remembered of positions -------------------------------------------------------------


@compiled
def key_of(words: npt.NDArray[np.uint64]) -> np.uint64:
    """Hash a position."""
    key = _SEED
    for word in words:
        key = (key ^ word) * _PRIME
        key ^= key >> _FOLD
    return key


@compiled
def settles(entry: Any, depth: int, alpha: float, beta: float) -> bool:
    """Whether the stored value of a position is good enough to skip searching it."""
    if entry.depth < depth:
        return False
    if entry.bound == EXACT:
        return True
    return bool(entry.value >= beta if entry.bound == AT_LEAST else entry.value <= alpha)


@compiled
def remember(entry: Any, depth: int, alpha: float, beta: float, value: float) -> None:
    """Store a value, and whether it is exact or a bound."""
    entry.value = value
    entry.depth = depth
    entry.bound = AT_LEAST if value >= beta else (EXACT if value > alpha else AT_MOST)


# --- Looking ahead -------------------------------------------------------------------------------


@compiled
def look(level: int, depth: int, alpha: float, beta: float, room: Room, mind: Mind) -> float:
    """Return what a position is worth to the seat to move, or a bound beyond alpha or beta.

    A value that needed no estimate is stored as good for any depth. After a stop, the value means
    nothing.
    """
    count_visit(room)
    counts, state, below = room.counts, room.states[level], level + 1
    seat = to_move(state)
    if seat < 0 or (depth == 0 and turn_begins(state)):
        return value_here(level, room, mind)
    key = key_of(room.words[level])
    entry = room.table[key % np.uint64(len(room.table))]
    best = counts[CHOSEN] if level == ROOT else NO_DECISION
    if entry.key == key:
        if level != ROOT and settles(entry, depth, alpha, beta):
            counts[GUESSED] += int(entry.depth != CERTAIN)
            return entry.value  # type: ignore[no-any-return]
        best = whole(entry.decision) if best == NO_DECISION else best
    guesses, most = counts[GUESSED], LEAST
    for index in range(write_likeliest(level, best, room, mind)):
        decision, low = room.decisions[level, index], max(alpha, most)
        room.states[below] = state
        apply(room.states[below], decision)
        left = depth - int(turn_begins(room.states[below]))
        if max(to_move(room.states[below]), 0) == seat:
            value = look(below, left, low, beta, room, mind)
        else:
            value = -look(below, left, -beta, -low, room, mind)
        if counts[STOPPED]:
            return most
        if value > most:
            best, most = decision, value
            if level == ROOT:
                counts[CHOSEN] = best
        if most >= beta:
            break
    entry.key = key
    entry.decision = best
    remember(entry, depth if counts[GUESSED] > guesses else CERTAIN, alpha, beta, most)
    return most


def deepen(depth: int, room: Room, mind: Mind) -> float:
    """Search the root to one depth; the chosen decision is among the counts."""
    room.counts[GUESSED] = 0
    return look(ROOT, depth, LEAST, MOST, room, mind)


# --- The bot -------------------------------------------------------------------------------------


def new_room(game: Game) -> Room:
    """Create buffers that are large enough for the longest game."""
    facts, evaluation = game.facts, game.definition.evaluation
    assert evaluation is not None
    shape = len(facts.measures), len(evaluation.features), len(evaluation.choices)
    states = np.zeros(facts.longest_game + 1, game.definition.state)
    return Room(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        np.zeros((len(states), facts.decisions), np.int64),
        np.zeros(TABLE_SIZE, ENTRY),
        np.zeros(5, np.int64),
        np.zeros(3, np.int64),
        search.new_work(states, 2, facts.decisions, 0, shape),
    )


@cache
def load(game: Game) -> Callable[..., Any]:
    """Compile the search for a game, or take it from the cache."""
    definition = game.definition
    search_player.load(definition)
    room, mind = typeof(new_room(game)), typeof(new_mind(game, 1, 0))
    sources = [*search_player.sources(definition), Path(__file__)]
    entry_point = jit.EntryPoint(deepen, types.float64(types.int64, room, mind))
    return jit.load(f"{game.name}-alphabeta", sources, {"deepen": entry_point})["deepen"]


def new_mind(game: Game, width: int, seed: int) -> Mind:
    """Return the weights of a game, which must have two seats and nothing hidden."""
    weights = fitted(game.definition).weights
    settings = search_player.settled(game, weights, {})
    assert settings.proving
    return Mind(width, weights, settings, chance.fast(seed))


class AlphaBeta:
    """Searches deeper and deeper until the time is up, and plays the best decision found."""

    name = "alpha-beta"
    width: ClassVar[int] = 30

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._left = Limits(seconds=1.0)
        self._ready: tuple[Room, Mind] | None = None

    def choose(self, position: Position, limits: Limits) -> int:
        """Return the decision that looks best."""
        game = position.game
        if position.turn_begins:
            self._left = limits
        if self._ready is None:
            load(game)
            self._ready = new_room(game), new_mind(game, self.width, self._seed)
        begun = time.monotonic_ns()
        decision = self._deepen(position, begun, *self._ready)
        left, spent = self._left, (time.monotonic_ns() - begun) / SECOND
        if left.seconds:
            self._left = Limits(max(left.seconds - spent, 1e-3), left.iterations, left.nodes)
        return decision if decision != NO_DECISION else position.legal()[0]

    def _deepen(self, position: Position, begun: int, room: Room, mind: Mind) -> int:
        left, part = self._left, search_player.FIRST_DECISION
        allowed = left.iterations or left.nodes
        most = max(int(part * allowed), 1) if allowed else MANY
        room.states[ROOT] = position.state
        room.counts[:] = 0, most, 0, NO_DECISION, 0
        room.clock[2] = begun + int(part * left.seconds * SECOND) if left.seconds else MANY
        for depth in range(1, len(room.states)):
            load(position.game)(depth, room, mind)
            if room.counts[STOPPED] or not room.counts[GUESSED]:
                break
        return int(room.counts[CHOSEN])


class Narrow(AlphaBeta):
    """Looks at half as many decisions in each position."""

    name = "alpha-beta, 16"
    width = 16


class Narrowest(AlphaBeta):
    """Looks at eight decisions."""

    name = "alpha-beta, 8"
    width = 8


class Full(AlphaBeta):
    """Looks at every decision."""

    name = "alpha-beta, all"
    width = 10_000
