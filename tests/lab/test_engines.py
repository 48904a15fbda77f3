"""Where work runs: pieces that grow, results in order, and places that are none."""

from __future__ import annotations

import sys

import pytest

from contrada.errors import IllegalDecision, OptionError
from contrada.lab import engines, pieces, processes
from contrada.lab.cluster import Cluster
from contrada.lab.pieces import Answer, Pieces


def test_pieces_grow_until_they_take_half_a_second() -> None:
    waiting = Pieces(range(10_000))
    sizes = []
    while piece := waiting.take(2):
        assert list(piece.tasks) == list(range(piece.first, piece.first + len(piece.tasks)))
        waiting.learn(Answer(list(piece.tasks), seconds=len(piece.tasks) / 1000))
        sizes.append(len(piece.tasks))
    assert sizes[:3] == [1, 500, 500]
    assert sum(sizes) == 10_000
    assert max(sizes) == 500
    assert sizes[-1] < 10, "all workers end at about the same time"


def test_slow_tasks_are_sent_one_by_one() -> None:
    waiting = Pieces(range(5))
    while piece := waiting.take(1):
        assert len(piece.tasks) == 1
        waiting.learn(Answer(list(piece.tasks), seconds=3.0))


def test_a_piece_that_was_lost_is_handed_out_again() -> None:
    waiting = Pieces(range(3))
    first = waiting.take(1)
    assert first is not None
    waiting.give_back(first)
    assert waiting.take(1) == first


def test_results_come_in_order() -> None:
    assert list(processes.in_order(iter([(2, "c"), (0, "a"), (1, "b"), (3, "d")]))) == list("abcd")


def test_what_was_done_before_a_failure_counts() -> None:
    def work(task: int) -> int:
        if task == 2:
            raise IllegalDecision("RULE-1", "", {}, sentence="No.")
        return task

    found = pieces.answer(work, range(5))
    results = found.numbered(pieces.Piece(10, range(5)))
    assert [next(results), next(results)] == [(10, 0), (11, 1)]
    with pytest.raises(ValueError, match=r"No \(RULE-1\)"):
        next(results)


def test_places_that_are_none() -> None:
    with pytest.raises(OptionError, match="1 worker or more, not 0"):
        engines.engine("ray", 0)
    with pytest.raises(OptionError, match="not on 'ray://'"):
        engines.engine("ray://")
    assert isinstance(engines.engine("ray://10.0.0.1:10001"), Cluster)


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"Ray is not installed: pip install 'contrada\[ray\]'"):
        list(Cluster().run(abs, range(2)))
