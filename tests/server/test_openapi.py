"""The HTTP part matches its own description: every answer is one of those described."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contrada import games
from contrada.replay import Replay
from contrada.server.settings import Settings
from contrada.server.wire.answers import Done, GameRecord, Summary
from contrada.server.wire.snapshots import Snapshot
from tests.server.conftest import NewDatabase
from tests.server.serving import GENEROUS, InThread, http


@pytest.fixture(scope="module")
def served(new_database: NewDatabase) -> Iterator[InThread]:
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    yield server
    server.stop()


def post(server: InThread, path: str, body: Any, **headers: str) -> Any:
    """Send a request and return the answer."""
    usual = {"Content-Type": "application/json", **headers}
    asked = urllib.request.Request(http(server) + path, json.dumps(body).encode(), usual)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def get(server: InThread, path: str, **headers: str) -> Any:
    """Ask for something and return the answer."""
    with urllib.request.urlopen(urllib.request.Request(http(server) + path, None, headers)) as told:
        return json.load(told)


@pytest.fixture(scope="module")
def somebody(served: InThread) -> dict[str, str]:
    """Return the headers of a guest."""
    return {"Authorization": f"Bearer {post(served, '/api/guests', {})['token']}"}


@pytest.fixture(scope="module")
def tables(served: InThread, somebody: dict[str, str]) -> list[str]:
    """Make tables: one that waits, one in play, one whose game is over."""
    found = []
    for seats in ("me open", "me bot", "me bot"):
        wishes = [{"kind": kind, "level": 1 if kind == "bot" else None} for kind in seats.split()]
        body = {"game": "urtown", "seats": wishes, "listed": True}
        found.append(post(served, "/api/tables", body, **somebody)["id"])
    while True:  # a bot may be to move
        path = f"/api/tables/{found[2]}/messages"
        ply = post(served, path, {"type": "watch", "table": found[2]}, **somebody)["ply"]
        with suppress(urllib.error.HTTPError):
            post(served, path, {"type": "resign", "table": found[2], "ply": ply}, **somebody)
            return found


def host_of(server: InThread) -> str:
    """Return the cookie of the host of the house."""
    body = json.dumps({"token": server.host_link}).encode()
    path = f"{http(server)}/api/host/sessions"
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(path, body, headers)) as answer:
        return str(answer.headers["Set-Cookie"]).partition(";")[0]


@pytest.mark.parametrize("examples", [6, pytest.param(50, marks=pytest.mark.soak)])
def test_every_address_answers_as_described(
    served: InThread, somebody: dict[str, str], tables: list[str], examples: int
) -> None:
    import schemathesis  # noqa: PLC0415 - takes long, also where no test needs it

    described: Any = schemathesis.openapi.from_url(f"{http(served)}/api/openapi.json")
    checked, host = set(), host_of(served)
    stranger = {"Authorization": f"Bearer {post(served, '/api/guests', {})['token']}"}
    with requests.Session() as session:
        session.headers.update(somebody)
        for found in described.get_all_operations():
            operation = found.ok()
            signs_out = operation.label == "DELETE /api/sessions"
            session.headers.update(stranger if signs_out else somebody)
            of_host = "/api/host" in operation.label
            if of_host:  # reading changes nothing for others; the rest is refused here
                reads = operation.label.startswith("GET ")
                session.headers.update({"Cookie": host if reads else "contrada_host=guessed"})
            _check(session, operation.as_strategy(), tables, 2 if of_host else examples)
            session.headers.pop("Cookie", None)
            if operation.body and not of_host:  # and what the description forbids
                negative = schemathesis.GenerationMode.NEGATIVE
                _check(session, operation.as_strategy(generation_mode=negative), [], examples)
            checked.add(operation.label)
    assert {"GET /api/host/log", "POST /api/host/restraints"} <= checked
    assert {"POST /api/tables", "POST /api/tables/{table_id}/messages"} <= checked


def _check(session: requests.Session, cases: Any, tables: list[str], examples: int) -> None:
    from schemathesis import checks  # noqa: PLC0415

    wanted = [
        checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]

    @given(case=cases, table=st.sampled_from(["", *tables]))
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any, table: str) -> None:
        if table and "table_id" in (case.path_parameters or {}):  # one that is there
            case.path_parameters["table_id"] = table
            if isinstance(case.body, dict) and "table" in case.body:
                case.body["table"] = table
        case.call_and_validate(session=session, checks=wanted)

    check()


def check(kind: Any, told: Any) -> None:
    """A document has the fields of its description, and no others."""
    found = msgspec.json.decode(json.dumps(told), type=kind)
    if issubclass(kind, msgspec.Struct) and kind.__struct_config__.forbid_unknown_fields:
        assert json.loads(msgspec.json.encode(found)) == told  # no field was left to its default


@pytest.mark.parametrize("game", games.NAMES)
def test_tables_replays_and_records_of_every_game_are_as_described(
    game: str, served: InThread, somebody: dict[str, str]
) -> None:
    """Schemathesis sees one game; the others have the same fields."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = post(served, "/api/tables", {"game": game, "seats": seats}, **somebody)
    check(Summary, made)
    path = f"/api/tables/{made['id']}"
    for _ in range(6):
        state = get(served, path, **somebody)
        check(Snapshot, state)
        if state["legal"]:
            with suppress(urllib.error.HTTPError):  # a bot may have been quicker
                play = {"type": "play", "table": made["id"], "decisions": state["legal"][:1]}
                post(served, f"{path}/messages", {**play, "ply": state["ply"]}, **somebody)
    while state["status"] != "over":
        resign = {"type": "resign", "table": made["id"], "ply": state["ply"]}
        with suppress(urllib.error.HTTPError):
            done = post(served, f"{path}/messages", resign, **somebody)
            check(Done, done)
        state = get(served, path, **somebody)
    check(Snapshot, state)
    check(Replay, get(served, f"{path}/replay", **somebody))
    check(GameRecord, get(served, f"{path}/record", **somebody))


def test_the_messages_of_the_socket_are_described(served: InThread) -> None:
    with urllib.request.urlopen(f"{http(served)}/api/openapi.json") as answer:
        parts = json.load(answer)["components"]["schemas"]
    assert {"Message", "Play", "Undo", "Preview", "Rematch"} <= parts.keys()
