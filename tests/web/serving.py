"""A server in a process of its own, and players without a browser who bring tables to where tests
begin."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from websockets.sync.client import ClientConnection, connect

import contrada
from contrada import server
from tests.logged import complaints

PAGE = Path(server.__file__).parent / "page"
# Every game is dealt by it, and bots think by it, so that what fails once fails again.
SEED = int(os.environ.get("CONTRADA_TEST_SEED", "11"))
PATIENCE = 60  # seconds; nothing here takes long, but the machine may have more to do
COMPILING = 600  # the same if the rules have changed and are compiled first
ROOT = Path(__file__).parents[2]
PROGRAM = "tests.web.program"

Found = TypeVar("Found")


def until(look: Callable[[], Found | None], what: str, patience: float = PATIENCE) -> Found:
    """Check again and again until there is something."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise TimeoutError(f"waited {patience} s for {what}")


class Server:
    """`contrada serve` on a free port, which it keeps when it is restarted."""

    def __init__(self, folder: Path, program: Sequence[str] = (PROGRAM,), **settings: Any) -> None:
        self._program = [sys.executable, "-m", *program, str(SEED), json.dumps(settings)]
        self._database = folder / "games.db"
        self.log = folder / "server.log"
        self._port = 0
        self._process = self._started()

    @property
    def url(self) -> str:
        return f"http://localhost:{self._port}"

    def start_again(self) -> None:
        self._process = self._started()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def _started(self) -> subprocess.Popen[bytes]:
        where = ["--port", str(self._port), "--database", str(self._database)]
        with self.log.open("ab") as log:
            begins = log.tell()
            process = subprocess.Popen(
                [*self._program, "serve", *where, "--log-level", "info"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=ROOT,
            )
        try:
            self._port = until(lambda: self._address(process, begins), "the server's address")
            until(self._is_ready, "the games to be ready", COMPILING)
        except BaseException:
            process.kill()
            process.communicate()
            raise
        return process

    def _address(self, process: subprocess.Popen[bytes], begins: int) -> int | None:
        said = self.log.read_bytes()[begins:].decode()
        assert process.poll() is None, f"the server did not start:\n{said}"
        found = re.search(r"Contrada is running at http://localhost:(\d+)/", said)
        return int(found[1]) if found else None

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=5) as answer:
                return b'"compiling"' not in answer.read()
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        assert self._process.stdin is not None
        self._process.stdin.close()
        found = complaints(self.log.read_text(encoding="utf-8"))
        assert found == [], "the server logged what no server may log"


class Player:
    """Somebody who uses the server without a browser; a token can be that of a browser."""

    def __init__(self, server: Server, name: str = "", token: str = "") -> None:
        self._server = server
        self._open = ExitStack()
        self.token = token
        if not token:
            self.token = self.post("/api/guests", {"name": name})["token"]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        address = self._server.url + path
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    @cached_property
    def _socket(self) -> ClientConnection:
        address = self._server.url.replace("http", "ws", 1) + "/api/socket"
        who = {"Authorization": f"Bearer {self.token}"}
        return self._open.enter_context(connect(address, additional_headers=who))

    def leave(self) -> None:
        self._open.close()

    def make_table(self, game: str, *seats: dict[str, Any], **wishes: Any) -> str:
        made = self.post("/api/tables", {"game": game, "seats": list(seats), **wishes})
        return str(made["id"])

    def sit(self, table: str, seat: int) -> None:
        self.tell("sit", table, seat=seat)

    def tell(self, kind: str, table: str, **more: Any) -> dict[str, Any]:
        """Send a message about a table and return its answer."""
        self._socket.send(json.dumps({"type": kind, "table": table, "id": 1, **more}))
        while not self._is_answer(heard := json.loads(self._socket.recv(PATIENCE)), kind):
            pass
        assert heard["type"] != "refused", heard
        found: dict[str, Any] = heard
        return found

    @staticmethod
    def _is_answer(heard: dict[str, Any], kind: str) -> bool:
        return heard.get("id") == 1 or (kind == "watch" and heard["type"] == "snapshot")


ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level: int = 1) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


def table_of(game: str, players: Sequence[Player], turns: str = "", **wishes: Any) -> str:
    """Seat these players in this order, and let them play these turns."""
    host, *others = players
    table = host.make_table(game, ME, *[OPEN] * len(others), **wishes)
    for seat, player in enumerate(others, 1):
        player.sit(table, seat)
    rules = contrada.game(game, **wishes.get("options", {}))
    position, ply = rules.start_fast(len(players), SEED), 0
    for turn in rules.read_line(" ".join(turns.split())):
        decisions = position.read(turn)
        assert position.to_move is not None
        for decision in decisions:  # one by one: something may come to light in between
            players[position.to_move].tell("play", table, ply=ply, decisions=[decision])
            ply += 1
        position = position.play(turn)
    return table


def turns_of_a_game(game: str, seats: int = 2) -> list[str]:
    """Turns from the start to the end of a game, the same each time."""
    position = contrada.game(game).start_fast(seats, SEED)
    while not position.is_over:
        legal = position.legal()
        position = position.play_one(legal[len(legal) // 2])
    return position.moves()
