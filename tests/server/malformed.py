"""Things that are no messages of the protocol: random, broken, too large, or without any sense."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from contrada.server.run import SOCKET_SIZE
from contrada.server.settings import Limits

TEXT, CONT, BINARY, CLOSE, PING = 0x1, 0x0, 0x2, 0x8, 0x9
FIN, MASKED = 0x80, 0x80
BROKEN, NO_TEXT, TOO_LONG = 1002, 1007, 1009  # codes of RFC 6455
LONGEST = Limits().message_size
NOWHERE = "n0-such-table"
WRONG: list[Any] = [
    *[None, True, -1, 1.5, 1e300, 10**30, -(10**400), "", "0", "\x00", "é" * 60],
    *[[], {}, [[]], [None], {"a": {"b": [1]}}, ["1"], [-1], [2**64], [0] * 65],
]
# For each message: what it needs, all of it right but for the table.
MESSAGES: dict[str, dict[str, Any]] = {
    "watch": {"table": NOWHERE},
    "leave": {"table": NOWHERE},
    "play": {"table": NOWHERE, "ply": 3, "decisions": [1, 2]},
    "preview": {"table": NOWHERE, "ply": 3, "decisions": [1]},
    "undo": {"table": NOWHERE, "ply": 3},
    "ask": {"table": NOWHERE, "ply": 3, "what": "draw"},
    "answer": {"table": NOWHERE, "ply": 3, "what": "draw", "yes": True},
    "resign": {"table": NOWHERE, "ply": 3},
    "claim": {"table": NOWHERE, "ply": 3},
    "sit": {"table": NOWHERE, "seat": 0},
    "keep": {"table": NOWHERE, "seat": 0},
    "stand": {"table": NOWHERE},
    "give": {"table": NOWHERE, "seat": 0, "level": 1},
    "rematch": {"table": NOWHERE},
    "chat": {"table": NOWHERE, "text": "Hello"},
    "mute": {"table": NOWHERE, "guest": "somebody", "muted": True},
}
AT_PLY = ("play", "undo", "ask", "answer", "resign", "claim")


def framed(content: bytes, first: int = FIN | TEXT, *, masked: bool = True) -> bytes:
    """Return a frame; its mask is zero, so that the content stays as it is."""
    size, bit = len(content), MASKED * masked
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, bit | 127, size)
    return head + b"\0" * (4 * masked) + content


class Body(NamedTuple):
    """A request that cannot be carried out."""

    method: str
    path: str
    content: bytes


class Malformed:
    """Makes them up at random; `table` exists, but whoever sends them has no seat there."""

    def __init__(self, choose: random.Random, table: str) -> None:
        self._choose, self._table = choose, table
        self._messages: list[Callable[[], bytes]] = [
            *[self._noise, self._nested, self._no_object, self._no_type] * 2,
            *[self._wrong_field, self._wrong_field, self._missing_field, self._unknown_field] * 3,
            *[self._senseless, self._elsewhere, self._cut, self._mutated] * 3,
            *[self._too_long, self._in_bytes],
        ]

    # --- Messages that are refused while the socket stays open ---

    def frame(self) -> bytes:
        """Return a message that gets one answer, almost always a refusal."""
        return self._choose.choice(self._messages)()

    def _valid(self) -> dict[str, Any]:
        kind = self._choose.choice([*MESSAGES])
        found = {"type": kind, **MESSAGES[kind]}
        if self._choose.random() < 0.5:
            found["id"] = self._choose.randrange(2**53)
        return found

    def _text(self) -> str:
        choose = self._choose
        limit = choose.choice([0x80, 0x80, 0x800, 0xD800])
        return "".join(chr(choose.randrange(limit)) for _ in range(choose.randrange(40)))

    def _noise(self) -> bytes:
        return framed(("x" + self._text()).encode())

    def _nested(self) -> bytes:
        opening = self._choose.choice(["[", '{"a":', '{"type":', '{"id":['])
        number = self._choose.randrange(1, 2000)
        return framed((opening * number)[:LONGEST].encode())

    def _no_object(self) -> bytes:
        return framed(json.dumps(self._choose.choice([x for x in WRONG if x != {}])).encode())

    def _no_type(self) -> bytes:
        kind = self._choose.choice([*WRONG, "Play", "play ", "__proto__", self._text()])
        return framed(json.dumps({**self._valid(), "type": kind}).encode())

    def _wrong_field(self) -> bytes:
        message = self._valid()
        field = self._choose.choice([field for field in message if field not in ("type", "id")])
        wrong = [each for each in WRONG if type(each) is not type(message[field])]
        return framed(json.dumps(message | {field: self._choose.choice(wrong)}).encode())

    def _missing_field(self) -> bytes:
        message = self._valid()
        del message[self._choose.choice([field for field in message if field != "id"])]
        return framed(json.dumps(message).encode())

    def _unknown_field(self) -> bytes:
        more = {f"x{self._text()}": self._choose.choice(WRONG)}
        return framed(json.dumps(self._valid() | more).encode())

    def _senseless(self) -> bytes:
        """Return a message about a real table that the sender must not, or cannot, send."""
        kind = self._choose.choice(AT_PLY)
        message = {"type": kind, **MESSAGES[kind], "table": self._table}
        message["ply"] = self._choose.choice([0, 1, 2**31, self._choose.randrange(2**31)])
        return framed(json.dumps(message).encode())

    def _elsewhere(self) -> bytes:
        message = self._valid()
        while message["type"] == "leave":  # which may be said anywhere
            message = self._valid()
        return framed(json.dumps(message).encode())

    def _cut(self) -> bytes:
        text = json.dumps(self._valid()).encode()
        return framed(text[: self._choose.randrange(len(text))])

    def _mutated(self) -> bytes:
        """Return a message with some bytes changed; a few of them still make sense."""
        text = bytearray(json.dumps(self._valid()).encode())
        for _ in range(self._choose.randrange(1, 5)):
            text[self._choose.randrange(len(text))] = self._choose.randrange(1, 0x80)
        return framed(bytes(text))

    def _too_long(self) -> bytes:
        size = self._choose.randrange(LONGEST + 1, SOCKET_SIZE)
        return framed(json.dumps(self._valid()).encode().ljust(size))

    def _in_bytes(self) -> bytes:
        return framed(self._choose.randbytes(self._choose.randrange(200)), FIN | BINARY)

    # --- Frames after which a socket is closed ---

    def breaking(self) -> tuple[bytes, int]:
        """Return frames that break the protocol of sockets, and the code of RFC 6455 for it."""
        choose = self._choose
        text = json.dumps(self._valid()).encode()
        found = choose.choice(
            [
                (
                    framed(text[:5] + choose.choice([b"\xff", b"\xc0\x80", b"\xed\xa0\x80"])),
                    NO_TEXT,
                ),
                (framed(text, masked=False), BROKEN),
                (framed(text, FIN | TEXT | choose.choice([0x10, 0x20, 0x40])), BROKEN),
                (framed(text, FIN | choose.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])), BROKEN),
                (framed(text, FIN | CONT), BROKEN),
                (framed(text[:3], TEXT) + framed(text), BROKEN),
                (framed(b"x" * 126, FIN | PING), BROKEN),
                (framed(b"x", PING), BROKEN),
                (framed(b"x", FIN | CLOSE), BROKEN),
                (
                    framed((choose.choice([0, 999, 1005, 1006])).to_bytes(2, "big"), FIN | CLOSE),
                    BROKEN,
                ),
                (framed(b"\x03\xe8\xff", FIN | CLOSE), NO_TEXT),
                (framed(b" " * (SOCKET_SIZE + choose.randrange(1, 4000))), TOO_LONG),
                (
                    struct.pack("!BBQ", FIN | TEXT, MASKED | 127, choose.randrange(2**20, 2**62)),
                    TOO_LONG,
                ),
            ]
        )
        return found[0] + framed(text) * choose.randrange(3), found[1]

    def noise(self) -> bytes:
        """Return random bytes; nobody knows what they mean as frames."""
        return self._choose.randbytes(self._choose.randrange(1, 400))

    # --- Bodies of requests ---

    def body(self) -> Body:
        """Return a request whose body cannot be read, or makes no sense."""
        choose = self._choose
        method, path, valid = choose.choice(self._requests())
        text = json.dumps(valid).encode()
        kinds: list[Callable[[], bytes]] = [
            lambda: choose.randbytes(choose.randrange(1, 300)),
            lambda: text[: choose.randrange(len(text))],
            lambda: text[:-1] + b"\xff}",
            lambda: choose.choice([b"[", b'{"a":']) * choose.randrange(1, 3000),
            lambda: json.dumps(choose.choice([x for x in WRONG if x != {}])).encode(),
            lambda: json.dumps(valid | {f"x{self._text()}": choose.choice(WRONG)}).encode(),
            lambda: json.dumps(valid | {choose.choice([*valid]): self._absurd()}).encode(),
        ]
        return Body(method, path, choose.choice(kinds)())

    def _absurd(self) -> object:
        """Return what no field of any request may be."""
        return self._choose.choice([-(10**400), 1e300, [[]], {"a": {"b": [1]}}, [None] * 70])

    def _requests(self) -> list[tuple[str, str, dict[str, Any]]]:
        seats = [{"kind": "me"}, {"kind": "open"}]
        source = {"kind": "position", "game": "urbino", "options": {}, "text": "?"}
        kind = self._choose.choice([*MESSAGES])
        message = {"type": kind, **MESSAGES[kind], "table": self._table}
        return [
            ("POST", "/api/guests", {"name": "Ada"}),
            ("POST", "/api/sessions", {"token": "nobody’s"}),
            ("PATCH", "/api/me", {"name": "Ada"}),
            ("DELETE", "/api/me", {"confirm": "nobody"}),
            ("POST", "/api/tables", {"game": "urbino", "seats": seats}),
            ("POST", f"/api/tables/{self._table}/messages", message),
            ("POST", "/api/study", {"source": source, "decisions": []}),
            ("POST", "/api/study/advice", {"source": source, "decisions": [], "seconds": 1.0}),
            ("POST", "/api/analyses", {"source": source}),
            ("POST", "/api/replays", {"contrada": 1, "game": "urbino", "moves": []}),
            ("POST", "/api/verify", {"commitment": "0", "salt": "0", "seed": "0"}),
        ]
