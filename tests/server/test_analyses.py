"""Analyses of finished games: requested, followed while they run, and found again."""

from __future__ import annotations

import asyncio
import json
import threading
from itertools import pairwise
from typing import Any

import pytest

import contrada
from contrada import record
from contrada.bots.player import Limits as Thought
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Game, Position
from contrada.lab import analysis
from contrada.server.db.store import KeptAnalysis
from contrada.server.search import analyses
from contrada.server.search.queue import Wish
from contrada.server.settings import Limits, Settings
from tests.server.conftest import NewDatabase, Pair
from tests.server.knowledge import check_advice, wired
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, PATIENCE, InThread, eventually
from tests.server.stored import rows
from tests.server.test_study import finished, played, recorded

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the search of each decision."""
    monkeypatch.setattr(analyses.Work, "limits", Thought(iterations=50))


class Leave:
    """A server that judges a decision only when allowed, so that tests can look in between."""

    def __init__(self, server: InThread) -> None:
        self._pool, self._left = server.services.pool, threading.Semaphore(0)
        works = server.services.analyses._works.values()
        self._others = {work.share.who for work in works}  # left over from other tests
        self._patch = pytest.MonkeyPatch()
        self.is_wanted = threading.Event()

    def __enter__(self) -> Leave:
        search = self._pool.search

        def once_allowed(wish: Wish, game: Game, level: int, work: Any) -> Any:
            if wish.guest in self._others:
                return search(wish, game, level, work)

            def allowed(player: SearchPlayer) -> Any:
                self.is_wanted.set()
                assert self._left.acquire(timeout=PATIENCE), "nobody gave leave"
                return work(player)

            return search(wish, game, level, allowed)

        self._patch.setattr(self._pool, "search", once_allowed)
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        self.give()

    def give(self, decisions: int = 10_000) -> None:
        """Allow this many more judgements."""
        self._left.release(decisions)


def shortened(position: Position, decisions: int) -> Data:
    """Return the record of the beginning of a game."""
    here = position.history()[decisions]
    while not here.turn_begins:
        assert here.before is not None
        here = here.before
    return recorded(here)


async def until_over(somebody: Somebody, source: Data) -> Data:
    """Ask for an analysis until it is complete; return it."""
    found: Data = await somebody.post("/api/analyses", {"source": source})
    async with asyncio.timeout(PATIENCE):
        while not found["is_over"]:
            await asyncio.sleep(0.02)
            found = await somebody.get(f"/api/analyses/{found['id']}")
    return found


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_every_decision_that_was_a_choice_is_judged(few: Company, game: str) -> None:
    assert isinstance(few.server, InThread)
    somebody, end = await few.guest(), played(game)
    source = shortened(end, 30)
    with Leave(few.server) as leave:
        told = [await somebody.post("/api/analyses", {"source": source})]
        for number in range(1, 4):
            leave.give(1)
            told.append(await seen(somebody, told[0]["id"], number))
    found = await until_over(somebody, source)
    line = end.history()
    expected = analysis.decided(record.loads(json.dumps(source["record"])))
    judgements = found["analysis"]["judgements"]
    assert (found["done"], found["total"]) == (len(expected), len(expected))
    assert [each["ply"] for each in judgements] == [each.number for each in expected]
    assert [each["turn"] for each in judgements] == [each.ply for each in expected]
    for each in judgements:
        _check(line[each["ply"]], line[each["ply"] + 1], each)
    _check_the_whole(found["analysis"], end.seats)
    for number, each in enumerate(told):  # it only grows
        assert (each["done"], each["is_over"]) == (number, False)
        assert each["analysis"]["judgements"] == judgements[:number]


async def test_an_analysis_that_is_finished_while_somebody_asks_is_found(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores the end and removes the job just after this one has looked."""
    async with Company(pair[0]) as company:
        somebody = await company.person()
        found = await until_over(somebody, shortened(played("urbino", seed=33), 4))
        store, looks = pair[0].services.store, []
        look = store.analysis

        async def late(name: str) -> KeptAnalysis | None:
            kept = await look(name)
            looks.append(name)
            return kept._replace(is_over=False) if kept and len(looks) == 1 else kept

        monkeypatch.setattr(store, "analysis", late)
        assert await somebody.get(f"/api/analyses/{found['id']}") == found
        assert len(looks) == 2


