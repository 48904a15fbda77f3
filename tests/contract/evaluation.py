"""What a game's evaluation writes, by name, and what must be true of it in every position."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from contrada import Position
from contrada.bots import search_player
from contrada.games.contract import Evaluation

LARGEST = 20  # a feature of a size that weights can deal with

Row = dict[str, float]
Table = npt.NDArray[np.float64]


def features(seen: Position) -> tuple[list[Row], float]:
    """Return each seat's features by name, and the stage of the game."""
    names = _evaluation(seen).features
    table = _untouched(seen.seats, len(names))
    stage = float(_run(seen, "features", table))
    return [dict(zip(names, row, strict=True)) for row in _written(table)], stage


def choices(seen: Position) -> dict[str, Row]:
    """Return the features of every legal decision by name, keyed by the decision's text."""
    names, decisions = _evaluation(seen).choices, np.array(seen.legal(), np.int64)
    table = _untouched(len(decisions), len(names))
    _run(seen, "choices", decisions, len(decisions), table)
    texts = map(seen.decision_text, decisions.tolist())
    rows = [dict(zip(names, row, strict=True)) for row in _written(table)]
    return dict(zip(texts, rows, strict=True))


def check_evaluation(seen: Position) -> None:
    """Every feature is written, finite and not too large, and nothing else is changed."""
    rows, stage = features(seen)
    assert 0 <= stage <= 1
    values = [value for row in (*rows, *choices(seen).values()) for value in row.values()]
    assert np.abs(values).max() < LARGEST


def _evaluation(seen: Position) -> Evaluation:
    evaluation = seen.game.definition.evaluation
    if evaluation is None:
        pytest.skip("a game need not have one")
    return evaluation


def _run(seen: Position, name: str, *arguments: Any) -> Any:
    before = bytes(seen)
    answer = search_player.load(seen.game.definition)[name](seen.state, *arguments)
    assert bytes(seen) == before, "looking changes the position"
    return answer


def _untouched(rows: int, columns: int) -> Table:
    """Make a table with one row and one column more than needed, to notice stray writes."""
    return np.full((rows + 1, columns + 1), np.nan)


def _written(table: Table) -> list[list[float]]:
    assert np.isnan(table[-1]).all(), "writes beside its table"
    assert np.isnan(table[:, -1]).all(), "writes beside its table"
    written = table[:-1, :-1]
    assert np.isfinite(written).all(), "leaves something unwritten"
    rows: list[list[float]] = written.tolist()
    return rows
