"""Urbe in text: decisions, turns and positions, there and back; and bad text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import contrada
from contrada import NotationError, Position
from contrada.errors import ContradaError, IllegalDecision
from contrada.games.contract import Game
from contrada.games.urbe import notation, rules

# --- Positions from a few words ------------------------------------------------------------------

TILES = [f"{colour}{number:02}" for colour in "PBYG" for number in range(1, 18)]
TILES += [f"X{number:02}" for number in range(1, 15)]
MIXED = [TILES[number * 37 % 82] for number in range(82)]
CELLS = [column + row for row in "1234" for column in "ABCD"]
LOCATIONS = [
    *CELLS,
    *(f"{CELLS[cell]}-{CELLS[cell + 1]}" for cell in range(16) if cell % 4 < 3),
    *(f"{CELLS[cell]}-{CELLS[cell + 4]}" for cell in range(12)),
    *(f"^{column}" for column in "ABCD"),
    *(f">{row}" for row in "1234"),
    *(f"v{column}" for column in "ABCD"),
    *(f"<{row}" for row in "1234"),
]
PAIRS = list(combinations(CELLS, 2))
GUILDS = ("crown", "boat", "wheel", "fox")
DECREES = ("S01,A01,A02", "S02,A03,A04", "S03,A05,A06", "S04,A07,A08")
GREY_USED, PLACES = {2: 4, 3: 8, 4: 10}, {2: 9, 3: 9, 4: 12}  # by seats
MEEPLES, ROUNDS = {2: 2, 3: 1, 4: 1}, {2: 4, 3: 8, 4: 8}
VARIANTS = ("plain", "useful_eight")

# Royal Mint (crown, boat), Fish Hall (fox), Windmill (wheel), Herb Plot (1 VP), River Castle,
# Porter's Lodge (1 VP), Rope Walk (boat), Vintner's Court (crown, fox), Vineyard Hill (wheel, fox);
# with four seats also Lute Maker (wheel), Spice Vault (crown, wheel), Honey Booth (fox).
MARKET = "P12 B11 Y10 G01 X02 P01 B05 Y14 G17 P06 B13 Y07"
# Nothing here can be paid with blue/crown+wheel, the second card of the crown's set.
DEAR_MARKET = "P05 P07 P09 P11 P12 Y05 Y07 Y09 Y11"
WITH_EIGHT = "crown:A:treasurer/boat:A:mason/wheel:B:almoner/fox:B:chancellor"
WITH_MASON = "crown:B:mason/boat:A:treasurer/wheel:B:almoner/fox:B:chancellor"


def urbe(variant: str = "plain") -> Game:
    return contrada.game("urbe", useful_eight=variant == "useful_eight")


def position(text: str) -> Position:
    """Read a position with the option that its text names."""
    return urbe(text.rsplit(" ", 1)[-1]).position(text)


def laid(cells: str, first: str) -> str:
    """Lay tiles on cells, in the order of tiles from the first one on: `A1=Y02 B1=Y03`."""
    start = TILES.index(first)
    return " ".join(
        f"{cell}={tile}" for cell, tile in zip(cells.split(), TILES[start:], strict=False)
    )


def cards_left(seats: int, round_number: int, first: int, step: int, due: str) -> list[str]:
    """Return the last cards of each set, as many as are left if nobody has Herald's House."""
    word = re.split(r"[:+]", due)[0]
    taken = {"meeple": step, "pay": step, "second": step + 1, "treasurer": step + 1}
    all_taken = seats * MEEPLES[seats]
    steps = taken.get(word, all_taken if word in {"place", "swap", "over"} else 0)
    played = [max(round_number - 1, 0) * MEEPLES[seats]] * seats
    for past in range(steps):
        played[(first + past) % seats] += 1
    return ["12345678"[number:] or "-" for number in played]


def seat_parts(seats: int, words: Mapping[int, str] | None) -> list[list[str]]:
    return [(words or {}).get(seat, "").split() for seat in range(seats)]


def joined(parts: Iterable[Iterable[str]]) -> str:
    return "/".join(",".join(part) or "-" for part in parts)


def table_text(
    *,
    seats: int = 3,
    round_number: int = 1,
    first: int = 0,
    step: int = 0,
    to_move: int | None = None,
    due: str = "mark",
    market: str = MARKET,
    marks: str = "",
    gone: str = "",
    characters: str = "",
    cards: Mapping[int, str] | None = None,
    decrees: str = "",
    waiting: Mapping[int, str] | None = None,
    cities: Mapping[int, str] | None = None,
    fountains: Mapping[int, str] | None = None,
    archbishop: str = "-",
    pile: str = "",
    pile_size: int | None = None,
    random: str = "0123456789abcdef",
    variant: str = "plain",
) -> str:
    """Write a position; tiles not named are in the pile and, from the second round on, discarded.

    Tiles are written with spaces between, marks as `2@0` for a meeple of seat 0 on place 2, places
    without a tile in `gone`. Of the grey tiles not named the last ones are in the box.
    """
    places = ["-"] * PLACES[seats] if due == "over" else market.split()[: PLACES[seats]]
    for place in gone.split():
        places[int(place) - 1] = "-"
    in_cities, to_place = seat_parts(seats, cities), seat_parts(seats, waiting)
    for city in in_cities:
        city.sort(key=lambda words: LOCATIONS.index(words.partition("=")[0]))
    placed = [words[-3:] for city in in_cities for words in city]
    lying = [*places, *placed, *(tile for tiles in to_place for tile in tiles)]
    rest = [tile for tile in MIXED if tile not in lying and tile not in pile.split()]
    box = sorted(tile for tile in rest if tile[0] == "X")[GREY_USED[seats] - 14 :]
    rest = pile.split() + [tile for tile in rest if tile not in box]
    for mark in marks.split():
        place, who = mark.split("@")
        places[int(place) - 1] += f"@{who}"
    if pile_size is None:
        pile_size = max(0, 68 + GREY_USED[seats] - max(round_number, 1) * PLACES[seats])
    left = cards_left(seats, round_number, first, step, due)
    mover = str((first + step) % seats if to_move is None else to_move)
    plain = "/".join(f"{guild}:A:-" for guild in GUILDS[:seats])
    dealt = DECREES[:seats] if round_number else ["-"] * seats
    return " ".join(
        (
            str(seats),
            f"{round_number}/{first}/{step}",
            "-" if due == "over" else mover,
            due,
            "/".join(places),
            "/".join((characters or plain).split("/")[:seats]),
            "/".join((cards or {}).get(seat, left[seat]) for seat in range(seats)),
            decrees or "/".join(dealt),
            joined(to_place),
            joined(in_cities),
            joined(seat_parts(seats, fountains)),
            archbishop,
            ",".join(rest[:pile_size]) or "-",
            ",".join(sorted(rest[pile_size:], key=TILES.index)) or "-",
            ",".join(box) or "-",
            random,
            variant,
        )
    )


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.uncompiled
def test_names_of_locations() -> None:
    """URBE-PLACE-2, URBE-GREY-BRIDGE, URBE-GREY-WATCHTOWER."""
    assert list(notation.LOCATION_CODES) == LOCATIONS
    assert list(notation.LOCATIONS[:40]) == LOCATIONS[:40]
    assert notation.LOCATIONS[40:] == (
        *("above A1", "above B1", "above C1", "above D1"),
        *("right of D1", "right of D2", "right of D3", "right of D4"),
        *("below A4", "below B4", "below C4", "below D4"),
        *("left of A1", "left of A2", "left of A3", "left of A4"),
    )
    assert (LOCATIONS[16], LOCATIONS[28], LOCATIONS[39]) == ("A1-B1", "A1-A2", "D3-D4")
    assert len(set(notation.LOCATIONS)) == len(set(LOCATIONS)) == 56


def test_everything_has_a_name_of_its_own() -> None:
    """URBE-TILE-1, URBE-DECREE-1, URBE-COIN-1."""
    assert [tile.id for tile in notation.TILES] == TILES
    assert len({tile.name for tile in notation.TILES}) == 82
    assert len({decree.id for decree in notation.DECREES}) == 30
    assert len({decree.name for decree in notation.DECREES}) == 30
    assert notation.CARD_TEXTS[0] == (
        *("purple/wheel+fox", "blue/crown+wheel", "yellow/boat+fox", "green/crown+boat"),
        *("purple+blue/wheel", "purple+yellow/fox", "blue+green/crown", "yellow+green/boat"),
    )
    assert [len(set(cards)) for cards in notation.CARD_TEXTS] == [8] * 4


# --- Decisions and turns -------------------------------------------------------------------------


def side(letter: str) -> int:
    return "AB".index(letter)


def keep_useful(name: str) -> int:
    every = "keeper almoner surveyor painter castellan chancellor treasurer mason"
    return 2 + every.split().index(name)


def mark(place: int) -> int:
    return 10 + place - 1


def archbishop(place: int) -> int:
    return 22 + place - 1


def meeple(place: int) -> int:
    return 35 + place - 1


def flags(card: int) -> int:
    return 47 + card - 1


def guilds(card: int) -> int:
    return 55 + card - 1


def spend(card: int) -> int:
    return 63 + card - 1


def second(place: int) -> int:
    return 71 + place - 1


def treasurer(place: int) -> int:
    return 84 + place - 1


def place(slot: int, code: str) -> int:
    return 97 + (slot - 1) * 56 + LOCATIONS.index(code)


def swap(one: str, other: str) -> int:
    return 546 + PAIRS.index((one, other))


NO_ARCHBISHOP, NO_SECOND, NO_TREASURER, KEEP, NO_SWAP = 34, 83, 96, 545, 666

CHOOSING = "crown:-:-/boat:-:-/wheel:-:-"
DRAWN = "crown:A:almoner+mason/boat:B:keeper+painter/wheel:A:surveyor+treasurer"
CATHEDRAL = {0: "A1=X14 B1=P02"}  # with the Archbishop of seat 0
THREE_OF_FOUR = laid("A1 B1 A2", "P02")
TWO_SQUARES = laid("A1 B1 C1 A2 C2", "G02")  # B2 completes both
NINE = laid("A1 B1 C1 A2 B2 C2 A3 B3 C3", "Y01")  # four squares
SIX = laid("A1 B1 C1 A2 B2 C2", "B12")  # two squares