async def seen(somebody: Somebody, analysis: str, done: int) -> Data:
    """Ask for an analysis until this many decisions are judged; return it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await somebody.request("GET", f"/api/analyses/{analysis}")
            if found.status == 200 and found.data["done"] >= done:
                return dict(found.data)
            assert found.status in (200, 404)  # another server may not have told of it yet
            await asyncio.sleep(0.02)


def _check(before: Position, after: Position, judgement: Data) -> None:
    seat = before.to_move
    assert seat is not None
    assert judgement["seat"] == seat
    assert judgement["played"]["decision"] == after.decision
    assert after.decision is not None
    assert judgement["played"]["does"] == wired(before.account(after.decision, seat))
    assert 0 <= judgement["loss"] <= 1
    assert 1 <= len(judgement["choices"]) <= analysis.FEW
    check_advice(before, {"seat": seat, "choices": judgement["choices"]}, seat)
    for values in (judgement["before"], judgement["after"]):
        assert len(values) == before.seats
        assert sum(values) == pytest.approx(1, abs=0.01)


def _check_the_whole(found: Data, seats: int) -> None:
    judgements, course = found["judgements"], found["course"]
    assert [ply for ply, _ in course] == sorted(ply for ply, _ in course)
    assert course[0][0] == judgements[0]["ply"]
    assert all(len(values) == seats for _, values in course)
    at = dict(course)
    assert at[judgements[0]["ply"]] == judgements[0]["before"]
    for last, each in pairwise(judgements):
        if each["ply"] == last["ply"] + 1:  # judged from both sides
            both = zip(last["after"], each["before"], strict=True)
            assert at[each["ply"]] == pytest.approx([sum(values) / 2 for values in both], abs=1e-3)
    losses = [judgements[index]["loss"] for index in found["turning_points"]]
    assert losses == sorted(losses, reverse=True)
    assert all(loss >= analysis.TURNING - 1e-4 for loss in losses)
    assert len(found["given_away"]) == len(found["accuracy"]) == seats


async def test_a_whole_game_ends_with_its_result(few: Company) -> None:
    somebody, end = await few.guest(), played("urtown")
    found = await until_over(somebody, recorded(end))
    outcome = end.outcome()
    assert outcome is not None
    assert found["analysis"]["course"][-1] == [len(end.history()) - 1, list(outcome.results)]


async def test_a_table_and_its_record_have_the_same_analysis(company: Company) -> None:
    table, (ada, _) = await finished(company)
    source = {"kind": "table", "table": table, "ply": None}
    found = await until_over(ada, source)
    document = await ada.get(f"/api/tables/{table}/record")
    stranger = await company.stranger()
    again = await stranger.post("/api/analyses", {"source": {"kind": "record", "record": document}})
    assert again == found
    assert "Ada" not in str(found)  # so that nobody's name has to be taken out of it


async def test_a_game_without_a_choice(few: Company) -> None:
    somebody = await few.guest()
    start = contrada.game("urbino").start()
    found = await until_over(somebody, recorded(start))
    assert (found["done"], found["total"], found["is_over"]) == (0, 0, True)
    assert found["analysis"] == {
        "judgements": [],
        "course": [],
        "turning_points": [],
        "given_away": [None, None],
        "accuracy": [None, None],
    }


@pytest.mark.parametrize(
    ("source", "status", "word"),
    [
        ({"kind": "table", "table": "nowhere"}, 404, "table"),
        ({"kind": "position", "game": "urbino", "text": "x"}, 422, "kind"),
        ({"kind": "record", "record": {}}, 422, "record"),
        (recorded(played("urbino"), 3), 422, "ply"),
    ],
    ids=["nowhere", "position", "nothing", "ply"],
)
async def test_what_is_wrong_is_told(few: Company, source: Data, status: int, word: str) -> None:
    somebody = await few.guest()
    found = await somebody.request("POST", "/api/analyses", {"source": source})
    assert found.status == status
    assert word in found.data["sentence"]


async def test_an_analysis_that_there_is_none_of(few: Company) -> None:
    found = await (await few.guest()).request("GET", "/api/analyses/nothing")
    assert (found.status, found.data["reason"]) == (404, "missing")


# --- Kept, and shared ----------------------------------------------------------------------------


async def test_what_was_found_out_outlives_the_server(database: str) -> None:
    settings = Settings(database=database, limits=GENEROUS)
    source = shortened(played("urbino"), 12)
    found = None
    for _ in range(2):
        server = InThread(settings)
        try:
            async with Company(server) as company:
                somebody = await company.guest()
                if found is None:
                    found = await until_over(somebody, source)
                assert await somebody.get(f"/api/analyses/{found['id']}") == found
                assert await somebody.post("/api/analyses", {"source": source}) == found
        finally:
            server.stop()


async def test_asked_of_another_server_while_it_works(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "KEEP_EVERY", 0.02)
    one, other = pair
    async with Company(one) as here, Company(other) as there:
        ada, bruno = await here.guest(), await there.guest()
        source = shortened(played("urbino", seed=12), 30)
        with Leave(one) as leave:
            begun = await ada.post("/api/analyses", {"source": source})
            for number in range(1, 4):
                leave.give(1)
                assert (await seen(bruno, begun["id"], number))["done"] == number
            assert begun["id"] not in other.services.analyses._works
        found = await until_over(bruno, source)
        assert await ada.get(f"/api/analyses/{begun['id']}") == found


async def test_what_another_server_has_finished_is_not_begun_again(pair: Pair) -> None:
    """One pauses, the other finishes; who asks the first again is told everything."""
    one, other = pair
    async with Company(one) as here, Company(other) as there:
        ada, bruno = await here.guest(), await there.guest()
        source = shortened(played("urbino", seed=13), 30)
        begun = await begin_and_pause(ada, source, one)
        found = await until_over(bruno, source)
        assert await ada.get(f"/api/analyses/{begun['id']}") == found
        assert await ada.post("/api/analyses", {"source": source}) == found
        assert await bruno.get(f"/api/analyses/{begun['id']}") == found
        assert begun["id"] not in one.services.analyses._works


async def begin_and_pause(somebody: Somebody, source: Data, server: InThread) -> Data:
    """Let an analysis pause after its first decision, as if nobody had asked for a while."""
    with Leave(server) as leave, pytest.MonkeyPatch.context() as patch:
        begun: Data = await somebody.post("/api/analyses", {"source": source})
        await eventually(leave.is_wanted.is_set)
        patch.setattr(analyses, "ALONE", 0)
        leave.give(1)
        await eventually(lambda: server.services.analyses._works[begun["id"]].task is None)
    return begun


async def test_whoever_waits_for_a_turn_still_works_on_it(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it waits, no other server starts the same analysis."""
    monkeypatch.setattr(analyses, "KEEP_EVERY", 0.05)
    one, other = pair
    monkeypatch.setattr(one.services.analyses, "_turns", asyncio.Semaphore(0))
    try:
        async with Company(one) as here, Company(other) as there:
            ada, bruno = await here.guest(), await there.guest()
            source = shortened(played("urbino", seed=14), 12)
            begun = await ada.post("/api/analyses", {"source": source})
            await eventually(lambda: told_at(one, begun["id"]))
            first = told_at(one, begun["id"])
            await eventually(lambda: told_at(one, begun["id"]) > first)  # again and again
            assert (await bruno.post("/api/analyses", {"source": source}))["done"] == 0
            assert (await bruno.get(f"/api/analyses/{begun['id']}"))["total"] == begun["total"]
            assert begun["id"] not in other.services.analyses._works
    finally:
        one.run(one.services.analyses.close())  # or it would wait for ever


