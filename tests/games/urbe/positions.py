"""Positions for the tests of Urbe, described by what matters in them, and ways to read them.

A test describes a table briefly, `arranged(market="P04@0 B11", cities=["A1=X01 B1"], due=...)`:
tiles by their ids in the components file, `B1` alone for any coloured tile there. All other tiles
are put where the rules would have them.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import contrada
from contrada import Game, Position

ROOT = Path(__file__).parents[3]
BOX = tomllib.loads(
    (ROOT / "src" / "contrada" / "games" / "urbe" / "components.toml").read_text(encoding="utf-8")
)

TILES: dict[str, Mapping[str, Any]] = {tile["id"]: tile for tile in BOX["tile"]}
TILE_IDS = list(TILES)
NAME: dict[str, str] = {tile: entry["name"] for tile, entry in TILES.items()}
GREY = [tile for tile in TILES if tile[0] == "X"]
GREY_NAMES = tuple(NAME[tile] for tile in GREY)
COLOURED = [tile for tile in TILES if tile[0] != "X"]
DECREES: dict[str, Mapping[str, Any]] = {decree["id"]: decree for decree in BOX["decree"]}
GUILDS = ("crown", "boat", "wheel", "fox")
COLOURS = ("purple", "blue", "yellow", "green")
CARDS = {
    guild: [
        f"{'+'.join(coin['flags'])}/{'+'.join(coin['guilds'])}"
        for coin in BOX["coin"]
        if coin["guild"] == guild
    ]
    for guild in GUILDS
}
USEFUL = tuple(useful["id"] for useful in BOX["useful"])
SCORING = USEFUL[:6]  # those that have nothing to do

USED = "treasurer!"  # who has used the Treasurer may have one tile more than others

SEAT_COUNTS = (2, 3, 4)
# Of a position's text, and the values of the option that they stand for.
VARIANTS: dict[str, bool | str] = {
    "plain": False,
    "useful_eight": "beside",
    "useful_instead": "instead",
}
GREY_USED = {2: 4, 3: 8, 4: 10}
MARKET = {2: 9, 3: 9, 4: 12}
MEEPLES = {2: 2, 3: 1, 4: 1}
ROUNDS = {2: 4, 3: 8, 4: 8}

CELLS = [column + row for row in "1234" for column in "ABCD"]
BORDERS = [
    *(f"{one}{row}-{other}{row}" for row in "1234" for one, other in ("AB", "BC", "CD")),
    *(f"{column}{one}-{column}{other}" for one, other in ("12", "23", "34") for column in "ABCD"),
]
OUTSIDES = [
    *("^" + column for column in "ABCD"),
    *(">" + row for row in "1234"),
    *("v" + column for column in "ABCD"),
    *("<" + row for row in "1234"),
]
LOCATIONS = [*CELLS, *BORDERS, *OUTSIDES]
OUTSIDE_NAMES = [
    *(f"above {column}1" for column in "ABCD"),
    *(f"right of D{row}" for row in "1234"),
    *(f"below {column}4" for column in "ABCD"),
    *(f"left of A{row}" for row in "1234"),
]
CORNERS = ["A1", "D1", "A4", "D4"]
CENTRE = ["B2", "C2", "B3", "C3"]
PERIMETER = [cell for cell in CELLS if cell not in CENTRE]
SQUARES = [column + row for row in "123" for column in "ABC"]  # by their top left cells
ALL_CELLS = " ".join(CELLS)

FIELDS = (
    "seats",
    "round",
    "to_move",
    "due",
    "market",
    "characters",
    "cards",
    "decrees",
    "waiting",
    "cities",
    "fountains",
    "archbishop",
    "pile",
    "discards",
    "box",
    "random",
    "variant",
)


def urbe(*, useful_eight: bool | str = False) -> Game:
    return contrada.game("urbe", useful_eight=useful_eight)


def game_of(text: str) -> Game:
    """Return the game of a position's text; its last word is the variant."""
    return urbe(useful_eight=VARIANTS[text.rpartition(" ")[2]])