SIDE = table_text(round_number=0, due="side", characters=CHOOSING)
SIDE_LAST = table_text(
    round_number=0, due="side", to_move=2, characters="crown:A:-/boat:B:-/wheel:-:-", first=1
)
USEFUL = table_text(round_number=0, due="useful", characters=DRAWN, variant="useful_eight")
USEFUL_LAST = table_text(
    round_number=0,
    due="useful",
    to_move=2,
    first=1,
    characters="crown:A:mason/boat:B:painter/wheel:A:surveyor+treasurer",
    variant="useful_eight",
)
MARKING = table_text(round_number=2, first=1, step=1, marks="1@1")
MARKING_FOUR = table_text(seats=4, round_number=8, first=3, step=1, marks="2@3", cards={0: "6"})
MARKING_TWICE = table_text(seats=2, round_number=3, first=1, step=2, marks="1@1 5@0")
WITH_ARCHBISHOP = table_text(round_number=3, cities=CATHEDRAL, archbishop="0")
SENDING = table_text(
    round_number=3, cities=CATHEDRAL, archbishop="0", due="archbishop", marks="2@0"
)
CHOOSING_MEEPLE = table_text(
    seats=2,
    round_number=2,
    due="meeple:0",
    marks="2@0 5@0 1@1 8@1",
    cards={0: "125678"},
    variant="useful_eight",
    characters=WITH_EIGHT,
)
CHOSEN_MEEPLE = table_text(
    seats=2,
    round_number=2,
    gone="3",
    due="pay:2:1",
    marks="2@0 5@0 1@1 8@1",
    waiting={0: "Y10"},
    cities={0: "A1=X14"},
)
PAYING = table_text(marks="2@0 5@1 8@2", due="pay:2:0")
PAYING_GREY = table_text(
    round_number=2,
    first=2,
    step=2,
    gone="2 3",
    marks="5@1",
    due="pay:5:0",
    waiting={2: "B11", 0: "Y10"},
)
LEAVING = table_text(
    round_number=8, market=DEAR_MARKET, marks="1@0 2@1 3@2", due="pay:1:0", cards={0: "2"}
)
SECOND = table_text(
    gone="2", marks="5@1 8@2", due="second:5f:1", waiting={0: "B11"}, cards={0: "1234678"}
)
SECOND_OF_THREE = table_text(
    round_number=3,
    gone="2 7",
    marks="5@1 8@2",
    due="second:1g:2",
    waiting={0: "B05 B11"},
    cities=CATHEDRAL,
    cards={0: "45678"},
)
TREASURER = table_text(
    gone="2 3",
    marks="5@1 8@2",
    due="treasurer:5f:2",
    waiting={0: "B11 Y10"},
    cards={0: "1234678"},
    variant="useful_eight",
    characters=WITH_EIGHT,
)
EMPTY_CITY = table_text(due="place", gone="2 3 5 8", waiting={0: "B11 Y10", 1: "X02", 2: "Y14"})
TOWER_FIRST = table_text(
    due="place",
    market=MARKET.replace("P12", "X09"),
    gone="1 5 8",
    waiting={0: "X09", 1: "X02", 2: "Y14"},
)
PLACING = table_text(
    round_number=3,
    due="place",
    gone="2 3 5 8",
    waiting={0: "X11 B11 Y10", 1: "X02", 2: "Y14"},
    cities={0: THREE_OF_FOUR},
)
GREYS = table_text(
    round_number=5,
    first=2,
    step=1,
    due="place+",
    gone="2 3 5 8",
    waiting={0: "X09 X05", 1: "Y14"},
    cities={0: f"{THREE_OF_FOUR} {laid('B2 C2 D2 B3 B4', 'G03')}"},
    fountains={0: "A1=3"},
)
KEEPING = table_text(
    round_number=3, due="place+", gone="2 3 5", waiting={0: "X11"}, cities={0: THREE_OF_FOUR}
)
TWO_FOUNTAINS_DUE = table_text(
    round_number=6,
    due="place",
    gone="2 3 5 8",
    waiting={0: "B11 Y10", 1: "X02", 2: "Y14"},
    cities={0: TWO_SQUARES, 1: NINE, 2: SIX},
    fountains={1: "A1=3 B1=3 A2=3 B2=3", 2: "A1=3 B1=3"},
)
NO_FOUNTAIN_LEFT = table_text(
    seats=4,
    round_number=8,
    first=1,
    step=3,
    due="place",
    gone="1 2 5 8 9",
    waiting={0: "P12"},
    cities={0: THREE_OF_FOUR, 1: laid(" ".join(CELLS), "Y01"), 2: laid(" ".join(CELLS), "G01")},
    market="P12 P11 P09 P10 X02 P01 B05 B06 B07 B08 B09 B10",
    fountains={
        1: "A1=3 B1=3 C1=1 A2=3 B2=3 C2=1 A3=1 B3=3 C3=1",
        2: "A1=1 B1=1 C1=1 A2=1 B2=1 C2=1 A3=1 B3=1 C3=3",
    },
)
MASON = table_text(
    round_number=3,
    due="place",
    gone="2 3 5",
    waiting={0: "X11 B11"},
    cities={0: THREE_OF_FOUR},
    characters=WITH_MASON,
    variant="useful_eight",
)
SWAPPING = table_text(
    round_number=5,
    due="swap+",
    gone="2 3 5",
    cities={0: f"{THREE_OF_FOUR} B2=G03 C1=X07 C2=P13"},
    fountains={0: "A1=3 B1=3"},
    characters=WITH_MASON,
    variant="useful_eight",
)
# Herald's House of seat 2 lets it take last. Seat 0 has the tile that the Archbishop marked.
SOME = table_text(
    round_number=5,
    first=1,
    step=1,
    to_move=0,
    gone="1 2",
    marks="5@0 8@2",
    due="pay:5:1",
    waiting={0: "P12", 1: "X11 B11"},
    cities={
        0: "A1=X14 B1=P02 A2=P03 B2=P04 A1-B1=X05 ^A=X09",
        1: "C3=B01 D3=B02 C4=X07 D4=B03",
        2: "B2=X13 B3=Y01",
    },
    fountains={0: "A1=3", 1: "C3=3"},
)
SENT = table_text(
    round_number=3, cities=CATHEDRAL, archbishop="0", step=1, marks="2@0 7@a", random="f" * 16
)
OVER = table_text(
    round_number=8,
    due="over",
    first=1,
    cities={0: THREE_OF_FOUR, 2: "B2=X14"},
    waiting={1: "X12"},
    archbishop="2",
)

# position, text, decision
DECISIONS = [
    (SIDE, "side A Chamberlain", side("A")),
    (SIDE, "side B Goldsmith", side("B")),
    (SIDE_LAST, "side A Stallholder", side("A")),
    (SIDE_LAST, "side B Grain Factor", side("B")),
    (USEFUL, "keep Almoner", keep_useful("almoner")),
    (USEFUL, "keep Mason", keep_useful("mason")),
    (USEFUL_LAST, "keep Surveyor", keep_useful("surveyor")),
    (MARKING, "mark 2 Fish Hall", mark(2)),
    (MARKING, "mark 5 River Castle", mark(5)),
    (MARKING_FOUR, "mark 1 Royal Mint", mark(1)),
    (MARKING_FOUR, "mark 10 Lute Maker", mark(10)),
    (MARKING_FOUR, "mark 12 Honey Booth", mark(12)),
    (MARKING_TWICE, "mark 9 Vineyard Hill", mark(9)),
    (SENDING, "archbishop 1 Royal Mint", archbishop(1)),
    (SENDING, "archbishop 5 River Castle", archbishop(5)),
    (SENDING, "no archbishop", NO_ARCHBISHOP),
    (CHOOSING_MEEPLE, "meeple 2 Fish Hall", meeple(2)),
    (CHOOSING_MEEPLE, "meeple 5 River Castle", meeple(5)),
    (PAYING, "take Fish Hall by the flags of blue/crown+wheel", flags(2)),
    (PAYING, "take Fish Hall by the flags of purple+blue/wheel", flags(5)),
    (PAYING, "take Fish Hall by the guilds of purple/wheel+fox", guilds(1)),
    (CHOSEN_MEEPLE, "take Fish Hall by the guilds of purple+yellow/fox", guilds(6)),
    (PAYING_GREY, "take River Castle for yellow/boat+fox", spend(2)),
    (LEAVING, "leave Seal Cutter for blue/crown+wheel", spend(2)),
    (SECOND, "second 3 Windmill", second(3)),
    (SECOND, "second 6 Porter's Lodge", second(6)),
    (SECOND, "no second", NO_SECOND),
    (SECOND_OF_THREE, "second 1 Royal Mint", second(1)),
    (TREASURER, "treasurer 7 Rope Walk", treasurer(7)),
    (TREASURER, "no treasurer", NO_TREASURER),
    (EMPTY_CITY, "place Fish Hall on A1", place(1, "A1")),
    (EMPTY_CITY, "place Windmill on D4", place(2, "D4")),
    (TOWER_FIRST, "place North Watchtower above C1", place(1, "^C")),
    (TOWER_FIRST, "place North Watchtower right of D2", place(1, ">2")),
    (TOWER_FIRST, "place North Watchtower below A4", place(1, "vA")),
    (TOWER_FIRST, "place North Watchtower left of A4", place(1, "<4")),
    (PLACING, "place Wool Warehouse on C1", place(1, "C1")),
    (PLACING, "place Windmill on B2", place(3, "B2")),
    (GREYS, "place North Watchtower above B1", place(1, "^B")),
    (GREYS, "place Stone Bridge on A1-B1", place(2, "A1-B1")),
    (GREYS, "place Stone Bridge on B3-B4", place(2, "B3-B4")),
    (KEEPING, "keep", KEEP),
    (SWAPPING, "swap A1 B1", swap("A1", "B1")),
    (SWAPPING, "swap B1 A2", swap("B1", "A2")),
    (SWAPPING, "swap B2 C2", swap("B2", "C2")),
    (SWAPPING, "no swap", NO_SWAP),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "words", "decision"), DECISIONS)
def test_decisions(text: str, words: str, decision: int) -> None:
    seen = position(text)
    assert seen.decision_text(decision) == words
    assert seen.read(words) == [decision]
    assert decision in seen.legal()
    assert seen.play(words) == seen.play(decision)


STARTS = {
    "side": 0,
    "keep a useful character": 2,
    "mark": 10,
    "archbishop": 22,
    "no archbishop": 34,
    "meeple": 35,
    "flags": 47,
    "guilds": 55,
    "spend": 63,
    "second": 71,
    "no second": 83,
    "treasurer": 84,
    "no treasurer": 96,
    "place": 97,
    "keep": 545,
    "swap": 546,
    "no swap": 666,
}


def test_every_kind_of_decision_is_written_above() -> None:
    kinds = {
        next(name for name in reversed(STARTS) if decision >= STARTS[name])
        for _, _, decision in DECISIONS
    }
    assert kinds == set(STARTS)


WITH_CARD_1 = "take Fish Hall by the guilds of purple/wheel+fox"
WITH_CARD_5 = "take Fish Hall by the flags of purple+blue/wheel"
THREE_PLACED = (
    "place Windmill on B2 with fountain 3, place Fish Hall on C1, "
    "place Wool Warehouse on C2 with fountain 3"
)

