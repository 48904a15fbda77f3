"""Positions, written on one line."""

from __future__ import annotations

from collections.abc import Iterable

from contrada.games.plain import plain
from contrada.games.texts import generator_text
from contrada.games.urbe import rules
from contrada.games.urbe.components import SIDES
from contrada.games.urbe.notation.names import (
    COLUMNS,
    DECREES,
    GUILDS,
    LOCATIONS,
    NOTHING,
    ROWS,
    SQUARES,
    TILES,
    USEFUL,
)
from contrada.kernel.operations import State
from contrada.kernel.sets import members

VARIANTS = ("plain", "useful_eight", "useful_instead")  # by how the Useful Eight are played

DUE = (
    "side",
    "useful",
    "mark",
    "archbishop",
    "meeple",
    "pay",
    "second",
    "treasurer",
    "place",
    "swap",
    "over",
)
HALVES = "fg"  # of a card: flags, guilds


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    state = plain(state)
    return _text(
        state,
        decrees=[_decrees_text(state, seat) for seat in range(state.seats)],
        pile=_ids(state.pile[: state.pile_size][::-1]),
        box=_ids(int(rules.FIRST_GREY) + tile for tile in members(state.box)),
        random=generator_text(state.random),
    )


def view_text(state: State, seat: int | None) -> str:
    """Write what a seat, or everyone, may know; `?3` means three unknown ones."""
    seats, over = range(state.seats), state.due == rules.OVER
    unknown = f"?{rules.DECREES_EACH}" if state.round_number else NOTHING
    return _text(
        state,
        decrees=[_decrees_text(state, s) if over or s == seat else unknown for s in seats],
        pile=f"?{state.pile_size}" if state.pile_size else NOTHING,
        box=f"?{len(members(state.box))}" if state.box else NOTHING,
        random="?",
    )


def _text(state: State, *, decrees: list[str], pile: str, box: str, random: str) -> str:
    seats = range(state.seats)
    return " ".join(
        (
            str(state.seats),
            f"{state.round_number}/{state.first}/{state.step}",
            NOTHING if state.to_move == rules.NOBODY else str(state.to_move),
            _due_text(state),
            "/".join(_market_text(state, place) for place in range(market_size(state))),
            "/".join(_seat_text(state, seat) for seat in seats),
            "/".join(_cards_text(state, seat) for seat in seats),
            "/".join(decrees),
            "/".join(_ids(state.waiting[seat][: state.waiting_size[seat]]) for seat in seats),
            "/".join(_city_text(state, seat) for seat in seats),
            "/".join(_fountains_of(state, seat) for seat in seats),
            NOTHING if state.archbishop == rules.NOBODY else str(state.archbishop),
            pile,
            _ids(tile for tile, discarded in enumerate(state.discards) if discarded),
            box,
            random,
            VARIANTS[state.eight],
        )
    )


def _ids(tiles: Iterable[int]) -> str:
    return ",".join(TILES[tile].id for tile in tiles) or NOTHING


def market_size(state: State) -> int:
    """Return the number of places in the market."""
    return int(rules.MARKET_SIZE[state.seats - 2])


def _due_text(state: State) -> str:
    """Write what is due, and what has been decided in this turn."""
    word, due = DUE[state.due], int(state.due)
    if due == rules.PAYING:
        return f"{word}:{int(state.target) + 1}:{state.tiles_taken}"
    if due == rules.CHOOSING_MEEPLE:
        return f"{word}:{state.tiles_taken}"
    if due in (rules.TAKING_SECOND, rules.USING_TREASURER):
        return f"{word}:{int(state.card) + 1}{HALVES[state.half]}:{state.tiles_taken}"
    if due in (rules.PLACING, rules.SWAPPING) and not state.begins:
        return f"{word}+"
    return word


def _market_text(state: State, place: int) -> str:
    tile = state.market[place]
    marks = [f"@{seat}" for seat in range(state.seats) if state.meeples[seat] >> place & 1]
    if state.archbishop_mark >> place & 1:
        marks.append("@a")
    return (TILES[tile].id if tile >= 0 else NOTHING) + "".join(marks)


def _seat_text(state: State, seat: int) -> str:
    """Write a seat's guild, side and useful character, or the choice of them; `!` means used."""
    side, useful = state.sides[seat], state.useful[seat]
    drawn = [USEFUL[each].id for each in state.drawn[seat] if each >= 0]
    kept = USEFUL[useful].id + ("!" if state.power_used[seat] else "") if useful >= 0 else NOTHING
    return ":".join(
        (
            GUILDS[state.guilds[seat]],
            SIDES[side] if side >= 0 else NOTHING,
            "+".join(drawn) or kept,
        )
    )


def _cards_text(state: State, seat: int) -> str:
    return "".join(str(card + 1) for card in members(state.cards[seat])) or NOTHING


def _decrees_text(state: State, seat: int) -> str:
    return ",".join(DECREES[each].id for each in state.decrees[seat] if each >= 0) or NOTHING


OUTSIDE_SIGNS = "^>v<"


def _location_code(location: int) -> str:
    """Write a location in a position: B2, A1-B1, and ^B >2 vB <2 outside."""
    if location < int(rules.OUTSIDE):
        return LOCATIONS[location]
    side, along = divmod(location - int(rules.OUTSIDE), 4)
    return OUTSIDE_SIGNS[side] + (COLUMNS if side % 2 == 0 else ROWS)[along]


LOCATION_CODES = tuple(map(_location_code, range(int(rules.LOCATIONS))))


def _city_text(state: State, seat: int) -> str:
    laid = [
        f"{LOCATION_CODES[location]}={TILES[state.cities[seat][location]].id}"
        for location in members(state.placed[seat])
    ]
    return ",".join(laid) or NOTHING


def _fountains_of(state: State, seat: int) -> str:
    earned = [
        f"{SQUARES[square]}={points}"
        for square, points in enumerate(state.fountains[seat])
        if points
    ]
    return ",".join(earned) or NOTHING