def position(text: str) -> Position:
    return game_of(text).position(text)


def parts_of(text: str) -> dict[str, str]:
    """Return the parts of a position's text by name."""
    return dict(zip(FIELDS, text.split(" "), strict=True))


def fields(seen: Position) -> dict[str, str]:
    """Return the parts of a position's text."""
    return parts_of(seen.text)


def of_seat(seen: Position, field: str, seat: int = 0) -> str:
    """Return what a part of a position's text says about a seat."""
    return fields(seen)[field].split("/")[seat]


def phase(seen: Position) -> str:
    """Return the phase: characters, mark, take, place or over."""
    return phase_of(fields(seen)["due"])


def round_and_first(seen: Position) -> list[int]:
    """Return the round, and who is first in it."""
    return [int(number) for number in fields(seen)["round"].split("/")[:2]]


def choices(seen: Position) -> list[str]:
    """Return the legal decisions as text."""
    return [seen.decision_text(decision) for decision in seen.legal()]


def places_of(seen: Position, word: str) -> list[int]:
    """Return the places of the market that may be chosen now, by `mark`, `second` and so on."""
    found = (re.match(rf"{word} (\d+) ", text) for text in choices(seen))
    return [int(each[1]) for each in found if each]


def where(seen: Position, tile: str) -> list[str]:
    """Return where a tile may be placed, as text."""
    start = f"place {NAME[tile]} "
    found = [text.removeprefix(start) for text in choices(seen) if text.startswith(start)]
    return [text.removeprefix("on ") for text in found]


def neighbours(cell: str) -> list[str]:
    """Return the cells that touch one horizontally or vertically."""
    pairs = (border.split("-") for border in BORDERS)
    return [one if other == cell else other for one, other in pairs if cell in (one, other)]


def cells_of(square: str) -> list[str]:
    """Return the four cells of a square."""
    at = CELLS.index(square)
    return [CELLS[at], CELLS[at + 1], CELLS[at + 4], CELLS[at + 5]]


def beside(outside: str) -> str:
    """Return the cell next to a place outside the grid."""
    side, along = outside[0], outside[1]
    return {"^": along + "1", "v": along + "4", "<": "A" + along, ">": "D" + along}[side]


# --- Sparse tables -------------------------------------------------------------------------------


BySeat = Sequence[str] | Mapping[int, str]  # of all seats from the first on, or of those named


def arranged(**table: Any) -> Position:
    """Set up a table; `table_text` explains the arguments."""
    return position(table_text(**table))


