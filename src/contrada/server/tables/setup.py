"""A new table, as its log begins: the seats and the settings."""

from __future__ import annotations

from contrada import games
from contrada.bots.levels import LEVELS
from contrada.errors import OptionError
from contrada.games.contract import Game
from contrada.server.wire.events import Made, SeatData
from contrada.server.wire.guests import Identity
from contrada.server.wire.names import clean_name, told_apart
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import NewTable, SeatWish


def made(wanted: NewTable, guest: Identity) -> Made:
    """Return the table that a guest asks for; raise `Refused` to say what is wrong with it."""
    try:
        game = Game(games.definition(wanted.game), **wanted.options)
        game.check_seats(len(wanted.seats))
    except OptionError as wrong:
        raise Refused("message", str(wrong)) from None
    if sum(seat.kind == "me" for seat in wanted.seats) > 1:
        raise Refused("message", "You can have one seat at a table")
    seats = _seats(wanted.seats, guest)
    return Made(
        game=wanted.game,
        options=dict(game.options),
        seats=seats,
        listed=wanted.listed,
        host=guest.id,
        host_name=guest.name,
        clock=wanted.clock,
        random_seats=wanted.random_seats,
        hints=_hints(wanted.hints, seats),
    )


def _hints(wanted: bool | None, seats: list[SeatData]) -> bool:
    """Whether hints are allowed: only for someone who plays against bots alone."""
    kinds = sorted(seat.kind for seat in seats)
    possible = kinds == ["bot"] * (len(seats) - 1) + ["person"]
    if wanted and not possible:
        raise Refused("message", "There are hints only where every other seat is a bot")
    return possible if wanted is None else wanted


def _seats(wishes: list[SeatWish], guest: Identity) -> list[SeatData]:
    """Return the seats; people at one screen whose names look alike are told apart."""
    seats, names = [_seat(wish, guest) for wish in wishes], [guest.name]
    for seat in seats:
        if seat.here:
            seat.name = told_apart(seat.name, names)
            names.append(seat.name)
    return seats


def _seat(wish: SeatWish, guest: Identity) -> SeatData:
    if wish.kind == "me":
        return SeatData("person", guest.name, guest.id)
    if wish.kind == "here":
        return SeatData("person", clean_name(wish.name), guest.id, here=True)
    if wish.kind == "bot":
        if wish.level is None:
            raise Refused("message", f"A bot has a level, 1 to {len(LEVELS)}")
        return SeatData("bot", level=wish.level)
    return SeatData("open")
