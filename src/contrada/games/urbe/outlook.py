"""What the tiles of the market would cost and bring a seat, and who could get them before it.

A view says what is there. This says what could come of it, from what the seat knows: all that lies
open, and its own decrees. It is worked out only when somebody asks, because most of it is trying.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, NamedTuple

import numpy as np

from contrada.games.plain import plain
from contrada.games.urbe import rules
from contrada.games.urbe.notation import DECREES, LOCATIONS, TILES
from contrada.games.urbe.view import NEEDS, PAYS, order_in, progress, suits
from contrada.games.urbe.view_types import Coming, Gains, Half, Payment, UrbeOutlook
from contrada.kernel import records
from contrada.kernel.operations import State
from contrada.kernel.sets import members

HALVES: tuple[Half, ...] = ("flags", "guilds")


def outlook(state: State, seat: int) -> UrbeOutlook | None:
    """Return what the market holds for a seat, while tiles are marked and taken."""
    if not rules.MARKING <= state.due <= rules.USING_TREASURER:
        return None
    market = Market(plain(state), seat)
    return {
        "places": [
            {
                "place": place + 1,
                "payments": [*market.payments(place)],
                "gains": gains(state, seat, market.tile(place)),
                "markers": market.markers(place),
                "takers": market.takers(place),
            }
            for place in market.places()
        ]
    }


# --- Costs, and who else could have it -----------------------------------------------------------


class Market:
    """The market as a seat sees it."""

    def __init__(self, table: Any, seat: int) -> None:
        self._table, self._seat = table, seat
        self._marked = reduce(or_, [*table.meeples, table.archbishop_mark])
        done = table.step
        marking = table.due <= rules.SENDING_ARCHBISHOP
        self._to_mark = order_in(table, "mark")[done:] if marking else []
        self._to_take = order_in(table, "take")[0 if marking else done :]

    def places(self) -> Iterator[int]:
        """List the places that the seat has marked itself, or nobody has."""
        for place, tile in enumerate(self._table.market):
            others = self._marked & ~self._table.meeples[self._seat]
            if tile >= 0 and not others >> place & 1:
                yield place

    def tile(self, place: int) -> int:
        """Return the tile at a place."""
        return int(self._table.market[place])

    def payments(self, place: int) -> Iterator[Payment]:
        """List the ways to pay for the tile under a meeple (URBE-TAKE-1, -2)."""
        ways: tuple[Half | None, ...] = (None,) if self._is_grey(place) else HALVES
        for card, half in product(self._cards(self._seat), ways):
            if half is None or self._pays(self._seat, card, half, place):
                seconds = [] if half is None else self._seconds(self._seat, card, half, place)
                yield {
                    "card": card + 1,
                    "by": half,
                    "seconds": [each + 1 for each in seconds],
                    "strands": [each + 1 for each in self._stranded(card, place)],
                }

    def markers(self, place: int) -> list[int]:
        """List the seats that could mark a tile before this one marks again (URBE-MARKET-2)."""
        others = _before(self._seat, self._to_mark)
        return sorted({each for each in others if self._could_mark(each, place)})

    def takers(self, place: int) -> list[int]:
        """List the seats that could get a tile before this one can take it as a second one.

        They could mark it, or take it as a second tile themselves before this seat takes.
        """
        later = {each for each in self._to_mark if each != self._seat}
        earlier = _before(self._seat, self._to_take)
        found = {each for each in later if self._could_mark(each, place)}
        return sorted(found | {each for each in earlier if self._could_take(each, place)})

    def _cards(self, seat: int) -> list[int]:
        return members(self._table.cards[seat])

    def _is_grey(self, place: int) -> bool:
        return bool(TILES[self.tile(place)].power)

    def _pays(self, seat: int, card: int, half: Half, place: int) -> bool:
        number, guild = HALVES.index(half), self._table.guilds[seat]
        return bool(PAYS[number][guild][self.tile(place)] >> card & 1)

    def _can_pay(self, seat: int, card: int, place: int) -> bool:
        return self._is_grey(place) or any(self._pays(seat, card, by, place) for by in HALVES)

    def _seconds(self, seat: int, card: int, half: Half, place: int) -> list[int]:
        """List the places that the other half of a card pays for (URBE-TAKE-3, -5)."""
        other = HALVES[1 - HALVES.index(half)]
        free = (each for each in self._free() if each != place)
        return [each for each in free if self._pays(seat, card, other, each)]

    def _free(self) -> list[int]:
        """List the places that nobody marks."""
        market = self._table.market
        return [p for p, tile in enumerate(market) if tile >= 0 and not self._marked >> p & 1]

    def _stranded(self, card: int, place: int) -> list[int]:
        """List the seat's other marks for which no card would be left (URBE-TAKE-4)."""
        left = [each for each in self._cards(self._seat) if each != card]
        others = [each for each in members(self._table.meeples[self._seat]) if each != place]
        return [p for p in others if not any(self._can_pay(self._seat, each, p) for each in left)]

    def _could_mark(self, seat: int, place: int) -> bool:
        """Whether a seat could mark a tile, with a meeple or with the Archbishop.

        If it can pay for none, it may mark any.
        """
        if self._marked >> place & 1:
            return False
        if self._table.archbishop == seat and not self._table.archbishop_mark:
            return True
        cards = self._cards(seat)
        payable = [p for p in self._free() if any(self._can_pay(seat, c, p) for c in cards)]
        return place in payable or not payable

    def _could_take(self, seat: int, place: int) -> bool:
        """Whether a seat could take a tile as a second one, with what it has marked or may mark."""
        marks = set(members(self._table.meeples[seat]))
        if self._to_mark.count(seat) > self._is_sending(seat):
            marks |= {each for each in self._free() if each != place}
        return any(
            self._pays(seat, card, half, mark) and place in self._seconds(seat, card, half, mark)
            for card, half, mark in product(self._cards(seat), HALVES, marks)
        )

    def _is_sending(self, seat: int) -> bool:
        """Whether a seat has marked already, and decides about the Archbishop."""
        return bool(self._table.due == rules.SENDING_ARCHBISHOP and self._table.to_move == seat)


