"""Assistants play through the official SDK, in memory and over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import contrada
from contrada.environments import mcp

Ask = Callable[..., Any]


def conversation(server: Any, talk: Callable[[Ask], Any]) -> None:
    """Hold a conversation with a server through the client of the SDK."""

    async def held() -> None:
        async with Client(server) as client:

            async def ask(tool: str, *, refused: bool = False, **arguments: object) -> str:
                answer = await client.call_tool(tool, arguments)
                text = str(answer.content[0].text)  # type: ignore[union-attr]
                assert answer.is_error == refused, text
                return text

            assert [tool.name for tool in (await client.list_tools()).tools] == [
                *("list_games", "start", "look", "legal", "play", "why_not"),
            ]
            await talk(ask)

    asyncio.run(held())


async def a_first_turn(ask: Ask) -> None:
    assert "urbe: Urbe: For the King, 2 to 4 seats" in await ask("list_games")
    started = await ask("start", game="urbino", level=1, seat=1)
    assert started.startswith("This is table 1.\nBlack played: ")
    assert "Your legal decisions:" in started
    number, _, text = (await ask("legal", table=1)).splitlines()[0].partition(": ")
    assert await ask("why_not", table=1, decision=text) == "It is legal."
    assert await ask("why_not", table=1, decision=int(number)) == "It is legal."
    assert "URBINO-" in await ask("why_not", table=1, decision="1e5")
    assert "URBINO-" in await ask("play", table=1, decision="1e5", refused=True)
    assert "is not a turn of Urbino" in await ask("play", table=1, decision="?", refused=True)
    assert (await ask("look", table=1)) in started
    played = await ask("play", table=1, decision=text)
    assert played.startswith(f"You played: {text}\nBlack played: ")


def test_an_assistant_plays_in_memory() -> None:
    conversation(mcp.server(seed=1), a_first_turn)


def test_an_assistant_plays_over_standard_input_and_output() -> None:
    command = ["-m", "contrada", "mcp", "--seed", "1"]
    program = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
    conversation(program, a_first_turn)


def test_requests_that_make_no_sense_get_a_sentence() -> None:
    async def talk(ask: Ask) -> None:
        for tool, arguments, sentence in (
            ("start", {"game": "chess"}, "there is no game 'chess'; known: urbino"),
            ("start", {"game": "urbino", "level": 9}, "levels are 1 to 8, not 9"),
            ("start", {"game": "urbino", "seat": 2}, "there is no seat 2; seats are 0 to 1"),
            ("start", {"game": "urbe", "options": {"x": True}}, "has no option 'x'"),
            ("look", {"table": 7}, "there is no table 7; open tables: none; start one"),
        ):
            assert sentence in await ask(tool, refused=True, **arguments)

    conversation(mcp.server(), talk)


@pytest.mark.parametrize(("name", "seats"), [("urbino", 2), ("urtown", 3), ("urbe", 2)])
def test_whole_games_and_their_results(name: str, seats: int) -> None:
    host = mcp.Host(seed=2)
    told = host.start(name, level=1, seats=seats, seat=seats - 1)
    while "Your legal decisions:" in told:
        told = host.play(1, int(host.legal(1).splitlines()[-1].partition(":")[0]))
    table = host._tables[1]
    outcome = table.position.outcome()
    assert outcome is not None
    assert told.endswith(f"{outcome.scores}. You came in place {outcome.places[seats - 1]}.")
    with pytest.raises(Exception, match="the game is over"):
        host.play(1, 0)


def check_secrets(table: mcp.Table) -> None:
    """Nothing that is told differs between worlds which the seat cannot tell apart."""
    real, seat = table.position, table.seat
    worlds = [real, *(real.reimagine(seat, each) for each in range(3))]
    told = set()
    for table.position in worlds:
        told.add((table.look(), table.legal()))
    table.position = real
    assert len(told) == 1


@pytest.mark.parametrize("name", ["urtown", "urbania", "urbe"])
def test_hidden_information_stays_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    host = mcp.Host(seed=5)
    host.start(name, level=1, seats=2, seat=1)
    for _ in range(4):
        check_secrets(host._tables[1])
        host.play(1, int(host.legal(1).partition(":")[0]))
    shown = contrada.Position.observe_text
    monkeypatch.setattr(contrada.Position, "observe_text", lambda self, seat: shown(self, 1 - seat))
    with pytest.raises(AssertionError):
        check_secrets(host._tables[1])


def test_nothing_can_be_tried_out_beyond_what_is_revealed() -> None:
    host = mcp.Host(seed=5)
    host.start("urbania", level=1, seats=2)
    line = "draw pile, pile, pile, pile"
    with pytest.raises(Exception, match="reveals something hidden"):
        host.why_not(1, line)
    told = host.play(1, line)
    assert told.startswith("Only a part of this was played: ")
    assert "You played: draw " in told


def test_the_oldest_table_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "MOST_TABLES", 2)
    host = mcp.Host(seed=3)
    for _ in range(3):
        host.start("urbino", level=1)
    with pytest.raises(Exception, match="there is no table 1; open tables: 2, 3"):
        host.look(1)
