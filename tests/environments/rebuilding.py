"""Turns an observation back into a state that looks the same to the seat.

Nothing but the tensor is read, so a state whose view is right shows that the tensor is complete.
What the seat may not know is filled with anything.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from contrada.games.contract import Game, Observed, Position
from contrada.games.urbania.rules.state import COPIES
from contrada.kernel import boards


def rebuild(game: Game, seen: Observed) -> Position:
    """Return a position that looks as the observation says."""
    seats = int(seen["seats"]) if "seats" in seen else 2
    states = np.zeros(1, game.definition.state)
    fill = _REBUILD.get(game.name) or import_module(f"tests.games.{game.name}.rebuilding").rebuild
    fill(states[0], seen, int(seen["seat"]), seats)
    return game.restore(states.tobytes(), seats)


def word(flags: Any) -> int:
    """Return a set of small numbers as bits."""
    return sum(1 << int(each) for each in np.flatnonzero(flags))


def words(plane: Any) -> tuple[int, int]:
    """Return the squares of a plane as the rules store them."""
    low, high = boards.from_list([int(each) for each in np.flatnonzero(plane)])
    return int(low), int(high)


def chosen(flags: Any, seat: int, seats: int) -> int:
    """Return the seat that is marked, or -1."""
    return (int(np.argmax(flags)) + seat) % seats if flags.any() else -1


def named(number: Any, seat: int, seats: int) -> int:
    """Return the seat that a number from 1 on names, or -1."""
    return (int(number) - 1 + seat) % seats if number else -1


def urbino(state: Any, seen: Observed, seat: int, seats: int) -> None:
    for side in range(2):
        for kind in range(3):
            state["buildings"][side ^ seat, kind] = words(seen["buildings"][side, kind])
        state["supply"][side ^ seat] = seen["supply"][side]
    squares = np.flatnonzero(seen["architects"])
    state["architects"] = [*squares, -1, -1][:2]
    state["due"] = np.argmax(seen["due"])
    state["to_move"] = chosen(seen["to_move"], seat, seats)
    state["skips"] = seen["skips"]
    state["monuments"] = seen["monuments"]


def urtown(state: Any, seen: Observed, seat: int, seats: int) -> None:
    each = 2 if seats == 2 else 1
    state["lying"] = seen["lying"].reshape(-1) - 1
    state["piles"] = -1
    for place in range(seats * each):
        colour = (place + seat * each) % (seats * each)
        state["tiles"][colour] = words(seen["colours"][place])
        state["shown"][colour] = word(seen["racks"][place] == 2)
        for captor in range(seats):
            by = (captor - seat) % seats + 1
            state["captured"][captor, colour] = word(seen["captured"][place] == by)
        on_board = [int(tile) - 1 for tile in seen["lying"][seen["colours"][place] > 0]]
        _deal_urtown(state, colour, seen, place, on_board)
    state["seats"], state["to_move"] = seats, chosen(seen["to_move"], seat, seats)
    state["singletons"], state["blockers"] = seen["singletons"], seen["blockers"]


def _deal_urtown(state: Any, colour: int, seen: Observed, place: int, on_board: list[int]) -> None:
    """Deal the tiles that are nowhere else between rack and pile."""
    rack = [int(tile) for tile in np.flatnonzero(seen["racks"][place])]
    gone = {*rack, *on_board, *(int(tile) for tile in np.flatnonzero(seen["captured"][place]))}
    unseen = [tile for tile in range(28) if tile not in gone]
    missing = int(seen["rack_sizes"][place]) - len(rack)
    state["racks"][colour] = sum(1 << tile for tile in [*rack, *unseen[:missing]])
    pile = unseen[missing:]
    assert len(pile) == seen["pile_sizes"][place]
    state["piles"][colour, : len(pile)] = pile
    state["pile_sizes"][colour] = len(pile)
    state["placed"][colour] = 28 - int(seen["rack_sizes"][place]) - len(pile)


URBANIA_AS_THEY_ARE = (
    *("buildings", "specialists", "discards", "paid", "actions_left", "cards_due", "swept"),
    *("acted", "idle_turns", "paid_worth", "last_rank", "end_turns", "pile_size"),
    *("project_pile_size", "seats", "subsidy", "politics"),
)
URBANIA_BY_SEAT = (
    *("unsure", "known", "tables", "points", "from_buildings", "from_specialists"),
    *("from_projects", "fees", "contracts"),
)


def urbania(state: Any, seen: Observed, seat: int, seats: int) -> None:
    state["tiles"] = seen["tiles"].reshape(-1)
    state["renewed"] = words(seen["renewed"])
    for name in URBANIA_AS_THEY_ARE:
        state[name] = seen[name]
    state["pool"] = seen["pool"] - 1
    state["holders"] = [named(holder, seat, seats) for holder in seen["holders"]]
    state["due"] = np.argmax(seen["due"])
    state["target"], state["colour"] = seen["target"] - 1, seen["colour"] - 1
    state["starter"] = chosen(seen["starter"], seat, seats)
    state["to_move"] = chosen(seen["to_move"], seat, seats)
    unseen = _unseen_cards(seen)
    for place in range(seats):
        other = (place + seat) % seats
        for name in URBANIA_BY_SEAT:
            state[name][other] = seen[name][place]
        _deal_urbania(state, other, seen, place, unseen)
    state["pile"][: int(seen["pile_size"])] = unseen
    _leave_in_hands(state, seen, seat, seats)


def _leave_in_hands(state: Any, seen: Observed, seat: int, seats: int) -> None:
    """Give each hand its number of the cards left in hands; which of them does not matter."""
    state["left"][seat] = seen["own_left"]
    rest = seen["left"] - seen["own_left"]
    kinds = [kind for kind, count in enumerate(rest) for _ in range(int(count))]
    for place in range(1, seats):
        for _ in range(int(seen["left_with"][place])):
            state["left"][(place + seat) % seats, kinds.pop()] += 1


def _unseen_cards(seen: Observed) -> list[int]:
    """List the cards that are in the pile or unseen in other hands."""
    counts = COPIES - seen["hand"] - seen["known"][1:].sum(0) - seen["tables"].sum(0)
    counts = counts - seen["discards"] - seen["paid"].sum(0)
    for kind in seen["pool"]:
        if kind > 0:
            counts[int(kind) - 1] -= 1
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]


def _deal_urbania(state: Any, other: int, seen: Observed, place: int, unseen: list[int]) -> None:
    """Give a seat its cards and projects; unknown ones are any that nobody has seen."""
    state["hands"][other] = seen["known"][place] if place else seen["hand"]
    for _ in range(int(seen["hand_sizes"][place] - state["hands"][other].sum())):
        state["hands"][other, unseen.pop()] += 1
    unknown = (1 << int(seen["project_sizes"][place])) - 1
    state["project_hands"][other] = unknown if place else word(seen["projects"])
    submitted = word(seen["submitted"][place])
    state["submitted"][other] = submitted or (1 << int(seen["submitted_sizes"][place])) - 1


URBE_AS_THEY_ARE = (
    *("fountains_left", "tiles_taken", "step", "begins", "pile_size", "seats", "discards"),
    *("eight",),
)


def urbe(state: Any, seen: Observed, seat: int, seats: int) -> None:
    for name in ("guilds", "sides", "drawn", "useful", "decrees", "waiting", "cities", "pile"):
        state[name] = -1
    for name in URBE_AS_THEY_ARE:
        state[name] = seen[name]
    state["round_number"] = seen["round"]
    state["market"] = seen["market"] - 1
    state["archbishop_mark"] = word(seen["archbishop_marks"])
    state["box"] = (1 << int(seen["box_size"])) - 1
    state["pile"][: int(seen["pile_size"])] = 0
    state["due"] = np.argmax(seen["due"])
    state["first"] = chosen(seen["first"], seat, seats)
    state["to_move"] = chosen(seen["to_move"], seat, seats)
    state["target"], state["card"], state["half"] = (
        int(seen[name]) - 1 for name in ("target", "card", "half")
    )
    state["herald"], state["archbishop"] = (
        named(seen[name], seat, seats) for name in ("herald", "archbishop")
    )
    for place in range(seats):
        _seat_of_urbe(state, (place + seat) % seats, seen, place)


def _seat_of_urbe(state: Any, other: int, seen: Observed, place: int) -> None:
    city = np.concatenate([seen[name][place].reshape(-1) for name in ("cells", "borders")])
    state["cities"][other] = np.concatenate([city, seen["outsides"][place]]) - 1
    state["placed"][other] = word(state["cities"][other] >= 0)
    state["fountains"][other] = seen["fountains"][place].reshape(-1)
    for name in ("guilds", "sides", "useful", "drawn", "waiting"):
        state[name][other] = seen[name][place] - 1
    state["waiting_size"][other] = (seen["waiting"][place] > 0).sum()
    state["power_used"][other] = seen["power_used"][place]
    state["cards"][other] = word(seen["cards"][place])
    state["meeples"][other] = word(seen["meeples"] == place + 1)
    known = seen["decrees"][place] - 1
    unknown = [0] * int(seen["decree_sizes"][place])
    state["decrees"][other] = known if known.max() >= 0 else [*unknown, -1, -1, -1][:3]


_REBUILD: dict[str, Callable[[Any, Observed, int, int], None]] = {
    "urbino": urbino,
    "urtown": urtown,
    "urbania": urbania,
    "urbe": urbe,
}
