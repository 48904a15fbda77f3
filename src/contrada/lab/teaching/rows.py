"""Games as numbers: what a network sees in each position, and what it should have said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

import contrada.games as all_games
from contrada.bots.search import Weights
from contrada.bots.search_player import load
from contrada.games import contract
from contrada.games.contract import Position
from contrada.lab.teaching.games import Played

Singles = npt.NDArray[np.float32]
FULL, BRIEF = 0.5, 0.25  # how much a search counts against the result of the game
NOT_THERE = -1e4  # score of a seat that nobody has
SMALL = 127  # the most that a byte can hold


@dataclass(frozen=True)
class Rows:
    """Positions; seats are in turn order, beginning with the one to move."""

    tensors: npt.NDArray[Any]  # [row, number]: what the seat to move may know
    seen: Singles  # [row, seat * feature]
    stages: Singles  # [row]: how much of the game is over
    base: Singles  # [row, seat]: what the features are worth
    results: Singles  # [row, seat]: what to expect
    gains: Singles  # [row, seat]: points from here to the end; NaN if nobody knows
    plies: npt.NDArray[np.int32]  # [row]
    ends: Singles  # [row, seat]: how the game ended; NaN if nobody knows

    def __len__(self) -> int:
        """Count the positions."""
        return len(self.stages)

    def __getitem__(self, which: Any) -> Rows:
        """Return some of the positions."""
        return Rows(*(getattr(self, each.name)[which] for each in fields(self)))


def together(parts: Sequence[Rows]) -> Rows:
    """Return the positions of all parts."""
    return Rows(*(np.concatenate([getattr(p, each.name) for p in parts]) for each in fields(Rows)))


class Reader:
    """Turns games into rows."""

    def __init__(self, name: str, weights: Weights) -> None:
        """Prepare for one game, with the weights of its features."""
        self.definition = all_games.definition(name)
        self._weights = weights
        self._features: Callable[..., float] = load(self.definition)["features"]
        self._observe = contract.load_observation(self.definition)
        facts = self.definition.facts
        self._size = contract.observation_size(facts)
        self._most = facts.seats[1]
        small = all(max(each.high, -each.low) <= SMALL for each in facts.observation)
        self._kind = np.int8 if small else np.int16

    def rows(self, games: Iterable[Played]) -> Rows:
        """Return the rows of all positions that were searched."""
        return together([self.empty(), *(self._of(each) for each in games)])

    def empty(self) -> Rows:
        """Return no rows."""
        return self._gathered([])

    def _of(self, played: Played) -> Rows:
        game = all_games.game(self.definition.facts.name, **played.options)
        values = {ply: (FULL if full else BRIEF, said) for ply, full, said in played.values}
        strays: dict[int, list[tuple[list[int], list[float]]]] = {}
        for ply, taken, said in played.strays:
            strays.setdefault(ply, []).append((taken, said))
        found: list[tuple[Any, ...]] = []
        position = game.start_fast(played.seats, played.seed)
        results, scores = np.array(played.results), np.array(played.scores)
        for ply, decision in enumerate(played.decisions):
            if ply in values:
                trust, said = values[ply]
                target = trust * np.array(said) + (1 - trust) * results
                found.append(self._row(position, ply, target, scores, results))
            for taken, said in strays.get(ply, []):
                there = position
                for each in taken:
                    there = there.play(each)
                found.append(self._row(there, ply, np.array(said), None, None))
            position = position.play(decision)
        return self._gathered(found)

    def _row(self, position: Position, ply: int, target: Any, scores: Any, ends: Any) -> Any:
        seats, viewer = position.seats, position.to_move
        assert viewer is not None
        turned = (viewer + np.arange(seats)) % seats
        table = np.zeros((seats, len(self._weights.early)))
        stage = self._features(position.state, table)
        tensor = np.zeros(self._size, np.int16)
        self._observe(position.state, viewer, tensor)
        early, late = self._weights.early, self._weights.late
        base = table @ (early + stage * (late - early))
        unknown = np.full(seats, np.nan)
        gains = unknown if scores is None else scores - np.array(position.scores())
        return (
            tensor.astype(self._kind),
            self._padded(table[turned].ravel(), self._most * table.shape[1], 0.0),
            stage,
            self._padded(base[turned], self._most, NOT_THERE),
            self._padded(np.asarray(target)[turned], self._most, 0.0),
            self._padded(gains[turned], self._most, np.nan),
            ply,
            self._padded((unknown if ends is None else ends)[turned], self._most, np.nan),
        )

    def _padded(self, numbers: Any, size: int, rest: float) -> Singles:
        full = np.full(size, rest, np.float32)
        full[: len(numbers)] = numbers
        return full

    def _gathered(self, found: list[tuple[Any, ...]]) -> Rows:
        wide = self._most * len(self._weights.early)
        shapes: list[tuple[int, ...]] = [(self._size,), (wide,), (), *[(self._most,)] * 3, ()]
        kinds = (self._kind, *[np.float32] * 5, np.int32, np.float32)
        columns: list[Any] = [[row[place] for row in found] for place in range(len(kinds))]
        arrays: list[Any] = [
            np.array(column, kind).reshape(len(found), *shape)
            for column, kind, shape in zip(columns, kinds, (*shapes, shapes[3]), strict=True)
        ]
        return Rows(*arrays)
