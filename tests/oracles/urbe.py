"""Urbe: For the King in plain Python, the twin that tests and benchmarks compare with.

It follows the rule page `urbe.md`; the ids in the comments are that page's, without their
`URBE-`. It trusts its callers: nothing here refuses an illegal decision. It sees every tile
and decree; who may know what is not its business.
"""

from __future__ import annotations

import copy
import dataclasses
import random
import tomllib
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracles.chance import Chance

COMPONENTS = Path(__file__).parents[2] / "src/contrada/games/urbe/components.toml"

SIDE_LENGTH = 4  # PLACE-1
CELLS = range(SIDE_LENGTH**2)
OUTSIDE = range(4 * SIDE_LENGTH)
SQUARE = 0, 1, SIDE_LENGTH, SIDE_LENGTH + 1  # the four cells of a 2x2, from its top left cell
CORNERS = 0, 3, 12, 15
CENTRE = 5, 6, 9, 10

DECREES_EACH = 1, 2  # SETUP-5: starting, advanced
MOST_TILES_IN_A_TURN = 3  # GREY-CATHEDRAL
MOST_CHURCH_POINTS = 3  # GREY-CHURCH

FLAGS, GUILDS = PARTS = "flags", "guilds"  # of a coin card
ANY_COLOUR = "*"  # a town hall, for decrees
ANYTHING = "."  # in a decree's grid

# What is asked for now, and the phase it belongs to.
PHASES = {
    "side": "SIDE",
    "keep useful": "USEFUL",
    "mark": "MARK",
    "archbishop": "MARK",
    "meeple": "TAKE",
    "payment": "TAKE",
    "second": "TAKE",
    "treasurer": "TAKE",
    "place": "PLACE",
    "swap": "PLACE",
    "nothing": "END",
}

Grid = Sequence[str]  # rows of a decree
Location = tuple[str, int]  # "cell", "border" or "outside", and its number


class Tile(NamedTuple):
    colour: str
    vp: int
    guilds: frozenset[str]
    power: str  # of a grey tile, else ""

    @property
    def letter(self) -> str | None:
        """Its letter for decrees (GREY-TOWNHALL, TILE-2)."""
        if self.power == "townhall":
            return ANY_COLOUR
        return None if self.power else self.colour[0].upper()

    @property
    def is_small(self) -> bool:
        return self.vp <= 2


class Card(NamedTuple):
    flags: frozenset[str]
    guilds: frozenset[str]

    def pays(self, part: str, tile: Tile) -> bool:
        """Whether this half of the card pays for a tile that is not grey (TAKE-1)."""
        if tile.power:
            return False
        return tile.colour in self.flags if part == FLAGS else tile.guilds <= self.guilds

    def can_pay(self, tile: Tile) -> bool:
        """Whether the card pays for a tile under a meeple (TAKE-1, TAKE-2)."""
        return bool(tile.power) or any(self.pays(part, tile) for part in PARTS)


class Decree(NamedTuple):
    id: str
    vp: int
    grid: Grid


class Character(NamedTuple):
    vp: int
    counts: frozenset[int]


class Useful(NamedTuple):
    id: str
    vp: int


def _tile(entry: dict[str, Any]) -> Tile:
    return Tile(entry["colour"], entry["vp"], frozenset(entry["guilds"]), entry.get("power", ""))


def _coin_set(guild: str) -> list[Card]:
    own = [entry for entry in _COMPONENTS["coin"] if entry["guild"] == guild]
    return [Card(frozenset(entry["flags"]), frozenset(entry["guilds"])) for entry in own]


def _character(face: dict[str, Any]) -> Character:
    return Character(face["vp"], frozenset(face["counts"]))


def _cells_of_border(border: int) -> tuple[int, int]:
    upright = SIDE_LENGTH * (SIDE_LENGTH - 1)  # borders between cells of one row
    if border < upright:
        row, column = divmod(border, SIDE_LENGTH - 1)
        cell = row * SIDE_LENGTH + column
        return cell, cell + 1
    return border - upright, border - upright + SIDE_LENGTH


def _cell_beside(outside: int) -> int:
    """The cell on the edge next to a place outside the grid: above, right, below, left."""
    edge, number = divmod(outside, SIDE_LENGTH)
    last = SIDE_LENGTH - 1
    row, column = ((0, number), (number, last), (last, number), (number, 0))[edge]
    return row * SIDE_LENGTH + column