# position, turn, decisions, what it touches
TURNS = [
    (SIDE, "side B Goldsmith", [side("B")], ""),
    (SIDE_LAST, "side A Stallholder", [side("A")], ""),
    (USEFUL, "keep Mason", [keep_useful("mason")], ""),
    (USEFUL_LAST, "keep Treasurer", [keep_useful("treasurer")], ""),
    (MARKING, "mark 2 Fish Hall", [mark(2)], "market 2"),
    (MARKING_TWICE, "mark 9 Vineyard Hill", [mark(9)], "market 9"),
    (
        *(WITH_ARCHBISHOP, "mark 2 Fish Hall, archbishop 7 Rope Walk"),
        *([mark(2), archbishop(7)], "market 2, market 7"),
    ),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall, no archbishop", [mark(2), NO_ARCHBISHOP], "market 2"),
    (
        CHOOSING_MEEPLE,
        f"meeple 2 Fish Hall, {WITH_CARD_5}, second 3 Windmill, treasurer 6 Porter's Lodge",
        [meeple(2), flags(5), second(3), treasurer(6)],
        "market 2, market 3, market 6",
    ),
    (
        CHOOSING_MEEPLE,
        f"meeple 2 Fish Hall, {WITH_CARD_1}, no second, no treasurer",
        [meeple(2), guilds(1), NO_SECOND, NO_TREASURER],
        "market 2",
    ),
    (
        *(CHOOSING_MEEPLE, "meeple 5 River Castle, take River Castle for purple/wheel+fox"),
        *([meeple(5), spend(1)], "market 5"),
    ),
    (
        *(PAYING, "take Fish Hall by the flags of blue/crown+wheel, second 3 Windmill"),
        *([flags(2), second(3)], "market 2, market 3"),
    ),
    (
        *(PAYING, "take Fish Hall by the guilds of yellow/boat+fox, no second"),
        *([guilds(3), NO_SECOND], "market 2"),
    ),
    (PAYING_GREY, "take River Castle for yellow/boat+fox", [spend(2)], "market 5"),
    (LEAVING, "leave Seal Cutter for blue/crown+wheel", [spend(2)], "market 1"),
    (
        *(EMPTY_CITY, "place Fish Hall on A1, place Windmill on B1"),
        *([place(1, "A1"), place(1, "B1")], "0:A1, 0:B1"),
    ),
    (
        *(EMPTY_CITY, "place Windmill on D4, place Fish Hall on C4"),
        *([place(2, "D4"), place(1, "C4")], "0:D4, 0:C4"),
    ),
    (TOWER_FIRST, "place North Watchtower below B4", [place(1, "vB")], "0:below B4"),
    (
        *(PLACING, THREE_PLACED),
        *([place(3, "B2"), place(2, "C1"), place(1, "C2")], "0:B2, 0:C1, 0:C2"),
    ),
    (
        *(PLACING, "place Fish Hall on B2 with fountain 3, place Windmill on C2, keep"),
        *([place(2, "B2"), place(2, "C2"), KEEP], "0:B2, 0:C2"),
    ),
    (
        *(GREYS, "place Stone Bridge on A1-B1, place North Watchtower left of A1"),
        *([place(2, "A1-B1"), place(1, "<1")], "0:A1-B1, 0:left of A1"),
    ),
    (
        *(TWO_FOUNTAINS_DUE, "place Windmill on B2 with fountains 3+1, place Fish Hall on D1"),
        *([place(2, "B2"), place(1, "D1")], "0:B2, 0:D1"),
    ),
    (
        *(TWO_FOUNTAINS_DUE, "place Windmill on D1, place Fish Hall on B2 with fountains 3+1"),
        *([place(2, "D1"), place(1, "B2")], "0:D1, 0:B2"),
    ),
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2", [place(1, "B2")], "0:B2"),
    (
        MASON,
        "place Fish Hall on C1, place Wool Warehouse on B2 with fountain 3, swap B1 A2",
        [place(2, "C1"), place(1, "B2"), swap("B1", "A2")],
        "0:C1, 0:B2, 0:B1, 0:A2",
    ),
    (
        *(MASON, "place Fish Hall on C1, keep, swap A1 C1"),
        *([place(2, "C1"), KEEP, swap("A1", "C1")], "0:C1, 0:A1, 0:C1"),
    ),
    (MASON, "place Fish Hall on C1, keep, no swap", [place(2, "C1"), KEEP, NO_SWAP], "0:C1"),
    # Rests of turns that are under way.
    (SENDING, "archbishop 7 Rope Walk", [archbishop(7)], "market 7"),
    (SENDING, "no archbishop", [NO_ARCHBISHOP], ""),
    (
        *(CHOSEN_MEEPLE, "take Fish Hall by the guilds of purple+yellow/fox, no second"),
        *([guilds(6), NO_SECOND], "market 2"),
    ),
    (SECOND, "second 3 Windmill", [second(3)], "market 3"),
    (SECOND, "no second", [NO_SECOND], ""),
    (TREASURER, "treasurer 7 Rope Walk", [treasurer(7)], "market 7"),
    (KEEPING, "place Wool Warehouse on B2 with fountain 3", [place(1, "B2")], "0:B2"),
    (KEEPING, "keep", [KEEP], ""),
    (SWAPPING, "swap B2 C2", [swap("B2", "C2")], "0:B2, 0:C2"),
    (SWAPPING, "no swap", [NO_SWAP], ""),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "turn", "decisions", "touched"), TURNS)
def test_turns(text: str, turn: str, decisions: list[int], touched: str) -> None:
    start = position(text)
    assert start.read(turn) == decisions
    reached = start.play(turn)
    assert reached.turn_begins
    assert reached.moves() == reached.moves_as_seen() == [turn]
    assert ", ".join(reached.last_squares()) == touched
    for decision in decisions:
        start = start.play(decision)
    assert (start, start.moves()) == (reached, [turn])


@pytest.mark.parametrize(("text", "turn", "decisions", "touched"), TURNS)
def test_beginnings_and_rests_of_turns(
    text: str, turn: str, decisions: list[int], touched: str
) -> None:
    """A turn may be written up to any decision, and from there on; together they are the turn."""
    start = position(text)
    for size in range(1, len(decisions)):
        beginning = notation.turn_text(start.state, decisions[:size])
        assert start.read(beginning) == decisions[:size]
        middle = start.play(beginning)
        assert not middle.turn_begins
        rest = notation.turn_text(middle.state, decisions[size:])
        assert f"{beginning}, {rest}" == turn
        assert middle.read(rest) == decisions[size:]


def test_all_turns_of_a_position() -> None:
    """Nothing more can be decided than what is written here."""
    seen = position(table_text(round_number=7, marks="2@0 5@1 8@2", due="pay:2:0", cards={0: "15"}))
    of_wheel = ("second 3 Windmill", "second 4 Herb Plot", "second 6 Porter's Lodge", "no second")
    purple = ("second 1 Royal Mint", "second 6 Porter's Lodge", "no second")
    assert seen.turns() == [
        *(f"{WITH_CARD_5}, {more}" for more in of_wheel),
        *(f"{WITH_CARD_1}, {more}" for more in purple),
    ]
    assert position(KEEPING).turns() == [
        *(f"place Wool Warehouse on {cell}" for cell in ("C1", "B2 with fountain 3", "A3")),
        "keep",
    ]


# --- Bad turns -----------------------------------------------------------------------------------

EXAMPLE = "for instance mark 5 Fish Hall, or place Fish Hall on B2"
CARDS = (
    "purple/wheel+fox, blue/crown+wheel, yellow/boat+fox, green/crown+boat, purple+blue/wheel, "
    "purple+yellow/fox, blue+green/crown, yellow+green/boat"
)
BY_FLAGS = "take Fish Hall by the flags of blue/crown+wheel"

