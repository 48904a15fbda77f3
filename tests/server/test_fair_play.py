"""No search helps with a position that people are playing, by whatever name somebody asks."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import create_engine, text

import contrada
from contrada.bots.player import Limits as Thought
from contrada.games.contract import Position
from contrada.server.http import study
from contrada.server.search.fair_play import FairPlay
from contrada.server.settings import Settings
from contrada.server.tables import in_play
from contrada.server.wire.events import Resigned
from tests.server.conftest import Pair
from tests.server.people import Company, Data, Somebody
from tests.server.serving import GENEROUS, InThread, eventually
from tests.server.sessions import Session
from tests.server.stored import rebuilt
from tests.server.test_study import recorded, text_of

pytestmark = pytest.mark.anyio
HELP = ("/api/study/advice", "/api/study/bot", "/api/analyses")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let those who give advice search less than anybody can ask for."""
    monkeypatch.setattr(study, "Limits", lambda _seconds: Thought(iterations=100))


async def played(people: list[Somebody], table: str, turns: int) -> Data:
    """Let people play the first legal decisions until so many turns are over."""
    while True:
        state = max((who.tables[table] for who in people), key=lambda each: int(each["seq"]))
        if len([line for line in state["log"] if line["done"]]) >= turns:
            return state
        mover = people[state["to_move"]]
        mine = await mover.sees(table, lambda t, seq=state["seq"]: t["seq"] >= seq and t["legal"])  # type: ignore[misc]
        await mover.play(table, mine["legal"][-1])  # other tests play the first ones
        for each in people:
            await each.sees(table, lambda t, ply=mine["ply"]: t["ply"] > ply)  # type: ignore[misc]


def position_of(server: Any, table: str) -> Position:
    assert isinstance(server, InThread)
    found = rebuilt(server.settings.database, table).position
    assert found is not None
    return found


async def reason(who: Somebody, path: str, source: Data, decisions: list[int] | None = None) -> str:
    """Ask for help; return why there is none, or nothing."""
    body: Data = {"source": source}
    if path != "/api/analyses":
        body["decisions"] = decisions or []
    if path.endswith("bot"):
        body["level"] = 1
    found = await who.request("POST", path, body)
    return "" if found.status == 200 else str(found.data["reason"])


async def test_the_record_of_a_running_game_gets_no_help(company: Company) -> None:
    table, people = await company.table("urbino")
    stranger = await company.stranger()
    await played(people, table, 7)
    here = position_of(company.server, table)
    document = await stranger.get(f"/api/tables/{table}/record")
    source = {"kind": "record", "record": document, "ply": None}
    for path in HELP:
        assert await reason(stranger, path, source) == "playing"
    told = await stranger.request("POST", HELP[0], {"source": source})
    assert told.status == 409
    assert "People are playing" in told.data["sentence"]
    # The same position by another name, what may follow it, and the turn before it.
    further = here.play_one(here.legal()[-1])
    for other in (text_of(here), recorded(further), recorded(here, len(here.history()) - 2)):
        assert await reason(stranger, HELP[0], other) == "playing"
        assert await reason(stranger, HELP[1], other) == "playing"
    assert await reason(stranger, HELP[0], text_of(here), here.legal()[-1:]) == "playing"
    assert await reason(stranger, HELP[2], recorded(further)) == "playing"
    decisions = [each.decision for each in here.history()[1:] if each.decision is not None]
    begun = {"kind": "start", "game": "urbino", "options": dict(here.game.options)}
    assert await reason(stranger, HELP[0], begun, decisions) == "playing"
    # Everybody may look.
    assert (await stranger.post("/api/study", {"source": source}))["legal"] == here.legal()
    tried = {"source": source, "try": here.legal()[:1]}
    await stranger.post("/api/study/preview", tried)
    # Other positions, and this one when the game is over, get all the help.
    elsewhere = contrada.game("urbino").start(2, 1).play("f2").play("d6").play("1d4")
    assert await reason(stranger, HELP[0], text_of(elsewhere)) == ""
    await people[0].at_ply("resign", table)
    for path in HELP:
        assert await reason(stranger, path, source) == ""


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
async def test_a_guess_at_what_is_hidden_gets_no_help(few: Company, game: str) -> None:
    table, people = await few.table(game)
    await played(people, table, 6)
    here = position_of(few.server, table)
    for seat in (0, 1):
        guess = here.reimagine(seat, 5)
        assert await reason(people[0], HELP[0], text_of(guess)) == "playing"
    await people[0].at_ply("resign", table)
    assert await reason(people[0], HELP[0], text_of(here)) == ""


