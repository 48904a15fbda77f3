"""The queue for thinking: who searches next when all places are taken.

Addresses take turns, and so do the guests of one address. Somebody who asks for a lot, even as many
guests, only delays their own address. A table of bots that nobody watches comes after everything
that somebody is waiting for. Quick searches have a place of their own, so they never wait behind
slow ones.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a search is for."""

    TABLE = "table"  # a bot's turn that somebody waits for
    STUDY = "study"  # a hint, advice, a reply or a judgement
    ALONE = "alone"  # a bot's turn at a table of bots that nobody watches


class Wish(NamedTuple):
    """A search that somebody wants."""

    guest: str
    address: str  # may be unknown
    kind: Kind
    is_quick: bool = False

    @property
    def share(self) -> str:
        """Who takes turns with the others: an address, or a guest whose address is unknown."""
        return self.address or self.guest


class _Waiter(NamedTuple):
    wish: Wish
    called: asyncio.Future[bool]  # True: to the place for quick searches


class _Lines:
    """Waiters by address and guest."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, OrderedDict[str, deque[_Waiter]]] = OrderedDict()

    def add(self, waiter: _Waiter) -> None:
        guests = self._of.setdefault(waiter.wish.share, OrderedDict())
        guests.setdefault(waiter.wish.guest, deque()).append(waiter)

    def pop(self, busy: Counter[str]) -> _Waiter | None:
        """Remove and return the next waiter, from the address with the fewest searches."""
        while self._of:
            share = min(self._of, key=busy.__getitem__)  # of equals the first: they take turns
            waiter = self._pop_of(share)
            if not waiter.called.done():  # otherwise it has given up
                return waiter
        return None

    def _pop_of(self, share: str) -> _Waiter:
        guests = self._of.pop(share)
        guest, line = guests.popitem(last=False)
        waiter = line.popleft()
        if line:
            guests[guest] = line  # behind the others of this address
        if guests:
            self._of[share] = guests  # behind the other addresses
        return waiter


class ThinkingQueue:
    """The places for searches, and those who wait for one.

    Studying and tables that nobody watches never take all places if there are several. There is
    one more place for quick searches; they may take the others too if nobody else wants them.
    """

    def __init__(self, places: int) -> None:
        self._free, self._is_quick_place_free = places, True
        self._most_behind = max(1, places - 1)  # places for everything but people's tables
        self._behind = 0
        self._busy: Counter[str] = Counter()  # searches by address
        self._lines = {(kind, quick): _Lines() for kind in Kind for quick in (False, True)}
        self._first, self._second = Kind.TABLE, Kind.STUDY  # they take turns

    def has_place_for(self, wish: Wish) -> bool:
        """Whether a wish would not have to wait."""
        if wish.is_quick and self._is_quick_place_free:
            return True
        may = wish.kind is Kind.TABLE or self._behind < self._most_behind
        return may and self._free > 0

    @asynccontextmanager
    async def place(self, wish: Wish) -> AsyncIterator[None]:
        """Hold a place as soon as it is this wish's turn."""
        called: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._lines[wish.kind, wish.is_quick].add(_Waiter(wish, called))
        self._hand_out()
        try:
            in_quick_place = await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # it was called just as it gave up
                self._give_back(wish, in_quick_place=called.result())
            raise
        try:
            yield
        finally:
            self._give_back(wish, in_quick_place=in_quick_place)

    def _give_back(self, wish: Wish, *, in_quick_place: bool) -> None:
        self._busy[wish.share] -= 1
        if not self._busy[wish.share]:
            del self._busy[wish.share]
        if in_quick_place:
            self._is_quick_place_free = True
        else:
            self._free += 1
            self._behind -= wish.kind is not Kind.TABLE
        self._hand_out()

    def _hand_out(self) -> None:
        """Call waiters to all free places that they may take."""
        if self._is_quick_place_free and (waiter := self._next(quick=True, may_be_behind=True)):
            self._is_quick_place_free = False
            self._call(waiter, to_quick_place=True)
        while self._free and (waiter := self._next_for_usual_place()):
            self._free -= 1
            self._behind += waiter.wish.kind is not Kind.TABLE
            self._call(waiter, to_quick_place=False)

    def _next_for_usual_place(self) -> _Waiter | None:
        may = self._behind < self._most_behind
        return self._next(quick=False, may_be_behind=may) or self._next(
            quick=True, may_be_behind=may
        )

    def _next(self, *, quick: bool, may_be_behind: bool) -> _Waiter | None:
        for kind in (self._first, self._second, Kind.ALONE):
            if kind is not Kind.TABLE and not may_be_behind:
                continue
            waiter = self._lines[kind, quick].pop(self._busy)
            if waiter:
                if kind is self._first:
                    self._first, self._second = self._second, self._first
                return waiter
        return None

    def _call(self, waiter: _Waiter, *, to_quick_place: bool) -> None:
        self._busy[waiter.wish.share] += 1
        waiter.called.set_result(to_quick_place)
