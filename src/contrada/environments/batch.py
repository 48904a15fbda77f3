"""Many games of one kind, played side by side without Python in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from contrada import games
from contrada.environments import batch_loop
from contrada.errors import ContradaError, OptionError
from contrada.games import contract
from contrada.games.contract import Definition, Game, Position, check_seed
from contrada.kernel import chance, jit, records

_ready: dict[str, dict[str, Callable[..., Any]]] = {}


class Step(NamedTuple):
    """What a step leaves behind; the next one writes into the same arrays."""

    observations: npt.NDArray[np.int16]  # [game, number]: what the seat to move may know
    masks: npt.NDArray[np.bool_]  # [game, decision]: what it may decide
    rewards: npt.NDArray[np.float32]  # [game, seat]: 0, unless the step ended the game
    ended: npt.NDArray[np.bool_]  # [game]: the step ended it, and another one has started
    to_move: npt.NDArray[np.int64]  # [game]: the seat


class Batch:
    """Games that take one decision each at every step; a game that ends is followed by another.

    Rewards of a game add up to zero: 1 for a win alone, -1 / (seats - 1) for a loss. Games are
    dealt by the fast stream, as in playouts.
    """

    def __init__(self, game: Game, size: int, *, seats: int | None = None, seed: int = 0) -> None:
        """Start the games."""
        if type(size) is bool or size < 1:
            raise OptionError(f"a batch has 1 game or more, not {size}")
        self.game = game
        self.size = size
        self.seats = game.check_seats(seats)
        facts = game.facts
        self._loops = load(game.definition)
        self._states = np.zeros(size, records.with_attributes(game.definition.state))
        self._generators = np.zeros((size, chance.SIZE), np.uint64)
        self._options = game.option_vector
        self._work = (
            chance.fast(0),
            np.empty(facts.decisions, np.int64),
            np.empty((self.seats, len(facts.measures)), np.int64),
            np.empty(self.seats, np.float64),
        )
        self.now = Step(
            np.zeros((size, contract.observation_size(facts)), np.int16),
            np.zeros((size, facts.decisions), np.bool_),
            np.zeros((size, self.seats), np.float32),
            np.zeros(size, np.bool_),
            np.zeros(size, np.int64),
        )
        self._rows = np.zeros((size, self.seats), np.int64)
        # A random legal decision for each game, each equally likely; drawn anew at every step.
        self.random_decisions = np.zeros(size, np.int64)
        self.reset(seed)

    def reset(self, seed: int = 0) -> Step:
        """Start every game anew. The seed and its place determine all games of a place."""
        self._loops["seed_all"](self._generators, chance.fast(check_seed(seed)))
        self._rows[:] = 0
        self._advance(np.full(self.size, -1, np.int64))
        return self.now

    def step(self, decisions: npt.ArrayLike) -> Step:
        """Take a decision in every game; nothing happens if one of them is not legal."""
        chosen = np.ascontiguousarray(decisions)
        if chosen.shape != (self.size,) or chosen.dtype.kind not in "iu":
            raise OptionError(
                f"a step takes {self.size} decisions as integers, not {chosen.dtype} of shape "
                f"{chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        wrong = self._loops["first_illegal"](chosen, self.now.masks)
        if wrong != batch_loop.ALL_LEGAL:
            raise OptionError(f"game {wrong} of the batch: {self._why_not(wrong, chosen[wrong])}")
        self._advance(chosen)
        return self.now

    def _why_not(self, index: int, decision: int) -> ContradaError | None:
        _, wrong = self.position(index).attempt(int(decision))
        return wrong

    def _advance(self, decisions: npt.NDArray[np.int64]) -> None:
        seen = self.now
        self._loops["advance"](
            *(self._states, decisions, self._options, self._generators, *self._work),
            *(seen.observations, seen.masks, seen.rewards, self._rows, seen.ended, seen.to_move),
            self.random_decisions,
        )

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The scores of the latest game that ended in each place, `[game, seat]`; 0 before."""
        return -self._rows if self.game.facts.measures[0].fewest else self._rows.copy()

    def position(self, index: int) -> Position:
        """Return the position of one game; it has no history."""
        return self.game.restore(self._states[index].tobytes(), self.seats)


def batch(
    name: str, size: int, /, *, seats: int | None = None, seed: int = 0, **options: bool | str
) -> Batch:
    """Return a batch of `size` games; the first call compiles its loops."""
    return Batch(games.game(name, **options), size, seats=seats, seed=seed)


def sources(definition: Definition) -> list[Path]:
    """Return all source files of a game's compiled batches."""
    return [*contract.observation_sources(definition), Path(batch_loop.__file__)]


def load(definition: Definition) -> dict[str, Callable[..., Any]]:
    """Compile the loops for a game or load them from the cache, once per process."""
    name = definition.facts.name
    if name not in _ready:
        # First, by itself: Python could not call it once it has been compiled as part of the loops.
        contract.load_observation(definition)
        loops = batch_loop.entry_points(definition.state)
        _ready[name] = jit.load(f"{name}-batch", sources(definition), loops)
    return _ready[name]