async def test_openings_belong_to_everybody(few: Company) -> None:
    table, people = await few.table("urbino")
    await played(people, table, 3)
    assert await reason(people[0], HELP[0], recorded(position_of(few.server, table))) == ""
    await played(people, table, 4)
    assert await reason(people[0], HELP[0], recorded(position_of(few.server, table))) == "playing"


async def test_who_plays_a_bot_may_study_the_position(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me 1")
    await ada.watch(table)
    for turns in range(2, 8, 2):
        state = await ada.sees(table, lambda t: t["legal"])
        while state["to_move"] == state["you"]:
            await ada.play(table, state["legal"][0])
            ply = state["ply"]
            state = await ada.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
        await ada.sees(table, lambda t, turns=turns: len(t["log"]) >= turns and t["legal"])  # type: ignore[misc]
    assert await reason(ada, HELP[0], recorded(position_of(few.server, table))) == ""


async def test_tables_that_nobody_looks_at_count_too(company: Company) -> None:
    table, people = await company.table("urbino")
    await played(people, table, 5)
    here = text_of(position_of(company.server, table))
    assert isinstance(company.server, InThread)
    for each in people:
        await each.disconnect()
    company.server.services.registry.loaded.pop(table)
    assert await reason(people[0], HELP[0], here) == "playing"


async def test_a_server_that_starts_knows_what_is_being_played(database: str) -> None:
    """By what is stored, or for a table of an older version by its log."""
    settings = Settings(database=database, limits=GENEROUS, games=("urbino",))
    server = InThread(settings)
    try:
        async with Company(server) as company:
            table, people = await company.table("urbino")
            await played(people, table, 5)
            here = text_of(position_of(server, table))
            token = people[0].token
    finally:
        server.stop()
    for is_old in (False, True):
        if is_old:
            engine = create_engine(database)
            with engine.begin() as connection:
                connection.execute(text("UPDATE tables SET in_play = NULL"))
            engine.dispose()
        server = InThread(settings)
        try:
            async with Company(server) as company:
                ada = Somebody(server, company._client, token=token)
                known = server.services.fair_play._known
                await eventually(known.__len__)
                assert await reason(ada, HELP[0], here) == "playing"
        finally:
            server.stop()


async def test_what_is_played_through_another_server(pair: Pair) -> None:
    one, other = pair
    async with Company(one) as company:
        table, people = await company.table("urbino")
        await played(people, table, 5)
        here = text_of(position_of(one, table))
        stranger = await company.stranger(other)
        key = position_of(one, table).public_key
        known = other.services.fair_play._in_play
        await eventually(lambda: key in known)
        assert await reason(stranger, HELP[0], here) == "playing"
        await people[0].at_ply("resign", table)
        await eventually(lambda: key not in known)
        assert await reason(stranger, HELP[0], here) == ""
        for server in pair:  # nothing is left of it once all news has come
            kept = server.services.fair_play._known
            await eventually(lambda kept=kept: table not in kept)  # type: ignore[misc]


# --- The index itself ----------------------------------------------------------------------------


class Shared:
    """What the index asks of a store."""

    def __init__(self, *, is_shared: bool) -> None:
        self.is_shared = is_shared


def index(*, is_shared: bool) -> FairPlay:
    return FairPlay(None, Shared(is_shared=is_shared), None)  # type: ignore[arg-type]


def test_old_news_brings_nothing_back() -> None:
    session, known = Session("urbino"), index(is_shared=True)
    news = []
    for _ in range(8):
        session.play_turn()
        known.table_changed(session.table)
        news.append(
            (session.table.id, str(session.table.seq), *in_play.stored(session.table).split())
        )
    session.add(Resigned(0))
    known.table_changed(session.table)
    assert not known._in_play
    for each in news:  # heard late
        known.heard(*each)
    assert not known._in_play
    known.heard(session.table.id, str(session.table.seq))
    assert not known._known


def test_one_process_keeps_nothing_of_finished_games() -> None:
    session, known = Session("urbino"), index(is_shared=False)
    for _ in range(8):
        session.play_turn()
        known.table_changed(session.table)
    assert len(known._known) == 1
    assert len(known._in_play) <= 3
    session.add(Resigned(0))
    known.table_changed(session.table)
    assert not known._known
    assert not known._in_play


def test_the_start_of_a_turn_and_its_middle_are_both_played() -> None:
    session, known = Session("urbino"), index(is_shared=False)
    for _ in range(7):
        session.play_turn()
    assert session.table.position is not None
    start = session.table.position
    session.play()
    known.table_changed(session.table)
    middle = session.table.position
    assert {start.public_key, middle.public_key} <= {*known._in_play}