def table_text(
    *,
    seats: int = 3,
    round_number: int | None = None,
    first: int = 0,
    step: int = 0,
    to_move: int | None = None,
    due: str = "mark",
    market: str = "",
    guilds: str = "crown boat wheel fox",
    sides: str = "AAAA",
    useful: Sequence[str] = (),
    variant: str = "useful_eight",
    cards: BySeat = (),
    decrees: BySeat = (),
    waiting: BySeat = (),
    cities: BySeat = (),
    fountains: BySeat | None = None,
    archbishop: int | None = None,
    pile: str = "",
    discards: str = "",
    rest: str = "pile",
    seed: int = 0,
) -> str:
    """Write the text of a table.

    Seats that are not named have nothing. Without a `round_number` it is the first round in
    which everyone can have that many tiles. The market is read place by place, `P04@0 - B11@a`;
    places that are not named have other tiles during marking and are empty later. Whose turn it
    is follows from `first` and `step`; only while characters are chosen does `to_move` say it.
    Fountains are earned by all full squares, the most valuable by the first seats, unless they
    are named. `rest` says whether all other tiles are in the pile, under those named for it, or
    among the discards. `variant` is for tables with useful characters; all others are plain.
    """
    kind, phase = re.sub(r":.*|\+", "", due), phase_of(due)
    choosing = phase == "characters"
    wait = padded(waiting, seats)
    named = re.findall(
        r"[PBYGX]\d\d", " ".join([*wait, *padded(cities, seats), market, pile, discards])
    )
    spare = [tile for tile in COLOURED if tile not in named]
    grey = [tile for tile in GREY if tile not in named]
    laid = [city_of(each, spare) for each in padded(cities, seats)]
    places = market.split()
    full = phase in ("characters", "mark")
    places += [spare.pop() if full else "-" for _ in range(MARKET[seats] - len(places))]
    boxed = [grey.pop() for _ in range(len(GREY) - GREY_USED[seats])]
    others = {"pile": "", "discards": "", rest: " ".join([*spare, *grey])}
    heralds = [seat for seat in range(seats) if "X13" in laid[seat].values()]
    orders = orders_of(seats, first, heralds)
    mover = "-" if phase == "over" else (to_move or 0) if choosing else to_move
    tiles = [
        len(laid[seat]) + len(each.split()) - (USED in useful[seat : seat + 1])
        for seat, each in enumerate(wait)
    ]
    for seat in range(seats):  # a tile by the Archbishop, who is gone
        tiles[seat] -= "X14" in laid[seat].values() and archbishop != seat
    if round_number is None:
        round_number = {"over": ROUNDS[seats], "characters": 0}.get(phase)
    if round_number is None:
        round_number = earliest_round(kind, step, orders["take"], tiles)
    played = cards_played(kind, round_number, step, orders["take"], seats)
    parts = {
        "seats": str(seats),
        "round": f"{round_number}/{first}/{step}",
        "to_move": str(orders[phase][step] if mover is None else mover),
        "due": due,
        "market": "/".join(places),
        "characters": characters_text(seats, guilds, sides, useful, kind, to_move or 0),
        "cards": "/".join(
            each or "12345678"[: 8 - played[seat]] or "-"
            for seat, each in enumerate(padded(cards, seats))
        ),
        "decrees": decrees_text(padded(decrees, seats), 0 if choosing else seats),
        "waiting": "/".join(listed(each.split()) for each in wait),
        "cities": "/".join(listed(f"{at}={city[at]}" for at in city) for city in laid),
        "fountains": "/".join(
            earned(laid, seats)
            if fountains is None
            else [listed(each.split()) for each in padded(fountains, seats)]
        ),
        "archbishop": "-" if archbishop is None else str(archbishop),
        "pile": listed([*pile.split(), *others["pile"].split()]),
        "discards": listed(sorted([*discards.split(), *others["discards"].split()], key=order)),
        "box": listed(sorted(boxed, key=order)),
        "random": f"{seed:016x}",
        "variant": variant if useful else "plain",
    }
    return " ".join(parts[field] for field in FIELDS)


order = TILE_IDS.index


def padded(words: BySeat, seats: int) -> list[str]:
    """Return what each seat has, in seat order."""
    found = words if isinstance(words, Mapping) else dict(enumerate(words))
    return [found.get(seat, "") for seat in range(seats)]


def listed(items: Iterable[str]) -> str:
    return ",".join(items) or "-"


def city_of(text: str, spare: list[str]) -> dict[str, str]:
    """Sort the tiles of a city; where none is named, take a spare one."""
    named = (each.partition("=") for each in text.split())
    laid = {location: tile or spare.pop(0) for location, _, tile in named}
    return {location: laid[location] for location in LOCATIONS if location in laid}


PHASES = {
    **dict.fromkeys(("side", "useful"), "characters"),
    **dict.fromkeys(("mark", "archbishop"), "mark"),
    **dict.fromkeys(("meeple", "pay", "second", "treasurer"), "take"),
    **dict.fromkeys(("place", "swap"), "place"),
    "over": "over",
}