_COMPONENTS = tomllib.loads(COMPONENTS.read_text("utf-8"))
SETUP: dict[str, Any] = _COMPONENTS["setup"]
COLOUR_NAMES: list[str] = _COMPONENTS["colours"]
GUILD_NAMES: list[str] = _COMPONENTS["guilds"]  # guild i has colour i
TILES = [_tile(entry) for entry in _COMPONENTS["tile"]]  # TILE-1
COLOURED = [number for number, tile in enumerate(TILES) if not tile.power]
GREY = [number for number, tile in enumerate(TILES) if tile.power]
COINS = [_coin_set(name) for name in GUILD_NAMES]  # COIN-1
DECREES = [Decree(entry["id"], entry["vp"], entry["grid"]) for entry in _COMPONENTS["decree"]]
STARTING, ADVANCED = (  # DECREE-1
    [number for number, entry in enumerate(_COMPONENTS["decree"]) if entry["pile"] == pile]
    for pile in ("starting", "advanced")
)
CHARACTERS = [
    {side: _character(entry[side]) for side in "AB"} for entry in _COMPONENTS["character"]
]
USEFUL = [Useful(entry["id"], entry["vp"]) for entry in _COMPONENTS["useful"]]

BORDERS = [_cells_of_border(border) for border in range(24)]
BESIDE = [_cell_beside(outside) for outside in OUTSIDE]
PERIMETER = set(BESIDE)
NEIGHBOURS = [{a + b - cell for a, b in BORDERS if cell in (a, b)} for cell in CELLS]
SQUARES = [cell for cell in CELLS if cell % SIDE_LENGTH < 3 and cell < 12]  # by top left cells
LINES = [
    *([row * SIDE_LENGTH + step for step in range(SIDE_LENGTH)] for row in range(SIDE_LENGTH)),
    *(
        [column + step * SIDE_LENGTH for step in range(SIDE_LENGTH)]
        for column in range(SIDE_LENGTH)
    ),
]


def turned(grid: Grid) -> list[str]:
    """The grid after a quarter turn."""
    return ["".join(column) for column in zip(*reversed(grid), strict=True)]


def forms(grid: Grid) -> Iterator[Grid]:
    """The grid turned and mirrored in every way, equal ones repeated."""
    for _ in range(4):
        yield grid
        yield [row[::-1] for row in grid]
        grid = turned(grid)


def stands_at(form: Grid, top: int, left: int, colours: Sequence[str | None]) -> bool:
    return all(
        letter == ANYTHING
        or colours[(top + row) * SIDE_LENGTH + left + column] in (letter, ANY_COLOUR)
        for row, letters in enumerate(form)
        for column, letter in enumerate(letters)
    )


def is_met(grid: Grid, colours: Sequence[str | None]) -> bool:
    """Whether a decree's pattern is anywhere in the city (DECREE-2).

    `colours` has the letter of the tile on each of the 16 cells, `ANY_COLOUR` for a town hall,
    None for no tile or one without a colour.
    """
    return any(
        stands_at(form, top, left, colours)
        for form in forms(grid)
        for top in range(SIDE_LENGTH - len(form) + 1)
        for left in range(SIDE_LENGTH - len(form[0]) + 1)
    )


def pay_differently(tiles: Sequence[Tile], cards: Sequence[Card]) -> bool:
    """Whether the tiles can be paid for with a different card each (MARKET-2)."""
    if not tiles:
        return True
    return any(
        card.can_pay(tiles[0]) and pay_differently(tiles[1:], [*cards[:place], *cards[place + 1 :]])
        for place, card in enumerate(cards)
    )


