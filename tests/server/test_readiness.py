"""Games that are not compiled yet: who waits, who is told to come back, and what still works."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

import contrada
from contrada import games
from contrada.bots import search_player
from contrada.server.runtime import compiling, readiness
from contrada.server.runtime.compiling import CompilationError, compile_game
from contrada.server.runtime.readiness import NotReady, Readiness
from contrada.server.tables.clock import elapsed
from contrada.server.times import now
from tests.logged import Overheard
from tests.server.conftest import NewDatabase, Start
from tests.server.gate import Gate
from tests.server.people import Company, Somebody
from tests.server.processes import Cold, Launched, Process
from tests.server.serving import eventually
from tests.server.stored import log_of, pauses

pytestmark = pytest.mark.anyio
CONSTANTS = {"runtime.readiness.AT_ONCE": 2, "services.LEFT_OVER": 0.2}


# --- In which order ------------------------------------------------------------------------------


class Compilers:
    """Compilers without processes: a test says when one is done, and how."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.at_work: dict[str, asyncio.Future[None]] = {}
        self.loaded: list[str] = []

    async def compile(self, name: str) -> None:
        self.begun.append(name)
        self.at_work[name] = asyncio.get_running_loop().create_future()
        await self.at_work[name]

    def end(self, name: str) -> None:
        self.at_work[name].set_result(None)

    def fail(self, name: str, wrong: Exception) -> None:
        self.at_work[name].set_exception(wrong)


@pytest.fixture
def compilers(monkeypatch: pytest.MonkeyPatch) -> Compilers:
    """Start with no game compiled, and compile two at once."""
    found = Compilers()
    monkeypatch.setattr(readiness, "AT_ONCE", 2)
    monkeypatch.setattr(readiness, "_not_compiled", lambda: set(contrada.NAMES))
    monkeypatch.setattr(readiness, "_load", found.loaded.append)
    monkeypatch.setattr(compiling, "compile_game", found.compile)
    return found


@pytest.fixture
async def ready(compilers: Compilers) -> AsyncIterator[Readiness]:
    found = Readiness()
    yield found
    await found.close()


async def until(ready: Readiness, game: str, state: str) -> None:
    await eventually(lambda: ready.states[game] == state)


async def test_the_quickest_are_compiled_first(compilers: Compilers, ready: Readiness) -> None:
    told: list[tuple[str, str]] = []
    ready.listeners.append(lambda game, state: told.append((game, state)))
    await ready.start(contrada.NAMES)
    await until(ready, "urbino", "compiling")
    assert sorted(compilers.begun) == ["urbino", "urtown"]
    compilers.end("urbino")
    await until(ready, "urbino", "ready")
    assert compilers.loaded == ["urbino"]
    assert [state for game, state in told if game == "urbino"] == ["compiling", "loading", "ready"]
    await eventually(lambda: len(compilers.begun) == 3)


async def test_what_somebody_waits_for_comes_next(compilers: Compilers, ready: Readiness) -> None:
    await ready.start(contrada.NAMES)
    await until(ready, "urbino", "compiling")
    last = ready._queue[-1]
    with pytest.raises(NotReady, match="half a minute"):
        await ready.need(last)
    compilers.end("urbino")
    await until(ready, last, "compiling")


@pytest.mark.parametrize("wrong", [CompilationError("out of memory"), ValueError("no such thing")])
async def test_a_game_that_fails_leaves_the_others_alone(
    compilers: Compilers, ready: Readiness, overheard: Overheard, wrong: Exception
) -> None:
    overheard.forgive(str(wrong))
    await ready.start(contrada.NAMES)
    await until(ready, "urbino", "compiling")
    compilers.fail("urbino", wrong)
    await until(ready, "urbino", "failed")
    with pytest.raises(NotReady, match="could not be prepared") as refused:
        await ready.need("urbino")
    assert refused.value.reason == "busy"
    compilers.end("urtown")
    await ready_after_loading(ready, "urtown")


async def ready_after_loading(ready: Readiness, game: str) -> None:
    await eventually(lambda: ready.states[game] in ("loading", "ready"))
    await ready.need(game)
    assert ready.states[game] == "ready"


async def test_what_is_compiled_is_waited_for(
    compilers: Compilers, ready: Readiness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "_not_compiled", set)
    await ready.start(["urbino"])
    assert ready.states["urtown"] == "loading"
    await asyncio.gather(ready.need("urtown"), ready.need("urtown"), ready.need("urbino"))
    assert sorted(compilers.loaded) == ["urbino", "urtown"]
    assert ready.states["urbe"] == "loading"  # nobody wants it