def phase_of(due: str) -> str:
    return PHASES[re.sub(r":.*|\+", "", due)]


def orders_of(seats: int, first: int, heralds: list[int]) -> dict[str, list[int]]:
    """Return who acts in each phase of a round (URBE-MARKET-2, TAKE-4, GREY-HERALD)."""
    turns = [(first + place) % seats for place in range(seats)]
    others = [seat for seat in turns if seat not in heralds]
    return {
        "mark": [*heralds, *others] * MEEPLES[seats],
        "take": [*others, *heralds] * MEEPLES[seats],
        "place": turns,
    }


def cards_played(
    kind: str, round_number: int, step: int, taking: list[int], seats: int
) -> list[int]:
    """Return how many cards each seat has played: one for each meeple taken back."""
    past = 0
    if PHASES[kind] == "take":
        past = step + (kind in ("second", "treasurer"))
    elif PHASES[kind] in ("place", "over"):
        past = len(taking)
    before = max(round_number - 1, 0) * MEEPLES[seats]
    return [before + taking[:past].count(seat) for seat in range(seats)]


def earliest_round(kind: str, step: int, taking: list[int], tiles: list[int]) -> int:
    """Return the first round in which everyone has played a card for every two of their tiles."""
    seats = len(tiles)
    for number in range(1, ROUNDS[seats] + 1):
        played = cards_played(kind, number, step, taking, seats)
        if all(each <= 2 * cards for each, cards in zip(tiles, played, strict=True)):
            return number
    raise AssertionError(f"nobody can have {max(tiles)} tiles")


def characters_text(
    seats: int, guilds: str, sides: str, useful: Sequence[str], kind: str, to_move: int
) -> str:
    """Write guild, side and useful character; by default a useful character that scores."""
    unnamed = [each for each in SCORING if each not in " ".join(useful)]
    kept = [each or unnamed.pop() for each in padded(useful, seats)] if useful else ["-"] * seats
    chosen = [kind != "side" or seat < to_move for seat in range(seats)]
    return "/".join(
        f"{guilds.split()[seat]}:{sides[seat] if chosen[seat] else '-'}:{kept[seat]}"
        for seat in range(seats)
    )


def decrees_text(held: list[str], dealt: int) -> str:
    """Write everyone's decrees; by default the first ones that nobody has."""
    taken = " ".join(held)
    starting, advanced = (
        [decree for decree in DECREES if decree[0] == letter and decree not in taken]
        for letter in "SA"
    )
    for seat in range(dealt):
        if not held[seat]:
            held[seat] = " ".join([starting.pop(0), advanced.pop(0), advanced.pop(0)])
    return "/".join(listed(each.split()) for each in held)


def earned(laid: Sequence[Mapping[str, str]], seats: int) -> list[str]:
    """Give every full square its fountain (URBE-FOUNTAIN-1, URBE-SETUP-6)."""
    supply = [3] * (10 - seats) + [1] * (20 - 2 * seats)
    texts = []
    for city in laid:
        full = [square for square in SQUARES if set(cells_of(square)) <= set(city)]
        texts.append(listed(f"{square}={supply.pop(0)}" for square in full if supply))
    return texts


# --- A whole market ------------------------------------------------------------------------------

# Royal Mint (crown, boat), Fish Hall (fox), Windmill (wheel), Herb Plot (1 VP), River Castle,
# Porter's Lodge (1 VP), Rope Walk (boat), Vintner's Court (crown, fox), Vineyard Hill (wheel, fox);
# with four seats also Lute Maker (wheel), Spice Vault (crown, wheel), Honey Booth (fox).
MARKET_TILES = "P12 B11 Y10 G01 X02 P01 B05 Y14 G17 P06 B13 Y07"
# Nothing here can be paid with blue/crown+wheel, the second card of the crown's set.
DEAR_MARKET = "P05 P07 P09 P11 P12 Y05 Y07 Y09 Y11"
SHUFFLED = [TILE_IDS[number * 37 % 82] for number in range(82)]
SEED = 0x0123456789ABCDEF


