"""Analyses of finished games: asked for, followed while they grow, and found again."""

from __future__ import annotations

import asyncio
import json

import pytest

import contrada
from contrada import record
from contrada.games.contract import Position
from contrada.lab import analysis
from contrada.server import analyses
from contrada.server.settings import Limits, Settings
from tests.server.conftest import KINDS, NewDatabase
from tests.server.knowing import check_advice, wired
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, PATIENCE, InThread, eventually
from tests.server.stored import rows
from tests.server.test_study import finished, played, recorded

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search of a decision be short."""
    monkeypatch.setattr(analyses, "SHORTEST", 0.02)
    monkeypatch.setattr(analyses, "LONGEST", 0.02)


def shortened(position: Position, decisions: int) -> Data:
    """Return the record of the beginning of a game."""
    here = position.history()[decisions]
    while not here.turn_begins:
        assert here.before is not None
        here = here.before
    return recorded(here)


async def until_over(somebody: Somebody, source: Data) -> tuple[Data, list[Data]]:
    """Ask for an analysis and follow it; return it, and what was told on the way."""
    told = [await somebody.post("/api/analyses", {"source": source})]
    async with asyncio.timeout(PATIENCE):
        while not told[-1]["is_over"]:
            await asyncio.sleep(0.1)
            told.append(await somebody.get(f"/api/analyses/{told[0]['id']}"))
    return told[-1], told


@pytest.mark.parametrize("game", contrada.NAMES)
async def test_every_decision_that_was_a_choice_is_judged(few: Company, game: str) -> None:
    somebody, end = await few.guest(), played(game)
    source = shortened(end, 30)
    found, told = await until_over(somebody, source)
    line = end.history()
    expected = analysis.decided(record.loads(json.dumps(source["record"])))
    judgements = found["analysis"]["judgements"]
    assert (found["done"], found["total"]) == (len(expected), len(expected))
    assert [each["ply"] for each in judgements] == [each.number for each in expected]
    assert [each["turn"] for each in judgements] == [each.ply for each in expected]
    for each in judgements:
        _check(line[each["ply"]], line[each["ply"] + 1], each)
    _check_the_whole(found["analysis"], end.seats)
    done = [each["done"] for each in told]
    assert done == sorted(done)
    for each in told:  # it only grows
        part = each["analysis"]["judgements"]
        assert part == judgements[: len(part)]


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
    assert all(at[each["ply"]] == each["before"] for each in judgements)
    losses = [judgements[index]["loss"] for index in found["turning_points"]]
    assert losses == sorted(losses, reverse=True)
    assert all(loss >= analysis.TURNING - 1e-4 for loss in losses)
    assert len(found["given_away"]) == seats


async def test_a_whole_game_ends_with_its_result(few: Company) -> None:
    somebody, end = await few.guest(), played("urtown")
    found, _ = await until_over(somebody, recorded(end))
    outcome = end.outcome()
    assert outcome is not None
    assert found["analysis"]["course"][-1] == [len(end.history()) - 1, list(outcome.results)]


async def test_a_table_and_its_record_have_the_same_analysis(company: Company) -> None:
    table, (ada, _) = await finished(company)
    source = {"kind": "table", "table": table, "ply": None}
    found, _ = await until_over(ada, source)
    document = await ada.get(f"/api/tables/{table}/record")
    stranger = await company.stranger()
    again = await stranger.post("/api/analyses", {"source": {"kind": "record", "record": document}})
    assert again == found
    assert "Ada" not in str(found)  # so that nobody's name has to be taken out of it


async def test_a_game_without_a_choice(few: Company) -> None:
    somebody = await few.guest()
    start = contrada.game("urbino").start()
    found, _ = await until_over(somebody, recorded(start))
    assert (found["done"], found["total"], found["is_over"]) == (0, 0, True)
    assert found["analysis"] == {
        "judgements": [],
        "course": [],
        "turning_points": [],
        "given_away": [None, None],
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


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_found_out_outlives_the_server(new_database: NewDatabase, kind: str) -> None:
    settings = Settings(database=new_database(kind), limits=GENEROUS)
    source = shortened(played("urbino"), 12)
    found = None
    for _ in range(2):
        server = InThread(settings)
        try:
            async with Company(server) as company:
                somebody = await company.guest()
                if found is None:
                    found, _told = await until_over(somebody, source)
                assert await somebody.get(f"/api/analyses/{found['id']}") == found
                assert await somebody.post("/api/analyses", {"source": source}) == found
        finally:
            server.stop()


async def test_asked_of_another_server_while_it_works(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SHORTEST", 0.1)
    monkeypatch.setattr(analyses, "LONGEST", 0.1)
    monkeypatch.setattr(analyses, "KEEP_EVERY", 0.2)
    settings = Settings(database=new_database("postgresql"), limits=GENEROUS)
    one, other = InThread(settings), InThread(settings)
    try:
        async with Company(one) as here, Company(other) as there:
            ada, bruno = await here.guest(), await there.guest()
            begun = await ada.post("/api/analyses", {"source": shortened(played("urbino"), 40)})
            path, seen = f"/api/analyses/{begun['id']}", set()
            async with asyncio.timeout(PATIENCE):
                while True:
                    await asyncio.sleep(0.1)
                    found = await bruno.request("GET", path)
                    if found.status == 200:
                        seen.add(found.data["done"])
                        if found.data["is_over"]:
                            break
            assert len(seen) > 2
            assert not other.hub.thinking._busy
            assert (await ada.get(path)) == found.data
    finally:
        one.stop()
        other.stop()


async def test_what_another_server_has_finished_is_not_begun_again(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One pauses, the other finishes; who asks the first again is told everything."""
    monkeypatch.setattr(analyses, "STALE", 0)
    settings = Settings(database=new_database("postgresql"), limits=GENEROUS, games=("urbino",))
    one, other = InThread(settings), InThread(settings)
    try:
        async with Company(one) as here, Company(other) as there:
            ada, bruno = await here.guest(), await there.guest()
            source = shortened(played("urbino"), 30)
            monkeypatch.setattr(analyses, "ALONE", 0.1)
            begun = await ada.post("/api/analyses", {"source": source})
            await eventually(lambda: one.analyses._works[begun["id"]].task is None)
            monkeypatch.setattr(analyses, "ALONE", 60.0)
            found, _ = await until_over(bruno, source)
            assert await ada.get(f"/api/analyses/{begun['id']}") == found
            assert await ada.post("/api/analyses", {"source": source}) == found
            assert await bruno.get(f"/api/analyses/{begun['id']}") == found
            assert not one.analyses._works
    finally:
        one.stop()
        other.stop()


