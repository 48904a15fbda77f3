"""Security: headers, origins, sizes, unknown addresses, and things that are not messages."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import contrada
from contrada.cli.serve import serve
from contrada.server.http import security
from contrada.server.http.security import HEADERS, is_allowed_origin
from contrada.server.lobby import Lobby
from contrada.server.run import SOCKET_SIZE
from contrada.server.settings import Limits, Settings
from contrada.server.tables.previews import Previews
from tests.logged import Overheard
from tests.server.conftest import NewDatabase
from tests.server.people import Company, Data
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread, eventually, ws
from tests.server.test_protocol import UNREADABLE
from tests.server.test_seats import retry_at_ply

pytestmark = pytest.mark.anyio


class Raw:
    """Sends what no client would send."""

    def __init__(self, port: int) -> None:
        self._port = port

    def __call__(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(HOST, self._port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_accept_encoding=True)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            length = {} if "Transfer-Encoding" in named else {"Content-Length": str(len(body))}
            named = {"Content-Type": "application/json", **length, **named}
        for name, value in named.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        connection.close()
        return found


@pytest.fixture
def raw(on_sqlite: InThread) -> Raw:
    return Raw(on_sqlite.port)


# --- Headers -------------------------------------------------------------------------------------

EVERYWHERE = [
    ("GET", "/", None, {200, 404}),  # 404 before the page has been built
    ("GET", "/table/x", None, {200, 404}),
    ("GET", "/assets/none.js", None, {404}),
    ("GET", "/healthz", None, {200}),
    ("GET", "/metrics", None, {200}),
    ("GET", "/api/games", None, {200}),
    ("GET", "/api/me", None, {401}),
    ("GET", "/api/nothing", None, {404}),
    ("GET", "/api/tables/nowhere", None, {404}),
    ("GET", "/api/tables/%00", None, {422}),
    ("GET", "/api/openapi.json", None, {200}),
    ("GET", "/api/socket", None, {404}),
    ("POST", "/api/guests", b"{}", {201}),
    ("POST", "/api/guests", b"{", {422}),
    ("POST", "/api/guests", b"[" * 100_000, {400, 422}),
    ("POST", "/api/verify", b'{"seed": ' + b"1" * 10_000 + b"}", {400, 422}),
    ("PUT", "/api/guests", b"{}", {405}),
    ("DELETE", "/", None, {405}),
    ("HEAD", "/", None, {200, 404}),
    ("HEAD", "/api/games", None, {405}),
    ("OPTIONS", "/api/games", None, {405}),
    ("TRACE", "/api/games", None, {405}),
    ("GET", "/%00", None, {200, 404}),
    ("GET", "/" + "x" * 5000, None, {200, 404}),
    ("GET", "/" + "x" * 300 + ".js", None, {404}),
    ("GET", "/%ff%fe", None, {200, 404}),
]


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"), EVERYWHERE, ids=lambda v: str(v)[:30]
)
def test_every_answer_carries_the_headers(
    raw: Raw, method: str, path: str, body: bytes | None, expected: set[int]
) -> None:
    status, headers, _ = raw(method, path, body)
    assert status in expected
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value, name
    assert "server" not in headers
    if path.startswith("/api/"):
        assert "no-store" in headers["cache-control"]


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = {
        part.split(" ")[0]: part.split(" ")[1:]
        for part in HEADERS["Content-Security-Policy"].split("; ")
    }
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == ["'none'"]
    assert not re.search(r"unsafe|\*|https?:", HEADERS["Content-Security-Policy"])
    assert HEADERS["X-Content-Type-Options"] == "nosniff"


# --- Origins -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"host": "example.org"}, True),  # a program
        ({"host": "example.org", "origin": "https://example.org"}, True),
        ({"host": "Example.org:8000", "origin": "http://example.ORG:8000"}, True),
        ({"host": "example.org", "origin": "https://example.org:444"}, False),
        ({"host": "example.org", "origin": "https://evil.org"}, False),
        ({"host": "example.org", "origin": "https://example.org.evil.org"}, False),
        ({"host": "example.org", "origin": "https://evil.org/example.org"}, False),
        ({"host": "example.org", "origin": "https://example.org@evil.org"}, False),
        ({"host": "example.org", "origin": "null"}, False),
        ({"host": "example.org", "origin": ""}, False),
        ({"host": "", "origin": ""}, False),
        ({"origin": "null"}, False),
        ({"host": "example.org", "origin": "http://[::1"}, False),
        ({"host": "internal:8000", "origin": "https://play.example.org"}, True),
        ({"host": "internal:8000", "origin": "http://play.example.org"}, False),
    ],
)
def test_origins(headers: dict[str, str], expected: bool) -> None:
    assert is_allowed_origin(headers, ("https://play.example.org",)) is expected


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/guests"),
        ("PATCH", "/api/me"),
        ("POST", "/api/me/links"),
        ("POST", "/api/sessions"),
        ("DELETE", "/api/sessions"),
        ("POST", "/api/tables"),
        ("POST", "/api/tables/x/messages"),
        ("POST", "/api/replays"),
        ("POST", "/api/verify"),
    ],
)
@pytest.mark.parametrize("origin", ["https://evil.org", "null", "http://[::1"])
def test_other_pages_change_nothing(raw: Raw, method: str, path: str, origin: str) -> None:
    status, _, text = raw(method, path, b"{}", Origin=origin)
    assert (status, json.loads(text)["reason"]) == (403, "origin")


def test_our_own_page_may(raw: Raw, on_sqlite: InThread) -> None:
    origin = f"http://{HOST}:{on_sqlite.port}"
    assert raw("POST", "/api/guests", b"{}", Origin=origin)[0] == 201
    assert raw("GET", "/api/games", Origin="https://evil.org")[0] == 200


@pytest.mark.parametrize("origin", ["https://evil.org", "null", "http://[::1", ""])
async def test_sockets_of_other_pages_are_not_opened(on_sqlite: InThread, origin: str) -> None:
    with pytest.raises(InvalidStatus) as wrong:
        await connect(ws(on_sqlite), additional_headers={"Origin": origin})
    assert wrong.value.response.status_code == 403


async def test_sockets_of_our_own_page_and_of_programs_are(on_sqlite: InThread) -> None:
    for headers in ({}, {"Origin": f"http://{HOST}:{on_sqlite.port}"}):
        async with connect(ws(on_sqlite), additional_headers=headers) as socket:
            assert json.loads(await socket.recv())["type"] == "hello"


# --- Files ---------------------------------------------------------------------------------------


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Serve a page of a few files next to a secret; its folder is reached through a link."""
    folder = tmp_path / "real" / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Contrada</title>")
    (folder / "assets" / "main-1a2b.js").write_text("let it = 1")
    (folder / "element").mkdir()
    (folder / "element" / "board.js").write_text("let it = 2")
    (tmp_path / "real" / "secret.txt").write_text("secret")
    (tmp_path / "real" / "page-secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "real" / "secret.txt")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setattr("contrada.server.http.page.PAGE", tmp_path / "link" / "page")
    return folder


@pytest.mark.parametrize(
    ("path", "status", "start"),
    [
        ("/", 200, b"<title>"),
        ("/index.html", 200, b"<title>"),
        ("/table/abc", 200, b"<title>"),
        ("/assets/main-1a2b.js", 200, b"let it = 1"),
        ("/assets/other.js", 404, b"{"),
        ("/assets", 200, b"<title>"),
        ("/favicon.ico", 404, b"{"),
    ],
)
def test_the_page(raw: Raw, page: Path, path: str, status: int, start: bytes) -> None:
    found = raw("GET", path)
    assert (found[0], found[2][: len(start)]) == (status, start)


def test_what_never_changes_is_kept_and_the_rest_asked_for_again(raw: Raw, page: Path) -> None:
    assert "immutable" in raw("GET", "/assets/main-1a2b.js")[1]["cache-control"]
    assert raw("GET", "/")[1]["cache-control"] == "no-cache"
    element = raw("GET", "/element/board.js")[1]
    assert element["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in raw("GET", "/")[1]


@pytest.fixture
def site(page: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Serve docs of two files, too."""
    folder = page.parent / "site"
    (folder / "reference").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Docs</h1>")
    (folder / "reference" / "index.html").write_text("<h1>Reference</h1>")
    monkeypatch.setattr("contrada.server.http.page.SITE", folder)
    return folder


@pytest.mark.parametrize(
    ("path", "status", "start"),
    [
        ("/docs/", 200, b"<h1>Docs"),
        ("/docs/index.html", 200, b"<h1>Docs"),
        ("/docs/reference/", 200, b"<h1>Reference"),
        ("/docs/none.html", 404, b"{"),
        ("/docs/../secret.txt", 404, b"{"),
        ("/docs/..%2fsecret.txt", 404, b"{"),
        ("/docs/%00", 404, b"{"),
        ("/docsearch", 200, b"<title>"),
        ("/api/openapi.json", 200, b"{"),
    ],
)
def test_the_docs(raw: Raw, site: Path, path: str, status: int, start: bytes) -> None:
    found = raw("GET", path)
    assert (found[0], found[2][: len(start)]) == (status, start)


def test_the_page_knows_whether_there_are_docs(
    raw: Raw, page: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    (page / "index.html").write_text(
        '<title>Contrada</title><meta name="description" content="" />'
    )
    monkeypatch.setattr("contrada.server.http.page.SITE", page.parent / "none")
    assert b"contrada-docs" not in raw("GET", "/")[2]
    assert raw("GET", "/docs/")[2].startswith(b"<title>"), "the page says that there is nothing"
    request.getfixturevalue("site")
    assert b'<meta name="contrada-docs" content="/docs/" />' in raw("GET", "/")[2]
    status, headers, _ = raw("GET", "/docs")
    assert (status, headers["location"]) == (308, "/docs/")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/../page-secret.txt",
        "/link.txt",
        "/%00secret.txt",
        "/secret.txt%00.html",
        "/..%c0%afsecret.txt",
        "/.",
        "/..",
        "/assets/.",
    ],
)
def test_nothing_beside_the_page_is_served(raw: Raw, page: Path, path: str) -> None:
    status, _, text = raw("GET", path)
    assert status in (200, 404)
    assert b"secret" not in text
    assert b"root:" not in text
    assert status == 404 or text.startswith(b"<title>")


# --- Sizes and rates -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(new_database: NewDatabase) -> Iterator[InThread]:
    """Start a server with limits that are soon reached."""
    limits = Limits(
        messages=(2000.0, 50),
        chat=(0.001, 3),
        tables=(0.001, 3),
        requests=(1000.0, 500),
        sockets=2,
        watched=2,
    )
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    yield server
    server.stop()


async def test_limits_are_told(strict: InThread) -> None:
    async with Company(strict) as company:
        ada = await company.person()
        tables = [await ada.make("urbino", "me open") for _ in range(3)]
        seats = [{"kind": "me"}, {"kind": "open"}]
        more = await ada.request("POST", "/api/tables", {"game": "urbino", "seats": seats})
        assert (more.status, more.data["reason"]) == (429, "limit")
        assert more.headers["retry-after"] == "1"
        for number in range(3):
            await ada.do("chat", table=tables[0], text=str(number))
        assert (await ada.refused("chat", table=tables[0], text="more"))["reason"] == "limit"
        await ada.watch(tables[0])
        await ada.watch(tables[1])
        assert (await ada.refused("watch", table=tables[2]))["reason"] == "limit"
        await ada.watch(tables[0])  # again is no more
        await ada.do("leave", table=tables[0])
        await ada.watch(tables[2])
        await company.again(ada)
        third = await company.again(ada)
        await third.until_closed()
        assert json.loads(third.heard[0])["reason"] == "limit"
        assert third.closed == 1008
        bruno = await company.person("Bruno")  # others are not concerned
        await bruno.do("chat", table=tables[0], text="Hello")
        assert await bruno.make("urbino", "me open")


async def test_rematches_are_tables_too(strict: InThread) -> None:
    async with Company(strict) as company:
        ada = await company.person("Carla")
        table = await ada.make("urbino", "me 1")
        for _ in range(2):
            await ada.watch(table)
            await retry_at_ply(ada, "resign", table)
            await ada.do("leave", table=table)
            table = str((await ada.do("rematch", table=table))["table"])
        await ada.watch(table)
        await retry_at_ply(ada, "resign", table)
        assert (await ada.refused("rematch", table=table))["reason"] == "limit"


def test_guests_from_one_address(new_database: NewDatabase) -> None:
    limits = Limits(guests=(0.001, 3))
    server = InThread(Settings(database=new_database("sqlite"), limits=limits))
    try:
        raw = Raw(server.port)
        statuses = [raw("POST", "/api/guests", b"{}")[0] for _ in range(4)]
        assert statuses == [201] * 3 + [429]
        assert raw("POST", "/api/sessions", b'{"token": "x"}')[0] == 429
        assert raw("GET", "/api/games")[0] == 200
    finally:
        server.stop()


def test_requests_from_one_address(new_database: NewDatabase) -> None:
    limits = Limits(requests=(0.001, 5))
    server = InThread(Settings(database=new_database("sqlite"), limits=limits, games=("urbino",)))
    try:
        raw = Raw(server.port)
        statuses = [raw("GET", "/api/tables")[0] for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        status, headers, text = raw("GET", "/api/games")
        assert (status, json.loads(text)["reason"]) == (429, "limit")
        assert headers["content-security-policy"]
        assert raw("GET", "/healthz")[0] == 200
    finally:
        server.stop()


async def test_a_body_that_is_too_large(raw: Raw) -> None:
    large = b" " * ((1 << 20) + 1)
    for path in ("/api/replays", "/api/guests", "/api/verify"):
        status, _, text = raw("POST", path, large)
        assert (status, json.loads(text)["reason"]) == (429, "limit")
    status, _, _ = raw("POST", "/api/replays", b"{}", Content_Length="99999999999999999999")
    assert status in (400, 429)
    status, _, _ = raw("POST", "/api/guests", b"{}", Content_Length="-1")
    assert status in (400, 429)


async def test_a_body_that_says_nothing_of_its_length(raw: Raw) -> None:
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    body = chunk * 17 + b"0\r\n\r\n"
    status, _, text = raw("POST", "/api/replays", body, Transfer_Encoding="chunked")
    assert (status, json.loads(text)["reason"]) == (429, "limit")


def test_long_answers_are_compressed(raw: Raw) -> None:
    status, headers, text = raw("GET", "/api/games/urbino/decisions", Accept_Encoding="gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert len(gzip.decompress(text)) > 5 * len(text)


async def test_a_message_over_http_is_as_short_as_on_the_socket(few: Company) -> None:
    ada = await few.guest()
    table = await ada.make("urbino", "me open")
    body = {"type": "chat", "table": table, "text": "x" * 5000}
    found = await ada.request("POST", f"/api/tables/{table}/messages", body)
    assert (found.status, found.data["reason"]) == (429, "limit")


# --- What is no message --------------------------------------------------------------------------


async def test_malformed_messages_are_refused_and_the_socket_stays(company: Company) -> None:
    ada = await company.person()
    for text in UNREADABLE:
        if len(text) < SOCKET_SIZE:
            before = len(ada.heard)
            await ada.send(text)
            await ada.until(lambda before=before: len(ada.heard) > before)  # type: ignore[misc]
            answer = json.loads(ada.heard[-1])
            assert answer["type"] == "refused"
            assert answer["reason"] == ("message" if len(text) <= 4096 else "limit")
    assert (await ada.say("ping"))["type"] == "pong"


async def test_malformed_messages_over_http(few: Company) -> None:
    ada = await few.guest()
    table = await ada.make("urbino", "me open")
    for text in [*UNREADABLE, "\xff\xfe"]:
        content = text.encode("latin-1", "backslashreplace")
        found = await ada.request("POST", f"/api/tables/{table}/messages", content=content)
        expected = (422, "message") if len(content) <= 4096 else (429, "limit")
        assert (found.status, found.data["reason"]) == expected, text[:80]


@pytest.mark.parametrize("message", [b"", b"\x00\xff", b'{"type": "ping"}'])
async def test_bytes_are_no_message(few: Company, message: bytes) -> None:
    ada = await few.person()
    await ada.send(message)
    await ada.until(lambda: len(ada.heard) == 2)
    assert json.loads(ada.heard[-1])["reason"] == "message"
    assert (await ada.say("ping"))["type"] == "pong"


async def test_long_messages(few: Company) -> None:
    ada = await few.person()
    await ada.send('{"type": "ping", "id": 1' + " " * 5000 + "}")
    await ada.until(lambda: len(ada.heard) == 2)
    assert json.loads(ada.heard[-1])["reason"] == "limit"
    assert (await ada.say("ping"))["type"] == "pong"
    await ada.send(" " * (SOCKET_SIZE + 1))
    await ada.until_closed()
    assert ada.closed == 1009


@pytest.mark.parametrize(
    "frames",
    [
        b"\xff\xff\xff\xff",
        b"\x81\x05hello",  # a client must mask
        b"\xf1\x80\x00\x00\x00\x00",  # bits that mean nothing
        b"\x80\x80\x00\x00\x00\x00",  # the rest of nothing
        b"\x81\xfe\x7f\xff\x00\x00\x00\x00" + b"\xff" * 10,
        b"\x81\x81\x00\x00\x00\x00\xff",  # no UTF-8
    ],
)
async def test_what_is_no_socket(on_sqlite: InThread, frames: bytes) -> None:
    reader, writer = await asyncio.open_connection(HOST, on_sqlite.port)
    writer.write(
        b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    writer.write(frames)
    writer.write_eof()
    async with asyncio.timeout(PATIENCE):
        await reader.read()
    writer.close()
    await writer.wait_closed()
    async with Company(on_sqlite) as company:
        assert await (await company.person()).say("ping")


async def test_out_of_order_messages(company: Company) -> None:
    """Whatever comes at the wrong time is answered, and the table stays as it was."""
    ada = await company.person()
    table = await ada.make("urbino", "me open")
    early: list[Data] = [
        {"type": "play", "ply": 0, "decisions": [0]},
        {"type": "undo", "ply": 0},
        {"type": "resign", "ply": 0},
        {"type": "claim", "ply": 0},
        {"type": "ask", "ply": 0, "what": "draw"},
        {"type": "answer", "ply": 0, "what": "draw", "yes": True},
        {"type": "preview", "ply": 0, "decisions": [0]},
        {"type": "rematch"},
    ]
    for message in early:
        answer = await ada.refused(table=table, **message)
        assert answer["reason"] == "now", message
    await ada.do("sit", table=table, seat=0)  # where she sits
    await ada.do("leave", table=table)  # never watched
    await ada.do("leave", table="nowhere")
    await ada.do("leave_home")
    await ada.do("stand", table=table)
    assert (await ada.refused("stand", table=table))["reason"] == "seat"
    assert (await ada.look(table))["seq"] == 2


async def test_a_huge_ply_is_stale_or_no_message(few: Company) -> None:
    table, (ada, _) = await few.table()
    assert (await ada.refused("undo", table=table, ply=2**31))["reason"] == "stale"
    assert (await ada.refused("undo", table=table, ply=2**31 + 1))["reason"] == "message"
    assert (await ada.refused("undo", table=table, ply=10**30))["reason"] == "message"


async def test_who_hangs_up_in_the_middle_does_no_harm(company: Company) -> None:
    """The last move sent is carried out completely or not at all, and the others go on."""
    table, (ada, bruno) = await company.table()
    await ada.send({"type": "play", "table": table, "ply": 0, "decisions": [40]})
    await ada.hang_up()
    state = await bruno.sees(table, lambda t: t["online"] == [False, True])
    assert state["ply"] in (0, 1)
    await ada.connect()
    state = await ada.watch(table)
    if state["ply"] == 0:
        await ada.play(table, 40)
    await bruno.sees(table, lambda t: t["ply"] == 1)
    await bruno.play(table, 44)
    await ada.sees(table, lambda t: t["ply"] == 2)


async def test_a_closed_socket_is_forgotten(few: Company) -> None:
    assert isinstance(few.server, InThread)
    ada = await few.person()
    table = await ada.make("urbino", "me open")
    await ada.watch(table)
    await ada.say("home")
    await ada.disconnect()
    services = few.server.services
    await eventually(
        lambda: ada.id not in {c.guest and c.guest.id for c in list(services.connections._open)}
    )
    await eventually(lambda: not services.registry.loaded[table].listeners)


async def test_a_fault_of_ours_is_an_answer_too(
    few: Company, monkeypatch: pytest.MonkeyPatch, overheard: Overheard
) -> None:
    """HTTP gives a sentence without details, a socket is closed; others notice nothing."""
    overheard.forgive("inner-workings")

    async def fail(*_: object) -> None:
        raise RuntimeError("inner-workings")

    table, (ada, bruno) = await few.table()
    monkeypatch.setattr(Lobby, "listed", fail)
    monkeypatch.setattr(Previews, "preview", fail)
    found = await ada.request("GET", "/api/tables")
    assert (found.status, found.data["reason"]) == (500, "busy")
    assert "inner-workings" not in found.text
    for name, value in HEADERS.items():
        assert found.headers[name] == value
    await ada.send({"type": "preview", "table": table, "ply": 0, "decisions": [0]})
    await ada.until_closed()
    state = await bruno.sees(table, lambda t: t["online"] == [False, True])
    assert state["status"] == "playing"
    await ada.connect()
    await ada.watch(table)
    await ada.play(table, 40)
    await bruno.sees(table, lambda t: t["ply"] == 1)


# --- Secrets and names ---------------------------------------------------------------------------


async def test_ids_are_unguessable(few: Company) -> None:
    ada = await few.guest()
    table = await ada.make("urbino", "me open")
    assert len(table) == 16  # 96 bits
    assert len(ada.token) == 43  # 256 bits
    link = await ada.post("/api/me/links", {})
    assert len(link["token"]) == 43


async def test_a_cookie_is_only_for_https_where_there_is_https(
    new_database: NewDatabase,
) -> None:
    settings = Settings(
        database=new_database("sqlite"), limits=GENEROUS, proxies=("127.0.0.1",), games=("urbino",)
    )
    server = InThread(settings)
    try:
        raw = Raw(server.port)
        plain = raw("POST", "/api/guests", b"{}")[1]["set-cookie"].lower()
        secure = raw("POST", "/api/guests", b"{}", X_Forwarded_Proto="https")[1]["set-cookie"]
        assert "secure" not in plain
        assert "secure" in secure.lower()
    finally:
        server.stop()


async def test_user_text_is_data_never_a_page(few: Company) -> None:
    """Whatever people write comes back as JSON that no browser treats as a page."""
    evil = "<script>alert(1)</script>"
    ada = await few.guest(evil[:24])
    table = await ada.make("urbino", "me open", listed=True)
    await ada.connect()
    await ada.do("chat", table=table, text=evil)
    for path in (f"/api/tables/{table}", "/api/me", "/api/tables", "/api/me/tables"):
        found = await ada.request("GET", path)
        assert found.headers["content-type"] == "application/json"
    wrong = await ada.request("GET", f"/api/games/{evil}/decisions")
    assert wrong.headers["content-type"] == "application/json"


# --- The service ---------------------------------------------------------------------------------


async def test_health(company: Company) -> None:
    stranger = await company.stranger()
    assert await stranger.get("/healthz") == {"status": "ok", "version": contrada.__version__}


async def test_metrics(few: Company) -> None:
    table, (ada, _) = await few.table()
    await ada.play(table, 40)
    await ada.refused("undo", table=table, ply=0)
    found = await ada.request("GET", "/metrics")
    assert found.headers["content-type"].startswith("text/plain")
    families = {family.name: family for family in text_string_to_metric_families(found.text)}
    played = {
        sample.labels["game"]: sample.value
        for sample in families["contrada_decisions"].samples
        if sample.name.endswith("_total")
    }
    assert played["urbino"] >= 1
    for name in (
        *("contrada_refused", "contrada_tables", "contrada_sockets", "contrada_store_seconds"),
        *("contrada_bots_thinking", "contrada_bot_seconds", "contrada_commit_jobs"),
        *("contrada_searches", "contrada_commit_seconds"),
    ):
        assert families[name].samples is not None
        assert families[name].documentation
    sockets = families["contrada_sockets"].samples[0].value
    assert sockets >= 2
    for secret in (ada.token, ada.id, table, "Ada"):
        assert secret not in found.text


def test_it_listens_to_this_machine_only_unless_told() -> None:
    assert inspect.signature(serve).parameters["host"].default == "127.0.0.1"
    assert security.READING == ("GET", "HEAD", "OPTIONS")
