"""What a view of Urtown contains."""

from __future__ import annotations

from typing import TypedDict


class Options(TypedDict):
    """The options of the game."""

    capture: str
    scoring: str


class Tile(TypedDict):
    """A tile; `colour` is an index into `colours`."""

    colour: int
    tile: str


class Lying(Tile):
    """A tile on the board."""

    square: str


class Colour(TypedDict):
    """The tiles of a colour, as far as they are known."""

    name: str
    owner: int
    rack: list[str] | None  # None: this seat may not see it
    rack_size: int
    pile_size: int
    shown: list[str]  # tiles of the rack that everyone knows
    unseen: list[str]  # on the rack or in the pile
    finished: bool
    set_aside: list[str]
    groups: list[list[str]]  # squares


class UrtownView(TypedDict):
    """A position of Urtown as a seat, or everyone, may know it."""

    game: str
    options: Options
    seats: int
    seat: int | None  # who looks; None: everyone
    seat_names: list[str]
    to_move: int | None
    colours: list[Colour]
    tiles: list[Lying]
    captured: list[list[Tile]]  # by seat
    scores: list[int]
    text: str
