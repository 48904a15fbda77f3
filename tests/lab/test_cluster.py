"""Ray: the same reports as on one machine, also when workers and nodes are lost.

The cluster is real: two nodes with a core each, and a port for clients.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import contrada as library
from contrada.bots.entrants import BotError
from contrada.lab import arena, balance, cluster, ratings
from contrada.lab.arena import Contest, Played
from contrada.lab.cluster import Cluster
from contrada.lab.pieces import EngineError

# Starting Ray takes too long for every run of the tests. It opens files that it leaves to Python.
pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore")]
# Of this machine alone. Ray replaces 127.0.0.1 by the address that other machines see, and then
# waits for minutes where nobody listens.
HOST = "127.0.0.2"
HERE = "tests.lab.bots"
PATIENCE = (
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S",
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S",
)


class Machines:
    """A Ray cluster on this machine, with nodes to lose."""

    def __init__(self, ray: Any, cluster_utils: Any) -> None:
        with socket.create_server((HOST, 0)) as taken:
            self.port = taken.getsockname()[1]
        head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": self.port}
        head["node_ip_address"] = HOST
        self._cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
        self._nodes: list[Any] = []
        self.ray = ray

    @property
    def address(self) -> str:
        """Where programs on the cluster's own machines connect."""
        return str(self._cluster.address)

    @property
    def port_for_clients(self) -> str:
        return f"ray://{HOST}:{self.port}"

    def gain_a_node(self) -> None:
        self._nodes.append(self._cluster.add_node(num_cpus=1, node_ip_address=HOST))
        self._cluster.wait_for_nodes()

    def lose_a_node(self) -> None:
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    def stop(self) -> None:
        self.ray.shutdown()
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    # The workers find the tests, as they find a bot of yours.
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patched.setenv("RAY_USAGE_STATS_ENABLED", "0")
        for patience in PATIENCE:  # on a machine that does other things, too
            patched.setenv(patience, "300")
        import ray  # noqa: PLC0415 - slow
        from ray import cluster_utils  # noqa: PLC0415 - slow

        made = Machines(ray, cluster_utils)
        made.gain_a_node()
        yield made
        made.stop()


def square(number: int) -> int:
    return number * number


def dies_once(marks: str, number: int) -> int:
    """Kill the worker at the first try of each seventh task."""
    mark = Path(marks, str(number))
    if number % 7 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.fixture
def joined(machines: Machines) -> Iterator[None]:
    """This process takes part in the cluster, so that each run need not join anew."""
    with cluster._joined(machines.ray, machines.address, None):
        yield


def report(contest: Contest, games: Iterable[Played]) -> str:
    return json.dumps(ratings.report(contest, games).without_times().data())


@pytest.mark.usefixtures("joined")
def test_a_contest_is_the_same_and_goes_on_from_its_log(tmp_path: Path) -> None:
    contest = arena.contest(library.game("urbino"), ["random", f"{HERE}:First"], games=8, seed=3)
    log = tmp_path / "log.jsonl"
    some = arena.play(contest, engine=Cluster(), log=log)
    first = [next(some) for _ in range(3)]
    some.close()  # as after Ctrl-C
    played = list(arena.play(contest, engine=Cluster(), log=log))
    assert played[:3] == first, "from the log"
    assert report(contest, played) == report(contest, arena.play(contest))


@pytest.mark.usefixtures("joined")
def test_a_study_is_the_same() -> None:
    study = balance.Study(library.game("urbe", useful_eight="beside"), seats=3, games=400, seed=4)
    *_, there = study.run(Cluster())
    *_, here = study.run()
    assert there is not None
    assert here is not None
    assert json.dumps(there.data()) == json.dumps(here.data())


@pytest.mark.usefixtures("joined")
def test_the_work_of_workers_that_are_killed_is_done_again(tmp_path: Path) -> None:
    killed = Cluster()
    results = list(killed.run(partial(dies_once, str(tmp_path)), range(20)))
    assert sorted(results) == [(number, number) for number in range(20)]
    assert killed.lost.total() == len(list(tmp_path.iterdir())) == 3


@pytest.mark.usefixtures("joined")
def test_work_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(EngineError, match="4 workers in a row were lost with the same work"):
        list(Cluster().run(dies, range(2)))


@pytest.mark.usefixtures("joined")
def test_a_bot_that_fails_is_named() -> None:
    failing = [f"{HERE}:Raises", f"{HERE}:Raises"]
    contest = arena.contest(library.game("urbino"), failing, games=2)
    with pytest.raises(BotError, match="it raised ZeroDivisionError: nothing to divide by"):
        list(arena.play(contest, engine=Cluster()))


@pytest.mark.usefixtures("joined")
def test_another_version_of_contrada_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "edition", lambda: "another")
    with pytest.raises(EngineError, match="another version of Contrada"):
        list(Cluster().run(square, range(2)))


@pytest.mark.usefixtures("joined")
def test_a_node_that_is_killed_costs_its_pieces_and_nothing_else(machines: Machines) -> None:
    contest = arena.contest(library.game("urbe"), ["random", "random"], games=3000, seed=5)
    engine, played = Cluster(), []
    for number, game in enumerate(arena.play(contest, engine=engine)):
        played.append(game)
        if number == 100:
            machines.lose_a_node()
    machines.gain_a_node()
    assert len(played) == len({game.fixture for game in played}) == len(contest)
    assert engine.lost.total() <= 2, "what was under way on that node"
    assert report(contest, played) == report(contest, arena.play(contest))


def test_a_client_elsewhere_gets_the_same(machines: Machines) -> None:
    contest = arena.contest(library.game("urbino"), ["random", f"{HERE}:First"], games=8, seed=3)
    played = arena.play(contest, engine=Cluster(machines.port_for_clients))
    assert report(contest, played) == report(contest, arena.play(contest))
