"""Several clients move at the same instant: one move is played, the others are told."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.conftest import Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched
from tests.server.stored import check_told

pytestmark = pytest.mark.anyio
INTERLEAVINGS = pytest.mark.parametrize("times", [60, pytest.param(200, marks=pytest.mark.soak)])


async def move_at_once(hands: list[Somebody], table: str, chosen: random.Random) -> None:
    """Let every client of the seat to move decide at the same time; only one succeeds."""
    state = await hands[0].sees(table, lambda t: t["legal"] or t["status"] == "over")
    if state["status"] == "over":
        return
    ply, legal = state["ply"], state["legal"]

    async def move(hand: Somebody) -> str:
        await asyncio.sleep(chosen.random() * 0.002)
        answer = await hand.say("play", table=table, ply=ply, decisions=[chosen.choice(legal)])
        return str(answer["type"] if answer["type"] == "done" else answer["reason"])

    answers = await asyncio.gather(*(move(hand) for hand in hands))
    for hand in hands:
        seen = await hand.sees(table, lambda t: t["ply"] > ply)
        assert seen["ply"] == ply + 1
    too_late = "now" if seen["status"] == "over" else "stale"
    assert sorted(answers) == sorted(["done"] + [too_late] * (len(hands) - 1))


async def interleave(seats: list[list[Somebody]], table: str, times: int) -> str:
    """Move at once, again and again, at a new table after each game; return the last table."""
    chosen = random.Random(times)
    for _ in range(times):
        mover = seats[0][0].tables[table]["to_move"]
        if mover is None:
            return table
        for hand in seats[mover]:
            await hand.sees(table, lambda t, m=mover: t["to_move"] == m)  # type: ignore[misc]
        await move_at_once(seats[mover], table, chosen)
        ply = seats[mover][0].tables[table]["ply"]
        for hand in (hand for seat in seats for hand in seat):
            await hand.sees(table, lambda t, p=ply: t["ply"] >= p)  # type: ignore[misc]
    return table


@INTERLEAVINGS
async def test_two_sockets_of_a_seat_move_at_the_same_instant(few: Company, times: int) -> None:
    left = times
    while left > 0:
        table, (ada, bruno) = await few.table()
        seats = [[ada, await few.again(ada)], [bruno, await few.again(bruno)]]
        for hand in (seats[0][1], seats[1][1]):
            await hand.watch(table)
        await interleave(seats, table, min(left, 80))
        left -= ada.tables[table]["ply"]


@INTERLEAVINGS
async def test_two_sockets_of_a_seat_at_two_processes(
    shared: str, start: Start, times: int
) -> None:
    first, second = start.together(Launched, shared, 2)
    left = times
    async with Company(first) as company:
        while left > 0:
            table, players = await company.table()
            seats = [[each, await company.again(each, second)] for each in players]
            for _, other in seats:
                await other.watch(table)
            await interleave(seats, table, left)
            left -= players[0].tables[table]["ply"]
            check_told(shared, table, *seats[0], *seats[1])


async def test_both_players_at_the_same_instant(company: Company) -> None:
    """The player who is not to move is told so, whoever comes first."""
    table, (ada, bruno) = await company.table()
    chosen = random.Random(3)
    for _ in range(20):
        state = await ada.sees(table, lambda t: t["ply"] == bruno.tables[table]["ply"])
        mover, other = (ada, bruno) if state["to_move"] == 0 else (bruno, ada)
        ply = state["ply"]
        decision = chosen.choice(mover.tables[table]["legal"])
        moved, meddled = await asyncio.gather(
            mover.say("play", table=table, ply=ply, decisions=[decision]),
            other.say("play", table=table, ply=ply, decisions=[decision]),
        )
        assert moved["type"] == "done"
        assert meddled["reason"] in ("turn", "stale")
        for each in (ada, bruno):
            await each.sees(table, lambda t, p=ply: t["ply"] == p + 1)  # type: ignore[misc]
