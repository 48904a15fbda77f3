"""Positions for the tests of Urbe: from what matters in them, and what to read off them.

A test describes a table sparsely, `arranged(market="P04@0 B11", cities=["A1=X01 B1"], due=...)`:
tiles by their ids of the components file, `B1` alone for just any coloured tile there. The tiles
that it does not care about are put where the rules would have them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import contrada
from contrada import Game, Position

ROOT = Path(__file__).parents[3]
RULE_PAGE = ROOT / "docs" / "rules" / "urbe.md"
BOX = tomllib.loads(
    (ROOT / "src" / "contrada" / "games" / "urbe" / "components.toml").read_text(encoding="utf-8")
)

TILES: dict[str, Mapping[str, Any]] = {tile["id"]: tile for tile in BOX["tile"]}
NAME: dict[str, str] = {tile: entry["name"] for tile, entry in TILES.items()}
GREY = [tile for tile in TILES if tile[0] == "X"]
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


def urbe(*, useful_eight: bool = False) -> Game:
    return contrada.game("urbe", useful_eight=useful_eight)


def position(text: str) -> Position:
    """Read a position; its last word is the variant."""
    return urbe(useful_eight=text.endswith(" useful_eight")).position(text)


def fields(seen: Position) -> dict[str, str]:
    """Return the parts of a position's text."""
    return dict(zip(FIELDS, seen.text.split(" "), strict=True))


def of_seat(seen: Position, field: str, seat: int = 0) -> str:
    """Return what a part of a position's text says of a seat."""
    return fields(seen)[field].split("/")[seat]


def phase(seen: Position) -> str:
    """Return what is being done: characters, mark, take, place or over."""
    return phase_of(fields(seen)["due"])


def round_and_first(seen: Position) -> list[int]:
    """Return the round, and who is first in it."""
    return [int(number) for number in fields(seen)["round"].split("/")[:2]]


def choices(seen: Position) -> list[str]:
    """Return the legal decisions as text."""
    return [seen.decision_text(decision) for decision in seen.legal()]


def places_of(seen: Position, word: str) -> list[int]:
    """Return the places of the market that may be chosen now: `mark`, `second` and so on."""
    found = (re.match(rf"{word} (\d+) ", text) for text in choices(seen))
    return [int(each[1]) for each in found if each]


def where(seen: Position, tile: str) -> list[str]:
    """Return where a tile that waits may be placed, as it is written."""
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


def arranged(
    *,
    seats: int = 3,
    round_number: int | None = None,
    first: int = 0,
    step: int = 0,
    to_move: int = 0,
    due: str = "mark",
    market: str = "",
    guilds: str = "crown boat wheel fox",
    sides: str = "AAAA",
    useful: Sequence[str] = (),
    cards: Sequence[str] = (),
    decrees: Sequence[str] = (),
    waiting: Sequence[str] = (),
    cities: Sequence[str] = (),
    archbishop: int | None = None,
    pile: str = "",
    discards: str = "",
    rest: str = "pile",
    seed: int = 0,
) -> Position:
    """Set up a table.

    Seats that are not named have nothing. Without a `round_number` it is the first round in which
    all can have so many tiles. The market is read place by place, `P04@0 - B11@a`; what
    is not named of it is full of other tiles while it is marked, and empty later. Whose turn it is
    follows from `first` and `step`; only while characters are chosen `to_move` says it. Fountains
    are earned by all full squares, the dear ones by the first seats. `rest` says whether all other
    tiles are in the pile, under those named for it, or among the discards.
    """
    kind, phase = re.sub(r":.*|\+", "", due), phase_of(due)
    choosing = phase == "characters"
    named = re.findall(r"[PBYGX]\d\d", " ".join([*waiting, *cities, market, pile, discards]))
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
    acts = {"over": "-", "characters": str(to_move)}
    tiles = [
        len(laid[seat]) + len(each.split()) - (USED in useful[seat : seat + 1])
        for seat, each in enumerate(padded(waiting, seats))
    ]
    for seat in range(seats):  # a tile by the Archbishop, who is gone
        tiles[seat] -= "X14" in laid[seat].values() and archbishop != seat
    number = {"over": ROUNDS[seats], "characters": 0}.get(phase, round_number)
    if number is None:
        number = earliest_round(kind, step, orders["take"], tiles)
    played = cards_played(kind, number, step, orders["take"], seats)
    parts = {
        "seats": str(seats),
        "round": f"{number}/{first}/{step}",
        "to_move": acts.get(phase) or str(orders[phase][step]),
        "due": due,
        "market": "/".join(places),
        "characters": characters_text(seats, guilds, sides, useful, kind, to_move),
        "cards": "/".join(
            each or "12345678"[: 8 - played[seat]] or "-"
            for seat, each in enumerate(padded(cards, seats))
        ),
        "decrees": decrees_text(decrees, 0 if choosing else seats, seats),
        "waiting": "/".join(listed(each.split()) for each in padded(waiting, seats)),
        "cities": "/".join(listed(f"{at}={city[at]}" for at in city) for city in laid),
        "fountains": "/".join(earned(laid, seats)),
        "archbishop": "-" if archbishop is None else str(archbishop),
        "pile": listed([*pile.split(), *others["pile"].split()]),
        "discards": listed(sorted([*discards.split(), *others["discards"].split()], key=order)),
        "box": listed(sorted(boxed, key=order)),
        "random": f"{seed:016x}",
        "variant": "useful_eight" if useful else "plain",
    }
    return position(" ".join(parts[field] for field in FIELDS))