# position, text, part of the sentence
BAD_TURNS = [
    (MARKING, "", f"'' is no turn of Urbe; expected {EXAMPLE}"),
    (MARKING, "pass", f"'pass' is no turn of Urbe; expected {EXAMPLE}"),
    (MARKING, "mark", "'mark' is no turn of Urbe"),
    (MARKING, "mark 2", "'mark 2' is no turn of Urbe"),
    (MARKING, "mark Fish Hall", "'mark Fish Hall' is no turn of Urbe"),
    (MARKING, " mark 2 Fish Hall", "' mark 2 Fish Hall' is no turn of Urbe"),
    (MARKING, "mark  2 Fish Hall", "'mark  2 Fish Hall' is no turn of Urbe"),
    (MARKING, "Mark 2 Fish Hall", "'Mark 2 Fish Hall' is no turn of Urbe"),
    (MARKING, "mark 2 fish hall", "'mark 2 fish hall' is no turn of Urbe"),
    (MARKING, "mark 2 Fish Hall".upper(), "'MARK 2 FISH HALL' is no turn of Urbe"),
    (MARKING, "mark 2 B11", "'mark 2 B11' is no turn of Urbe"),
    (MARKING, "mark 0 Fish Hall", "'mark 0 Fish Hall' is no turn of Urbe"),
    (MARKING, "mark 02 Fish Hall", "'mark 02 Fish Hall' is no turn of Urbe"),
    (MARKING, "mark 13 Fish Hall", "'mark 13 Fish Hall' is no turn of Urbe"),
    (MARKING, "mark ٢ Fish Hall", "'mark ٢ Fish Hall' is no turn of Urbe"),
    (MARKING, "mark 2 Fish Hal", "'mark 2 Fish Hal' is no turn of Urbe"),
    (MARKING, "x" * 1000, "xxx…' is no turn of Urbe"),
    (SIDE, "side C Goldsmith", "'side C Goldsmith' is no turn of Urbe"),
    (SIDE, "side b Goldsmith", "'side b Goldsmith' is no turn of Urbe"),
    (SIDE, "side B", "'side B' is no turn of Urbe"),
    (SENDING, "no Archbishop", "'no Archbishop' is no turn of Urbe"),
    (SENDING, "archbishop none", "'archbishop none' is no turn of Urbe"),
    (PAYING, "take Fish Hall", "'take Fish Hall' is no turn of Urbe"),
    (PAYING, "take Fish Hall by blue/crown+wheel", "is no turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of blue", "is no turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of blue/wheel+crown", "is no turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of red/crown+wheel", "is no turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on E1", "'place Fish Hall on E1' is no turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on A5", "'place Fish Hall on A5' is no turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on a1", "'place Fish Hall on a1' is no turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall", "'place Fish Hall' is no turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower over C1", "is no turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower above C2", "is no turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower ^C", "is no turn of Urbe"),
    (SWAPPING, "swap A1", "'swap A1' is no turn of Urbe"),
    (SWAPPING, "swap A1-B1", "'swap A1-B1' is no turn of Urbe"),
    # Named otherwise than it is.
    (SIDE, "side A Goldsmith", "'side A Goldsmith' is to be written 'side A Chamberlain' here"),
    (SIDE, "side B Forest Warden", "is to be written 'side B Goldsmith' here"),
    (
        *(MARKING, "mark 2 Windmill"),
        "'mark 2 Windmill' is to be written 'mark 2 Fish Hall' here",
    ),
    (MARKING, "mark 2 -", "'mark 2 -' is to be written 'mark 2 Fish Hall' here"),
    (MARKING, "mark 3 Fish Hall", "is to be written 'mark 3 Windmill' here"),
    (MARKING, "mark 12 Fish Hall", "is to be written 'mark 12 -' here"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall, archbishop 7 Cathedral", "'archbishop 7 Rope Walk' here"),
    (CHOOSING_MEEPLE, "meeple 5 Fish Hall", "is to be written 'meeple 5 River Castle' here"),
    (
        *(PAYING, "take Windmill by the flags of blue/crown+wheel"),
        f"'take Windmill by the flags of blue/crown+wheel' is to be written '{BY_FLAGS}' here",
    ),
    (PAYING, "leave Fish Hall by the flags of blue/crown+wheel", f"'{BY_FLAGS}' here"),
    (
        *(PAYING, "take Fish Hall for blue/crown+wheel"),
        "is to be written 'leave Fish Hall for blue/crown+wheel' here",
    ),
    (
        *(PAYING_GREY, "leave River Castle for yellow/boat+fox"),
        "is to be written 'take River Castle for yellow/boat+fox' here",
    ),
    (LEAVING, "take Seal Cutter for blue/crown+wheel", "'leave Seal Cutter for blue/crown+wheel'"),
    (SECOND, "second 3 Fish Hall", "is to be written 'second 3 Windmill' here"),
    (SECOND, "second 2 Fish Hall", "is to be written 'second 2 -' here"),
    (TREASURER, "treasurer 7 Windmill", "is to be written 'treasurer 7 Rope Walk' here"),
    (EMPTY_CITY, "place Fish Hall A1", "is to be written 'place Fish Hall on A1' here"),
    (GREYS, "place Stone Bridge A1-B1", "is to be written 'place Stone Bridge on A1-B1' here"),
    (
        *(TOWER_FIRST, "place North Watchtower on above C1"),
        "is to be written 'place North Watchtower above C1' here",
    ),
    # Of another seat.
    (
        *(PAYING, "take Fish Hall by the flags of blue/crown+fox"),
        f"'blue/crown+fox' is no card of this seat; it has or had {CARDS}",
    ),
    (PAYING_GREY, "take River Castle for purple/wheel+fox", "is no card of this seat"),
    (
        *(EMPTY_CITY, "place Royal Mint on A1"),
        "'Royal Mint' is not waiting to be placed; there is: Fish Hall, Windmill",
    ),
    (EMPTY_CITY, "place River Castle on A1", "'River Castle' is not waiting to be placed"),
    (EMPTY_CITY, "place - on A1", "'-' is not waiting to be placed"),
    (EMPTY_CITY, "place slot 1 on A1", "'place slot 1 on A1' is no turn of Urbe"),
    (
        *(EMPTY_CITY, "place Fish Hall on A1, place Fish Hall on B1"),
        "'Fish Hall' is not waiting to be placed; there is: Windmill",
    ),
    (
        MARKING,
        "place Fish Hall on A1",
        "'Fish Hall' is not waiting to be placed; there is: nothing",
    ),
    (
        SWAPPING,
        "swap B1 A1",
        "'swap B1 A1' must name two different cells, the upper left one first",
    ),
    (SWAPPING, "swap A1 A1", "'swap A1 A1' must name two different cells"),
    # What stands between.
    (WITH_ARCHBISHOP, "mark 2 Fish Hall no archbishop", "after 'mark 2 Fish Hall': expected ', '"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall,no archbishop", "after 'mark 2 Fish Hall': expected ', '"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall; no archbishop", "after 'mark 2 Fish Hall': expected ', '"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall ", "after 'mark 2 Fish Hall': expected ', '"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall,", "after 'mark 2 Fish Hall': expected ', '"),
    (
        *(WITH_ARCHBISHOP, "mark 2 Fish Hall, "),
        f"cannot be read after 'mark 2 Fish Hall, ': expected a decision, {EXAMPLE}",
    ),
    (
        *(WITH_ARCHBISHOP, "mark 2 Fish Hall, No archbishop"),
        f"after 'mark 2 Fish Hall, ': expected a decision, {EXAMPLE}",
    ),
    (PAYING, f"{BY_FLAGS} second 3 Windmill", "of blue/crown+wheel': expected ', '"),
    (PAYING, f"{BY_FLAGS}, second 3", "of blue/crown+wheel, ': expected a decision"),
    (EMPTY_CITY, "place Fish Hall on A1 place Windmill on B1", "Fish Hall on A1': expected ', '"),
    # Fountains.
    (
        *(PLACING, "place Windmill on B2, place Fish Hall on C1, keep"),
        "after 'place Windmill on B2': expected ' with fountain 3'",
    ),
    (
        *(PLACING, "place Windmill on B2 with fountain 1, place Fish Hall on C1, keep"),
        "after 'place Windmill on B2': expected ' with fountain 3'",
    ),
    (PLACING, "place Windmill on B2 with fountain 1", "expected ' with fountain 3'"),
    (PLACING, "place Windmill on B2 with fountains 3", "expected ' with fountain 3'"),
    (PLACING, "place Windmill on B2 with fountain", "expected ' with fountain 3'"),
    (PLACING, "place Windmill on B2 with fountain 3+3", "with fountain 3': expected ', '"),
    (PLACING, "place Windmill on B2 with fountain 3 ", "with fountain 3': expected ', '"),
    (PLACING, "place Windmill on C1 with fountain 3, keep", "Windmill on C1': expected ', '"),
    (
        *(TWO_FOUNTAINS_DUE, "place Windmill on B2 with fountain 3, place Fish Hall on D1"),
        "after 'place Windmill on B2': expected ' with fountains 3+1'",
    ),
    (TWO_FOUNTAINS_DUE, "place Windmill on B2 with fountains 1+3", "' with fountains 3+1'"),
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2 with fountain 1", "goes on after the end"),
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2 with fountain 0", "goes on after the end"),
    # The end of a turn.
    (
        *(MARKING, "mark 2 Fish Hall, no archbishop"),
        "'mark 2 Fish Hall, no archbishop' goes on after the end of the turn",
    ),
    (MARKING, "mark 2 Fish Hall ", "'mark 2 Fish Hall ' goes on after the end of the turn"),
    (MARKING, "mark 2 Fish Hall\n", r"'mark 2 Fish Hall\n' goes on after the end of the turn"),
    (MARKING, "mark 2 Fish Hall | mark 3 Windmill", "goes on after the end of the turn"),
    (SIDE, "side A Chamberlain, side A Ferrywoman", "goes on after the end of the turn"),
    (
        *(PAYING_GREY, "take River Castle for yellow/boat+fox, second 6 Porter's Lodge"),
        "goes on after the end of the turn",
    ),
    (
        *(LEAVING, "leave Seal Cutter for blue/crown+wheel, no second"),
        "goes on after the end of the turn",
    ),
    (PAYING, f"{BY_FLAGS}, no second, no treasurer", "goes on after the end of the turn"),
    (PAYING, f"{BY_FLAGS}, no second ", "goes on after the end of the turn"),
    (SECOND, "no second, no treasurer", "'no second, no treasurer' goes on after the end"),
    (KEEPING, "keep, keep", "'keep, keep' goes on after the end of the turn"),
    (KEEPING, "keep ", "'keep ' goes on after the end of the turn"),
    (KEEPING, "place Wool Warehouse on B2 with fountain 3, keep", "goes on after the end"),
    (KEEPING, "place Wool Warehouse on B2 with fountain 3 ", "goes on after the end"),
    (SWAPPING, "no swap, no swap", "'no swap, no swap' goes on after the end of the turn"),
]


@pytest.mark.parametrize(
    ("text", "turn", "fragment"), BAD_TURNS, ids=[f"{row[1]:.50}" for row in BAD_TURNS]
)
def test_text_that_is_no_turn(text: str, turn: str, fragment: str) -> None:
    start = position(text)
    for refuse in (start.read, start.play, start.why_not):
        with pytest.raises(NotationError) as caught:
            refuse(turn)
        assert fragment in str(caught.value)
        assert len(str(caught.value)) < 250


# Words that begin like a decision which the rules refuse here; the rest of the word matters.
MISSPELT = [
    (USEFUL, "keep mason"),
    (USEFUL, "keep Herald"),
    (GREYS, "place Stone Bridge on B1-A1"),
]


@pytest.mark.parametrize(("text", "turn"), MISSPELT)
def test_misspelt_decisions_are_no_refused_ones(text: str, turn: str) -> None:
    """Who mistypes is told so, and not that the game forbids something else."""
    with pytest.raises(NotationError):
        position(text).read(turn)


def test_a_fountain_may_be_left_out_of_a_decision_only() -> None:
    """A decision alone is written without it, but the last one of a longer turn is not."""
    start = position(TWO_FOUNTAINS_DUE)
    assert start.read("place Windmill on B2") == [place(2, "B2")]
    with pytest.raises(NotationError, match=r"expected ' with fountains 3\+1'"):
        start.read("place Windmill on D1, place Fish Hall on B2")


# position, text, the decisions before the one that is written otherwise
READ_BEFORE = [
    (MARKING, "mark 2 Windmill", ()),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall, archbishop 7 Cathedral", (mark(2),)),
    (PAYING, f"{BY_FLAGS}, second 3 Fish Hall", (flags(2),)),
    (EMPTY_CITY, "place Fish Hall on A1, place Windmill B1", (place(1, "A1"),)),
    (
        *(CHOOSING_MEEPLE, "meeple 2 Fish Hall, take Fish Hall for purple/wheel+fox"),
        (meeple(2),),
    ),
]


@pytest.mark.parametrize(("text", "turn", "read"), READ_BEFORE)
def test_what_was_read_before(text: str, turn: str, read: tuple[int, ...]) -> None:
    with pytest.raises(NotationError, match="is to be written") as caught:
        position(text).read(turn)
    assert caught.value.read == read


# What can be read but not be done is for the rules: position, text, decisions read, rule.
REFUSED = [
    (SIDE, "keep Mason", [keep_useful("mason")], "URBE-EIGHT-1"),
    (SIDE, "keep", [KEEP], "URBE-GREY-WAREHOUSE"),
    (USEFUL, "keep Painter", [keep_useful("painter")], "URBE-EIGHT-1"),
    (MARKING, "side A Stallholder", [side("A")], "URBE-SETUP-4"),
    (MARKING, "mark 1 Royal Mint", [mark(1)], "URBE-MARKET-2"),
    (MARKING, "mark 1 Royal Mint, and so on", [mark(1)], "URBE-MARKET-2"),
    (MARKING, "mark 10 -", [mark(10)], "URBE-SETUP-2"),
    (MARKING, "no archbishop", [NO_ARCHBISHOP], "URBE-GREY-CATHEDRAL"),
    (MARKING, "leave - for yellow/crown+boat", [spend(1)], "URBE-TAKE-1"),
    (MARKING, "second 2 Fish Hall", [second(2)], "URBE-TAKE-3"),
    (MARKING, "no swap", [NO_SWAP], "URBE-EIGHT-2"),
    (SENDING, "archbishop 2 Fish Hall", [archbishop(2)], "URBE-GREY-CATHEDRAL"),
    (SENDING, "archbishop 12 -", [archbishop(12)], "URBE-SETUP-2"),
    (CHOOSING_MEEPLE, "meeple 1 Royal Mint", [meeple(1)], "URBE-TAKE-4"),
    (PAYING, "leave Fish Hall for blue/crown+wheel", [spend(2)], "URBE-TAKE-4"),
    (PAYING, "take Fish Hall by the guilds of blue/crown+wheel", [guilds(2)], "URBE-TAKE-1"),
    (CHOSEN_MEEPLE, "take Fish Hall by the flags of blue/crown+wheel", [flags(2)], "URBE-COIN-1"),
    (PAYING_GREY, "take River Castle by the flags of yellow/boat+fox", [flags(2)], "URBE-TAKE-2"),
    (PAYING, f"{BY_FLAGS}, second 8 Vintner's Court", [flags(2), second(8)], "URBE-TAKE-5"),
    (PAYING, f"{BY_FLAGS}, second 9 Vineyard Hill", [flags(2), second(9)], "URBE-TAKE-3"),
    (SECOND, "second 2 -", [second(2)], "URBE-TAKE-5"),
    (TREASURER, "treasurer 9 Vineyard Hill", [treasurer(9)], "URBE-EIGHT-2"),
    (PLACING, "keep", [KEEP], "URBE-TAKE-5"),
    (PLACING, "place Fish Hall on A1", [place(2, "A1")], "URBE-PLACE-1"),
    (PLACING, "place Fish Hall on A1-B1", [place(2, "A1-B1")], "URBE-PLACE-1"),
    (GREYS, "place Stone Bridge on A1", [place(2, "A1")], "URBE-GREY-BRIDGE"),
    (GREYS, "place North Watchtower on A3", [place(1, "A3")], "URBE-GREY-WATCHTOWER"),
    (SWAPPING, "swap C1 C2", [swap("C1", "C2")], "URBE-GREY-CHURCH"),
    (OVER, "mark 1 -", [mark(1)], "URBE-END-1"),
    (OVER, "leave - for purple/wheel+fox", [spend(1)], "URBE-END-1"),
    (OVER, "keep", [KEEP], "URBE-END-1"),
]


@pytest.mark.parametrize(("text", "turn", "decisions", "rule"), REFUSED)
def test_turns_that_the_rules_refuse(text: str, turn: str, decisions: list[int], rule: str) -> None:
    start = position(text)
    assert start.read(turn) == decisions
    refused = start.why_not(turn)
    assert refused is not None
    assert refused.rule == rule


@pytest.mark.parametrize("decision", [-1, 667])
def test_numbers_that_are_no_decision(decision: int) -> None:
    with pytest.raises(NotationError, match=f"from 0 to 666, not {decision}"):
        urbe().start().play(decision)


def test_a_line_of_turns() -> None:
    """Turns have commas in them, so a bar stands between two."""
    end = random_game("plain", 2, seed=3)[-1]
    assert urbe().read_line(" | ".join(end.moves())) == end.moves()
    assert len(end.moves()) == 2 + 4 * (4 + 4 + 2)
    assert not any("|" in move for move in end.moves())


# --- Positions -----------------------------------------------------------------------------------

FIELDS = (
    *("seats", "round", "to_move", "due", "market", "characters", "cards", "decrees", "waiting"),
    *("cities", "fountains", "archbishop", "pile", "discards", "box", "random", "variant"),
)
GOOD = {
    "side": SIDE,
    "last side": SIDE_LAST,
    "useful": USEFUL,
    "last useful": USEFUL_LAST,
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
    "treasurer": TREASURER,
    "place": EMPTY_CITY,
    "place a watchtower": TOWER_FIRST,
    "place grey tiles": GREYS,
    "place or keep": KEEPING,
    "fountains of both kinds": TWO_FOUNTAINS_DUE,
    "no fountain left": NO_FOUNTAIN_LEFT,
    "place, then swap": MASON,
    "swap": SWAPPING,
    "a bit of everything": SOME,
    "over": OVER,
    "a watchtower alone": table_text(round_number=2, cities={1: ">2=X09"}),
    "the last word": table_text(random="f" * 16),
}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_positions_there_and_back(text: str) -> None:
    seen = position(text)
    assert seen.text == text
    assert eval_again(seen) == seen
    assert seen.is_over == (not seen.legal())
    for decision in seen.legal():
        after = seen.play(decision)
        assert position(after.text) == after


def eval_again(seen: Position) -> Position:
    """Read the call that a position shows as itself."""
    found = re.fullmatch(
        r"contrada\.game\('urbe', useful_eight=(True|False), components='ours'\)"
        r"\.position\('(.+)'\)",
        repr(seen),
    )
    assert found
    return contrada.game("urbe", useful_eight=found[1] == "True").position(found[2])


def test_what_a_position_says() -> None:
    state = position(SOME).state
    seat = np_list(state.cities[0])
    assert [f"{LOCATIONS[at]}={TILES[tile]}" for at, tile in enumerate(seat) if tile >= 0] == [
        *("A1=X14", "B1=P02", "A2=P03", "B2=P04", "A1-B1=X05", "^A=X09"),
    ]
    assert (state.round_number, state.first, state.step, state.to_move) == (5, 1, 1, 0)
    assert (state.due, state.target, state.tiles_taken, state.begins) == (rules.PAYING, 4, 1, 1)
    assert (state.herald, state.archbishop, state.seats, state.eight) == (2, -1, 3, 0)
    assert np_list(state.meeples) == [1 << 4, 0, 1 << 7, 0]
    assert np_list(state.cards) == [0b11110000, 0b11100000, 0b11110000, 0]
    assert np_list(state.waiting_size) == [1, 2, 0, 0]
    assert [TILES[tile] for tile in state.waiting[1, :2]] == ["X11", "B11"]
    assert np_list(state.market[:3]) == [-1, -1, TILES.index("Y10")]
    assert np_list(state.fountains[:2]) == [[3, *[0] * 8], [*[0] * 8, 3]]
    assert np_list(state.fountains_left) == [5, 14]
    assert np_list(state.guilds[:3]) == [0, 1, 2]
    assert np_list(state.decrees[1]) == [1, 12, 13]
    parts = dict(zip(FIELDS, SOME.split(" "), strict=True))
    pile = [TILES.index(tile) for tile in parts["pile"].split(",")]
    assert np_list(state.pile[: state.pile_size]) == pile[::-1]
    assert state.pile_size == 76 - 5 * 9
    discards = [TILES.index(tile) for tile in parts["discards"].split(",")]
    assert state.discards.nonzero()[0].tolist() == discards
    assert state.box == sum(1 << TILES.index(tile) - 68 for tile in parts["box"].split(","))
    assert int(state.random[0]) == 0x0123456789ABCDEF


def np_list(numbers: Any) -> list[Any]:
    found: list[Any] = numbers.tolist()
    return found


def test_the_next_tile_of_the_pile_comes_first() -> None:
    """URBE-ROUND-1."""
    seen = position(
        table_text(round_number=3, first=2, step=2, due="place", gone="1 2", waiting={1: "B01"})
    )
    pile = seen.text.split(" ")[12].split(",")
    after = seen.play("place Ferry Steps on A1").text.split(" ")
    assert after[4].split("/") == pile[:9]
    assert after[12].split(",") == pile[9:]


def test_a_position_in_the_middle_of_a_turn_is_known_as_such() -> None:
    begun = {"archbishop", "meeple chosen", "second", "treasurer", "place or keep", "swap"}
    begun |= {"second, three tiles", "place grey tiles"}
    for name, text in GOOD.items():
        assert position(text).turn_begins == (name not in begun), name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_seats_are_taken_from_the_text(seats: int) -> None:
    start = urbe().start(seats, seed=1)
    assert notation.position_seats(start.text) == seats
    again = urbe().position(start.text)
    assert (again.seats, again) == (seats, start)
    assert urbe().position(start.text, seats) == start
    with pytest.raises(NotationError, match=f"the position is for '{seats}' 'plain', but"):
        urbe().position(start.text, 2 if seats > 2 else 3)


@pytest.mark.parametrize(("variant", "other"), [VARIANTS, VARIANTS[::-1]])
def test_a_position_of_another_variant(variant: str, other: str) -> None:
    text = urbe(variant).start(4, seed=1).text
    assert text.endswith(f" {variant}")
    with pytest.raises(NotationError) as caught:
        urbe(other).position(text)
    assert str(caught.value) == (
        f"the position is for '4' '{variant}', but the game is set up for 4 {other}"
    )


def changed(old: str, new: str, text: str = SOME) -> str:
    """Return a position's text with one thing changed."""
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


def with_field(name: str, new: str, text: str = SOME) -> str:
    parts = dict(zip(FIELDS, text.split(" "), strict=True))
    assert parts[name] != new
    return " ".join((parts | {name: new}).values())


BOXED = SOME.split(" ")[14]
LAST_BOXED = BOXED[-3:]
FIVE_IN_THE_BOX = changed(f",{LAST_BOXED} ", " ").replace(",G16,", f",G16,{LAST_BOXED},", 1)
GREEN_IN_THE_BOX = changed(f",{LAST_BOXED} ", ",G16 ").replace(",G16,", f",{LAST_BOXED},", 1)
NINE_WAIT = table_text(
    round_number=3, due="place", waiting={0: " ".join(TILES[18:27])}, market=" ".join(TILES[:9])
)
HERALD = {2: "B2=X13"}

# text, part of the sentence
BAD = [
    ("", "'' has 1 parts; a position of Urbe has 17: seats, round, first player and step, seat"),
    ("side", "has 1 parts"),
    (f"{SOME} ", "has 18 parts"),
    (f" {SOME}", "has 18 parts"),
    (changed(" 5/1/1 ", "  5/1/1 "), "has 18 parts"),
    (changed(" plain", ""), "has 16 parts"),
    # Seats and variant.
    (
        changed("3 5/", "5 5/"),
        "the position is for '5' 'plain', but the game is set up for 2 plain",
    ),
    (changed("3 5/", "03 5/"), "the position is for '03' 'plain'"),
    (changed("3 5/", "٣ 5/"), "the position is for '٣' 'plain'"),
    (changed("3 5/", "4 5/"), "characters are 4 parts with / between"),
    (changed("3 5/", "2 5/"), "the round is a number from 0 to 4, not '5'"),
    (changed(" plain", " Plain"), "the position is for '3' 'Plain'"),
    (changed(" plain", " useful_eight"), "the position is for '3' 'useful_eight'"),
    (f"{SOME}\n", r"the position is for '3' 'plain\n'"),
    # Round, first player, step.
    (changed(" 5/1/1 ", " 5/1 "), "round, first player and step are 3 parts with / between"),
    (changed(" 5/1/1 ", " 9/1/1 "), "the round is a number from 0 to 8, not '9'"),
    (changed(" 5/1/1 ", " -/1/1 "), "the round is a number from 0 to 8, not '-'"),
    (changed(" 5/1/1 ", " 05/1/1 "), "the position is to be written '3 5/1/1 0 pay:5:1"),
    (changed(" 5/1/1 ", " 5/3/1 "), "the first player is a number from 0 to 2, not '3'"),
    (changed(" 5/1/1 ", " 5/1/3 "), "the step is a number from 0 to 2, not '3'"),
    (changed(" 3/1/2 ", " 3/1/4 ", MARKING_TWICE), "the step is a number from 0 to 3, not '4'"),
    (changed(" 5/1/1 ", " 5/1/² "), "the step is a number from 0 to 2, not '²'"),
    # The market.
    (changed("/Y10/", "/Y10/-/"), "places of the market are 9 parts with / between"),
    (changed("/Y10/", "/Y18/"), "the market cannot have 'Y18'"),
    (changed("/Y10/", "/y10/"), "the market cannot have 'y10'"),
    (changed("/Y10/", "//"), "a place of the market is a tile and a mark, not ''"),
    (changed("/Y10/", "/@0/"), "a place of the market is a tile and a mark, not '@0'"),
    (changed("/Y10/", "/Y10@4/"), "a place of the market is a tile and a mark, not 'Y10@4'"),
    (changed("/Y10/", "/Y10@/"), "a place of the market is a tile and a mark, not 'Y10@'"),
    (changed("/Y10/", "/Y10@3/"), "there is no seat 3"),
    (changed("/Y10/", "/Y10@1@2/"), "a place has one tile, with one mark at most, not 'Y10@1@2'"),
    (changed("/Y10/", "/-@1/"), "a place has one tile, with one mark at most, not '-@1'"),
    (changed("/Y10/", "/Y10,G01/"), "a place has one tile, with one mark at most, not 'Y10,G01'"),
    (changed("X02@0/", "X02@2/"), "seat 2 has too many meeples on the market"),
    (changed("/Y10/", "/Y10@a/"), "the Archbishop marks a tile for the seat that has him"),
    (changed("/Y10/", "/Y10@a/", SENT), "there is one Archbishop"),
    # Each tile is in one place.
    (changed("/Y10/", "/-/"), "each of the 82 tiles must be in one place"),
    (changed("/Y10/", "/P02/"), "each of the 82 tiles must be in one place"),
    (changed(" P12/X11,B11/", " P12/X11/"), "each of the 82 tiles must be in one place"),
    (changed(" P12/X11,B11/", " P12/X11,B11,B11/"), "each of the 82 tiles must be in one place"),
    (changed(",B3=Y01 ", " "), "each of the 82 tiles must be in one place"),
    (with_field("pile", "-"), "each of the 82 tiles must be in one place"),
    (with_field("discards", "-"), "each of the 82 tiles must be in one place"),
    (with_field("box", "-"), "each of the 82 tiles must be in one place"),
    (changed(f" {BOXED} ", f" {BOXED},{BOXED} "), "each of the 82 tiles must be in one place"),
    (FIVE_IN_THE_BOX, "the box has 6 grey tiles, not 'X"),
    (GREEN_IN_THE_BOX, "the box has 6 grey tiles, not 'X"),
    (with_field("pile", "P99"), "the pile cannot have 'P99'"),
    (with_field("discards", "P05,"), "the discards cannot have ''"),
    (with_field("box", "X1"), "the box cannot have 'X1'"),
    (changed(" P12/X11,B11/", " P12/X11,b11/"), "the tiles to be placed cannot have 'b11'"),
    (changed(" P12/X11,B11/-", " P12/X11,B11"), "tiles to be placed are 3 parts with / between"),
    (NINE_WAIT, "at most 8 tiles wait to be placed, not 9"),
    (changed(f" {BOXED} ", f" {','.join(BOXED.split(',')[::-1])} "), "is to be written '3 5/1/1"),
    # Characters and cards.
    (changed("crown:A:-/", ""), "characters are 3 parts with / between"),
    (changed("crown:A:-", "king:A:-"), "as in crown:A:-, not 'king:A:-'"),
    (changed("crown:A:-", "crown:C:-"), "a seat is its guild, side and useful character"),
    (changed("crown:A:-", "crown:a:-"), "as in crown:A:-, not 'crown:a:-'"),
    (changed("crown:A:-", "crown:A"), "as in crown:A:-, not 'crown:A'"),
    (changed("crown:A:-", "crown:A:-:-"), "as in crown:A:-, not 'crown:A:-:-'"),
    (changed("crown:A:-", "boat:A:-"), "every seat has a guild of its own"),
    (changed("crown:A:-", "crown:A:mason"), "seat 0 cannot have the useful characters 'mason'"),
    (changed("crown:A:-", "crown:A:"), "useful characters cannot have ''"),
    (changed("crown:A:-", "crown:-:-"), "the characters of seat 0 do not fit what is due"),
    (changed("A:treasurer", "A:-", TREASURER), "characters of seat 0 do not fit what is due"),
    (changed("A:treasurer", "A:baker", TREASURER), "useful characters cannot have 'baker'"),
    (
        changed("B:almoner", "B:almoner!", TREASURER),
        "seat 2 cannot have the useful characters 'almoner!'",
    ),
    (
        changed("B:almoner", "B:keeper+almoner", TREASURER),
        "the characters of seat 2 do not fit what is due",
    ),
    (
        changed("almoner+mason", "almoner+mason+keeper", USEFUL),
        "seat 0 cannot have the useful characters 'almoner+mason+keeper'",
    ),
    (
        changed("almoner+mason", "almoner+mason!", USEFUL),
        "seat 0 cannot have the useful characters 'almoner+mason!'",
    ),
    (changed("almoner+mason", "mason", USEFUL), "characters of seat 0 do not fit what is due"),
    (changed("almoner+mason", "-", USEFUL), "the characters of seat 0 do not fit what is due"),
    (changed("crown:-:", "crown:A:", SIDE), "the characters of seat 0 do not fit what is due"),
    (changed("boat:-:", "boat:B:", SIDE), "the characters of seat 1 do not fit what is due"),
    (changed("boat:B:", "boat:-:", SIDE_LAST), "the characters of seat 1 do not fit what is due"),
    (changed(" 2 side ", " 1 side ", SIDE_LAST), "the characters of seat 1 do not fit what is due"),
    (changed(" 5678/", " 56789/"), "cards are different digits from 1 to 8, not '56789'"),
    (changed(" 5678/", " 5677/"), "cards are different digits from 1 to 8, not '5677'"),
    (changed(" 5678/", " 567٨/"), "cards are different digits from 1 to 8, not '567٨'"),
    (changed(" 5678/", " 8765/"), "the position is to be written '3 5/1/1 0 pay:5:1"),
    (changed(" 5678/678/", " 5678/"), "cards are 3 parts with / between"),
    (changed(" 5678/678/", " 5678/5678/"), "have played [4, 5, 4] cards here, not [4, 4, 4]"),
    (changed(" 5678/678/", " 678/678/"), "have played [4, 5, 4] cards here, not [5, 5, 4]"),
    (changed(" 5/1/1 ", " 6/1/1 "), "have played [5, 6, 5] cards here, not [4, 5, 4]"),
    (with_field("cards", "12345678/-/678", OVER), "have played [8, 8, 8] cards here"),
    (with_field("cards", "1/12/12", SENT), "have played [2, 2, 2] cards here, not [7, 6, 6]"),
    # Decrees.
    (changed("S01,A01,A02/", ""), "decrees are 3 parts with / between"),
    (changed("S01,A01,A02", "S01,A01,A21"), "decrees cannot have 'A21'"),
    (changed("S01,A01,A02", "s01,A01,A02"), "decrees cannot have 's01'"),
    (
        changed("S01,A01,A02", "S01,A01"),
        "two advanced decrees in order, none before the first round, not 'S01,A01'",
    ),
    (changed("S01,A01,A02", "S01,S05,A02"), "one starting and two advanced decrees in order"),
    (changed("S01,A01,A02", "A01,A02,A09"), "one starting and two advanced decrees in order"),
    (changed("S01,A01,A02", "A01,S01,A02"), "one starting and two advanced decrees in order"),
    (changed("S01,A01,A02", "S01,A02,A01"), "one starting and two advanced decrees in order"),
    (changed("S01,A01,A02", "-"), "one starting and two advanced decrees in order"),
    (changed("S01,A01,A02", "?3"), "decrees cannot have '?3'"),
    (changed("S01,A01,A02", "S01,A02,A02"), "each decree is dealt once"),
    (changed("S01,A01,A02", "S02,A01,A02"), "each decree is dealt once"),
    (changed("S01,A01,A02", "S01,A02,A03"), "each decree is dealt once"),
    (changed(" -/-/- ", " S01,A01,A02/-/- ", SIDE), "none before the first round"),
    # Cities.
    (changed("A1=X14,", "A1-X14,"), "a city is locations and tiles, as in B2=P01, not 'A1-X14'"),
    (changed("A1=X14,", "E1=X14,"), "a city is locations and tiles, as in B2=P01, not 'E1=X14'"),
    (changed("A1=X14,", "A1=X15,"), "a city is locations and tiles, as in B2=P01, not 'A1=X15'"),
    (changed("A1=X14,", "A1=X14,,"), "a city is locations and tiles, as in B2=P01, not ''"),
    (changed("A1-B1=X05", "B1-A1=X05"), "as in B2=P01, not 'B1-A1=X05'"),
    (changed("^A=X09", "^E=X09"), "as in B2=P01, not '^E=X09'"),
    (changed("^A=X09", "^1=X09"), "as in B2=P01, not '^1=X09'"),
    (changed("A1=X14,B1=P02", "B1=P02,A1=X14"), "the position is to be written '3 5/1/1 0 pay"),
    (changed("A1=X14,B1=P02", "A1=X14,A1=P02"), "two tiles lie on A1"),
    (changed(",C4=X07,D4=B03", ",C4=X07,A1=B03"), "the city of seat 1 falls into parts"),
    (changed("B2=X13,B3=Y01", "B2=X13,C3=Y01"), "the city of seat 2 falls into parts"),
    (changed("B2=X13,B3=Y01", "D2=X13,A3=Y01"), "the city of seat 2 falls into parts"),
    (changed("D3=B02,C4=X07,D4=B03", "D3=X07,C4=B02,D4=B03,X"), "a city is locations and tiles"),
    (changed("C3=B01,D3=B02,C4=X07", "C3=X07,D3=B02,C4=B01"), "Church of the Poor cannot be on C3"),
    (changed("B1=P02", "A1-A2=P02"), "Candle Bench cannot be on A1-A2 of seat 0"),
    (changed("B1=P02", ">1=P02"), "Candle Bench cannot be on >1 of seat 0"),
    (changed("A1-B1=X05", "C1=X05"), "Stone Bridge cannot be on C1 of seat 0"),
    (changed("A1-B1=X05", "^B=X05"), "Stone Bridge cannot be on ^B of seat 0"),
    (changed("^A=X09", "C1=X09"), "North Watchtower cannot be on C1 of seat 0"),
    (changed("^A=X09", "A1-A2=X09"), "North Watchtower cannot be on A1-A2 of seat 0"),
    (changed("A1-B1=X05", "B1-C1=X05"), "a bridge of seat 0 joins no two tiles"),
    (changed("A1-B1=X05", "C3-C4=X05"), "a bridge of seat 0 joins no two tiles"),
    (changed("^A=X09", "^C=X09"), "a watchtower of seat 0 touches no tile"),
    (changed("^A=X09", "<4=X09"), "a watchtower of seat 0 touches no tile"),
    (
        table_text(round_number=3, cities={1: "^A=X09 <1=X10"}),
        "a watchtower of seat 1 touches no tile",
    ),
    (changed("/B2=X13,B3=Y01", ""), "cities are 3 parts with / between"),
    # Fountains.
    (changed(" A1=3/C3=3/- ", " A1=3/C3=3 "), "fountains are 3 parts with / between"),
    (changed(" A1=3/C3=3/- ", " A1/C3=3/- "), "a fountain is a square and its points, not 'A1'"),
    (
        changed(" A1=3/C3=3/- ", " A1=2/C3=3/- "),
        "a fountain is a square and its points, not 'A1=2'",
    ),
    (
        changed(" A1=3/C3=3/- ", " A1=0/C3=3/- "),
        "a fountain is a square and its points, not 'A1=0'",
    ),
    (
        changed(" A1=3/C3=3/- ", " D1=3/C3=3/- "),
        "a fountain is a square and its points, not 'D1=3'",
    ),
    (changed(" A1=3/C3=3/- ", " A2=3/C3=3/- "), "the square A2 of seat 0 is not full"),
    (changed(" A1=3/C3=3/- ", " A1=3/-/C3=3 "), "the square C3 of seat 2 is not full"),
    (
        changed(" A1=3/C3=3/- ", " A1=3/-/- "),
        "the 2 full squares have earned [3, 3], not [3]",
    ),
    (changed(" A1=3/C3=3/- ", " -/-/- "), "the 2 full squares have earned [3, 3], not []"),
    (changed(" A1=3/C3=3/- ", " A1=1/C3=3/- "), "have earned [3, 3], not [1, 3]"),
    (changed(" A1=3/C3=3/- ", " A1=3,A1=3/C3=3/- "), "have earned [3, 3], not [3, 3, 3]"),
    (changed(" A1=3/C3=3/- ", " A1=3,A1=3/-/- "), "the position is to be written '3 5/1/1 0 pay"),
    (changed("B3=1,C3=3/", "B3=3,C3=3/", NO_FOUNTAIN_LEFT), "the 18 full squares have earned"),
    # The Archbishop.
    (with_field("archbishop", "1"), "seat 1 has no Cathedral, so it has no Archbishop"),
    (with_field("archbishop", "2"), "seat 2 has no Cathedral, so it has no Archbishop"),
    (
        with_field("archbishop", "3"),
        "the seat with the Archbishop is a number from 0 to 2, not '3'",
    ),
    (
        with_field("archbishop", "a"),
        "the seat with the Archbishop is a number from 0 to 2, not 'a'",
    ),
    (with_field("archbishop", "-", SENT), "the Archbishop marks a tile for the seat that has him"),
    # The random number.
    (with_field("random", "0123456789abcdeg"), "the random number is 16 digits 0-9 a-f"),
    (with_field("random", "0123456789ABCDEF"), "the random number is 16 digits 0-9 a-f"),
    (with_field("random", "0123456789abcde"), "the random number is 16 digits 0-9 a-f"),
    (with_field("random", "0x23456789abcdef"), "the random number is 16 digits 0-9 a-f"),
    (with_field("random", "?"), "the random number is 16 digits 0-9 a-f, not '?'"),
    # What is due, and for whom.
    (with_field("due", "buy"), "what is due is side, useful, mark, archbishop, meeple:0, pay:5:0"),
    (with_field("due", "pay"), "place, place+, swap, swap+ or over, not 'pay'"),
    (with_field("due", "pay:0:1"), "swap+ or over, not 'pay:0:1'"),
    (with_field("due", "pay:13:1"), "swap+ or over, not 'pay:13:1'"),
    (with_field("due", "pay:5:4"), "swap+ or over, not 'pay:5:4'"),
    (with_field("due", "pay:5"), "swap+ or over, not 'pay:5'"),
    (with_field("due", "pay:5:1+"), "swap+ or over, not 'pay:5:1+'"),
    (with_field("due", "mark+"), "swap+ or over, not 'mark+'"),
    (with_field("due", "meeple"), "swap+ or over, not 'meeple'"),
    (with_field("due", "second:9f:1"), "swap+ or over, not 'second:9f:1'"),
    (with_field("due", "second:1h:1"), "swap+ or over, not 'second:1h:1'"),
    (with_field("due", "second:1f:0"), "swap+ or over, not 'second:1f:0'"),
    (with_field("due", "treasurer:1f"), "swap+ or over, not 'treasurer:1f'"),
    (with_field("to_move", "-"), "nobody is to move if, and only if, the game is over"),
    (with_field("to_move", "0", OVER), "nobody is to move if, and only if, the game is over"),
    (with_field("to_move", "3"), "the seat is a number from 0 to 2, not '3'"),
    (with_field("to_move", "00"), "the position is to be written '3 5/1/1 0 pay:5:1"),
    (with_field("due", "side"), "characters are chosen before the first round, and only then"),
    (with_field("due", "useful"), "characters are chosen before the first round, and only then"),
    (
        with_field("due", "mark", SIDE),
        "characters are chosen before the first round, and only then",
    ),
    (with_field("due", "useful", SIDE), "the characters of seat 0 do not fit what is due"),
    (with_field("due", "side", USEFUL), "the characters of seat 0 do not fit what is due"),
    # Meeples and steps.
    (with_field("due", "pay:8:1"), "seat 0 has no meeple on place 8"),
    (with_field("due", "pay:3:1"), "seat 0 has no meeple on place 3"),
    (
        changed("X02@0/", "X02/"),
        "the seats have [1, 0, 1] meeples on the market here, not [0, 0, 1]",
    ),
    (
        changed("Y14@2/", "Y14/"),
        "the seats have [1, 0, 1] meeples on the market here, not [1, 0, 0]",
    ),
    (changed("/Y10/", "/Y10@1/"), "have [1, 0, 1] meeples on the market here, not [1, 1, 1]"),
    (with_field("round", "5/1/0"), "the seats have [1, 1, 1] meeples on the market here"),
    (with_field("round", "5/1/2"), "the seats have [0, 0, 1] meeples on the market here"),
    (with_field("round", "2/1/0", MARKING), "[0, 0, 0] meeples on the market here, not [0, 1, 0]"),
    (with_field("round", "2/1/2", MARKING), "[0, 1, 1] meeples on the market here, not [0, 1, 0]"),
    (with_field("due", "place", SENDING), "[0, 0, 0] meeples on the market here, not [1, 0, 0]"),
    (with_field("due", "archbishop", SENT), "[1, 1, 0] meeples on the market here, not [1, 0, 0]"),
    (with_field("due", "place"), "[0, 0, 0] meeples on the market here, not [1, 0, 1]"),
    (with_field("to_move", "2", MARKING_TWICE), "the seat is a number from 0 to 1, not '2'"),
    (with_field("to_move", "0", MARKING), "at step 1 it cannot be the turn of seat 0"),
    (with_field("to_move", "2", SENT), "at step 1 it cannot be the turn of seat 2"),
    (with_field("to_move", "1", EMPTY_CITY), "at step 0 it cannot be the turn of seat 1"),
    (with_field("to_move", "2", EMPTY_CITY), "at step 0 it cannot be the turn of seat 2"),
    (with_field("to_move", "2", PAYING), "seat 2 has no meeple on place 2"),
    (
        table_text(round_number=3, cities=HERALD, to_move=0),
        "at step 0 it cannot be the turn of seat 0",
    ),
    (
        table_text(
            round_number=3, cities=HERALD, due="place", gone="1", waiting={2: "P12"}, to_move=2
        ),
        "at step 0 it cannot be the turn of seat 2",
    ),
    (
        table_text(seats=2, round_number=2, due="place", step=2, gone="1", waiting={0: "P12"}),
        "at step 2 it cannot be the turn of seat 0",
    ),
    # Nothing to choose.
    (with_field("due", "treasurer:5f:3", TREASURER), "3 tiles cannot have been taken in this turn"),
    (changed("A:treasurer", "A:treasurer!", TREASURER), "there is nothing to choose here"),
    (with_field("due", "treasurer:5f:1", SECOND), "there is nothing to choose here"),
    (
        table_text(seats=2, round_number=2, step=2, due="meeple:0", marks="2@0 1@1", gone="3 4"),
        "there is nothing to choose here, so it would not be asked",
    ),
    (
        table_text(
            round_number=8,
            market=DEAR_MARKET,
            gone="1",
            marks="2@1 3@2",
            due="second:2f:1",
            waiting={0: "P05"},
            cards={0: "-"},
        ),
        "there is nothing to choose here, so it would not be asked",
    ),
    (
        table_text(
            round_number=2,
            due="swap+",
            cities={0: "A1=P02"},
            characters=WITH_MASON,
            variant="useful_eight",
        ),
        "there is nothing to choose here, so it would not be asked",
    ),
]


@pytest.mark.parametrize(
    ("text", "fragment"), BAD, ids=[f"{place}: {row[1]}" for place, row in enumerate(BAD)]
)
def test_text_that_is_no_position(text: str, fragment: str) -> None:
    eight = text.endswith(" useful_eight") and re.search(":[AB-]:[a-z]", text)
    game = urbe("useful_eight" if eight else "plain")
    with pytest.raises(NotationError) as caught:
        game.position(text)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < 700


# Positions that the rules never lead to, and that cannot be played on from as the rules say.
ONLY_MINE: dict[str, Any] = {"round_number": 3, "cities": CATHEDRAL, "archbishop": "0"}
IMPOSSIBLE = {
    "nobody can choose: there are no useful characters": (
        "useful characters are chosen with the Useful Eight only",
        table_text(round_number=0, due="useful"),
    ),
    "a step while sides are chosen: it would be the second to mark": (
        "there is no step",
        with_field("round", "0/0/1", SIDE),
    ),
    "a useful character drawn twice by a seat": (
        "seat 0 cannot have the useful characters 'mason+",
        changed("almoner+mason", "mason+mason", USEFUL),
    ),
    "a useful character drawn by two seats": (
        "each useful character is drawn once",
        changed("almoner+mason", "keeper+mason", USEFUL),
    ),
    "useful characters in another order": (
        "seat 0 cannot have the useful characters 'mason+",
        changed("almoner+mason", "mason+almoner", USEFUL),
    ),
    "a useful character kept by two seats": (
        "each useful character is drawn once",
        changed("B:almoner", "B:treasurer", TREASURER),
    ),
    "a market with a gap when tiles are marked": (
        "the market is full while tiles are marked, and empty in the end",
        table_text(round_number=2, gone="3"),
    ),
    "a tile of an earlier round, no warehouse, waits": (
        "only warehouses wait now",
        table_text(round_number=2, waiting={0: "P02"}),
    ),
    "so many tiles wait that there is no room for another": (
        "only warehouses wait now",
        table_text(round_number=2, waiting={0: "P02 P03 P04 P05 P06 P07 P08 P09"}),
    ),
    "the Archbishop is sent, and nobody has him": (
        "has no Archbishop to send",
        with_field("archbishop", "-", SENDING),
    ),
    "the Archbishop of another seat is sent": (
        "has no Archbishop to send",
        table_text(**ONLY_MINE, first=1, due="archbishop", marks="2@1"),
    ),
    "the Archbishop is sent twice": (
        "has no Archbishop to send",
        table_text(**ONLY_MINE, due="archbishop", marks="2@0 3@a"),
    ),
    "the Archbishop is sent before the meeple": (
        "the Archbishop is not on the market here",
        table_text(**ONLY_MINE, marks="3@a"),
    ),
    "the Archbishop stays on the market when tiles are placed": (
        "the Archbishop is not on the market here",
        table_text(**ONLY_MINE, due="place", gone="1 2", waiting={0: "P12"}, marks="3@a"),
    ),
    "the Archbishop stays on the market when his owner has taken": (
        "the Archbishop is not on the market here",
        table_text(
            **ONLY_MINE, due="pay:4:0", step=1, gone="2", marks="3@a 4@1 5@2", waiting={0: "B11"}
        ),
    ),
    "the Archbishop's tile is counted, but does not wait": (
        "1 tiles cannot have been taken in this turn",
        with_field("due", "pay:2:1", PAYING),
    ),
    "three tiles taken before the first": (
        "3 tiles cannot have been taken in this turn",
        with_field("due", "pay:2:3", PAYING),
    ),
    "the card that pays is still in hand": (
        "card 6 has been played",
        with_field("due", "second:6f:1", SECOND),
    ),
    "fewer tiles taken in this turn than wait": (
        "seat 0 cannot have taken 2 tiles in this round",
        with_field("waiting", "B11,Y10/-/-", changed("/Y10/", "/-/", SECOND)),
    ),
    "more tiles taken in this turn than wait": (
        "3 tiles cannot have been taken in this turn",
        with_field("due", "second:5f:3", SECOND),
    ),
    "a tile waits of a seat whose turn to place is over": (
        "seat 0",
        with_field("to_move", "1", with_field("round", "1/0/1", EMPTY_CITY)),
    ),
    "nothing waits to be placed": (
        "there is nothing to choose here, so it would not be asked",
        table_text(round_number=3, due="place", gone="1 2 3", cities={0: THREE_OF_FOUR}),
    ),
    "what waits cannot be placed": (
        "there is nothing to choose here, so it would not be asked",
        table_text(market=MARKET.replace("P12", "X05"), due="place", gone="1", waiting={0: "X05"}),
    ),
    "a swap without the Mason": (
        "there is nothing to choose here, so it would not be asked",
        table_text(round_number=3, due="swap+", gone="2 3 5", cities={0: THREE_OF_FOUR}),
    ),
    "a swap by somebody else": (
        "there is nothing to choose here, so it would not be asked",
        changed(":mason", ":painter", SWAPPING),
    ),
    "a second swap": (
        "there is nothing to choose here, so it would not be asked",
        changed(":mason", ":mason!", SWAPPING),
    ),
    "a swap before all is placed": (
        "only warehouses wait now",
        table_text(
            round_number=3,
            due="swap+",
            gone="2 3 5",
            waiting={0: "B11"},
            cities={0: THREE_OF_FOUR},
            characters=WITH_MASON,
            variant="useful_eight",
        ),
    ),
    "over in the middle of the game": (
        "the game is over after the last round only",
        table_text(round_number=5, due="over"),
    ),
    "over at a later step": (
        "there is no step",
        with_field("round", "8/1/2", OVER),
    ),
    "over with tiles in the market": (
        "the market is full while tiles are marked, and empty in the end",
        table_text(round_number=8, due="over", pile="P12")
        .replace(" P12,", " ", 1)
        .replace(" -/-/", " P12/-/", 1),
    ),
    "over with a tile to be placed": (
        "only warehouses wait now",
        table_text(round_number=8, due="over", waiting={1: "P12"}),
    ),
    "too few tiles for the next market": (
        "seat 0 has 16 tiles; 14 are possible",
        table_text(
            seats=4,
            round_number=7,
            first=1,
            step=3,
            market="P17 B17 Y17 G17 X01 X02 X03 X04 X07 X08 - -",
            due="place",
            waiting={0: "P16"},
            cities={
                0: laid(" ".join(CELLS[:-1]), "P01"),
                1: laid(" ".join(CELLS), "B01") + " A1-A2=X05 ^A=X09",
                2: laid(" ".join(CELLS), "Y01") + " A1-A2=X06 ^A=X10",
                3: laid(" ".join(CELLS), "G01"),
            },
            fountains={
                1: "A1=3 B1=3 C1=3 A2=3 B2=3 C2=3 A3=1 B3=1 C3=1",
                2: "A1=1 B1=1 C1=1 A2=1 B2=1 C2=1 A3=1 B3=1 C3=1",
            },
        ),
    ),
}


@pytest.mark.parametrize(("fragment", "text"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_position_that_no_game_leads_to(fragment: str, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        position(text)
    assert fragment in str(caught.value)


def test_a_dash_is_no_useful_character() -> None:
    """It says so as everything else does."""
    with pytest.raises(NotationError):
        position(changed("A:treasurer", "A:-!", TREASURER))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_text_of_a_view_is_no_position(seats: int, variant: str) -> None:
    """Who pastes what a seat sees is told so."""
    start = urbe(variant).start(seats, seed=1)
    for seat in (None, 0):
        with pytest.raises(NotationError, match=r"the pile cannot have '\?\d+'"):
            urbe(variant).position(start.view(seat)["text"])


# --- All of it through games ---------------------------------------------------------------------


@cache
def random_game(variant: str, seats: int, seed: int) -> list[Position]:
    """Play at random, often for grey tiles and often passing; return all positions."""
    choose = random.Random(seed)
    line = [urbe(variant).start(seats, seed)]
    while not line[-1].is_over:
        seen = line[-1]
        legal = seen.legal()
        passing = [number for number in legal if number in PASSING]
        grey = [number for number in legal if takes_grey(seen, number)]
        wanted = choose.choice([legal, passing, grey, grey])
        line.append(seen.play(choose.choice(wanted or legal)))
    return line


PASSING = {NO_ARCHBISHOP, NO_SECOND, NO_TREASURER, KEEP, NO_SWAP}


def takes_grey(seen: Position, decision: int) -> bool:
    starts = (10, 22, 35)  # mark, archbishop, meeple
    places = [decision - start for start in starts if 0 <= decision - start < 12]
    return any(seen.state.market[place] >= 68 for place in places)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_texts_read_back_through_a_random_game(seats: int, variant: str) -> None:
    line = random_game(variant, seats, seed=19)
    for reached in line[::3]:
        texts = [reached.decision_text(decision) for decision in reached.legal()]
        assert [reached.read(text) for text in texts] == [[number] for number in reached.legal()]
        assert len(set(texts)) == len(texts)
    for reached in line:
        again = urbe(variant).position(reached.text)
        assert (again, again.turn_begins) == (reached, reached.turn_begins)
    again = urbe(variant).start(seats, seed=19)
    for move in line[-1].moves():
        again = again.play(move)
    assert again == line[-1]
    assert again.moves() == line[-1].moves() == line[-1].moves_as_seen(0)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_texts_read_back_through_a_round() -> None:
    for reached in random_game("useful_eight", 2, seed=5)[:24:3]:
        assert position(reached.text) == reached
        for decision in reached.legal()[:20]:
            assert reached.read(reached.decision_text(decision)) == [decision]


KINDS_OF_TURNS = {
    *("side", "keep", "mark", "archbishop", "no archbishop", "meeple", "take", "leave", "second"),
    *("no second", "treasurer", "no treasurer", "place", "swap", "no swap", "with fountain"),
    *("with fountains", "above", "right of", "below", "left of", "on"),
}


def test_the_games_above_have_turns_of_every_kind() -> None:
    games = [random_game(variant, seats, 19) for variant, seats in product(VARIANTS, (2, 3, 4))]
    moves = " | ".join(move for line in games for move in line[-1].moves())
    assert [word for word in KINDS_OF_TURNS if not re.search(rf"\b{word}\b", moves)] == []


# --- Any text ------------------------------------------------------------------------------------

QUICK, SOAK = 1, 50
AMOUNTS = [pytest.param(QUICK, id="quick"), pytest.param(SOAK, id="soak", marks=pytest.mark.soak)]
ANYTHING = st.characters(exclude_categories=())


def hold(check: Callable[..., None], examples: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Try a check on examples: the same ones in every quick run, new ones in every soak."""
    amount = settings(
        max_examples=examples,
        derandomize=examples <= 250,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    amount(given(*strategies)(check))()


@cache
def texts_of_positions() -> list[str]:
    games = [
        random_game(variant, seats, seed=9)
        for variant, seats in (("plain", 2), ("useful_eight", 3), ("useful_eight", 4))
    ]
    return [*GOOD.values(), *(seen.text for line in games for seen in line[::3])]


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Exchange words, or delete, insert, replace or exchange a few characters."""
    parts = r"([ ,/:=@+])" if draw(st.booleans()) else ""
    marks = [mark for mark in re.split(parts, text) if mark]
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(marks))), draw(st.integers(0, len(marks)))
        change = draw(st.sampled_from(["delete", "insert", "replace", "swap"]))
        if change == "swap":
            if max(at, other) < len(marks):
                marks[at], marks[other] = marks[other], marks[at]
            continue
        new = (
            []
            if change == "delete"
            else [draw(st.sampled_from([*marks, *"-/,!@=:0123+"]) | ANYTHING)]
        )
        marks[at : at + (change != "insert")] = new
    return "".join(marks)


@st.composite
def mixed(draw: st.DrawFn, text: str) -> str:
    """Take a few fields from another position of as many seats and the same variant."""
    parts = text.split(" ")
    others = [each for each in texts_of_positions() if (each[0], each[-5:]) == (text[0], text[-5:])]
    other = draw(st.sampled_from(others)).split(" ")
    for place in draw(st.lists(st.integers(1, 15), min_size=1, max_size=3)):
        parts[place] = other[place]
    return " ".join(parts)


def check_position(text: str) -> None:
    """Whatever is accepted is written back the same, and can be played on from."""
    game = urbe("useful_eight" if text.endswith(" useful_eight") else "plain")
    try:
        seen = game.position(text)
    except ContradaError:
        return
    assert seen.text == text
    assert seen.is_over == (not seen.legal()) == (seen.outcome() is not None)
    for seat in (None, 0):
        assert json.loads(json.dumps(seen.view(seat))) == seen.view(seat)
    for decision in seen.legal()[-2:]:
        after = seen.play(decision)
        assert game.position(after.text) == after


@pytest.mark.parametrize("scale", AMOUNTS)
def test_mutated_positions(scale: int) -> None:
    texts = st.sampled_from(texts_of_positions()).flatmap(
        lambda text: st.just(text) | mutated(text) | mixed(text)
    )
    hold(check_position, 150 * scale, texts)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_text_as_a_position(scale: int) -> None:
    hold(check_position, 100 * scale, st.text(ANYTHING, max_size=60))


def played(start: Position, turn: str) -> Position | IllegalDecision | NotationError:
    """Play it; return what comes out, if it is one of these three."""
    try:
        return start.play(turn)
    except (IllegalDecision, NotationError) as refused:
        return refused


def check_turn(text: str, turn: str) -> None:
    """What is accepted is the text of a decision or of a turn, and nothing else."""
    start = position(text)
    after = played(start, turn)
    if isinstance(after, NotationError):
        return
    decisions = start.read(turn)
    if isinstance(after, Position):
        written = notation.turn_text(start.state, decisions)
        assert after.moves() == [written]
        assert turn == written or [turn] == [start.decision_text(each) for each in decisions]
    else:
        *steps, last = decisions
        for step in steps:
            start = start.play(step)
        assert last not in start.legal()
        assert start.decision_text(last) in turn


@cache
def texts_of_turns() -> list[tuple[str, str]]:
    """Positions at the beginning and in the middle of turns, with turns and decisions of them."""
    pairs = [(text, turn) for text, turn, *_ in TURNS] + [
        (text, turn) for text, turn, _ in DECISIONS
    ]
    for variant, seats in product(VARIANTS, (2, 4)):
        for seen in random_game(variant, seats, seed=9)[::9]:
            turns = [*islice(seen._turns(), 0, 40, 8), *([number] for number in seen.legal()[:20])]
            pairs += [(seen.text, notation.turn_text(seen.state, turn)) for turn in turns]
    return pairs


@pytest.mark.parametrize("scale", AMOUNTS)
def test_mutated_turns(scale: int) -> None:
    pairs = st.sampled_from(texts_of_turns())
    own = pairs.flatmap(lambda pair: st.tuples(st.just(pair[0]), mutated(pair[1])))
    of_another = st.tuples(pairs, pairs).map(lambda two: (two[0][0], two[1][1]))
    hold(lambda pair: check_turn(*pair), 200 * scale, pairs | own | of_another)


@pytest.mark.parametrize("scale", AMOUNTS)
def test_any_text_as_a_turn(scale: int) -> None:
    texts = st.sampled_from([SIDE, MARKING, PAYING, PLACING, SWAPPING, OVER])
    hold(check_turn, 100 * scale, texts, st.text(ANYTHING, max_size=40))
