"""Shards: equal pieces of a study or contest, one for each job of a batch system."""

from __future__ import annotations

import re
from dataclasses import dataclass

from contrada.errors import OptionError


@dataclass(frozen=True)
class Shard:
    """One of several equal pieces: its number from 1 on, and how many there are."""

    number: int
    of: int

    def of_games(self, games: int) -> range:
        """Return the numbers of the games in this shard."""
        return range(self.number - 1, games, self.of)

    def heading(self) -> dict[str, int]:
        """Return what the first line of its part says of it."""
        return {"shard": self.number, "shards": self.of}


def read_shard(text: str) -> Shard:
    """Read a shard from text such as `3/40`."""
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text)
    shard = Shard(*map(int, found.groups())) if found else None
    if shard is None or not 1 <= shard.number <= shard.of:
        raise OptionError(f"a shard is written as NUMBER/ALL, for example 3/40, not {text!r}")
    return shard
