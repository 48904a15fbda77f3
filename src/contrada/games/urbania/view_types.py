"""What a view of Urbania holds."""

from __future__ import annotations

from typing import Literal, TypedDict

from contrada.games.contract import ScoreData

Due = Literal["action", "draw", "renew", "hire", "card", "over"]
KindOfProject = Literal["neighbourhood", "building", "single", "pair"]
Source = Literal["hand", "table"]


class Options(TypedDict):
    """What was agreed before the game."""

    subsidy: bool
    italian_politics: bool
    components: str


class Card(TypedDict):
    """A card, by what it shows."""

    suit: str
    colour: str
    workers: int
    rainbow_workers: int
    coins: int
    rainbow_coins: int
    text: str


class Cards(Card):
    """Cards that show the same."""

    count: int


class Place(TypedDict):
    """A space of the board."""

    space: str
    district: str


class TileKind(TypedDict):
    """What a tile shows."""

    type: str
    workers: int
    points: int
    card: bool


class Space(Place, TileKind):
    """A space, and the tile that lies there."""

    renewed: bool


class Row(TypedDict):
    """A row of the track: a type of building and its specialist."""

    type: str
    colour: str
    buildings: int
    specialist: str
    value: int
    holder: int | None  # the seat that has hired the specialist


class Project(TypedDict):
    """A project, and what it would bring now."""

    name: str
    kind: KindOfProject
    factor: int
    worth: int
    of: list[str]


# "from" cannot be a name in Python, so these fields are written as a dictionary.
_PaidFrom = TypedDict("_PaidFrom", {"from": Source})
_PayingFrom = TypedDict("_PayingFrom", {"from": Literal["hand", "table", "contract"]})


class PaidCard(Card, _PaidFrom):
    """A card that has been paid."""


class Paying(_PayingFrom):
    """A card of a way to pay; the contract has none."""

    card: str | None
    worth: int


class Payment(TypedDict):
    """A payment that is under way."""

    what: Literal["renew", "hire"]
    target: str
    price: int
    paid: int
    cards: list[PaidCard]
    ways: list[list[Paying]] | None  # what would complete it; None: not for these eyes


class Player(TypedDict):
    """What is known of a seat."""

    seat: int
    name: str
    points: int
    from_projects: int
    sheet: list[ScoreData]
    hand_size: int
    hand: list[Cards] | None  # None: not for these eyes
    known: list[Cards]  # cards of the hand that everyone has seen
    table: list[Cards]
    project_hand_size: int
    projects: list[Project] | None  # None: not for these eyes
    submitted_size: int
    submitted: list[Project] | None  # None: not for these eyes
    contract: bool | None  # None: not played with


class UrbaniaView(TypedDict):
    """A position of Urbania as a seat, or everyone, may know it."""

    game: str
    options: Options
    seats: int
    seat: int | None  # whose eyes these are; None: everyone's
    seat_names: list[str]
    start_seat: int
    to_move: int | None
    due: Due
    actions_left: int
    cards_due: int
    end_turns: int
    types: list[str]
    colours: list[str]
    spaces: list[Space]
    undeveloped: dict[str, int]  # by district
    track: list[Row]
    card_icons: list[int]
    pool: list[Card | None]
    pool_workers: int
    may_sweep: bool
    pile_size: int
    project_pile_size: int
    discards: list[Cards]
    discards_size: int
    payment: Payment | None
    players: list[Player]
    scores: list[int]
    text: str