def at_market(
    *,
    seats: int = 3,
    round_number: int = 1,
    first: int = 0,
    step: int = 0,
    due: str = "mark",
    market: str = MARKET_TILES,
    marks: str = "",
    gone: str = "",
    cards: BySeat = (),
    waiting: BySeat = (),
    cities: BySeat = (),
    pile: str = "",
    pile_size: int | None = None,
    **table: Any,
) -> str:
    """Write a table with a whole market, and a pile of the right size for that round.

    `marks` are `2@0` for a meeple of seat 0 on place 2; places without a tile are `gone`. Each
    seat has the last cards of its set left.
    """
    places = ["-"] * MARKET[seats] if due == "over" else market.split()[: MARKET[seats]]
    for place in gone.split():
        places[int(place) - 1] = "-"
    on_the_table = " ".join([*places, *padded(waiting, seats), *padded(cities, seats), pile])
    rest = [tile for tile in SHUFFLED if tile not in on_the_table]
    boxed = sorted(tile for tile in rest if tile in GREY)[GREY_USED[seats] - len(GREY) :]
    rest = pile.split() + [tile for tile in rest if tile not in boxed]
    for mark in marks.split():
        place, who = mark.split("@")
        places[int(place) - 1] += f"@{who}"
    if pile_size is None:
        dealt = max(round_number, 1) * MARKET[seats]
        pile_size = max(0, len(COLOURED) + GREY_USED[seats] - dealt)
    kind, taking = re.sub(r":.*|\+", "", due), orders_of(seats, first, [])["take"]
    played = cards_played(kind, round_number, step, taking, seats)
    left = [each or "12345678"[n:] for each, n in zip(padded(cards, seats), played, strict=True)]
    return table_text(
        seats=seats,
        round_number=round_number,
        first=first,
        step=step,
        due=due,
        market=" ".join(places),
        cards=[each or "-" for each in left],
        waiting=waiting,
        cities=cities,
        pile=" ".join(rest[:pile_size]),
        discards=" ".join(rest[pile_size:]),
        **{"seed": SEED, **table},
    )


def laid(cells: str, first: str) -> str:
    """Put tiles on cells, in order, starting with the first tile: `A1=Y02 B1=Y03`."""
    tiles = TILE_IDS[order(first) :]
    return " ".join(f"{at}={tile}" for at, tile in zip(cells.split(), tiles, strict=False))


# --- Playing on ----------------------------------------------------------------------------------

Chooser = Callable[[Position], int]


def cautious(seen: Position) -> int:
    """Choose the last decision: nothing optional, and the last place and cell."""
    return seen.legal()[-1]


def play_round(start: Position, choose: Chooser = cautious) -> list[Position]:
    """Play until the next round begins, or the game is over; return all positions."""
    line = [start]
    while not line[-1].is_over and round_and_first(line[-1]) == round_and_first(start):
        line.append(line[-1].play(choose(line[-1])))
    return line


def play_out(start: Position, choose: Chooser) -> list[Position]:
    """Play to the end; return all positions."""
    line = [start]
    while not line[-1].is_over:
        assert len(line) <= start.game.facts.longest_game
        line.append(line[-1].play(choose(line[-1])))
    return line


def acting(line: Sequence[Position], wanted: str) -> list[int | None]:
    """Return the seats whose turns begin in a phase, in order."""
    return [seen.to_move for seen in line if seen.turn_begins and phase(seen) == wanted]


def tiles_in(seen: Position) -> list[str]:
    """Return every tile in a position's text, wherever it is."""
    return list(chain.from_iterable(re.findall(r"[PBYGX]\d\d", part) for part in _tile_parts(seen)))


