"""The shuffles of real games in plain Python: ChaCha20 as RFC 8439 has it, and fair draws."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

QUARTERS = (  # RFC 8439, 2.3: the columns, then the diagonals
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)


def chacha20(key: bytes, counter: int, nonce: bytes = bytes(12)) -> bytes:
    """Return one block of the stream."""
    first = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    x = list(first)
    for _ in range(10):
        for a, b, c, d in QUARTERS:
            for one, other, third, bits in (
                (a, b, d, 16),
                (c, d, b, 12),
                (a, b, d, 8),
                (c, d, b, 7),
            ):
                x[one] = (x[one] + x[other]) % 2**32
                word = x[third] ^ x[one]
                x[third] = word << bits & 0xFFFFFFFF | word >> 32 - bits
    return struct.pack(
        "<16I", *((one + other) % 2**32 for one, other in zip(x, first, strict=True))
    )


class Chance:
    """Everything that a seed deals, word by word."""

    def __init__(self, seed: int) -> None:
        self.key = hashlib.sha256(b"contrada deal " + seed.to_bytes(16, "big")).digest()
        self.drawn = 0
        self.block: tuple[int, ...] = ()

    def next_word(self) -> int:
        number, place = divmod(self.drawn, 8)
        if place == 0:
            self.block = struct.unpack("<8Q", chacha20(self.key, number))
        self.drawn += 1
        return self.block[place]

    def below(self, limit: int) -> int:
        unfair = (2**32 - limit) % limit
        while True:
            number, rest = divmod(self.next_word() // 2**32 * limit, 2**32)
            if rest >= unfair:
                return number

    def shuffle(self, items: list[int]) -> None:
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def shuffled(self, items: Iterable[int]) -> list[int]:
        order = list(items)
        self.shuffle(order)
        return order