def _before(seat: int, order: list[int]) -> list[int]:
    """Return those whose turn comes before the next one of a seat; all if it has none."""
    return order[: order.index(seat)] if seat in order else order


# --- Gains ---------------------------------------------------------------------------------------


class Tried(NamedTuple):
    """What placing a tile at a location would come to."""

    location: int
    worth: int
    character: int
    useful: int
    fountains: list[int]


def gains(state: State, seat: int, tile: int) -> Gains | None:
    """Return what a tile could bring a seat, placed in its city as it is."""
    tried = [*_tries(state, seat, tile)]
    if not tried:
        return None
    squares = max(tried, key=lambda each: sum(each.fountains))
    found: Gains = {
        "worth": max(each.worth for each in tried),
        "character": max(each.character for each in tried),
        "useful": max(each.useful for each in tried),
        "fountains": squares.fountains,
        "decrees": [*_coming(state, seat, tile, {each.location for each in tried})],
    }
    return {**found, "at": LOCATIONS[squares.location]} if squares.fountains else found


def _tries(state: State, seat: int, tile: int) -> Iterator[Tried]:
    """Place a tile wherever the rules let the seat place it now."""
    start = records.copy(state)
    here = start[0]
    here.to_move, here.due, here.step = seat, rules.PLACING, 0
    here.waiting[seat] = rules.NOTHING
    here.waiting[seat, 0], here.waiting_size[seat] = tile, 1
    before, room = _sheet(state), np.empty(int(rules.DECISIONS), np.int64)
    for decision in room[: rules.legal(here, room)].tolist():
        if not rules.PLACE <= decision < rules.KEEP:
            continue
        location = (decision - int(rules.PLACE)) % int(rules.LOCATIONS)
        after = records.copy(here)
        rules.apply(after[0], decision)
        worths, points = _sheet(after[0])
        new = after[0].fountains[seat] != state.fountains[seat]
        yield Tried(
            location,
            int(worths[seat, location]),
            int(points[seat, 0] - before[1][seat, 0]),
            int(points[seat, 1] - before[1][seat, 1]),
            after[0].fountains[seat][new].tolist(),
        )


def _sheet(state: State) -> tuple[Any, Any]:
    """Return what tiles and characters are worth: `[seat, location]` and `[seat, which]`."""
    worths = np.zeros((rules.MOST_SEATS, int(rules.LOCATIONS)), np.int64)
    points = np.zeros((rules.MOST_SEATS, 2), np.int64)
    met = np.empty((rules.MOST_SEATS, rules.DECREES_EACH), np.int64)
    rules.write_sheet_parts(state, worths, points, met)
    return worths, points


def _coming(state: State, seat: int, tile: int, open_to_it: set[int]) -> Iterator[Coming]:
    """List the decrees of a seat that a tile would bring nearer (URBE-DECREE-2)."""
    table = plain(state)
    city = table.cities[seat]
    for decree in table.decrees[seat]:
        now = None if decree < 0 else progress(table, seat, decree)["missing"]
        if not now:
            continue  # fulfilled, or out of reach
        ways = [
            (len(empty) - 1, cell)
            for empty in _open_ways(city, decree)
            for cell, colour in empty
            if cell in open_to_it and suits(tile, colour)
        ]
        if ways and min(ways)[0] < now:
            missing, cell = min(ways)
            yield {"id": DECREES[decree].id, "missing": missing, "cell": LOCATIONS[cell]}


def _open_ways(city: list[int], decree: int) -> Iterator[list[tuple[int, int]]]:
    """List what each placement of a decree still needs, without those that have a wrong tile."""
    for needed in NEEDS[decree]:
        if all(city[cell] < 0 or suits(city[cell], colour) for cell, colour in needed):
            yield [(cell, colour) for cell, colour in needed if city[cell] < 0]