def _tile_parts(seen: Position) -> list[str]:
    found = fields(seen)
    return [found[field] for field in ("market", "waiting", "cities", "pile", "discards", "box")]


PASSING = ("no archbishop", "no second", "no treasurer", "keep", "no swap")


@cache
def random_game(variant: str, seats: int, seed: int) -> list[Position]:
    """Play randomly, often for grey tiles and often declining; return all positions."""
    choose = random.Random(seed)

    def decide(seen: Position) -> int:
        legal = seen.legal()
        texts = {number: seen.decision_text(number) for number in legal}
        passing = [number for number in legal if texts[number] in PASSING]
        grey = [number for number in legal if texts[number].endswith(GREY_NAMES)]
        return choose.choice(choose.choice([legal, passing, grey, grey]) or legal)

    return play_out(urbe(useful_eight=VARIANTS[variant]).start_fast(seats, seed), decide)


# --- Examples ------------------------------------------------------------------------------------

WITH_EIGHT: dict[str, Any] = {
    "sides": "AABB",
    "useful": ["treasurer", "mason", "almoner", "chancellor"],
}
WITH_MASON: dict[str, Any] = {
    "sides": "BABB",
    "useful": ["mason", "treasurer", "almoner", "chancellor"],
}
DRAWN = ["almoner+mason", "keeper+painter", "surveyor+treasurer"]
CATHEDRAL: dict[str, Any] = {"cities": ["A1=X14 B1=P02"], "archbishop": 0}
THREE_OF_FOUR = laid("A1 B1 A2", "P02")
TWO_SQUARES = laid("A1 B1 C1 A2 C2", "G02")  # B2 completes both
NINE = laid("A1 B1 C1 A2 B2 C2 A3 B3 C3", "Y01")  # four squares
SIX = laid("A1 B1 C1 A2 B2 C2", "B12")  # two squares

