"""Nothing hidden leaks: whole games over the wire, with every kind of client and other deals.

The last tests test these tests: a snapshot that leaks must be caught.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from msgspec import structs
from structlog.testing import capture_logs

import contrada
from contrada import replay
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.replay import LogLine
from contrada.server.search import advice
from contrada.server.tables import views
from contrada.server.tables.table import Table, Turn
from contrada.server.tables.views import SnapshotCache, Viewpoint
from contrada.server.wire import events
from contrada.server.wire.snapshots import Seed, SharedSnapshot, Snapshot
from tests.server.conftest import NewDatabase, Start
from tests.server.knowledge import (
    Leak,
    Moments,
    check_advice,
    check_preview,
    check_refusal,
    check_replay,
    check_state,
    wired,
)
from tests.server.people import Company, Data, Somebody
from tests.server.processes import Launched, Process
from tests.server.serving import InThread, Time
from tests.server.sessions import Session, random_session
from tests.server.stored import log_of, rebuilt
from tests.server.test_seats import has_been_gone

pytestmark = pytest.mark.anyio
HIDDEN = [name for name in contrada.NAMES if contrada.game(name).facts.hidden]
SAID = "a-secret-between-friends"
STUDYING: dict[str, Data] = {
    "/api/study": {},
    "/api/study/preview": {"try": [0]},
    "/api/study/bot": {"level": 1},
    "/api/study/advice": {},
    "/api/analyses": {},
}

# --- Over the wire -------------------------------------------------------------------------------


class Evening:
    """A table with every kind of client, who ask for everything there is."""

    def __init__(self, company: Company, game: str, seats: int) -> None:
        self._company, self.game, self.seats = company, game, seats
        self._choose = random.Random(seats)
        self.previews: list[tuple[int, int, Data]] = []  # decisions before, seat, answer
        self.refusals: list[tuple[int, int, Data]] = []
        self.replays: list[tuple[int | None, str]] = []

    async def sit_down(self) -> None:
        """Two people, one of them a program without a socket, and bots; some people watch."""
        company = self._company
        self.ada = await company.person("Ada")
        bots = " 1" * (self.seats - 2)
        self.table = await self.ada.make(self.game, f"me open{bots}", listed=True)
        self.program = await company.guest("Bruno")
        self.watcher, self.stranger = await company.person("Zeno"), await company.stranger()
        for each in (self.ada, self.watcher, self.stranger):
            await each.watch(self.table)
            await each.say("home")
        await self._post(self.program, "sit", seat=1)
        await self.ada.do("chat", table=self.table, text=SAID)

    @property
    def people(self) -> list[Somebody]:
        return [self.ada, self.program, self.watcher, self.stranger]

    async def _post(self, who: Somebody, kind: str, **fields: Any) -> Data:
        path = f"/api/tables/{self.table}/messages"
        found = await who.request("POST", path, {"type": kind, "table": self.table, **fields})
        return dict(found.data)

    async def play(self, most: int = 10_000) -> None:
        """Play until the game is over, or long enough, and ask for various things meanwhile."""
        for step in range(most):
            state = await self.ada.sees(
                self.table, lambda t: t["status"] == "over" or t["to_move"] in (0, 1)
            )
            if state["status"] == "over":
                break
            seat = state["to_move"]
            mine = state if seat == 0 else await self._post(self.program, "watch")
            if not mine["legal"]:
                continue
            if step % 15 == 0:
                await self._try_things(mine, seat)
            if step % 60 == 0:
                await self._look_around()
            decision = self._choose.choice(mine["legal"])
            ply, fields = mine["ply"], {"ply": mine["ply"], "decisions": [decision]}
            if seat == 0:
                await self.ada.do("play", table=self.table, **fields)
            else:
                assert (await self._post(self.program, "play", **fields))["type"] == "done"
            await self.ada.sees(self.table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
        await self._look_around()

    async def _try_things(self, state: Data, seat: int) -> None:
        """Ask where a decision would lead, and try one that the rules refuse."""
        plies = state["log"][-1]["ply"] if state["log"] else 0
        wanted = {"table": self.table, "ply": state["ply"]}
        decision = self._choose.choice(state["legal"])
        illegal = next(d for d in range(10_000) if d not in state["legal"])
        if seat == 0:
            shown = await self.ada.say("preview", **wanted, decisions=[decision])
            wrong = await self.ada.say("play", **wanted, decisions=[illegal])
        else:
            shown = await self._post(
                self.program, "preview", ply=state["ply"], decisions=[decision]
            )
            wrong = await self._post(self.program, "play", ply=state["ply"], decisions=[illegal])
        assert (shown["type"], wrong["reason"]) == ("preview", "rule")
        self.previews.append((plies, seat, shown))
        self.refusals.append((plies, seat, wrong))

    async def _look_around(self) -> None:
        """Ask over HTTP for everything about the table, as everyone."""
        for who, own in zip(self.people, (0, 1, None, None), strict=True):
            await who.look(self.table)
            await who.get("/api/tables")
            await who.request("GET", f"/api/tables/{self.table}/record")
            for seat in {None, own}:
                query = "" if seat is None else f"?seat={seat}"
                path = f"/api/tables/{self.table}/replay{query}"
                self.replays.append((seat, (await who.request("GET", path)).text))
            if self.ada.tables[self.table]["status"] == "playing":
                wrong = await who.request(
                    "GET", f"/api/tables/{self.table}/replay?seat={own == 0:d}"
                )
                assert wrong.status == 403
                await self._try_to_study(who)

    async def _try_to_study(self, who: Somebody) -> None:
        """Nobody may study a running game."""
        source = {"kind": "table", "table": self.table, "ply": None}
        for path, more in STUDYING.items():
            wrong = await who.request("POST", path, {"source": source, **more})
            assert (wrong.status, wrong.data["reason"]) == (409, "now")
        ply = self.ada.tables[self.table]["ply"]
        wrong = await who.request(
            "POST",
            f"/api/tables/{self.table}/messages",
            {"type": "hint", "table": self.table, "ply": ply},
        )
        assert wrong.status in (401, 403, 409)

    def check(self, database: str) -> None:
        """Compare everything that anybody was told with what they may know."""
        table = rebuilt(database, self.table)
        assert table.position is not None
        line = table.position.history()
        for plies, seat, answer in self.previews:
            check_preview(line[plies], answer, seat)
        for plies, seat, answer in self.refusals:
            check_refusal(line[plies], answer, seat)
        for viewer, text in {*self.replays}:  # several have seen the same
            check_replay(table, text, viewer)
        checked = Moments(self.table, log_of(database, self.table)).check(self.people)
        assert checked > 20


@pytest.fixture(scope="module")
def process(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Process, str]]:
    """Start a server whose log can be read."""
    database = new_database("sqlite")
    start = Start(tmp_path_factory.mktemp("secrets"))
    yield start(Launched, database), database
    start.end()


@pytest.mark.parametrize(
    ("game", "seats"), [("urbino", 2), ("urtown", 3), ("urbania", 2), ("urbe", 2)]
)
async def test_a_whole_game_over_the_wire(
    process: tuple[Process, str], game: str, seats: int
) -> None:
    server, database = process
    async with Company(server) as company:
        evening = Evening(company, game, seats)
        await evening.sit_down()
        await evening.play()
        assert evening.ada.tables[evening.table]["status"] == "over"
        evening.check(database)
        _check_the_log_of_the_server(server, evening)
        _check_nobody_has_a_token(evening)


def _check_the_log_of_the_server(server: Process, evening: Evening) -> None:
    written = server.log.read_text()
    for who in evening.people:
        assert not who.token or who.token not in written
    end = evening.ada.tables[evening.table]["seed"]
    for secret in (SAID, end["seed"], end["salt"]):
        assert secret not in written


def _check_nobody_has_a_token(evening: Evening) -> None:
    """A token is told once, to the one who created the guest, and never again."""
    for who in evening.people:
        texts = [*who.heard, *(text for _, text in who.answered)]
        for token in {each.token for each in evening.people} - {""}:
            assert all(token not in text for text in texts)


async def test_the_log_says_nothing_of_what_could_not_be_stored(
    standing: Callable[[str], InThread],
) -> None:
    """A failing database is logged, without the data; then play goes on."""
    server = standing("postgresql")
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    address = server.settings.database.replace("+psycopg", "")
    async with Company(server) as company:
        table, (ada, bruno) = await company.table("urtown")
        with capture_logs() as logged, psycopg.connect(address, autocommit=True) as other:
            other.execute("ALTER TABLE entries RENAME TO mislaid")
            answer = await ada.refused("chat", table=table, text=SAID)
            assert answer["reason"] == "busy"
            found = await ada.request("POST", "/api/tables", {"game": "urtown", "seats": seats})
            assert (found.status, found.data["reason"]) == (503, "busy")
            other.execute("ALTER TABLE mislaid RENAME TO entries")
        await ada.do("chat", table=table, text="again")
        state = await bruno.sees(table, lambda t: t["chat"])
        assert [line["text"] for line in state["chat"]] == ["again"]
    written = repr(logged)
    assert "store failed" in written
    for secret in (SAID, "seed", "salt", "Ada"):
        assert secret not in written


async def test_who_has_lost_the_seat_sees_what_everyone_sees(few: Company, time: Time) -> None:
    """After resigning among three, or losing the seat to a bot, the hand is hidden from them."""
    table, (ada, bruno, carla) = await few.table("urtown", 3)
    await carla.at_ply("resign", table)
    state = await carla.sees(table, lambda t: t["you"] is None)
    assert all(colour["rack"] is None for colour in state["view"]["colours"])
    await bruno.disconnect()
    await has_been_gone(ada, table, 1, time)
    await ada.do("give", table=table, seat=1, level=1)
    await bruno.connect()
    assert (await bruno.watch(table))["you"] is None
    await bruno.do("sit", table=table, seat=1)
    state = await bruno.sees(table, lambda t: t["you"] == 1)
    assert isinstance(few.server, InThread)
    database = few.server.settings.database
    await ada.do("chat", table=table, text="Welcome back")
    assert Moments(table, log_of(database, table)).check([ada, bruno, carla]) > 8


# --- Dealt otherwise -----------------------------------------------------------------------------


def dealt_otherwise(table: Table, viewer: int | None, seed: int) -> Table | None:
    """Return the same table with what somebody cannot see dealt again since the latest turn began.

    None if they could tell: the latest turn has shown them something that depends on the deal.
    """
    turn, here = table.turns[-1], table.position
    assert here is not None
    dealt: Position = turn.start.reimagine(viewer or 0, seed)
    after = dealt
    for decision in turn.decisions:
        if after.why_not(decision):
            return None
        after = after.play_one(decision)
    if after.view(viewer) != here.view(viewer) or after.to_move != here.to_move:
        return None
    found = since_the_latest_turn(table)
    found.position = after
    found.turns = [Turn(dealt, turn.seat, turn.decisions, turn.done)]
    found.seed = events.Started(str(seed), "another-salt", [])
    return found


def since_the_latest_turn(table: Table) -> Table:
    """Return a table without the turns before the latest, which no other deal changes."""
    found = copy.copy(table)
    found.turns = table.turns[-1:]
    return found


MakeCache = Callable[[Table], SnapshotCache]


def check_deals(game: str, seats: int, make: MakeCache, most: int = 90) -> int:
    """Compare what is shown for other deals; return how often there was something to compare."""
    compared = 0
    for step, session in enumerate(random_session(game, seats, seed=9)):
        table = session.table
        if step > most or table.status == "over":
            break
        if not table.turns:
            continue
        for viewer in (None, 0, seats - 1):
            other = dealt_otherwise(table, viewer, step)
            if other is None:
                continue
            tables = since_the_latest_turn(table), other
            one, two = (wired(make(each).shared(Viewpoint(viewer))) for each in tables)
            for key in one.keys() - {"seed"}:
                if one[key] != two[key]:
                    raise Leak(f"{key} depends on what {viewer} cannot see")
            assert table.position is not None
            assert other.position is not None
            compared += bytes(table.position) != bytes(other.position)
    return compared


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", HIDDEN)
def test_what_is_shown_does_not_depend_on_what_is_hidden(game: str, seats: int) -> None:
    assert check_deals(game, seats, SnapshotCache) > 20


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", HIDDEN)
def test_advice_does_not_depend_on_what_is_hidden(game: str, seats: int) -> None:
    """With the same random numbers, a search says the same whatever the others were dealt."""
    compared = 0
    for step, session in enumerate(random_session(game, seats, seed=4)):
        table = session.table
        if table.status == "over" or compared > 8:
            break
        if not table.turns or table.to_move is None or step % 5:
            continue
        other = dealt_otherwise(table, table.to_move, step)
        if other is None:
            continue
        assert table.position is not None
        assert other.position is not None
        one, two = (_advice(each) for each in (table.position, other.position))
        if one != two:
            raise Leak("advice depends on what is hidden")
        check_advice(table.position, wired(one), table.to_move)
        compared += bytes(table.position) != bytes(other.position)
    assert compared > 4


def _advice(position: Position) -> Data:
    player = SearchPlayer(position.game, 1, pool=20_000)
    found = advice.searched(player, position, Limits(iterations=60), seed=2)
    return {key: value for key, value in wired(found).items() if key != "seconds"}


# --- The tests can fail --------------------------------------------------------------------------


class EveryoneIsFirst(SnapshotCache):
    """Shows everyone what the first seat sees."""

    def _eyes(self, seat: int | None) -> int | None:
        return 0


class LegalForAll(SnapshotCache):
    """Shows everyone the legal decisions."""

    def shared(self, viewpoint: Viewpoint) -> SharedSnapshot:
        shared, position = super().shared(viewpoint), self._table.position
        shared.legal = position.legal() if position else None
        return shared


class WholeLog(SnapshotCache):
    """Tells everyone about a turn what its seat was told."""

    def _log(self, seat: int | None) -> list[LogLine]:
        return [
            replay.log_line(turn.start, turn.decisions, turn.seat, 0) for turn in self._table.turns
        ]


class Debugged(SharedSnapshot, kw_only=True):
    """A shared snapshot with an unknown field."""

    debug: str | None


class WholeText(SnapshotCache):
    """Tells everyone the position."""

    def shared(self, viewpoint: Viewpoint) -> SharedSnapshot:
        shared, position = super().shared(viewpoint), self._table.position
        return Debugged(**structs.asdict(shared), debug=position.text if position else None)


@pytest.mark.parametrize(
    ("game", "leaking"),
    [
        *((game, leaking) for game in HIDDEN for leaking in (EveryoneIsFirst, WholeText)),
        *((game, LegalForAll) for game in ("urtown", "urbania")),  # Urbe hides what comes next only
    ],
)
def test_a_leak_is_caught_when_it_is_dealt_otherwise(game: str, leaking: MakeCache) -> None:
    with pytest.raises(Leak):
        check_deals(game, 2, leaking)


@pytest.mark.parametrize("leaking", [EveryoneIsFirst, LegalForAll, WholeLog])
def test_a_leak_is_caught_by_what_may_be_known(leaking: MakeCache) -> None:
    with pytest.raises(Leak):
        check_thirty_decisions(leaking)


def test_a_leak_is_caught_in_advice() -> None:
    """Advice must not say which card will be drawn from a pile."""
    session = Session("urbania")
    table, told = session.table, 0
    while told <= 5:
        here, seat = table.position, table.to_move
        assert here is not None
        assert seat is not None
        found = wired(_advice(here))
        check_advice(here, found, seat)
        for choice in found["choices"]:
            account = wired(here.account(choice["decision"], seat))
            if account != choice["does"]:
                told += 1
                leaking = {**found, "choices": [{**choice, "does": account}]}
                with pytest.raises(Leak):
                    check_advice(here, leaking, seat)
        session.play(found["choices"][0]["decision"])


class Overfull(Snapshot, kw_only=True, tag="snapshot"):
    """A snapshot with an unknown field."""

    debug: str


views_snapshot = views.snapshot


def check_thirty_decisions(leaking: MakeCache) -> None:
    session = Session("urbania")
    for _ in range(30):
        session.play()
        for seat in (None, 0, 1):
            state = wired(leaking(session.table).shared(Viewpoint(seat)))
            check_state(session.table, seat, state)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("SnapshotCache._eyes", lambda _self, _seat: 1),
        (
            "_seed",
            lambda table: Seed("", "", str(table.seed.seed)) if table.seed else None,
        ),
        ("_hands", lambda position: [position.view(0)]),
        (
            "snapshot",
            lambda *shown: Overfull(**structs.asdict(views_snapshot(*shown)), debug=shown[0].id),
        ),
    ],
    ids=["eyes", "seed", "hands", "debug"],
)
async def test_a_leaking_server_is_caught(
    few: Company, monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., Any]
) -> None:
    if name == "_hands":  # shown too early
        whole = SnapshotCache.shared
        monkeypatch.setattr(
            SnapshotCache,
            "shared",
            lambda self, eye: structs.replace(
                whole(self, eye),
                hands=instead(self._table.position) if self._table.position else None,
            ),
        )
    else:
        monkeypatch.setattr(views, name.removeprefix("SnapshotCache."), instead, raising=False)
        if name.startswith("SnapshotCache."):
            monkeypatch.setattr(SnapshotCache, "_eyes", instead)
    evening = Evening(few, "urtown", 2)
    await evening.sit_down()
    await evening.play(6)
    monkeypatch.undo()
    assert isinstance(few.server, InThread)
    with pytest.raises(Leak):
        evening.check(few.server.settings.database)


async def test_a_server_that_does_not_leak_is_not(few: Company) -> None:
    evening = Evening(few, "urtown", 2)
    await evening.sit_down()
    await evening.play(10)
    assert isinstance(few.server, InThread)
    evening.check(few.server.settings.database)
    assert json.loads(evening.ada.heard[0])["type"] == "hello"