async def test_a_game_that_cannot_be_loaded_has_failed(
    ready: Readiness, monkeypatch: pytest.MonkeyPatch, overheard: Overheard
) -> None:
    overheard.forgive("ZeroDivisionError")
    monkeypatch.setattr(readiness, "_not_compiled", set)
    monkeypatch.setattr(readiness, "_load", lambda name: 1 // 0)
    await ready.start(["urbino"])
    with pytest.raises(NotReady):
        await ready.need("urbino")


async def test_a_game_that_nobody_asked_for_is_compiled_when_somebody_does(
    compilers: Compilers, ready: Readiness
) -> None:
    await ready.start(["urbino"])
    await until(ready, "urbino", "compiling")
    assert ready.states["urtown"] == "waiting"
    with pytest.raises(NotReady):
        await ready.need("urtown")
    await until(ready, "urtown", "compiling")


async def test_a_name_that_is_none_is_for_others_to_refuse(ready: Readiness) -> None:
    await ready.need("chess")


# --- In a process of its own ---------------------------------------------------------------------


async def test_compiling_what_is_compiled_is_soon_done() -> None:
    search_player.load(games.definition("urbino"))
    await compile_game("urbino")


async def test_a_compiler_says_why_it_failed() -> None:
    with pytest.raises(CompilationError, match="there is no game 'chess'"):
        await compile_game("chess")


# --- At a server ---------------------------------------------------------------------------------


def held(
    start: Start, database: str, gate: Gate, wanted: tuple[str, ...] = contrada.NAMES
) -> Process:
    """Start a server with nothing compiled."""
    begun = start.begin(
        Cold, database, settings={"games": wanted}, constants=CONSTANTS, gate=gate.wish
    )
    return begun.answering()


async def states(somebody: Somebody) -> dict[str, str]:
    found = await somebody.get("/api/games")
    return {game["name"]: game["state"] for game in found["games"]}


async def test_all_but_the_games_is_there_at_once_and_one_may_fail(
    new_database: NewDatabase, start: Start, gate: Gate
) -> None:
    server = held(start, new_database("sqlite"), gate)
    server.forgive("There is no room on the disk")
    async with Company(server) as company:
        ada = await company.person()
        assert json.loads(ada.heard[0])["games"] == await states(ada)
        assert sorted((await states(ada)).values()) == ["compiling"] * 2 + ["waiting"] * 2
        assert (await ada.request("GET", "/healthz")).status == 200
        assert (await ada.request("GET", "/api/games/urbe/decisions")).status == 200
        assert (await ada.say("home"))["open"] == []
        for request in wanting("urbe"):
            await is_told_to_come_back(ada, *request)
        assert ada.closed is None

        gate.open("urbino")
        await ada.until(lambda: told(ada, "urbino", "ready"))
        assert (await states(ada))["urbino"] == "ready"
        table = await ada.make("urbino", "me 1")
        await ada.watch(table)
        await ada.sees(table, lambda t: t["legal"])
        # Somebody wanted it meanwhile, so it is not urbania's turn.
        await eventually(lambda: gate.compiler_of("urbe"))
        assert gate.compiler_of("urbania") is None
        await one_game_fails_and_another_is_played(ada, gate)
    assert server.stop() == 0
    (failure,) = [line for line in server.lines() if line["event"] == "game not compiled"]
    assert (failure["game"], failure["error"]) == ("urtown", "There is no room on the disk")


def wanting(game: str) -> list[tuple[str, str, Any]]:
    """Every request about a game without a table; only its rules can read it."""
    played = {"contrada": 2, "game": game, "turns": ["mark 1"]}
    position = {"kind": "position", "game": game, "text": "a market"}
    source = {"kind": "record", "record": played}
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    return [
        ("POST", "/api/tables", {"game": game, "seats": seats}),
        ("POST", "/api/replays", played),
        ("POST", "/api/study", {"source": position}),
        ("POST", "/api/study", {"source": source}),
        ("POST", "/api/study/bot", {"source": position, "level": 1}),
        ("POST", "/api/analyses", {"source": source}),
        ("GET", f"/api/lessons/{game}", None),
        ("GET", "/api/lessons", None),
    ]


async def is_told_to_come_back(ada: Somebody, method: str, path: str, body: Any) -> None:
    found = await ada.request(method, path, body)
    assert found.status == 503, (path, found)
    assert found.data["reason"] == "preparing"
    assert "is still being prepared" in found.data["sentence"]
    assert found.data["game"] in contrada.NAMES
    assert int(found.headers["retry-after"]) > 0


def told(somebody: Somebody, game: str, state: str) -> bool:
    news = {"type": "games", "states": {game: state}}
    return any(json.loads(text) == news for text in somebody.heard)


async def one_game_fails_and_another_is_played(ada: Somebody, gate: Gate) -> None:
    gate.break_down("urtown", "There is no room on the disk")
    await ada.until(lambda: told(ada, "urtown", "failed"))
    seats = [{"kind": "me"}, {"kind": "open"}]
    found = await ada.request("POST", "/api/tables", {"game": "urtown", "seats": seats})
    assert (found.status, found.data["reason"]) == (503, "busy")
    await ada.make("urbino", "me open")


async def test_stored_tables_wait_for_their_game(
    new_database: NewDatabase, start: Start, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody is charged for it: the pause is from the stop until the game is compiled."""
    database = new_database("sqlite")
    with monkeypatch.context() as usual:
        usual.delenv("CONTRADA_CACHE")
        before = start(Launched, database)
    async with Company(before) as company:
        ada = await company.guest("Ada")
        clock = {"kind": "turn", "hours": 1}
        table = await ada.make("urbino", "me 1", random_seats=False, clock=clock)
        bruno = await company.guest("Bruno")
        left = await bruno.make("urbino", "me open", listed=True)
        assert before.stop() == 0
        stopped = now()

        server = held(start, database, gate, ("urbino",))
        ada.server = bruno.server = server
        await ada.connect()
        assert (await ada.refused("watch", table=table))["reason"] == "preparing"
        assert (await ada.request("GET", f"/api/tables/{table}")).status == 503
        assert (await ada.request("GET", "/api/me/export")).status == 503
        assert (await ada.request("PATCH", "/api/me", {"name": "Adele"})).status == 503
        assert (await ada.get("/api/me"))["name"] == "Ada"
        assert (await bruno.request("DELETE", "/api/me", {"confirm": "Bruno"})).status == 204
        assert [found["id"] for found in (await ada.get("/api/tables"))["open"]] == [left]

        compiling = now()
        gate.open("urbino")
        await ada.until(lambda: told(ada, "urbino", "ready"))
        shown = (await ada.watch(table))["clock"]
        found = pauses(database)
        assert found[0][0] <= stopped <= compiling <= found[0][1]
        (_, begun, _) = log_of(database, table)[-1]
        charged = shown["left"][0] - (shown["now"] - shown["at"])
        assert charged == 3_600_000 - elapsed(begun, shown["now"], found)
        await ada.play(table, ada.tables[table]["legal"][0])
        await ada.sees(table, lambda t: t["ply"] >= 2 and t["legal"])  # the bot has played
        await ada.watch(left)
        await ada.sees(left, lambda t: t["seats"][0]["guest"] is None)  # Bruno is forgotten there
    assert server.stop() == 0


# --- Stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
async def test_a_server_told_to_stop_stops_its_compilers(
    new_database: NewDatabase, start: Start, gate: Gate, way: signal.Signals
) -> None:
    server = held(start, new_database("sqlite"), gate)
    compilers = await compilers_of(gate)
    server.tell_to_stop(way)
    assert server.stop() == 0
    assert not any(is_there(compiler) for compiler in compilers)
    assert all(line["level"] in ("info", "debug") for line in server.lines())  # and no traceback


async def test_a_server_that_is_killed_leaves_no_compilers(
    new_database: NewDatabase, start: Start, gate: Gate
) -> None:
    server = held(start, new_database("sqlite"), gate)
    compilers = await compilers_of(gate)
    server.kill()
    await eventually(lambda: not any(is_there(compiler) for compiler in compilers))


async def compilers_of(gate: Gate) -> list[int]:
    """Wait until two games are being compiled, where the server's Ctrl-C does not reach them."""
    await eventually(lambda: gate.compiler_of("urbino") and gate.compiler_of("urtown"))
    found = [gate.compiler_of("urbino") or 0, gate.compiler_of("urtown") or 0]
    assert all(os.getpgid(each) == each for each in found)
    return found


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