SIDE = at_market(round_number=0, due="side")
SIDE_LAST = at_market(round_number=0, due="side", to_move=2, sides="AB-", first=1)
USEFUL_DUE: dict[str, Any] = {"round_number": 0, "due": "useful", "sides": "ABA"}
USEFUL_FIRST = at_market(**USEFUL_DUE, useful=DRAWN)
USEFUL_LAST = at_market(
    **USEFUL_DUE, to_move=2, first=1, useful=["mason", "painter", "surveyor+treasurer"]
)
INSTEAD: dict[str, Any] = {"variant": "useful_instead", "sides": "----"}
USEFUL_INSTEAD = at_market(round_number=0, due="useful", useful=DRAWN, **INSTEAD)
MARKING = at_market(round_number=2, first=1, step=1, marks="1@1")
MARKING_FOUR = at_market(seats=4, round_number=8, first=3, step=1, marks="2@3", cards=["6"])
MARKING_TWICE = at_market(seats=2, round_number=3, first=1, step=2, marks="1@1 5@0")
WITH_ARCHBISHOP = at_market(round_number=3, **CATHEDRAL)
SENDING = at_market(round_number=3, **CATHEDRAL, due="archbishop", marks="2@0")
CHOOSING_MEEPLE = at_market(
    seats=2,
    round_number=2,
    due="meeple:0",
    marks="2@0 5@0 1@1 8@1",
    cards=["125678"],
    **WITH_EIGHT,
)
CHOSEN_MEEPLE = at_market(
    seats=2,
    round_number=2,
    gone="3",
    due="pay:2:1",
    marks="2@0 5@0 1@1 8@1",
    waiting=["Y10"],
    cities=["A1=X14"],
)
PAYING = at_market(marks="2@0 5@1 8@2", due="pay:2:0")
PAYING_GREY = at_market(
    round_number=2,
    first=2,
    step=2,
    gone="2 3",
    marks="5@1",
    due="pay:5:0",
    waiting={2: "B11", 0: "Y10"},
)
LEAVING = at_market(
    round_number=8, market=DEAR_MARKET, marks="1@0 2@1 3@2", due="pay:1:0", cards=["2"]
)
SECOND = at_market(gone="2", marks="5@1 8@2", due="second:5f:1", waiting=["B11"], cards=["1234678"])
SECOND_OF_THREE = at_market(
    round_number=3,
    gone="2 7",
    marks="5@1 8@2",
    due="second:1g:2",
    waiting=["B05 B11"],
    cities=CATHEDRAL["cities"],
    cards=["45678"],
)
TREASURER = at_market(
    gone="2 3",
    marks="5@1 8@2",
    due="treasurer:5f:2",
    waiting=["B11 Y10"],
    cards=["1234678"],
    **WITH_EIGHT,
)
EMPTY_CITY = at_market(due="place", gone="2 3 5 8", waiting=["B11 Y10", "X02", "Y14"])
TOWER_FIRST = at_market(
    due="place",
    market=MARKET_TILES.replace("P12", "X09"),
    gone="1 5 8",
    waiting=["X09", "X02", "Y14"],
)
PLACING = at_market(
    round_number=3,
    due="place",
    gone="2 3 5 8",
    waiting=["X11 B11 Y10", "X02", "Y14"],
    cities=[THREE_OF_FOUR],
)
GREYS = at_market(
    round_number=5,
    first=2,
    step=1,
    due="place+",
    gone="2 3 5 8",
    waiting=["X09 X05", "Y14"],
    cities=[f"{THREE_OF_FOUR} {laid('B2 C2 D2 B3 B4', 'G03')}"],
)
KEEPING = at_market(
    round_number=3, due="place+", gone="2 3 5", waiting=["X11"], cities=[THREE_OF_FOUR]
)
TWO_FOUNTAINS_DUE = at_market(
    round_number=6,
    due="place",
    gone="2 3 5 8",
    waiting=["B11 Y10", "X02", "Y14"],
    cities=[TWO_SQUARES, NINE, SIX],
)
NO_FOUNTAIN_LEFT = at_market(
    seats=4,
    round_number=8,
    first=1,
    step=3,
    due="place",
    gone="1 2 5 8 9",
    waiting=["P12"],
    cities=[THREE_OF_FOUR, laid(ALL_CELLS, "Y01"), laid(ALL_CELLS, "G01")],
    market="P12 P11 P09 P10 X02 P01 B05 B06 B07 B08 B09 B10",
    fountains={
        1: "A1=3 B1=3 C1=1 A2=3 B2=3 C2=1 A3=1 B3=3 C3=1",
        2: "A1=1 B1=1 C1=1 A2=1 B2=1 C2=1 A3=1 B3=1 C3=3",
    },
)
MASON = at_market(
    round_number=3,
    due="place",
    gone="2 3 5",
    waiting=["X11 B11"],
    cities=[THREE_OF_FOUR],
    **WITH_MASON,
)
SWAPPING = at_market(
    round_number=5,
    due="swap+",
    gone="2 3 5",
    cities=[f"{THREE_OF_FOUR} B2=G03 C1=X07 C2=P13"],
    **WITH_MASON,
)
# Herald's House of seat 2 lets it take last. Seat 0 has the tile that the Archbishop marked.
SOME = at_market(
    round_number=5,
    first=1,
    step=1,
    gone="1 2",
    marks="5@0 8@2",
    due="pay:5:1",
    waiting=["P12", "X11 B11"],
    cities=[
        "A1=X14 B1=P02 A2=P03 B2=P04 A1-B1=X05 ^A=X09",
        "C3=B01 D3=B02 C4=X07 D4=B03",
        "B2=X13 B3=Y01",
    ],
)
SENT = at_market(round_number=3, **CATHEDRAL, step=1, marks="2@0 7@a", seed=2**64 - 1)
OVER = at_market(
    round_number=8,
    due="over",
    first=1,
    cities={0: THREE_OF_FOUR, 2: "B2=X14"},
    waiting={1: "X12"},
    archbishop=2,
)

