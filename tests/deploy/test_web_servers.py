"""nginx and Caddy in front of a server, as `deploy/` says: sockets, addresses, limits, uploads.

They are skipped where these programs are not installed; `make soak` installs them.
"""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

import pytest

import contrada
from contrada import record
from contrada.server.settings import Settings
from tests.deploy.web_servers import KINDS, MOST, Nginx, WebServer, found
from tests.server.people import Company
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread

pytestmark = pytest.mark.anyio
GUESTS = 10  # at once from one address
LARGEST = GENEROUS.body_size


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    """A server that trusts what comes from this machine."""
    settings = Settings(
        database=f"sqlite:///{tmp_path_factory.mktemp('behind') / 'games.db'}",
        limits=replace(GENEROUS, guests=(0.001, GUESTS)),
        games=("urbino",),
        proxies=(HOST,),
        origins=("https://games.example.org",),
    )
    server = InThread(settings)
    yield server
    server.stop()


@pytest.fixture(scope="module", params=KINDS, ids=[kind.program for kind in KINDS])
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, behind: InThread
) -> Iterator[WebServer]:
    kind = request.param
    if found(kind.program) is None:
        pytest.skip(f"{kind.program} is not installed")
    server = kind(tmp_path_factory.mktemp(kind.program), behind)
    yield server
    server.stop()


def from_address(front: WebServer, address: str) -> socket.socket:
    """Connect from one of the many addresses of this machine."""
    return socket.create_connection((HOST, front.port), PATIENCE, source_address=(address, 0))


def ask(
    front: WebServer, address: str, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, bytes]:
    """Return the status and the body of the answer."""
    source = (address, 0)
    asking = http.client.HTTPConnection(HOST, front.port, PATIENCE, source_address=source)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(asking):
        with suppress(BrokenPipeError, ConnectionResetError):  # the answer may come before the end
            asking.request(method, path, body, {"Content-Type": "application/json", **named})
        answer = asking.getresponse()
        return answer.status, answer.read()


def until(holds: Callable[[], bool]) -> None:
    """Try again and again until something is true, or fail the test."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end


def new_guest(front: WebServer, address: str, **headers: str) -> int:
    return ask(front, address, "POST", "/api/guests", b"{}", **headers)[0]


async def test_people_play_through_it(front: WebServer) -> None:
    async with Company(front) as company:
        table, players = await company.table()
        state = players[0].tables[table]
        mover = players[state["to_move"]]
        await mover.play(table, mover.tables[table]["legal"][0])
        for each in players:
            await each.sees(table, lambda t: t["ply"] == 1)


def test_addresses_are_told_apart_and_cannot_be_made_up(front: WebServer) -> None:
    """Each address may make so many guests, whatever it says about itself."""
    number = KINDS.index(type(front))
    ada, bruno = f"127.0.{10 + number}.2", f"127.0.{10 + number}.3"
    made = [
        new_guest(front, ada, X_Forwarded_For=f"203.0.113.{each}") for each in range(GUESTS + 1)
    ]
    assert made == [201] * GUESTS + [429]
    assert new_guest(front, bruno) == 201


def test_the_page_and_its_origin(front: WebServer) -> None:
    status, page = ask(front, HOST, "GET", "/rules/urbino")
    assert status == 200
    assert b"<title>" in page
    for origin, expected in {"https://games.example.org": 201, "https://evil.example": 403}.items():
        assert new_guest(front, "127.0.0.7", Origin=origin) == expected


def test_records_come_through_up_to_the_limit(front: WebServer) -> None:
    game = contrada.game("urbino").start(seed=3).play_to_the_end(3)
    text = json.dumps(record.record_of(game, ("Ada", "Bruno")).document()).encode()
    largest = text + b" " * (LARGEST - len(text))
    for document in (text, largest):
        status, answer = ask(front, HOST, "POST", "/api/replays", document)
        assert status == 200, answer
        assert json.loads(answer)["game"] == "urbino"
    too_much = ask(front, HOST, "POST", "/api/replays", largest + b" ")[0]
    # Refused by the web server, or by Contrada behind it, which then hears no more.
    assert too_much in (413, 429, 502)


def test_figures_are_for_this_machine_only(front: WebServer) -> None:
    expected = {HOST: 200, "127.0.0.5": 403} if isinstance(front, Nginx) else {HOST: 403}
    assert {each: ask(front, each, "GET", "/metrics")[0] for each in expected} == expected


def test_one_address_cannot_take_all_connections(front: WebServer) -> None:
    """Caddy cannot count them; Contrada still counts requests by address."""
    if not isinstance(front, Nginx):
        pytest.skip("only nginx counts connections")
    with ExitStack() as opened:
        for _ in range(MOST):
            busy = opened.enter_context(from_address(front, "127.0.0.8"))
            # nginx counts a connection once it knows what is asked for.
            busy.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        until(lambda: ask(front, "127.0.0.8", "GET", "/healthz")[0] == 429)
        assert ask(front, "127.0.0.9", "GET", "/healthz")[0] == 200
