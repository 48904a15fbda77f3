"""What a view of Urbino contains."""

from __future__ import annotations

from typing import Literal, TypedDict

Kind = Literal["house", "palace", "tower"]
Monument = Literal["town_wall", "ducal_palace", "cathedral"]
Phase = Literal["architect", "name", "first", "turn", "build", "over"]


class Options(TypedDict):
    """The options of the game."""

    monuments: bool


class Building(TypedDict):
    """A building on the board."""

    square: str
    seat: int
    kind: Kind


class District(TypedDict):
    """Buildings that touch, and what they are worth to both seats."""

    squares: list[str]
    points: list[int]  # by seat
    scorer: int | None  # the seat that scores it
    monuments: list[Monument | None]  # by seat, the one that is scored


class UrbinoView(TypedDict):
    """A position of Urbino; everyone sees the same."""

    game: str
    options: Options
    to_move: int | None
    phase: Phase
    architects: list[str]  # squares
    buildings: list[Building]
    supply: list[dict[Kind, int]]  # by seat
    skips: int  # in a row, just now
    lots: list[str]
    sight: list[list[str]]  # what each architect sees
    districts: list[District]
    scores: list[int]
    text: str
