"""What a view of Urbania contains."""

from __future__ import annotations

from typing import Literal, TypedDict

from contrada.games.contract import ScoreData

Due = Literal["action", "draw", "renew", "hire", "card", "over"]
KindOfProject = Literal["neighbourhood", "building", "single", "pair"]
Source = Literal["hand", "table"]


class Options(TypedDict):
    """The options of the game."""

    subsidy: bool
    italian_politics: bool
    components: str


class Card(TypedDict):
    """What a card shows."""

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
    """A space and its tile."""

    renewed: bool


class Row(TypedDict):
    """A row of the track: a type of building and its specialist."""

    type: str
    colour: str
    buildings: int
    specialist: str
    value: int
    holder: int | None  # the seat that has hired the specialist


Counted = dict[str, int]  # how many cards there are, by their text


class Memory(TypedDict):
    """What perfect memory knows since the discards became the pile.

    Cards that were left in hands then and have certainly been paid since are not counted any more.
    """

    in_pile: Counted  # known to be in the pile, except for `drawn` of them
    drawn: int  # by others
    left: Counted  # in all hands
    left_with: list[int]  # by seat: how many of these cards
    own: Counted | None  # those of the viewer; None: a spectator
    unsure: list[Counted]  # by seat: cards paid since that were left or drawn since


class Project(TypedDict):
    """A project, and how much it would score now."""

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
    """A card that pays, or the contract, which has no card."""

    card: str | None
    worth: int


class Payment(TypedDict):
    """A payment in progress."""

    what: Literal["renew", "hire"]
    target: str
    price: int
    paid: int
    cards: list[PaidCard]
    ways: list[list[Paying]] | None  # what would complete it; None: hidden from the viewer


class Player(TypedDict):
    """What the viewer knows about a seat."""

    seat: int
    name: str
    points: int
    from_projects: int
    sheet: list[ScoreData]
    hand_size: int
    hand: list[Cards] | None  # None: hidden from the viewer
    known: list[Cards]  # cards of the hand that everyone has seen
    table: list[Cards]
    project_hand_size: int
    projects: list[Project] | None  # None: hidden from the viewer
    submitted_size: int
    submitted: list[Project] | None  # None: hidden from the viewer
    contract: bool | None  # None: not played with


class UrbaniaView(TypedDict):
    """A position of Urbania as a seat or a spectator may know it."""

    game: str
    options: Options
    seats: int
    seat: int | None  # who is looking; None: a spectator
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
    memory: Memory | None  # None: no card is known to have been left in hands
    project_pile_size: int
    discards: list[Cards]
    discards_size: int
    payment: Payment | None
    players: list[Player]
    scores: list[int]
    text: str