async def test_whoever_waits_for_a_turn_still_works_on_it(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it waits, no other server begins the same."""
    monkeypatch.setattr(analyses, "KEEP_EVERY", 0.1)
    settings = Settings(database=new_database("postgresql"), limits=GENEROUS, games=("urbino",))
    one, other = InThread(settings), InThread(settings)
    try:
        async with Company(one) as here, Company(other) as there:
            ada, bruno = await here.guest(), await there.guest()
            one.analyses._turns = asyncio.Semaphore(0)
            source = shortened(played("urbino"), 12)
            begun = await ada.post("/api/analyses", {"source": source})
            await eventually(lambda: told_at(settings.database))
            first = told_at(settings.database)
            await eventually(lambda: told_at(settings.database) > first)  # again and again
            assert (await bruno.post("/api/analyses", {"source": source}))["done"] == 0
            assert (await bruno.get(f"/api/analyses/{begun['id']}"))["total"] == begun["total"]
            assert not other.analyses._works
    finally:
        one.stop()
        other.stop()


def told_at(database: str) -> list[tuple[int, ...]]:
    """Return when other servers were told last of each analysis."""
    return rows(database, "SELECT changed FROM analyses")


async def test_it_pauses_when_nobody_asks_and_goes_on_when_somebody_does(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SHORTEST", 1.0)  # or it is over before it can pause
    monkeypatch.setattr(analyses, "LONGEST", 1.0)
    assert isinstance(few.server, InThread)
    somebody = await few.guest()
    source = recorded(played("urbino", seed=11))
    begun = await somebody.post("/api/analyses", {"source": source})
    work = few.server.analyses._works[begun["id"]]
    await eventually(lambda: work.judgements)
    monkeypatch.setattr(analyses, "ALONE", 0)
    await eventually(lambda: work.task is None)
    monkeypatch.setattr(analyses, "ALONE", PATIENCE)
    monkeypatch.setattr(analyses, "SHORTEST", 0.02)
    monkeypatch.setattr(analyses, "LONGEST", 0.02)
    paused = await somebody.get(f"/api/analyses/{begun['id']}")
    assert 0 < paused["done"] < paused["total"]
    found, _ = await until_over(somebody, source)
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


async def test_a_server_stops_in_the_middle_of_one(new_database: NewDatabase) -> None:
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    async with Company(server) as company:
        somebody = await company.guest()
        await somebody.post("/api/analyses", {"source": recorded(played("urbania"))})
        await eventually(lambda: server.hub.thinking._busy)
    server.stop()  # or the test fails
