"""The HTTP part against its own description: whatever is asked, the answer is one of those told."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode, checks

from contrada.server.settings import Settings
from tests.server.conftest import NewDatabase
from tests.server.serving import GENEROUS, InThread, http

EXAMPLES = 25
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def served(new_database: NewDatabase) -> Iterator[InThread]:
    server = InThread(Settings(database=new_database("sqlite"), limits=GENEROUS))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def somebody(served: InThread) -> dict[str, str]:
    """Return the headers of a guest."""
    asked = urllib.request.Request(
        f"{http(served)}/api/guests", b"{}", {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked) as answer:
        return {"Authorization": f"Bearer {json.load(answer)['token']}"}


@pytest.fixture(scope="module")
def described(served: InThread) -> Any:
    return schemathesis.openapi.from_url(f"{http(served)}/api/openapi.json")


def test_every_address_answers_as_described(described: Any, somebody: dict[str, str]) -> None:
    checked = set()
    for found in described.get_all_operations():
        operation = found.ok()
        _check(operation.as_strategy(), somebody)
        if operation.body:  # and what the description forbids
            wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
            _check(wrong, somebody)
        checked.add(operation.label)
    assert {"POST /api/tables", "POST /api/tables/{table_id}/messages"} <= checked


def _check(cases: Any, headers: dict[str, str]) -> None:
    @given(case=cases)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    check()


def test_the_messages_of_the_socket_are_described(served: InThread) -> None:
    with urllib.request.urlopen(f"{http(served)}/api/openapi.json") as answer:
        parts = json.load(answer)["components"]["schemas"]
    assert {"Message", "Play", "Undo", "Preview", "Rematch"} <= parts.keys()
