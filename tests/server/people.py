"""People at the server: each keeps everything sent, and every table as the deltas build it.

They treat snapshots and deltas exactly as docs/protocol.md says.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.serving import PATIENCE, Server, http, ws

Data = dict[str, Any]
ANSWERS = ("done", "refused", "preview", "pong")
# A server closes connections that nobody uses for five seconds, perhaps just when somebody does.
IN_USE = httpx2.Limits(keepalive_expiry=1.0)
# What a snapshot has besides what is shared: whom it reached, when, and who was there.
PASSING = ("type", "id", "seq", "now", "online", "abandoned_at", "watchers")


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    status: int
    headers: httpx2.Headers
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


def applied(table: Data, delta: Data) -> Data:
    """Return a snapshot with a delta applied, as docs/protocol.md says."""
    assert delta.get("since", delta["seq"] - 1) == table["seq"], "a delta is missing"
    found = {**table, **delta["set"], "seq": delta["seq"]}
    if "view" in delta:
        found["view"] = {**found["view"], **delta["view"]}
    if "log_from" in delta:
        found["log"] = [*table["log"][: delta["log_from"]], *delta["log"]]
    found["chat"] = [*table["chat"], *delta.get("chat", [])]
    return found


def lasting(snapshot: Data) -> Data:
    """Return the part of a snapshot that is the same for everyone with the same view at a `seq`."""
    kept = {key: value for key, value in snapshot.items() if key not in PASSING}
    if kept.get("clock"):
        kept["clock"] = {key: value for key, value in kept["clock"].items() if key != "now"}
    return kept


class Somebody:
    """A guest, or a stranger without a token."""

    def __init__(
        self, server: Server, client: httpx2.AsyncClient, *, id: str = "", token: str = ""
    ) -> None:
        self.server, self._client, self.id, self.token = server, client, id, token
        self.heard: list[str] = []  # every text of the socket
        self.answered: list[tuple[str, str]] = []  # every address asked, and the answer's text
        self.tables: dict[str, Data] = {}
        self.history: list[Data] = []  # each table after each snapshot and delta
        self.closed: int | None = None  # the code that the socket was closed with
        self._answers: dict[int, Data] = {}
        self._numbers = itertools.count(1)
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    # --- Over HTTP ---

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        content: bytes | None = None,
    ) -> Answer:
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        found = await self._client.request(
            method,
            http(self.server) + path,
            json=body,
            content=content,
            headers={**known, **(headers or {})},
        )
        self._client.cookies.clear()  # who somebody is goes by the token here
        self.answered.append((f"{method} {path}", found.text))
        return Answer(found.status_code, found.headers, found.text)

    async def get(self, path: str) -> Any:
        found = await self.request("GET", path)
        assert found.status == 200, found
        return found.data

    async def post(self, path: str, body: Any) -> Any:
        found = await self.request("POST", path, body)
        assert found.status in (200, 201), found
        return found.data

    async def make(self, game: str, seats: str, **more: Any) -> str:
        """Make a table; seats are words: me, open, or the level of a bot."""
        wishes = [
            {"kind": "bot", "level": int(seat)} if seat.isdigit() else {"kind": seat}
            for seat in seats.split()
        ]
        found = await self.post("/api/tables", {"game": game, "seats": wishes, **more})
        return str(found["id"])

    async def look(self, table: str) -> Data:
        found: Data = await self.get(f"/api/tables/{table}")
        return found

    # --- Over the socket ---

    async def connect(self, server: Server | None = None, **headers: str) -> Somebody:
        """Open the socket, possibly at another server."""
        self.server = server or self.server
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self._socket = await connect(
            ws(self.server),
            additional_headers={**known, **headers},
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        self.closed = None
        heard = len(self.heard)
        self._reading = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: len(self.heard) > heard)
        return self

    async def disconnect(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reading:
            await self._reading
        self._socket = self._reading = None
        self.tables.clear()

    async def hang_up(self) -> None:
        """Break the connection without closing it."""
        if self._socket:
            self._socket.transport.abort()
            await self.until_closed()

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                assert isinstance(text, str)
                self.heard.append(text)
                self._take_in(json.loads(text))
                async with self._news:
                    self._news.notify_all()
        self.closed = socket.close_code
        async with self._news:
            self._news.notify_all()

    def _take_in(self, message: Data) -> None:
        kind, table = message["type"], message.get("table")
        if kind == "snapshot":
            self.tables[str(table)] = message
        elif kind == "delta" and table in self.tables:
            self.tables[table] = applied(self.tables[table], message)
        elif kind == "presence" and table in self.tables:
            parts = ("online", "abandoned_at", "watchers")
            self.tables[table] |= {part: message[part] for part in parts}
        elif kind == "clock" and table in self.tables:
            self.tables[table] = {**self.tables[table], "clock": message["clock"]}
        if kind in ("snapshot", "delta") and table in self.tables:
            self.history.append(self.tables[table])
        if message.get("id") is not None:
            self._answers[message["id"]] = message

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait until something is true, or fail the test."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: condition() or self.closed is not None)
        assert condition(), f"the socket was closed with {self.closed}"

    async def until_closed(self) -> None:
        """Wait until the server has closed the socket, or died."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: self.closed is not None)

    async def send(self, message: Data | str | bytes) -> None:
        assert self._socket is not None
        raw = isinstance(message, str | bytes)
        await self._socket.send(message if raw else json.dumps(message))

    async def say(self, type: str, **fields: Any) -> Data:
        """Send a message; return its answer."""
        number = next(self._numbers)
        await self.send({"type": type, "id": number, **fields})
        await self.until(lambda: number in self._answers)
        return self._answers.pop(number)

    async def do(self, type: str, **fields: Any) -> Data:
        """Send a message that must be carried out."""
        answer = await self.say(type, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def refused(self, type: str, **fields: Any) -> Data:
        """Send a message that must be refused; return why."""
        answer = await self.say(type, **fields)
        assert answer["type"] == "refused", answer
        assert answer["sentence"]
        return answer

    async def watch(self, table: str) -> Data:
        answer = await self.say("watch", table=table)
        assert answer["type"] == "snapshot", answer
        return answer

    async def sees(self, table: str, condition: Callable[[Data], Any]) -> Data:
        """Wait until a table looks as it should; return it."""
        await self.until(lambda: table in self.tables and condition(self.tables[table]))
        return self.tables[table]

    async def play(self, table: str, *decisions: int) -> Data:
        """Make decisions at the current ply."""
        ply = self.tables[table]["ply"]
        return await self.do("play", table=table, ply=ply, decisions=list(decisions))

    async def at_ply(self, type: str, table: str, **fields: Any) -> Data:
        """Send a message about the current ply."""
        return await self.do(type, table=table, ply=self.tables[table]["ply"], **fields)


class Company:
    """Creates people, and disconnects them at the end."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people: list[Somebody] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Company:
        plain = {"Accept-Encoding": "identity"}  # quicker
        self._client = httpx2.AsyncClient(
            verify=False, timeout=PATIENCE, headers=plain, limits=IN_USE
        )
        await self._stack.enter_async_context(self._client)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self.people:
            await each.disconnect()
        await self._stack.aclose()

    async def guest(self, name: str = "Ada", server: Server | None = None) -> Somebody:
        """Create a guest without a socket."""
        newcomer = Somebody(server or self.server, self._client)
        made = await newcomer.post("/api/guests", {"name": name})
        found = Somebody(server or self.server, self._client, id=made["id"], token=made["token"])
        self.people.append(found)
        return found

    async def person(self, name: str = "Ada", server: Server | None = None) -> Somebody:
        """Create a guest with a socket."""
        return await (await self.guest(name, server)).connect()

    async def again(self, one: Somebody, server: Server | None = None) -> Somebody:
        """Return the same guest again, as from another device."""
        self.people.append(Somebody(server or one.server, self._client, id=one.id, token=one.token))
        return await self.people[-1].connect()

    async def stranger(self, server: Server | None = None) -> Somebody:
        """Return somebody without a token, with a socket."""
        self.people.append(Somebody(server or self.server, self._client))
        return await self.people[-1].connect()

    async def table(
        self, game: str = "urbino", seats: int = 2, **more: Any
    ) -> tuple[str, list[Somebody]]:
        """Seat people at a new table until it is full; all of them watch."""
        host = await self.person("Ada")
        table = await host.make(game, "me" + " open" * (seats - 1), **more)
        players = [host]
        await host.watch(table)
        for number, name in enumerate(["Bruno", "Carla", "Dino", "Elio"][: seats - 1], 1):
            players.append(await self.person(name))
            await players[-1].watch(table)
            await players[-1].do("sit", table=table, seat=number)
        for each in players:
            await each.sees(table, lambda t: t["status"] == "playing")
        return table, players


async def until_clock_runs(table: str, players: list[Somebody], seat: int = 1) -> Data:
    """Let everyone make first legal decisions until the clock of a seat runs; return the table."""
    state = await players[0].sees(table, lambda t: t["status"] == "playing")
    while state["clock"]["running"] != seat:
        mover, ply = players[state["to_move"]], state["ply"]
        found = await mover.sees(table, lambda t, ply=ply: t["ply"] == ply)  # type: ignore[misc]
        await mover.play(table, found["legal"][0])
        for each in players:
            state = await each.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
    return state
