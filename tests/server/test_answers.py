"""Prepared answers: tried on the board, kept, played at once, and seen by nobody else."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

import contrada
from contrada.server.tables import lines
from contrada.server.tables.lines import from_here, whatever_comes
from contrada.server.wire.prepared import LONGEST_LINE, MOST_LINES
from contrada.server.wire.refusals import Refused
from tests.server.conftest import Pair, Start
from tests.server.people import Company, Data, Somebody
from tests.server.processes import Launched
from tests.server.serving import PATIENCE, InThread, eventually
from tests.server.stored import log_of, rows

anyio = pytest.mark.anyio


def turn_of(position: contrada.games.contract.Position) -> list[int]:
    """Return a whole turn of first legal decisions."""
    seat, found = position.to_move, list[int]()
    while position.to_move == seat and not (found and position.turn_begins):
        found.append(position.legal()[0])
        position = position.play_one(found[-1])
    return found


def after(position: Any, decisions: list[int]) -> Any:
    for decision in decisions:
        position = position.play_one(decision)
    return position


# --- Lines ---------------------------------------------------------------------------------------


def test_where_nothing_is_hidden_a_line_goes_on_to_the_end() -> None:
    position = contrada.game("urbino").start(seed=1)
    here, real = from_here(position, 1), position
    while real.to_move is not None:
        decision = real.legal()[-1]
        assert here.legal() == real.legal()
        real, here = real.play_one(decision), here.play(decision)
        assert here.view == real.view(1)
    assert sum(len(turn.decisions) for turn in here.turns) == len(real.history()) - 1


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
def test_a_line_says_no_more_than_the_seat_knows(game: str) -> None:
    """What a line shows is the same for every deal that looks the same to the seat."""
    start = contrada.game(game).start(seats=2, seed=5)
    seat = 1 - (start.to_move or 0)
    for seed in range(3):
        other = start.reimagine(seat, seed)
        assert from_here(start, seat).view == from_here(other, seat).view == start.view(seat)
    here = from_here(start, seat)
    for _ in range(12):
        with suppress(Refused):  # it ends here
            here = here.play(here.legal()[0])
        assert len({json.dumps(deal.view(seat), default=str) for deal in here.deals}) == 1


def test_a_line_ends_where_something_would_come_to_light() -> None:
    """In Urtown the tile that is drawn next is not known."""
    start = contrada.game("urtown").start(seats=2, seed=5)
    seat = start.to_move
    assert seat is not None
    here = from_here(start, seat)
    while here.is_mine:
        first, *_ = here.legal()
        if here.first.play_one(first).to_move != seat:
            break
        here = here.play(first)
    with pytest.raises(Refused, match="cannot see yet"):
        here.play(first)


def test_whatever_comes_only_where_nothing_is_hidden() -> None:
    position = contrada.game("urbino").start(seed=1)
    found = whatever_comes(position, 1)
    assert found.is_mine
    assert found.view == {**position.view(1), "to_move": 1}
    assert found.legal()
    with pytest.raises(Refused, match="nothing is hidden"):
        whatever_comes(contrada.game("urtown").start(seats=2, seed=1), 0)


def test_an_illegal_decision_is_refused_with_its_rule() -> None:
    position = contrada.game("urbino").start(seed=1).play_one(40)
    with pytest.raises(Refused) as refused:
        from_here(position, 0).play(40)
    assert refused.value.reason == "rule"


def test_own_turn_is_the_first_turn_of_a_line() -> None:
    position = contrada.game("urbino").start(seed=1).play_one(40)
    line = [44, *turn_of(position.play_one(44))]
    assert lines.own_turn(line, position) == [44]


# --- At a table ----------------------------------------------------------------------------------


async def waiting(company: Company, game: str = "urbino") -> tuple[str, Somebody, Somebody]:
    """Ada waits for Bruno to move, over days."""
    table, (ada, bruno) = await company.table(game, clock={"kind": "turn", "hours": 48})
    while ada.tables[table]["to_move"] == 0:
        ply = ada.tables[table]["ply"]
        await ada.play(table, ada.tables[table]["legal"][0])
        for each in (ada, bruno):
            await each.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
    return table, ada, bruno


async def tries(who: Somebody, table: str, *decisions: int, **more: Any) -> Data:
    ply = who.tables[table]["ply"]
    body = {"ply": ply, "decisions": list(decisions), **more}
    found: Data = await who.post(f"/api/tables/{table}/line", body)
    return found


async def keeps(who: Somebody, table: str, **more: Any) -> Data:
    body = {"ply": who.tables[table]["ply"], **more}
    found = await who.request("PUT", f"/api/tables/{table}/answers", body)
    assert found.status == 200, found
    return found.data  # type: ignore[no-any-return]


async def whole_turn(who: Somebody, table: str, begun: list[int], which: int = 0) -> list[int]:
    """Return a line with one more turn, of legal decisions."""
    state = await tries(who, table, *begun)
    mover, line = state["to_move"], [*begun]
    while state["to_move"] == mover and not (len(line) > len(begun) and state["log"][-1]["done"]):
        line.append(state["legal"][which])
        state = await tries(who, table, *line)
    return line


async def answers(who: Somebody, table: str) -> Data:
    found: Data = await who.get(f"/api/tables/{table}/answers")
    return found


@anyio
async def test_answers_several_deep_are_played_at_once(company: Company) -> None:
    table, ada, bruno = await waiting(company)
    theirs = await whole_turn(ada, table, [])
    ours = await whole_turn(ada, table, theirs)
    theirs_again = await whole_turn(ada, table, ours)
    ours_again = await whole_turn(ada, table, theirs_again)
    kept = await keeps(ada, table, lines=[ours, ours_again])
    assert [line["decisions"] for line in kept["lines"]] == [ours_again]
    assert [turn["seat"] for turn in kept["lines"][0]["turns"]] == [1, 0, 1, 0]
    for begun, whole, ended in ((0, theirs, ours), (len(ours), theirs_again, ours_again)):
        for decision in whole[begun:]:
            ply = bruno.tables[table]["ply"]
            await bruno.play(table, decision)
            await bruno.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
        played = 1 + len(ended)
        state = await bruno.sees(table, lambda t, played=played: t["ply"] == played)  # type: ignore[misc]
        assert state["to_move"] == 1
    await ada.sees(table, lambda t: t["ply"] == played)
    await eventually_last(ada, table, "played")


async def eventually_last(who: Somebody, table: str, outcome: str) -> Data:
    found: Data = {}

    async def look() -> bool:
        nonlocal found
        found = await answers(who, table)
        return found["last"] is not None and found["last"]["outcome"] == outcome

    async with asyncio.timeout(PATIENCE):
        while not await look():
            await who.say("ping")
    return found


@anyio
async def test_nobody_else_is_told_of_answers(company: Company) -> None:
    table, ada, bruno = await waiting(company)
    line = await whole_turn(ada, table, await whole_turn(ada, table, []))
    heard = len(bruno.heard)
    await keeps(ada, table, lines=[line], whatever=[])
    await bruno.say("ping")
    assert all('"pong"' in text for text in bruno.heard[heard:])
    assert await answers(bruno, table) == {
        "lines": [],
        "whatever": None,
        "last": None,
        "may_ignore": True,
    }
    onlooker = await company.guest("Zeno")
    assert (await answers(onlooker, table))["lines"] == []


@anyio
async def test_something_else_is_simply_a_turn(few: Company) -> None:
    table, ada, bruno = await waiting(few)
    line = await whole_turn(ada, table, await whole_turn(ada, table, []))
    await keeps(ada, table, lines=[line])
    other = next(each for each in bruno.tables[table]["legal"] if each != line[0])
    await bruno.play(table, other)
    await ada.sees(table, lambda t: t["ply"] == 2)
    assert (await answers(ada, table))["lines"] == []
    assert ada.tables[table]["ply"] == 2


@anyio
async def test_a_premove_is_played_if_it_is_legal(few: Company) -> None:
    table, ada, bruno = await waiting(few)
    state = await tries(ada, table, whatever=True)
    assert (state["you"], state["can"]) == (0, ["play"])
    line: list[int] = []
    while not (line and state["log"][-1]["done"]):
        line.append(state["legal"][0])
        state = await tries(ada, table, *line, whatever=True)
    kept = await keeps(ada, table, whatever=line)
    assert kept["whatever"]["decisions"] == line
    for decision in bruno.tables[table]["legal"]:
        body = {"ply": 1, "decisions": [decision, *line]}
        if (await ada.request("POST", f"/api/tables/{table}/line", body)).status == 200:
            break
    await bruno.play(table, decision)
    found = await eventually_last(ada, table, "played")
    assert found["whatever"] is None
    state = await ada.sees(table, lambda t: t["ply"] == 2 + len(line))
    assert (state["log"][-1]["seat"], state["to_move"]) == (0, 1)


@anyio
async def test_a_premove_that_is_no_longer_legal_is_dropped_and_said(few: Company) -> None:
    """Bruno builds where Ada wanted to; then it is simply her turn."""
    table, ada, bruno = await waiting(few)
    while not (bruno.tables[table]["to_move"] == 1 and bruno.tables[table]["then"]):
        mover, ply = (ada, bruno)[ada.tables[table]["to_move"]], ada.tables[table]["ply"]
        await mover.play(table, mover.tables[table]["legal"][-1])
        for each in (ada, bruno):
            await each.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
    ((stay, possible),) = bruno.tables[table]["then"].items()
    shown = await tries(ada, table, whatever=True)
    wanted = next(each for each in shown["then"][stay] if each in possible)
    kept = await keeps(ada, table, whatever=[int(stay), wanted])
    assert kept["whatever"]["turns"][0]["done"]
    ply = bruno.tables[table]["ply"]
    await bruno.play(table, int(stay), wanted)
    state = await ada.sees(table, lambda t: t["ply"] == ply + 2)
    assert state["to_move"] == 0
    found = await eventually_last(ada, table, "dropped")
    assert (found["whatever"], ada.tables[table]["ply"]) == (None, ply + 2)


@anyio
async def test_answers_are_cancelled(few: Company) -> None:
    table, ada, bruno = await waiting(few)
    line = await whole_turn(ada, table, await whole_turn(ada, table, []))
    await keeps(ada, table, lines=[line])
    assert (await keeps(ada, table))["lines"] == []
    await bruno.play(table, line[0])
    await ada.sees(table, lambda t: t["ply"] == 2)
    await ada.say("ping")
    assert ada.tables[table]["ply"] == 2


@anyio
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"ply": 0}, 409),
        ({"ply": 1, "lines": [[]]}, 422),
        ({"ply": 1, "lines": [[100_000]]}, 422),
        ({"ply": 1, "lines": [[0] * (LONGEST_LINE + 1)]}, 422),
        ({"ply": 1, "lines": [[0]] * (MOST_LINES + 1)}, 422),
        ({"ply": 1, "lines": [[44]]}, 422),  # ends with their turn
        ({"ply": 1, "lines": [[40]]}, 409),  # occupied
        ({"ply": 1, "lines": "all"}, 422),
    ],
)
async def test_bad_answers_are_refused(few: Company, body: Data, status: int) -> None:
    table, (ada, bruno) = await few.table()
    await ada.play(table, 40)
    for each in (ada, bruno):
        await each.sees(table, lambda t: t["ply"] == 1)
    found = await ada.request("PUT", f"/api/tables/{table}/answers", body)
    assert found.status == status
    assert found.data["sentence"]
    assert (await bruno.request("PUT", f"/api/tables/{table}/answers", {"ply": 1})).status == 409
    stranger = await few.guest("Zeno")
    found = await stranger.request("PUT", f"/api/tables/{table}/answers", {"ply": 1})
    assert found.status == 403


@anyio
async def test_a_takeback_of_their_turn_brings_answers_back(few: Company) -> None:
    """Lines hold from the position where they begin, however the game came back to it."""
    table, ada, bruno = await waiting(few)
    line = await whole_turn(ada, table, await whole_turn(ada, table, []))
    await keeps(ada, table, lines=[line])
    other = next(each for each in bruno.tables[table]["legal"] if each != line[0])
    await bruno.play(table, other)
    await ada.sees(table, lambda t: t["ply"] == 2)
    assert (await answers(ada, table))["lines"] == []
    await bruno.at_ply("ask", table, what="takeback")
    await ada.sees(table, lambda t: t["asks"])
    await ada.at_ply("answer", table, what="takeback", yes=True)
    await ada.sees(table, lambda t: t["to_move"] == 1)
    assert [each["decisions"] for each in (await answers(ada, table))["lines"]] == [line]


@anyio
async def test_answers_are_exported_and_erased_with_the_guest(
    server: InThread, company: Company
) -> None:
    table, ada, _ = await waiting(company)
    line = await whole_turn(ada, table, await whole_turn(ada, table, []))
    await keeps(ada, table, lines=[line])
    exported = await ada.get("/api/me/export")
    assert exported["prepared"] == [{"table": table, "lines": [line]}]
    await ada.request("DELETE", "/api/me", {"confirm": "delete"})
    query = "SELECT guest FROM prepared WHERE table_id = :table"
    assert rows(server.settings.database, query, table=table) == []


@anyio
async def test_two_processes_play_an_answer_once(pair: Pair) -> None:
    """Ada has prepared it through one process, and Bruno moves through the other."""
    first, second = pair
    async with Company(first) as company:
        table, (ada, bruno) = await company.table(clock={"kind": "turn", "hours": 48})
        await ada.play(table, 40)
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["ply"] == 1)
        await bruno.disconnect()
        await bruno.connect(second)
        await bruno.watch(table)
        line = await whole_turn(ada, table, await whole_turn(ada, table, []))
        await keeps(ada, table, lines=[line])
        theirs = [each for each in (await answers(ada, table))["lines"][0]["turns"] if each["seat"]]
        assert len(theirs) == 1
        await bruno.play(table, line[0])
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["ply"] >= 1 + len(line))
        log = log_of(first.settings.database, table)
        assert sum("played" in events for _, _, events in log) == 3


@anyio
async def test_an_answer_outlives_the_process_that_kept_it(database: str, start: Start) -> None:
    """It is killed right after their move was stored; the next server plays the answer, once."""
    server = start(Launched, database)
    async with Company(server) as company:
        table, ada, bruno = await waiting(company)
        line = await whole_turn(ada, table, await whole_turn(ada, table, []))
        await keeps(ada, table, lines=[line])
        await bruno.send(
            {"type": "play", "table": table, "ply": 1, "decisions": [line[0]], "id": 99}
        )
        await eventually(lambda: len(log_of(database, table)) >= 4)
        server.kill()
        again = start(Launched, database)
        for each in (ada, bruno):
            await each.until_closed()
            await each.disconnect()
            await each.connect(again)
        await bruno.watch(table)
        await bruno.sees(table, lambda t: t["ply"] == 1 + len(line))
        found = [json.loads(events) for _, _, events in log_of(database, table)]
        played = [
            each["decisions"] for entry in found for each in entry if each["kind"] == "played"
        ]
        assert played[1:] == [[line[0]], line[1:]]
