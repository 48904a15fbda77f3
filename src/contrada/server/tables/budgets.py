"""How much each person may add to a log besides playing.

Everybody has their own budget, so nobody can use up what others need. If you have used yours up,
you can still play, resign, claim and ask for a rematch: the game itself limits those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from contrada.server.wire.refusals import Refused

SITTINGS = 20  # of one guest, before the start; standing up follows sitting down
ASIDES = 5_000  # of one seat: decisions taken back, questions and answers
SAID = 1_000  # lines of the host, or of a player
SAID_BY_ONLOOKER, SAID_BY_ONLOOKERS = 100, 2_000  # lines of one of them, and of all together
MUTINGS = 1_000  # by the host


class Budgets:
    """Counts what people have done at a table besides playing."""

    def __init__(self) -> None:
        self.sittings: Counter[str] = Counter()
        self.keepings: set[str] = set()  # guests for whom a seat was kept, once
        self.asides: Counter[int] = Counter()
        self.said: Counter[str] = Counter()
        self.mutings = 0

    def check_sitting(self, guest: str) -> None:
        """Refuse somebody who has sat down before the start often enough."""
        if self.sittings[guest] >= SITTINGS:
            raise Refused("limit", "You have sat down here too often; find another table")

    def check_keeping(self, guest: str) -> None:
        """Refuse somebody for whom a seat was kept before: others want to play too."""
        if guest in self.keepings:
            raise Refused("limit", "A seat has been kept for you here before; sit down")

    def check_aside(self, seat: int) -> None:
        """Refuse a seat that has taken back and asked often enough."""
        if self.asides[seat] >= ASIDES:
            raise Refused("limit", "You have taken back and asked too often; play the game out")

    def check_muting(self) -> None:
        """Refuse a host who has muted and unmuted people often enough."""
        if self.mutings >= MUTINGS:
            raise Refused("limit", "You have muted and unmuted people too often here")

    def check_saying(self, guest: str, belongs: Callable[[str], bool]) -> None:
        """Refuse somebody who has said enough; onlookers share what they may say."""
        if belongs(guest):
            if self.said[guest] >= SAID:
                raise Refused("limit", "You have said enough at this table")
            return
        by_onlookers = sum(lines for who, lines in self.said.items() if not belongs(who))
        if self.said[guest] >= SAID_BY_ONLOOKER or by_onlookers >= SAID_BY_ONLOOKERS:
            raise Refused("limit", "Onlookers have said enough at this table")
