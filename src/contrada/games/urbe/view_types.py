"""What a view and an outlook of Urbe contain."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from contrada.games.contract import ScoreData

Due = Literal[
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
]
Power = Literal[
    "castle", "townhall", "bridge", "church", "watchtower", "warehouse", "herald", "cathedral"
]
Phase = Literal["characters", "mark", "take", "place", "over"]
Half = Literal["flags", "guilds"]


class Options(TypedDict):
    """The options of the game."""

    useful_eight: Literal[False, "beside", "instead"]
    components: str


class Named(TypedDict):
    """Something with a name in the components file."""

    name: str
    renamed: NotRequired[bool]  # by another components file: pages have no words for it


class Tile(Named):
    """A tile."""

    id: str
    colour: str  # of a guild, or "grey"
    vp: int
    guilds: list[str]
    power: Power | None  # of a grey tile


class Place(TypedDict):
    """A place of the market."""

    place: int
    tile: Tile | None
    meeple: int | None  # the seat
    archbishop: int | None  # the seat


class Card(TypedDict):
    """A coin card."""

    card: int
    flags: list[str]  # colours
    guilds: list[str]
    text: str


class HeldCard(Card):
    """A card of a seat."""

    pays: dict[Half, list[int]]  # the places of the market that each half pays for


class CardInUse(Card):
    """A card with one half used and the other not."""

    paid_by: Half


class Useful(Named):
    """A useful character."""

    id: str
    text: str
    vp: int


class KeptUseful(Useful):
    """A useful character of a seat."""

    used: bool  # its one act is over


class Character(Named):
    """A side of a guild's character."""

    vp: int
    counts: list[int]


class Side(Character):
    """A side of a guild's character, with its letter."""

    side: str


class Cell(TypedDict):
    """A cell of a city."""

    cell: str
    tile: Tile | None
    worth: int | None


class Bridge(TypedDict):
    """A tile on the border between two cells."""

    border: str
    tile: Tile


class Watchtower(TypedDict):
    """A tile outside the grid."""

    outside: str
    tile: Tile


class Fountain(TypedDict):
    """A fountain between four cells."""

    square: str
    vp: int


class OpenCell(TypedDict):
    """A cell that a decree still needs."""

    cell: str
    colour: str


class Progress(TypedDict):
    """How near a decree is: where the fewest tiles are missing and none is wrong."""

    missing: int | None  # None: there is a wrong tile wherever it could go
    right: list[str]  # cells that fit already
    open: list[OpenCell]  # cells still to be filled


class Decree(Named, Progress):
    """A decree of a seat."""

    id: str
    vp: int
    grid: list[str]
    pile: Literal["starting", "advanced"]
    met: bool
    cells: list[str]


class Player(TypedDict):
    """What the viewer knows about a seat."""

    seat: int
    name: str
    guild: str
    colour: str
    side: str | None
    character: Character | None
    sides: list[Side]  # to choose from; none if a useful character replaces them
    useful: KeptUseful | None
    drawn: list[Useful]
    cards: list[HeldCard]
    cards_played: int
    meeples: list[int]
    has_archbishop: bool
    is_herald: bool
    waiting: list[Tile]
    city: list[Cell]
    bridges: list[Bridge]
    watchtowers: list[Watchtower]
    fountains: list[Fountain]
    decrees: list[Decree] | None  # None: not for these eyes
    decrees_size: int
    points: int
    sheet: list[ScoreData]


class FountainsLeft(TypedDict):
    """Fountains of one worth that are left."""

    vp: int
    left: int


class UrbeView(TypedDict):
    """A position of Urbe as a seat, or everyone, may know it."""

    game: str
    options: Options
    seats: int
    seat: int | None  # who sees this; None: everybody
    seat_names: list[str]
    round: int
    rounds: int
    first: int
    to_move: int | None
    due: Due
    phase: Phase
    order: list[int]  # the seats in this phase, one after another
    goes: int  # how many of them have had their turn
    colours: list[str]
    guilds: list[str]
    market: list[Place]
    target: int | None
    card: CardInUse | None
    pile_size: int
    discards_size: int
    box_size: int
    fountains_left: list[FountainsLeft]
    players: list[Player]
    scores: list[int]
    text: str


# --- What could come of it ---


class Payment(TypedDict):
    """A way to pay for a tile."""

    card: int
    by: Half | None  # None: all of the card
    seconds: list[int]  # places of tiles that the other half would then pay for
    strands: list[int]  # places that the seat has marked and could then pay for no more


class Coming(TypedDict):
    """A decree that a tile would bring nearer."""

    id: str
    missing: int  # tiles, with this one placed; 0: it is fulfilled
    cell: str  # where


class Gains(TypedDict):
    """What a tile could bring at once, each at the location that is best for it."""

    worth: int  # of the tile itself
    character: int
    useful: int
    fountains: list[int]  # points of those that it could complete
    at: NotRequired[str]  # where it would
    decrees: list[Coming]


class Prospect(TypedDict):
    """A tile of the market, for one seat."""

    place: int
    payments: list[Payment]
    gains: Gains | None  # None: it cannot be placed in the city as it is
    markers: list[int]  # seats that could mark it before this one marks again
    takers: list[int]  # seats that could get it before this one can take a second tile


class UrbeOutlook(TypedDict):
    """What the market holds for a seat."""

    places: list[Prospect]