@dataclasses.dataclass
class City:
    """What one player has built; tiles are numbers."""

    cells: list[int | None] = dataclasses.field(default_factory=lambda: [None for _ in CELLS])
    bridges: dict[int, int] = dataclasses.field(default_factory=dict)  # by border
    towers: dict[int, int] = dataclasses.field(default_factory=dict)  # by outside place
    fountains: dict[int, int] = dataclasses.field(default_factory=dict)  # value by top left cell

    def filled(self) -> set[int]:
        return {cell for cell in CELLS if self.cells[cell] is not None}

    def on_cells(self) -> dict[int, Tile]:
        return {cell: TILES[tile] for cell, tile in enumerate(self.cells) if tile is not None}

    def tiles(self) -> list[int]:
        on_cells = [tile for tile in self.cells if tile is not None]
        return [*on_cells, *self.bridges.values(), *self.towers.values()]

    def has_on_cell(self, power: str) -> bool:
        return any(tile.power == power for tile in self.on_cells().values())

    # Where a tile may be placed

    def locations(self, tile: Tile) -> list[Location]:
        match tile.power:
            case "bridge":
                return [("border", border) for border in self._free_borders()]
            case "watchtower":
                return [("outside", outside) for outside in self._tower_places()]
            case "church":
                return [("cell", cell) for cell in self._free_cells() if cell in PERIMETER]
        return [("cell", cell) for cell in self._free_cells()]

    def _free_cells(self) -> list[int]:
        """PLACE-1, PLACE-2, GREY-WATCHTOWER."""
        filled = self.filled()
        beside_towers = {BESIDE[outside] for outside in self.towers}
        first = not filled and not self.towers
        return [
            cell
            for cell in CELLS
            if cell not in filled and (first or cell in beside_towers or NEIGHBOURS[cell] & filled)
        ]

    def _free_borders(self) -> list[int]:
        """GREY-BRIDGE."""
        filled = self.filled()
        return [
            border
            for border, cells in enumerate(BORDERS)
            if border not in self.bridges and filled.issuperset(cells)
        ]

    def _tower_places(self) -> list[int]:
        """GREY-WATCHTOWER."""
        if not self.tiles():
            return list(OUTSIDE)
        filled = self.filled()
        return [o for o in OUTSIDE if o not in self.towers and BESIDE[o] in filled]

    def put(self, tile: int, location: Location) -> None:
        kind, number = location
        match kind:
            case "cell":
                self.cells[number] = tile
            case "border":
                self.bridges[number] = tile
            case "outside":
                self.towers[number] = tile

    def squares_with(self, cell: int) -> list[int]:
        """The 2x2 squares full of tiles that this cell belongs to (FOUNTAIN-1)."""
        filled = self.filled()
        return [
            corner
            for corner in SQUARES
            if cell in square_cells(corner) and filled.issuperset(square_cells(corner))
        ]

    # The Mason

    def swap(self, one: int, other: int) -> None:
        self.cells[one], self.cells[other] = self.cells[other], self.cells[one]

    def swaps(self) -> list[tuple[int, int]]:
        return [
            (one, other)
            for one, other in combinations(sorted(self.filled()), 2)
            if self._may_lie_on(one, other) and self._may_lie_on(other, one)
        ]

    def _may_lie_on(self, source: int, target: int) -> bool:
        """GREY-CHURCH."""
        return self.on_cells()[source].power != "church" or target in PERIMETER

    # The score

    def colours(self) -> list[str | None]:
        tiles = self.on_cells()
        return [tiles[cell].letter if cell in tiles else None for cell in CELLS]

    def tile_points(self) -> int:
        printed = sum(TILES[tile].vp for tile in self.tiles())
        return printed + sum(self._grey_bonus(cell) for cell in self.on_cells())

    def _grey_bonus(self, cell: int) -> int:
        tiles = self.on_cells()
        match tiles[cell].power:
            case "castle":  # GREY-CASTLE
                return (cell in CORNERS) - (cell in CENTRE)
            case "church":  # GREY-CHURCH
                beside = NEIGHBOURS[cell] & tiles.keys()
                return min(MOST_CHURCH_POINTS, sum(tiles[other].is_small for other in beside))
        return 0

    def character_points(self, guild: int, side: str) -> int:
        """CHAR-2."""
        character = CHARACTERS[guild][side]
        own = [tile for tile in self.on_cells().values() if tile.colour == COLOUR_NAMES[guild]]
        return character.vp * sum(tile.vp in character.counts for tile in own)

    def useful_points(self, useful: Useful, decrees_met: int) -> int:
        """EIGHT-2."""
        return useful.vp * self._useful_count(useful.id, decrees_met)

    def _useful_count(self, name: str, decrees_met: int) -> int:
        match name:
            case "keeper":
                return len(self.fountains)
            case "almoner":
                return sum(TILES[tile].vp == 1 for tile in self.tiles())
            case "surveyor":
                return sum(self.filled().issuperset(line) for line in LINES)
            case "painter":
                return sum(self._is_painted(corner) for corner in SQUARES)
            case "castellan":
                return sum(TILES[tile].power != "" for tile in self.tiles())
            case "chancellor":
                return decrees_met
        return 0

    def _is_painted(self, corner: int) -> bool:
        colours = self.colours()
        return {colours[cell] for cell in square_cells(corner)} == set("PBYG")


