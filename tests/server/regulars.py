"""People who play on whatever happens: whenever their server is gone they come back, and repeat
what nobody has answered. They remember what they said, and whether it was answered.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import httpx2
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from contrada.server.wire.events import (
    Answered,
    AnyEvent,
    Asked,
    Played,
    Rematched,
    Said,
    Sat,
    Undone,
)
from tests.server.people import Company, Data, Somebody
from tests.server.serving import PATIENCE, Server, eventually
from tests.server.stored import Audit

GONE = (AssertionError, ConnectionClosed, InvalidHandshake, OSError, httpx2.HTTPError)
# What may be refused, because the answer to the same message before was lost, because somebody
# else was first, or because the database is away.
EXPECTED = {"stale", "turn", "now", "busy", "seat", "missing"}


class Plan(NamedTuple):
    """A table to be made: its game, who sits there, and how long they may think."""

    game: str
    seats: str
    clock: Data | None = None


@dataclass
class Sent:
    """A message, and how it was answered, if it was."""

    who: str  # id of a guest
    table: str
    seat: int | None  # theirs
    message: Data
    answer: Data | None = None

    @property
    def is_done(self) -> bool:
        return self.answer is not None and self.answer["type"] == "done"


class House:
    """The servers that are open just now, and whether people are to go home."""

    def __init__(self, choose: random.Random) -> None:
        self.servers: list[Server] = []
        self._choose = choose
        self.closing = asyncio.Event()
        self.told = 0  # states that people were told
        self._news = asyncio.Event()

    @property
    def port(self) -> int:
        return self.servers[0].port

    def open(self, *servers: Server) -> None:
        self.servers = list(servers)

    def seed(self) -> float:
        """Return what makes the choices of one person different from those of another."""
        return self._choose.random()

    async def any_server(self) -> Server:
        """Return a server that people may go to, as soon as there is one."""
        await eventually(lambda: self.servers)
        return self._choose.choice(self.servers)

    def was_told(self) -> None:
        self.told += 1
        self._news.set()

    async def more_told(self, number: int) -> None:
        """Wait until people were told of so many more states."""
        wanted = self.told + number
        async with asyncio.timeout(PATIENCE):
            while self.told < wanted:
                self._news.clear()
                await self._news.wait()


class Regular:
    """Somebody at a table, with or without a seat there."""

    def __init__(self, who: Somebody, house: House, plan: Plan, seat: int | None) -> None:
        self.who, self.house, self.plan, self._seat = who, house, plan, seat
        self.table = ""
        self.tables: list[str] = []
        self.sent: list[Sent] = []
        self.returned = 0
        self._pending: Sent | None = None  # to be repeated
        self._number = 0
        self._choose = random.Random(house.seed())

    @property
    def is_away(self) -> bool:
        """Whether the socket is closed."""
        return self.who.closed is not None or self.who._socket is None

    @property
    def is_there(self) -> bool:
        """Whether this person sees the table."""
        return not self.is_away and self.table in self.who.tables

    def said_at(self, table: str) -> list[Sent]:
        return [sent for sent in self.sent if sent.table == table]

    def go_to(self, table: str) -> None:
        self.table = table
        self.tables.append(table)

    async def stay(self) -> None:
        """Play, chat and come back, until the house closes."""
        while not self.house.closing.is_set():
            try:
                if not self.is_there:
                    await self._come_back()
                elif self._pending:
                    await self._repeat(self._pending)
                else:
                    await self._do_something(self.who.tables[self.table])
            except ConnectionClosed:
                await self.who.until_closed()
            except GONE:
                # Otherwise somebody has waited too long, or was told what cannot be.
                if not self.is_away:
                    raise

    # --- Coming and going ---

    async def _come_back(self) -> None:
        self.returned += 1
        await self.who.disconnect()
        while not self.house.closing.is_set():
            server = await self.house.any_server()
            with suppress(*GONE):
                await self.who.connect(server)
                await self.who.watch(self.table)
                self.house.was_told()
                return
            await self.who.disconnect()
            await asyncio.sleep(0.02)

    # --- Saying something ---

    async def _say(self, type: str, **fields: object) -> Data:
        message = {"type": type, "table": self.table, **fields}
        seat = self.who.tables[self.table]["you"]
        sent = Sent(self.who.id, self.table, seat, message)
        self.sent.append(sent)
        return await self._send(sent)

    async def _send(self, sent: Sent) -> Data:
        self._pending = sent if sent.message["type"] != "chat" else None  # twice would be two lines
        fields = {key: value for key, value in sent.message.items() if key != "type"}
        answer = await self.who.say(sent.message["type"], **fields)
        self.house.was_told()
        self._pending = None
        if answer["type"] == "refused":
            assert answer["reason"] in EXPECTED, (sent, answer)
            if answer["reason"] == "busy":
                await asyncio.sleep(0.05)
        if not sent.is_done:
            sent.answer = answer
        return answer

    async def _repeat(self, sent: Sent) -> None:
        """Say again what was not answered; it must not happen twice."""
        await self._send(sent)

    # --- Playing ---

    async def _do_something(self, state: Data) -> None:
        can, roll = state["can"], self._choose.random()
        if "sit" in can and self._seat is not None and len(self.tables) == 1:
            await self._say("sit", seat=self._seat)
        elif state["status"] == "over":
            await self._play_again(state)
        elif "answer" in can and state["asks"]:
            what = state["asks"][0]["what"]
            yes = what == "takeback" and roll < 0.7
            await self._say("answer", ply=state["ply"], what=what, yes=yes)
        elif roll < 0.05 and "chat" in can:
            self._number += 1
            await self._say("chat", text=f"{self.who.id} {self._number}")
        elif roll < 0.08 and "takeback" in can:
            await self._say("ask", ply=state["ply"], what="takeback")
        elif roll < 0.12 and "undo" in can:
            await self._say("undo", ply=state["ply"])
        elif state["legal"]:
            await self._play(state)
        else:
            await self._wait(state)

    async def _play(self, state: Data) -> None:
        ply, decision = state["ply"], self._choose.choice(state["legal"])
        answer = await self._say("play", ply=ply, decisions=[decision])
        if answer["type"] == "done":
            await self.who.sees(self.table, lambda t: t["ply"] > ply)

    async def _wait(self, state: Data) -> None:
        """Wait until something happens here."""
        seq = state["seq"]
        await self.who.until(
            lambda: self.who.tables[self.table]["seq"] != seq or self.house.closing.is_set()
        )
        self.house.was_told()

    async def _play_again(self, state: Data) -> None:
        """Want a rematch, and go to its table as soon as everyone wants one."""
        if state["you"] is not None and (await self._say("rematch"))["type"] != "done":
            return
        await self.who.until(
            lambda: self.who.tables[self.table]["rematch"] or self.house.closing.is_set()
        )
        following = self.who.tables[self.table]["rematch"]
        if following:
            self.go_to(following)
            await self.who.watch(following)


async def sit_down(company: Company, house: House, plan: Plan) -> list[Regular]:
    """Make a table; its host has a seat, and the others sit down as soon as they are there."""
    words = plan.seats.split()
    host = await company.person("Ada", await house.any_server())
    table = await host.make(plan.game, plan.seats, clock=plan.clock)
    found = [Regular(host, house, plan, words.index("me"))]
    for number, word in enumerate(words):
        if word == "open":
            who = await company.person(f"Guest {number}", await house.any_server())
            found.append(Regular(who, house, plan, number))
    onlooker = await company.person("Zeno", await house.any_server())
    found.append(Regular(onlooker, house, plan, None))
    for each in found:
        each.go_to(table)
    return found


# --- What is left of it --------------------------------------------------------------------------

Key = tuple[object, ...]


def counted(audit: Audit) -> Counter[Key]:
    """Return how often each thing that people can ask for has happened."""
    return Counter(key for each in audit.happened if (key := _of_event(each.ply, each.event)))


def check_sent(counts: Counter[Key], sent: Sent) -> bool:
    """What was answered with `done` has happened, and nothing has happened twice.

    Return whether it has happened.
    """
    times = counts[_of_message(sent)]
    assert times or not sent.is_done, f"lost: {sent}"
    if sent.message["type"] not in ("ask", "answer"):  # which may be said again at the same ply
        assert times <= 1, f"doubled: {sent}"
    return bool(times)


def _of_message(sent: Sent) -> Key:
    message = sent.message
    match message["type"]:
        case "play":
            return "play", message["ply"], *message["decisions"]
        case "chat":
            return "chat", message["text"]
        case "sit":
            return "sit", sent.who
        case "rematch":
            return "rematch", sent.seat
        case kind:
            return kind, message["ply"]


def _of_event(ply: int, event: AnyEvent) -> Key | None:
    match event:
        case Played():
            return "play", ply, *event.decisions
        case Said():
            return "chat", event.text
        case Sat():
            return "sit", event.guest
        case Asked(seat, "rematch") | Answered(seat, "rematch"):
            return "rematch", seat
        case Rematched():
            return ("rematched",)
        case Undone() | Asked() | Answered():
            return _ASKED_FOR[type(event)], ply
    return None


_ASKED_FOR = {Undone: "undo", Asked: "ask", Answered: "answer"}