EXAMPLES = {
    "side": SIDE,
    "last side": SIDE_LAST,
    "useful": USEFUL_FIRST,
    "last useful": USEFUL_LAST,
    "useful, instead of the guild's character": USEFUL_INSTEAD,
    "mark": MARKING,
    "mark, four seats": MARKING_FOUR,
    "mark, the second pass": MARKING_TWICE,
    "mark, with the Archbishop": WITH_ARCHBISHOP,
    "archbishop": SENDING,
    "archbishop sent": SENT,
    "meeple": CHOOSING_MEEPLE,
    "meeple chosen": CHOSEN_MEEPLE,
    "pay": PAYING,
    "pay for a grey tile": PAYING_GREY,
    "pay, but no card can": LEAVING,
    "second": SECOND,
    "second, three tiles": SECOND_OF_THREE,
    "second, four seats": at_market(
        seats=4,
        round_number=6,
        gone="2",
        marks="5@1 8@2 9@3",
        due="second:5f:1",
        waiting=["B11"],
        cards=["34"],
        sides="ABBA",
        cities=[
            f"{laid('A1 B1 C1 A2 B2 C2', 'G02')} A1-B1=X05",
            laid("A1 B1 A2 B2 C2 D2 D3 D4", "G08"),
            laid("C3 D3 C4 D4 B4", "P07"),
            f"{laid('B1 B2 C2 B3', 'B14')} ^B=X09",
        ],
    ),
    "treasurer": TREASURER,
    "place": EMPTY_CITY,
    "place a watchtower": TOWER_FIRST,
    "place, late": at_market(
        seats=2,
        round_number=4,
        due="place",
        gone="1 2 3 5",
        waiting=["P12 B11", "X02"],
        cities=[
            laid("A1 B1 C1 D1 A2 B2 C2 A3 B3 C3", "G02"),
            laid("A1 B1 A2 B2 C2 D2 C3", "Y01") + " D1=X13 >2=X10",
        ],
        sides="AB",
        useful=["treasurer!", "mason"],
    ),
    "place grey tiles": GREYS,
    "place or keep": KEEPING,
    "fountains of both kinds": TWO_FOUNTAINS_DUE,
    "no fountain left": NO_FOUNTAIN_LEFT,
    "place, with useful characters instead": at_market(
        round_number=3,
        due="place",
        gone="2 3 5",
        waiting=["X11 B11"],
        cities=[THREE_OF_FOUR],
        useful=["mason", "treasurer!", "almoner"],
        **INSTEAD,
    ),
    "place, then swap": MASON,
    "swap": SWAPPING,
    "a bit of everything": SOME,
    "over": OVER,
    "over for four": at_market(
        seats=4,
        round_number=8,
        due="over",
        cities=[laid(ALL_CELLS, "P01"), laid("A1 B1", "B01"), "B2=X01 C2=X03 C1=X07 C3=X11"],
        **WITH_EIGHT,
    ),
    "over, with useful characters instead": at_market(
        round_number=8,
        due="over",
        cities=[laid(ALL_CELLS, "P01"), laid("A1 B1", "B01"), "B2=X01 C2=X03 C1=X07 C3=X11"],
        useful=["chancellor", "almoner", "castellan"],
        **INSTEAD,
    ),
    "a watchtower alone": at_market(round_number=2, cities={1: ">2=X09"}),
    "the last word": at_market(seed=2**64 - 1),
}


def is_square(seen: Position, name: str) -> bool:
    """Whether this is a place of the market, or a location in the city of the seat to move."""
    owner, _, location = name.partition(":")
    if not location:
        return name in {f"market {place}" for place in range(1, MARKET[seen.seats] + 1)}
    return int(owner) == seen.to_move and location in [*CELLS, *BORDERS, *OUTSIDE_NAMES]