def square_cells(corner: int) -> list[int]:
    return [corner + step for step in SQUARE]


class Sheet(NamedTuple):
    """A seat's points by part (SCORE-1)."""

    tiles: int
    character: int
    decrees: dict[str, int]  # by id; 0 while unmet
    fountains: int
    useful: int

    @property
    def total(self) -> int:
        decrees = sum(self.decrees.values())
        return self.tiles + self.character + decrees + self.fountains + self.useful


class Urbe:
    """A position and what may be done in it.

    `waiting` are the seats still to act in this phase, the one to move first; `step` is what
    that one is asked. A tile taken lies in `hands` until it is placed, a kept warehouse too.
    """

    def __init__(self, seats: int, seed: int, eight: bool | str = False) -> None:
        self.seats = seats
        self.eight = eight  # EIGHT-3: False, "beside" or "instead" of the guild's character
        self.chance = Chance(seed)
        self._divide_grey_tiles()
        self.guilds = self.chance.shuffled(range(len(GUILD_NAMES)))[:seats]  # SETUP-7
        self.first_player = self.chance.below(seats)  # SETUP-5
        self.discards: set[int] = set()
        self.pile = self.chance.shuffled([*COLOURED, *self.grey_used])  # SETUP-2
        self._deal_market()
        self._draw_useful()
        self.cards = [list(range(len(COINS[guild]))) for guild in self.guilds]
        self.cities = [City() for _ in range(seats)]
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.sides: list[str | None] = [None] * seats
        self.decrees: list[list[int]] = [[] for _ in range(seats)]
        self.fountain_supply: list[int] = []  # the most valuable last
        self.archbishop: int | None = None  # the place he stands on
        self.archbishop_placed = False
        self.meeple: int | None = None  # the place whose meeple is being taken back
        self.paid = FLAGS, 0  # the part and the card that paid for that meeple's tile
        self.taken = 0  # tiles in this turn
        self.round = 0
        self.rounds: int = SETUP["rounds"][seats - 2]  # END-1
        self.step = "keep useful" if eight == "instead" else "side"
        self.waiting = list(range(seats))  # SETUP-7

    def _divide_grey_tiles(self) -> None:
        """SETUP-1."""
        order = self.chance.shuffled(GREY)
        used: int = SETUP["grey_used"][self.seats - 2]
        self.grey_used, self.box = sorted(order[:used]), sorted(order[used:])

    def _draw_useful(self) -> None:
        """EIGHT-1."""
        order = self.chance.shuffled(range(len(USEFUL))) if self.eight else []
        self.useful_drawn = [order[2 * seat : 2 * seat + 2] for seat in range(self.seats)]
        self.useful: list[int | None] = [None] * self.seats
        self.useful_spent = [False] * self.seats  # the Treasurer, the Mason

    def copy(self) -> Urbe:
        return copy.deepcopy(self)

    @property
    def to_move(self) -> int | None:
        return self.waiting[0] if self.waiting else None

    @property
    def player(self) -> int:
        """The seat whose turn it is."""
        return self.waiting[0]

    @property
    def phase(self) -> str:
        return PHASES[self.step]

    # Orders

    def turn_order(self) -> list[int]:
        return [(self.first_player + step) % self.seats for step in range(self.seats)]

    def herald(self) -> list[int]:
        """The owner of the Herald's House, if there is one."""
        return [seat for seat in range(self.seats) if self.cities[seat].has_on_cell("herald")]

    def _others(self) -> list[int]:
        return [seat for seat in self.turn_order() if seat not in self.herald()]

    def marking_order(self) -> list[int]:
        """MARKET-1, MARKET-2, GREY-HERALD."""
        return [*self.herald(), *self._others()] * self._meeples()

    def taking_order(self) -> list[int]:
        """TAKE-1, TAKE-4, GREY-HERALD."""
        return [*self._others(), *self.herald()] * self._meeples()

    def _meeples(self) -> int:
        meeples: int = SETUP["meeples"][self.seats - 2]  # SETUP-3
        return meeples

    # What may be decided

    def decisions(self) -> list[str]:
        match self.step:
            case "side":
                return ["side A", "side B"]
            case "keep useful":
                return [f"keep {useful}" for useful in self.useful_drawn[self.player]]
            case "mark":
                return [f"mark {place}" for place in self.markable()]
            case "archbishop":
                return self._optional("archbishop", self.unmarked())
            case "meeple":
                return [f"meeple {place}" for place in self.meeples(self.player)]
            case "payment":
                return self._payments()
            case "second":
                return self._optional("second", self._payable_by(*self._other_part()))
            case "treasurer":
                return self._optional("treasurer", self._payable_by(*self.paid))
            case "place":
                return self._placements()
            case "swap":
                swaps = [f"swap {one} {other}" for one, other in self._city().swaps()]
                return [*swaps, "swap none"]
        return []

    def _optional(self, word: str, places: list[int]) -> list[str]:
        return [*(f"{word} {place}" for place in places), f"{word} none"]

    def _city(self) -> City:
        return self.cities[self.player]

    def _tile_at(self, place: int) -> Tile:
        tile = self.market[place]
        assert tile is not None
        return TILES[tile]

    def _card(self, number: int) -> Card:
        return COINS[self.guilds[self.player]][number]

    def _cards_left(self) -> list[Card]:
        return [self._card(number) for number in self.cards[self.player]]

    def unmarked(self) -> list[int]:
        """Market tiles without any meeple, the Archbishop's included."""
        return [
            place
            for place, tile in enumerate(self.market)
            if tile is not None and self.marks[place] is None and place != self.archbishop
        ]

    def meeples(self, seat: int) -> list[int]:
        return [place for place, mark in enumerate(self.marks) if mark == seat]

    def markable(self) -> list[int]:
        """MARKET-2."""
        cards = self._cards_left()
        marked = [self._tile_at(place) for place in self.meeples(self.player)]
        places = self.unmarked()
        with_the_others = [p for p in places if pay_differently([self._tile_at(p), *marked], cards)]
        alone = [p for p in places if pay_differently([self._tile_at(p)], cards)]
        return with_the_others or alone or places

    def _payments(self) -> list[str]:
        """TAKE-1, TAKE-2, TAKE-4."""
        assert self.meeple is not None
        tile = self._tile_at(self.meeple)
        cards = self.cards[self.player]
        by_part = [
            f"{part} {card}"
            for part in PARTS
            for card in cards
            if self._card(card).pays(part, tile)
        ]
        return by_part or [f"spend {card}" for card in cards]

    def _other_part(self) -> tuple[str, int]:
        part, card = self.paid
        return (GUILDS if part == FLAGS else FLAGS), card

    def _payable_by(self, part: str, card: int) -> list[int]:
        """Tiles that can be taken without a meeple (TAKE-3, TAKE-5)."""
        return [p for p in self.unmarked() if self._card(card).pays(part, self._tile_at(p))]

    def _may_use_archbishop(self) -> bool:
        """GREY-CATHEDRAL."""
        owns_him = self._city().has_on_cell("cathedral") and not self.archbishop_placed
        return owns_him and bool(self.unmarked())

    def _may_use(self, useful: str) -> bool:
        kept = self.useful[self.player]
        spent = self.useful_spent[self.player]
        return kept is not None and USEFUL[kept].id == useful and not spent

    def _placements(self) -> list[str]:
        """PLACE-2, TAKE-5, GREY-WAREHOUSE."""
        places = self._places_to_lay()
        texts = [f"place {slot} {kind} {number}" for slot, (kind, number) in places]
        must = any(not self._is_warehouse(self.hands[self.player][slot]) for slot, _ in places)
        return texts if must else [*texts, "keep"]

    def _places_to_lay(self) -> list[tuple[int, Location]]:
        hand = self.hands[self.player]
        return [
            (slot, location)
            for slot, tile in enumerate(hand)
            for location in self._city().locations(TILES[tile])
        ]

    def _is_warehouse(self, tile: int) -> bool:
        return TILES[tile].power == "warehouse"

    # Turns

    def play(self, decision: str) -> None:
        word, *rest = decision.split()
        match word:
            case "side":
                self._choose_side(rest[0])
            case "keep":
                self._keep(rest)
            case "mark":
                self._mark(int(rest[0]))
            case "archbishop":
                self._place_archbishop(rest[0])
            case "meeple":
                self._take_back(int(rest[0]))
            case "flags" | "guilds":
                self._pay(word, int(rest[0]))
            case "spend":
                self._spend(int(rest[0]))
            case "second":
                self._take_second(rest[0])
            case "treasurer":
                self._use_treasurer(rest[0])
            case "place":
                self._place(int(rest[0]), (rest[1], int(rest[2])))
            case "swap":
                self._use_mason(rest)

    def _end_turn(self) -> None:
        self.waiting.pop(0)
        if self.waiting:
            self._begin_turn()
        else:
            self._end_phase()

    def _begin_turn(self) -> None:
        match self.phase:
            case "MARK":
                self.step = "mark"
            case "TAKE":
                self._begin_take()
            case "PLACE":
                self._go_on_placing()

    def _begin_phase(self, step: str, order: list[int]) -> None:
        self.step = step
        self.waiting = order
        self._begin_turn()

    def _end_phase(self) -> None:
        match self.phase:
            case "SIDE" if self.eight:
                self._begin_phase("keep useful", list(range(self.seats)))
            case "SIDE" | "USEFUL":
                self._deal_decrees()
                self._begin_round()
            case "MARK":
                self._begin_phase("meeple", self.taking_order())
            case "TAKE":
                self._begin_phase("place", self.turn_order())  # PLACE-2
            case "PLACE":
                self._end_round()

    # Setting up and rounds

    def _choose_side(self, side: str) -> None:
        self.sides[self.player] = side  # SETUP-4
        self._end_turn()

    def _keep(self, useful: list[str]) -> None:
        """Keep one of the Useful Eight (EIGHT-1), or the warehouses (GREY-WAREHOUSE)."""
        if useful:
            self.useful[self.player] = int(useful[0])
            self._end_turn()
        else:
            self._end_placing()

    def _deal_decrees(self) -> None:
        """SETUP-5, SETUP-6."""
        piles = [self.chance.shuffled(STARTING), self.chance.shuffled(ADVANCED)]
        for seat in self.turn_order():
            for pile, count in zip(piles, DECREES_EACH, strict=True):
                self.decrees[seat] += [pile.pop() for _ in range(count)]
        starting, advanced = piles
        values = SETUP["fountain"]
        threes, ones = [values["starting"]] * len(starting), [values["advanced"]] * len(advanced)
        self.fountain_supply = [*ones, *threes]

    def _deal_market(self) -> None:
        """SETUP-2, ROUND-1."""
        places = range(SETUP["market"][self.seats - 2])
        self.market: list[int | None] = [self._next_tile() for _ in places]
        self.marks: list[int | None] = [None for _ in places]

    def _next_tile(self) -> int | None:
        if not self.pile:  # ROUND-1
            self.pile = self.chance.shuffled(sorted(self.discards))
            self.discards = set()
        return self.pile.pop() if self.pile else None

    def _begin_round(self) -> None:
        self.round += 1
        self._begin_phase("mark", self.marking_order())

    def _end_round(self) -> None:
        """ROUND-1, END-1."""
        self.discards.update(tile for tile in self.market if tile is not None)
        self.market = [None for _ in self.market]
        if self.round == self.rounds:
            self.step = "nothing"
        else:
            self._deal_market()
            self.first_player = (self.first_player + 1) % self.seats
            self._begin_round()

    # Marking

    def _mark(self, place: int) -> None:
        self.marks[place] = self.player
        if self._may_use_archbishop():
            self.step = "archbishop"
        else:
            self._end_turn()

    def _place_archbishop(self, place: str) -> None:
        """GREY-CATHEDRAL."""
        if place != "none":
            self.archbishop = int(place)
            self.archbishop_placed = True
        self._end_turn()

    # Taking

    def _begin_take(self) -> None:
        self.taken = 0
        if self.archbishop is not None and self._city().has_on_cell("cathedral"):
            self._take(self.archbishop)  # GREY-CATHEDRAL
            self.archbishop = None
        meeples = self.meeples(self.player)
        if len(meeples) > 1:  # TAKE-4
            self.step = "meeple"
        else:
            self._take_back(meeples[0])

    def _take_back(self, place: int) -> None:
        self.meeple = place
        self.step = "payment"

    def _take(self, place: int) -> None:
        tile = self.market[place]
        assert tile is not None
        self.hands[self.player].append(tile)
        self.market[place] = None
        self.taken += 1

    def _play_card(self, card: int) -> int:
        """Play a card; return the place of the meeple, which comes back."""
        assert self.meeple is not None
        place, self.meeple = self.meeple, None
        self.cards[self.player].remove(card)
        self.marks[place] = None
        return place

    def _pay(self, part: str, card: int) -> None:
        """TAKE-1, TAKE-3."""
        self.paid = part, card
        self._take(self._play_card(card))
        if self._payable_by(*self._other_part()):
            self.step = "second"
        else:
            self._offer_treasurer()

    def _spend(self, card: int) -> None:
        """TAKE-2, TAKE-4: any card for a grey tile; any other tile stays."""
        place = self._play_card(card)
        if self._tile_at(place).power:
            self._take(place)
        self._end_turn()

    def _take_second(self, place: str) -> None:
        """TAKE-3, TAKE-5."""
        if place != "none":
            self._take(int(place))
        self._offer_treasurer()

    def _offer_treasurer(self) -> None:
        """EIGHT-2, GREY-CATHEDRAL."""
        may_take = self.taken < MOST_TILES_IN_A_TURN and self._payable_by(*self.paid)
        if self._may_use("treasurer") and may_take:
            self.step = "treasurer"
        else:
            self._end_turn()

    def _use_treasurer(self, place: str) -> None:
        if place != "none":
            self._take(int(place))
            self.useful_spent[self.player] = True
        self._end_turn()

    # Placing

    def _go_on_placing(self) -> None:
        if self._places_to_lay():
            self.step = "place"
        else:
            self._end_placing()

    def _place(self, slot: int, location: Location) -> None:
        city = self._city()
        city.put(self.hands[self.player].pop(slot), location)
        kind, number = location
        if kind == "cell":
            self._earn_fountains(city.squares_with(number))
        self._go_on_placing()

    def _earn_fountains(self, squares: list[int]) -> None:
        """FOUNTAIN-1, FOUNTAIN-2."""
        for corner in squares:
            if self.fountain_supply:
                self._city().fountains[corner] = self.fountain_supply.pop()

    def _end_placing(self) -> None:
        """GREY-1, GREY-WAREHOUSE."""
        hand = self.hands[self.player]
        self.discards.update(tile for tile in hand if not self._is_warehouse(tile))
        self.hands[self.player] = [tile for tile in hand if self._is_warehouse(tile)]
        if self._may_use("mason") and self._city().swaps():
            self.step = "swap"
        else:
            self._end_turn()

    def _use_mason(self, cells: list[str]) -> None:
        """EIGHT-2."""
        if cells != ["none"]:
            self._city().swap(*map(int, cells))
            self.useful_spent[self.player] = True
        self._end_turn()

    # The score

    def score_sheet(self, seat: int) -> Sheet:
        """SCORE-1."""
        city, side, useful = self.cities[seat], self.sides[seat], self.useful[seat]
        own = [DECREES[number] for number in self.decrees[seat]]
        met = [is_met(decree.grid, city.colours()) for decree in own]
        return Sheet(
            tiles=city.tile_points(),
            character=0 if side is None else city.character_points(self.guilds[seat], side),
            decrees={decree.id: decree.vp * done for decree, done in zip(own, met, strict=True)},
            fountains=sum(city.fountains.values()),
            useful=0 if useful is None else city.useful_points(USEFUL[useful], sum(met)),
        )

    def scores(self) -> list[int]:
        return [self.score_sheet(seat).total for seat in range(self.seats)]

    def places(self) -> list[int]:
        """Return each seat's place; 1 is first, and equal seats share a place (SCORE-1)."""
        scores = self.scores()
        return [1 + sum(better > own for better in scores) for own in scores]


def playout(game: Urbe, rng: random.Random) -> int:
    """Play uniformly random decisions to the end; return how many."""
    decisions = 0
    while game.to_move is not None:
        game.play(rng.choice(game.decisions()))
        decisions += 1
    return decisions
