"""Messages about a table get the same answer through a socket and over HTTP."""

from __future__ import annotations

import pytest

from tests.server.people import Company, Data, Somebody, lasting

pytestmark = pytest.mark.anyio

# What Ada says when it is her turn, and nothing of it changes the game.
MESSAGES: list[tuple[str, Data]] = [
    ("watch", {}),
    ("preview", {"ply": 0, "decisions": [40]}),
    ("preview", {"ply": 0, "decisions": [40, 40, 40]}),
    ("preview", {"ply": 3, "decisions": [40]}),
    ("hint", {"ply": 0}),
    ("play", {"ply": 1, "decisions": [40]}),
    ("play", {"ply": 0, "decisions": [487]}),
    ("play", {"ply": 0, "decisions": [2**20]}),
    ("undo", {"ply": 0}),
    ("answer", {"ply": 0, "what": "draw", "yes": True}),
    ("withdraw", {"ply": 0, "what": "draw"}),
    ("claim", {"ply": 0}),
    ("sit", {"seat": 1}),
    ("sit", {"seat": 9}),
    ("keep", {"seat": 1}),
    ("stand", {}),
    ("give", {"seat": 1, "level": 1}),
    ("rematch", {}),
    ("name", {"seat": 1, "name": "X"}),
    ("mute", {"guest": "nobody", "muted": True}),
    ("chat", {"text": "\u200b"}),
    ("chat", {"text": "Hello"}),
]


@pytest.mark.parametrize(("type", "fields"), MESSAGES, ids=str)
async def test_socket_and_http_answer_alike(few: Company, type: str, fields: Data) -> None:
    table, (ada, _) = await few.table()
    answers = [
        await way(ada, {"type": type, "table": table, **fields}) for way in (by_socket, by_http)
    ]
    assert answers[0] == answers[1]


async def by_socket(who: Somebody, message: Data) -> Data:
    return _without_number(await who.say(**message))


async def by_http(who: Somebody, message: Data) -> Data:
    numbered = {**message, "id": 7}
    found = await who.request("POST", f"/api/tables/{message['table']}/messages", numbered)
    assert found.data["id"] == 7
    return _without_number(found.data)


def _without_number(answer: Data) -> Data:
    """Return the answer without the id of its message."""
    assert answer["type"] in ("snapshot", "preview", "refused", "done")
    return {**lasting(answer), "type": answer["type"]}


@pytest.mark.parametrize("type", ["ping", "home", "running", "leave_home", "visible", "leave"])
async def test_messages_for_a_socket_are_refused_over_http(few: Company, type: str) -> None:
    table, (ada, _) = await few.table()
    needs: dict[str, Data] = {"leave": {"table": table}, "visible": {"visible": True}}
    message = {"type": type, "id": 7, **needs.get(type, {})}
    found = await ada.request("POST", f"/api/tables/{table}/messages", message)
    assert (found.status, found.data["reason"]) == (422, "message")
    assert (found.data["id"], found.data["table"]) == (7, table)
    assert found.data["sentence"] == "Only messages about a table can be sent here"
