"""Several clients do anything at any time: each message is answered, and the log agrees."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.people import Company, Somebody
from tests.server.serving import InThread
from tests.server.stored import check_told

pytestmark = pytest.mark.anyio
MESSAGES = 120
KINDS = [
    *["play"] * 30,
    *["undo", "ask", "answer", "answer", "withdraw", "preview", "watch", "chat", "claim", "rematch"]
    * 2,
    *["sit", "sit", "keep", "stand", "give", "mute", "resign", "leave", "ping"],
    *["home", "running", "leave_home", "visible"],
]


class Monkey:
    """Somebody who sends any possible message, whether it makes sense or not."""

    def __init__(self, who: Somebody, tables: list[str], seed: int) -> None:
        self.who, self.tables = who, tables
        self._choose = random.Random(seed)

    async def go(self) -> None:
        for table in self.tables:
            await self.who.watch(table)
        for _ in range(MESSAGES):
            kind, table = self._choose.choice(KINDS), self._choose.choice(self.tables)
            answer = await self.who.say(kind, **self._fields(kind, table))
            assert answer.get("reason") not in ("busy", "message"), answer
            if "table" in answer and kind == "rematch" and len(self.tables) < 5:
                self.tables.append(answer["table"])
            if kind in ("leave", "rematch") and answer["type"] == "done":
                await self.who.watch(str(answer.get("table") or table))
            if self._choose.random() < 0.01:
                await self._come_back()

    async def _come_back(self) -> None:
        if self._choose.random() < 0.5:
            await self.who.hang_up()
        await self.who.disconnect()
        await self.who.connect()
        for table in self.tables:
            await self.who.watch(table)

    def _fields(self, kind: str, table: str) -> dict[str, Any]:
        choose, known = self._choose, self.who.tables.get(table, {})
        if kind in ("home", "running", "leave_home", "ping"):
            return {}
        if kind == "visible":
            return {"visible": choose.random() < 0.5}
        ply = known.get("ply", 0) + (choose.random() < 0.05)
        legal = known.get("legal") or [0]
        decision = choose.choice(legal) if choose.random() < 0.9 else choose.randrange(400)
        further: dict[str, dict[str, Any]] = {
            "play": {"decisions": [decision]},
            "preview": {"decisions": [decision]},
            "ask": {"what": choose.choice(["takeback", "draw", "pause"])},
            "answer": {
                "what": choose.choice(["takeback", "draw"]),
                "yes": choose.random() < 0.5,
            },
            "sit": {"seat": choose.randrange(2)},
            "keep": {"seat": choose.randrange(2)},
            "give": {"seat": choose.randrange(2), "level": 1},
            "withdraw": {"what": choose.choice(["takeback", "draw", "pause", "rematch"])},
            "chat": {"text": f"{choose.random()}"},
            "mute": {
                "guest": choose.choice([self.who.id, "nobody"]),
                "muted": choose.random() < 0.5,
            },
        }
        at_ply = kind in (
            *("play", "preview", "undo", "ask", "answer", "withdraw", "resign", "claim"),
        )
        return {"table": table, **({"ply": ply} if at_ply else {}), **further.get(kind, {})}


@pytest.mark.parametrize("seed", [1, 2])
async def test_monkeys(company: Company, seed: int) -> None:
    assert isinstance(company.server, InThread)
    ada, bruno, carla = [await company.person(name) for name in ("Ada", "Bruno", "Carla")]
    clock = {"kind": "game", "minutes": 10, "increment": 1}
    tables = [
        await ada.make("urbino", "me open", listed=True),
        await bruno.make("urtown", "open me", clock=clock, random_seats=True),
        await carla.make("urbino", "me 1"),
    ]
    crowd = [ada, bruno, carla, await company.again(ada)]
    monkeys = [Monkey(who, [*tables], 10 * seed + n) for n, who in enumerate(crowd)]
    await asyncio.gather(*(monkey.go() for monkey in monkeys))
    for table in {table for monkey in monkeys for table in monkey.tables}:
        check_told(company.server.settings.database, table, *crowd)