def told_at(server: InThread, analysis: str) -> list[tuple[int, ...]]:
    """Return when other servers last heard about an analysis."""
    query = "SELECT changed FROM analyses WHERE id = :analysis"
    return rows(server.settings.database, query, analysis=analysis)


async def test_it_pauses_when_nobody_asks_and_goes_on_when_somebody_does(
    few: Company,
) -> None:
    assert isinstance(few.server, InThread)
    somebody = await few.guest()
    source = shortened(played("urbino", seed=11), 30)
    begun = await begin_and_pause(somebody, source, few.server)
    paused = await somebody.get(f"/api/analyses/{begun['id']}")
    assert 0 < paused["done"] < paused["total"]
    found = await until_over(somebody, source)
    assert found["done"] == found["total"]
    done = len(paused["analysis"]["judgements"])
    assert found["analysis"]["judgements"][:done] == paused["analysis"]["judgements"]


async def test_nobody_has_all_games_analysed(new_database: NewDatabase) -> None:
    limits = Limits(analyses=(0.001, 2))
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    try:
        async with Company(server) as company:
            somebody = await company.guest()
            statuses = []
            for seed in range(3):
                source = shortened(played("urtown", seed=seed), 6)
                answer = await somebody.request("POST", "/api/analyses", {"source": source})
                statuses.append(answer.status)
            assert statuses == [200, 200, 429]
            same = shortened(played("urtown", seed=0), 6)
            again = await somebody.request("POST", "/api/analyses", {"source": same})
            assert again.status == 200  # the same once more costs nothing
    finally:
        server.stop()


async def test_a_server_stops_in_the_middle_of_one(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses.Work, "limits", Thought(seconds=2 * PATIENCE))
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    async with Company(server) as company:
        somebody = await company.guest()
        await somebody.post("/api/analyses", {"source": recorded(played("urbania"))})
        await eventually(lambda: server.services.pool._busy)
    server.stop()  # or the test fails