order = list(TILES).index


def padded(each: Sequence[str], seats: int) -> list[str]:
    return [*each, *[""] * (seats - len(each))]


def listed(items: Iterable[str]) -> str:
    return ",".join(items) or "-"


def city_of(text: str, spare: list[str]) -> dict[str, str]:
    """Lay the tiles of a city in order; where none is named one is taken from the spare ones."""
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
    """Return how many cards each seat has played: one for each meeple that was taken back."""
    past = 0
    if PHASES[kind] == "take":
        past = step + (kind in ("second", "treasurer"))
    elif PHASES[kind] in ("place", "over"):
        past = len(taking)
    before = max(round_number - 1, 0) * MEEPLES[seats]
    return [before + taking[:past].count(seat) for seat in range(seats)]


def earliest_round(kind: str, step: int, taking: list[int], tiles: list[int]) -> int:
    """Return the first round in which all have played a card for every two of their tiles."""
    seats = len(tiles)
    for number in range(1, ROUNDS[seats] + 1):
        played = cards_played(kind, number, step, taking, seats)
        if all(each <= 2 * cards for each, cards in zip(tiles, played, strict=True)):
            return number
    raise AssertionError(f"nobody can have {max(tiles)} tiles")


def characters_text(
    seats: int, guilds: str, sides: str, useful: Sequence[str], kind: str, to_move: int
) -> str:
    """Write guild, side and useful character; those who have none named keep one that scores."""
    unnamed = [each for each in SCORING if each not in " ".join(useful)]
    kept = [each or unnamed.pop() for each in padded(useful, seats)] if useful else ["-"] * seats
    chosen = [kind != "side" or seat < to_move for seat in range(seats)]
    return "/".join(
        f"{guilds.split()[seat]}:{sides[seat] if chosen[seat] else '-'}:{kept[seat]}"
        for seat in range(seats)
    )


def decrees_text(decrees: Sequence[str], dealt: int, seats: int) -> str:
    """Write everybody's decrees; those who have none named have the first that nobody has."""
    taken = " ".join(decrees)
    starting, advanced = (
        [decree for decree in DECREES if decree[0] == letter and decree not in taken]
        for letter in "SA"
    )
    held = padded(decrees, seats)
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


# --- Playing on ----------------------------------------------------------------------------------

Chooser = Callable[[Position], int]


def cautious(seen: Position) -> int:
    """Take the last decision: nothing that may be left, and the last place and cell."""
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
    """Return whose turns of a phase begin, one after the other."""
    return [seen.to_move for seen in line if seen.turn_begins and phase(seen) == wanted]


def tiles_in(seen: Position) -> list[str]:
    """Return every tile of a position's text, wherever it lies."""
    return list(chain.from_iterable(re.findall(r"[PBYGX]\d\d", part) for part in _tile_parts(seen)))


def _tile_parts(seen: Position) -> list[str]:
    found = fields(seen)
    return [found[field] for field in ("market", "waiting", "cities", "pile", "discards", "box")]
