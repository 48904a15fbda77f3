"""A bot that plays on a server. It knows no rules, and plays what scores most right away.

python examples/wire_bot.py http://localhost:8000 urbino     # or the id of a table with a free seat
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any
from urllib.request import HTTPError, Request, urlopen

from websockets.sync.client import ClientConnection, connect


def ask(address: str, body: dict[str, Any] | None = None, token: str = "") -> dict[str, Any]:
    """Send a request over HTTP and return the answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = Request(address, json.dumps(body).encode() if body else None, headers)
    try:
        with urlopen(request) as answer:
            return dict(json.load(answer))
    except HTTPError as refused:
        if refused.code != 503:
            raise
        time.sleep(int(refused.headers["Retry-After"]))  # the game is still being compiled
        return ask(address, body, token)


def hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Wait for one of these messages."""
    while (message := json.loads(socket.recv()))["type"] not in kinds:
        pass
    return dict(message)


def lead(socket: ClientConnection, table: dict[str, Any], decision: int) -> float:
    """Return by how many points a decision would put us ahead of the best other seat."""
    where = {"table": table["table"], "ply": table["ply"], "decisions": [decision]}
    socket.send(json.dumps({"type": "preview", **where}))
    view = hear(socket, "preview", "refused").get("view") or table["view"]
    sign = -1 if table["game"] == "urtown" else 1  # the player with the fewest groups wins
    scores = [sign * (score or 0) for score in view["scores"]]  # None cannot be known beforehand
    return float(scores.pop(table["you"]) - max(scores) + random.random() / 2)


def play(server: str, token: str, table_id: str) -> dict[str, Any]:
    """Play a game to the end and return its result."""
    address = server.replace("http", "ws", 1) + "/api/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        while True:
            socket.send(json.dumps({"type": "watch", "table": table_id}))
            table = hear(socket, "snapshot")
            if table["status"] == "over":
                return dict(table["result"])
            if not table["legal"]:
                hear(socket, "delta", "snapshot")  # until something has changed
                continue
            tried = random.sample(table["legal"], min(8, len(table["legal"])))
            best = max(tried, key=lambda decision: lead(socket, table, decision))
            where = {"table": table_id, "ply": table["ply"], "decisions": [best]}
            socket.send(json.dumps({"type": "play", **where}))
            hear(socket, "done", "refused")


def main(server: str, wanted: str) -> None:
    """Sit down at a table, or make one with a bot of level 1, and play."""
    token = ask(f"{server}/api/guests", {"name": "Wire bot"})["token"]
    if wanted in [game["name"] for game in ask(f"{server}/api/games")["games"]]:
        seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
        wanted = ask(f"{server}/api/tables", {"game": wanted, "seats": seats}, token)["id"]
    else:
        kinds = [seat["kind"] for seat in ask(f"{server}/api/tables/{wanted}")["seats"]]
        sit = {"type": "sit", "table": wanted, "seat": kinds.index("open")}
        ask(f"{server}/api/tables/{wanted}/messages", sit, token)
    end = play(server, token, wanted)
    print(f"places {end['places']}, scores {end['scores']}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
