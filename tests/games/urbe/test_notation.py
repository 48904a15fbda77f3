"""Urbe in text: decisions, turns and positions, written and read back; and bad text."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

from contrada import NotationError
from tests.contract import texts
from tests.games.urbe.positions import (
    ALL_CELLS,
    BORDERS,
    CARDS,
    CATHEDRAL,
    CELLS,
    CHOOSING_MEEPLE,
    CHOSEN_MEEPLE,
    DEAR_MARKET,
    DECREES,
    EMPTY_CITY,
    EXAMPLES,
    FIELDS,
    GREYS,
    KEEPING,
    LEAVING,
    LOCATIONS,
    MARKET_TILES,
    MARKING,
    MARKING_FOUR,
    MARKING_TWICE,
    MASON,
    NAME,
    NO_FOUNTAIN_LEFT,
    OUTSIDE_NAMES,
    OVER,
    PAYING,
    PAYING_GREY,
    PLACING,
    SECOND,
    SECOND_OF_THREE,
    SENDING,
    SENT,
    SIDE,
    SIDE_LAST,
    SOME,
    SWAPPING,
    THREE_OF_FOUR,
    TILE_IDS,
    TILES,
    TOWER_FIRST,
    TREASURER,
    TWO_FOUNTAINS_DUE,
    USEFUL_FIRST,
    USEFUL_INSTEAD,
    USEFUL_LAST,
    VARIANTS,
    WITH_ARCHBISHOP,
    WITH_MASON,
    at_market,
    game_of,
    laid,
    position,
    urbe,
)

# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.uncompiled
def test_names() -> None:
    """URBE-PLACE-2, URBE-GREY-BRIDGE, URBE-GREY-WATCHTOWER, URBE-TILE-1."""
    placing = urbe().parts()[STARTS["place"] :][: len(LOCATIONS)]
    assert [parts["location"] for parts in placing] == [
        *CELLS,
        *BORDERS,
        *OUTSIDE_NAMES,
    ]
    assert OUTSIDE_NAMES[::5] == ["above A1", "right of D2", "below C4", "left of A4"]
    assert (LOCATIONS[16], LOCATIONS[28], LOCATIONS[39]) == ("A1-B1", "A1-A2", "D3-D4")
    assert len(set(NAME.values())) == len(TILES) == 82
    # URBE-DECREE-1, URBE-COIN-1
    assert len({decree["name"] for decree in DECREES.values()}) == len(DECREES) == 30
    assert CARDS["crown"] == [
        *("purple/wheel+fox", "blue/crown+wheel", "yellow/boat+fox", "green/crown+boat"),
        *("purple+blue/wheel", "purple+yellow/fox", "blue+green/crown", "yellow+green/boat"),
    ]
    assert [len(set(cards)) for cards in CARDS.values()] == [8] * 4


# --- Decisions and turns -------------------------------------------------------------------------


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
    return STARTS["swap"] + list(combinations(CELLS, 2)).index((one, other))


NO_GENERATOR = "the random numbers are 16 digits 0-9 a-f, or 64 of them"
NO_ARCHBISHOP, NO_SECOND, NO_TREASURER, KEEP, NO_SWAP = 34, 83, 96, 545, 666


# position, text, decision
DECISIONS = [
    (SIDE, "side A Chamberlain", side("A")),
    (SIDE, "side B Goldsmith", side("B")),
    (SIDE_LAST, "side A Stallholder", side("A")),
    (SIDE_LAST, "side B Grain Factor", side("B")),
    (USEFUL_FIRST, "keep Almoner", keep_useful("almoner")),
    (USEFUL_FIRST, "keep Mason", keep_useful("mason")),
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
    texts.check_decision(position(text), words, decision)


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
    (USEFUL_FIRST, "keep Mason", [keep_useful("mason")], ""),
    (USEFUL_LAST, "keep Treasurer", [keep_useful("treasurer")], ""),
    (USEFUL_INSTEAD, "keep Almoner", [keep_useful("almoner")], ""),
    (MARKING, "mark 2 Fish Hall", [mark(2)], "market 2"),
    (MARKING_TWICE, "mark 9 Vineyard Hill", [mark(9)], "market 9"),
    (
        *(WITH_ARCHBISHOP, "mark 2 Fish Hall, archbishop 7 Rope Walk"),
        *([mark(2), archbishop(7)], "market 2 market 7"),
    ),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall, no archbishop", [mark(2), NO_ARCHBISHOP], "market 2"),
    (
        CHOOSING_MEEPLE,
        f"meeple 2 Fish Hall, {WITH_CARD_5}, second 3 Windmill, treasurer 6 Porter's Lodge",
        [meeple(2), flags(5), second(3), treasurer(6)],
        "market 2 market 3 market 6",
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
        *([flags(2), second(3)], "market 2 market 3"),
    ),
    (
        *(PAYING, "take Fish Hall by the guilds of yellow/boat+fox, no second"),
        *([guilds(3), NO_SECOND], "market 2"),
    ),
    (PAYING_GREY, "take River Castle for yellow/boat+fox", [spend(2)], "market 5"),
    (LEAVING, "leave Seal Cutter for blue/crown+wheel", [spend(2)], "market 1"),
    (
        *(EMPTY_CITY, "place Fish Hall on A1, place Windmill on B1"),
        *([place(1, "A1"), place(1, "B1")], "0:A1 0:B1"),
    ),
    (
        *(EMPTY_CITY, "place Windmill on D4, place Fish Hall on C4"),
        *([place(2, "D4"), place(1, "C4")], "0:D4 0:C4"),
    ),
    (TOWER_FIRST, "place North Watchtower below B4", [place(1, "vB")], "0:below B4"),
    (
        *(PLACING, THREE_PLACED),
        *([place(3, "B2"), place(2, "C1"), place(1, "C2")], "0:B2 0:C1 0:C2"),
    ),
    (
        *(PLACING, "place Fish Hall on B2 with fountain 3, place Windmill on C2, keep"),
        *([place(2, "B2"), place(2, "C2"), KEEP], "0:B2 0:C2"),
    ),
    (
        *(GREYS, "place Stone Bridge on A1-B1, place North Watchtower left of A1"),
        *([place(2, "A1-B1"), place(1, "<1")], "0:A1-B1 0:left of A1"),
    ),
    (
        *(TWO_FOUNTAINS_DUE, "place Windmill on B2 with fountains 3+1, place Fish Hall on D1"),
        *([place(2, "B2"), place(1, "D1")], "0:B2 0:D1"),
    ),
    (
        *(TWO_FOUNTAINS_DUE, "place Windmill on D1, place Fish Hall on B2 with fountains 3+1"),
        *([place(2, "D1"), place(1, "B2")], "0:D1 0:B2"),
    ),
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2", [place(1, "B2")], "0:B2"),
    (
        MASON,
        "place Fish Hall on C1, place Wool Warehouse on B2 with fountain 3, swap B1 A2",
        [place(2, "C1"), place(1, "B2"), swap("B1", "A2")],
        "0:C1 0:B2 0:B1 0:A2",
    ),
    (
        *(MASON, "place Fish Hall on C1, keep, swap A1 C1"),
        *([place(2, "C1"), KEEP, swap("A1", "C1")], "0:C1 0:A1 0:C1"),
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
    (SWAPPING, "swap B2 C2", [swap("B2", "C2")], "0:B2 0:C2"),
    (SWAPPING, "no swap", [NO_SWAP], ""),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("text", "turn", "decisions", "touched"), TURNS)
def test_turns(text: str, turn: str, decisions: list[int], touched: str) -> None:
    texts.check_turn(position(text), turn, decisions, touched)


def test_all_turns_of_a_position() -> None:
    """These are all the decisions there are."""
    seen = position(at_market(round_number=7, marks="2@0 5@1 8@2", due="pay:2:0", cards=["15"]))
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
CROWN_CARDS = ", ".join(CARDS["crown"])
BY_FLAGS = "take Fish Hall by the flags of blue/crown+wheel"

# position, text, part of the sentence
BAD_TURNS = [
    (MARKING, "", f"'' is not a turn of Urbe; expected {EXAMPLE}"),
    (MARKING, "pass", f"'pass' is not a turn of Urbe; expected {EXAMPLE}"),
    (MARKING, "mark", "'mark' is not a turn of Urbe"),
    (MARKING, "mark 2", "'mark 2' is not a turn of Urbe"),
    (MARKING, "mark Fish Hall", "'mark Fish Hall' is not a turn of Urbe"),
    (MARKING, " mark 2 Fish Hall", "' mark 2 Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark  2 Fish Hall", "'mark  2 Fish Hall' is not a turn of Urbe"),
    (MARKING, "Mark 2 Fish Hall", "'Mark 2 Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark 2 fish hall", "'mark 2 fish hall' is not a turn of Urbe"),
    (MARKING, "mark 2 Fish Hall".upper(), "'MARK 2 FISH HALL' is not a turn of Urbe"),
    (MARKING, "mark 2 B11", "'mark 2 B11' is not a turn of Urbe"),
    (MARKING, "mark 0 Fish Hall", "'mark 0 Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark 02 Fish Hall", "'mark 02 Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark 13 Fish Hall", "'mark 13 Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark ٢ Fish Hall", "'mark ٢ Fish Hall' is not a turn of Urbe"),
    (MARKING, "mark 2 Fish Hal", "'mark 2 Fish Hal' is not a turn of Urbe"),
    (MARKING, "x" * 1000, "xxx…' is not a turn of Urbe"),
    (SIDE, "side C Goldsmith", "'side C Goldsmith' is not a turn of Urbe"),
    (SIDE, "side b Goldsmith", "'side b Goldsmith' is not a turn of Urbe"),
    (SIDE, "side B", "'side B' is not a turn of Urbe"),
    (SENDING, "no Archbishop", "'no Archbishop' is not a turn of Urbe"),
    (SENDING, "archbishop none", "'archbishop none' is not a turn of Urbe"),
    (PAYING, "take Fish Hall", "'take Fish Hall' is not a turn of Urbe"),
    (PAYING, "take Fish Hall by blue/crown+wheel", "is not a turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of blue", "is not a turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of blue/wheel+crown", "is not a turn of Urbe"),
    (PAYING, "take Fish Hall by the flags of red/crown+wheel", "is not a turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on E1", "'place Fish Hall on E1' is not a turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on A5", "'place Fish Hall on A5' is not a turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall on a1", "'place Fish Hall on a1' is not a turn of Urbe"),
    (EMPTY_CITY, "place Fish Hall", "'place Fish Hall' is not a turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower over C1", "is not a turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower above C2", "is not a turn of Urbe"),
    (TOWER_FIRST, "place North Watchtower ^C", "is not a turn of Urbe"),
    (SWAPPING, "swap A1", "'swap A1' is not a turn of Urbe"),
    (SWAPPING, "swap A1-B1", "'swap A1-B1' is not a turn of Urbe"),
    # Named otherwise than it is.
    (SIDE, "side A Goldsmith", "'side A Goldsmith' must be written 'side A Chamberlain' here"),
    (SIDE, "side B Forest Warden", "must be written 'side B Goldsmith' here"),
    (
        *(MARKING, "mark 2 Windmill"),
        "'mark 2 Windmill' must be written 'mark 2 Fish Hall' here",
    ),
    (MARKING, "mark 2 -", "'mark 2 -' must be written 'mark 2 Fish Hall' here"),
    (MARKING, "mark 3 Fish Hall", "must be written 'mark 3 Windmill' here"),
    (MARKING, "mark 12 Fish Hall", "must be written 'mark 12 -' here"),
    (WITH_ARCHBISHOP, "mark 2 Fish Hall, archbishop 7 Cathedral", "'archbishop 7 Rope Walk' here"),
    (CHOOSING_MEEPLE, "meeple 5 Fish Hall", "must be written 'meeple 5 River Castle' here"),
    (
        *(PAYING, "take Windmill by the flags of blue/crown+wheel"),
        f"'take Windmill by the flags of blue/crown+wheel' must be written '{BY_FLAGS}' here",
    ),
    (PAYING, "leave Fish Hall by the flags of blue/crown+wheel", f"'{BY_FLAGS}' here"),
    (
        *(PAYING, "take Fish Hall for blue/crown+wheel"),
        "must be written 'leave Fish Hall for blue/crown+wheel' here",
    ),
    (
        *(PAYING_GREY, "leave River Castle for yellow/boat+fox"),
        "must be written 'take River Castle for yellow/boat+fox' here",
    ),
    (LEAVING, "take Seal Cutter for blue/crown+wheel", "'leave Seal Cutter for blue/crown+wheel'"),
    (SECOND, "second 3 Fish Hall", "must be written 'second 3 Windmill' here"),
    (SECOND, "second 2 Fish Hall", "must be written 'second 2 -' here"),
    (TREASURER, "treasurer 7 Windmill", "must be written 'treasurer 7 Rope Walk' here"),
    (EMPTY_CITY, "place Fish Hall A1", "must be written 'place Fish Hall on A1' here"),
    (GREYS, "place Stone Bridge A1-B1", "must be written 'place Stone Bridge on A1-B1' here"),
    (
        *(TOWER_FIRST, "place North Watchtower on above C1"),
        "must be written 'place North Watchtower above C1' here",
    ),
    # Of another seat.
    (
        *(PAYING, "take Fish Hall by the flags of blue/crown+fox"),
        f"'blue/crown+fox' is no card of this seat; it has or had {CROWN_CARDS}",
    ),
    (PAYING_GREY, "take River Castle for purple/wheel+fox", "is no card of this seat"),
    (
        *(EMPTY_CITY, "place Royal Mint on A1"),
        "'Royal Mint' is not waiting to be placed; there is: Fish Hall, Windmill",
    ),
    (EMPTY_CITY, "place River Castle on A1", "'River Castle' is not waiting to be placed"),
    (EMPTY_CITY, "place - on A1", "'-' is not waiting to be placed"),
    (EMPTY_CITY, "place slot 1 on A1", "'place slot 1 on A1' is not a turn of Urbe"),
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
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2 with fountain 1", "continues after the end"),
    (NO_FOUNTAIN_LEFT, "place Royal Mint on B2 with fountain 0", "continues after the end"),
    # The end of a turn.
    (
        *(MARKING, "mark 2 Fish Hall, no archbishop"),
        "'mark 2 Fish Hall, no archbishop' continues after the end of the turn",
    ),
    (MARKING, "mark 2 Fish Hall ", "'mark 2 Fish Hall ' continues after the end of the turn"),
    (MARKING, "mark 2 Fish Hall\n", r"'mark 2 Fish Hall\n' continues after the end of the turn"),
    (MARKING, "mark 2 Fish Hall | mark 3 Windmill", "continues after the end of the turn"),
    (SIDE, "side A Chamberlain, side A Ferrywoman", "continues after the end of the turn"),
    (
        *(PAYING_GREY, "take River Castle for yellow/boat+fox, second 6 Porter's Lodge"),
        "continues after the end of the turn",
    ),
    (
        *(LEAVING, "leave Seal Cutter for blue/crown+wheel, no second"),
        "continues after the end of the turn",
    ),
    (PAYING, f"{BY_FLAGS}, no second, no treasurer", "continues after the end of the turn"),
    (PAYING, f"{BY_FLAGS}, no second ", "continues after the end of the turn"),
    (SECOND, "no second, no treasurer", "'no second, no treasurer' continues after the end"),
    (KEEPING, "keep, keep", "'keep, keep' continues after the end of the turn"),
    (KEEPING, "keep ", "'keep ' continues after the end of the turn"),
    (KEEPING, "place Wool Warehouse on B2 with fountain 3, keep", "continues after the end"),
    (KEEPING, "place Wool Warehouse on B2 with fountain 3 ", "continues after the end"),
    (SWAPPING, "no swap, no swap", "'no swap, no swap' continues after the end of the turn"),
]


@pytest.mark.parametrize(
    ("text", "turn", "fragment"), BAD_TURNS, ids=[f"{row[1]:.50}" for row in BAD_TURNS]
)
def test_text_that_is_no_turn(text: str, turn: str, fragment: str) -> None:
    texts.check_no_turn(position(text), turn, fragment)


# Words that begin like a decision which the rules refuse here; the rest of the word matters.
MISSPELT = [
    (USEFUL_FIRST, "keep mason"),
    (USEFUL_FIRST, "keep Herald"),
    (GREYS, "place Stone Bridge on B1-A1"),
]


@pytest.mark.parametrize(("text", "turn"), MISSPELT)
def test_misspelt_decisions_are_no_refused_ones(text: str, turn: str) -> None:
    """A typing mistake is reported as one, not as a rule that forbids something else."""
    with pytest.raises(NotationError):
        position(text).read(turn)


def test_a_fountain_may_be_left_out_of_a_decision_only() -> None:
    """A single decision is written without it; the last one of a longer turn is not."""
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
    texts.check_read_before(position(text), turn, read)


# What can be read but not be done is for the rules: position, text, decisions read, rule.
REFUSED = [
    (SIDE, "keep Mason", [keep_useful("mason")], "URBE-EIGHT-1"),
    (SIDE, "keep", [KEEP], "URBE-GREY-WAREHOUSE"),
    (USEFUL_FIRST, "keep Painter", [keep_useful("painter")], "URBE-EIGHT-1"),
    (USEFUL_INSTEAD, "side A Chamberlain", [STARTS["side"]], "URBE-EIGHT-3"),
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
    texts.check_refused_turn(position(text), turn, decisions, rule)


# --- Positions -----------------------------------------------------------------------------------


def test_the_next_tile_of_the_pile_comes_first() -> None:
    """URBE-ROUND-1."""
    seen = position(
        at_market(round_number=3, first=2, step=2, due="place", gone="1 2", waiting={1: "B01"})
    )
    pile = seen.text.split(" ")[12].split(",")
    after = seen.play("place Ferry Steps on A1").text.split(" ")
    assert after[4].split("/") == pile[:9]
    assert after[12].split(",") == pile[9:]


def test_a_position_in_the_middle_of_a_turn_is_known_as_such() -> None:
    begun = {"archbishop", "meeple chosen", "second", "treasurer", "place or keep", "swap"}
    begun |= {"second, three tiles", "second, four seats", "place grey tiles"}
    for name, text in EXAMPLES.items():
        assert position(text).turn_begins == (name not in begun), name


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
NINE_WAIT = at_market(
    round_number=3,
    due="place",
    waiting={0: " ".join(TILE_IDS[18:27])},
    market=" ".join(TILE_IDS[:9]),
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
    (changed("3 5/", "4 5/"), "characters must be 4 parts separated by /"),
    (changed("3 5/", "2 5/"), "the round is a number from 0 to 4, not '5'"),
    (changed(" plain", " Plain"), "the position is for '3' 'Plain'"),
    (changed(" plain", " useful_eight"), "the position is for '3' 'useful_eight'"),
    (f"{SOME}\n", r"the position is for '3' 'plain\n'"),
    # Round, first player, step.
    (changed(" 5/1/1 ", " 5/1 "), "round, first player and step must be 3 parts separated by /"),
    (changed(" 5/1/1 ", " 9/1/1 "), "the round is a number from 0 to 8, not '9'"),
    (changed(" 5/1/1 ", " -/1/1 "), "the round is a number from 0 to 8, not '-'"),
    (changed(" 5/1/1 ", " 05/1/1 "), "the position must be written '3 5/1/1 0 pay:5:1"),
    (changed(" 5/1/1 ", " 5/3/1 "), "the first player is a number from 0 to 2, not '3'"),
    (changed(" 5/1/1 ", " 5/1/3 "), "the step is a number from 0 to 2, not '3'"),
    (changed(" 3/1/2 ", " 3/1/4 ", MARKING_TWICE), "the step is a number from 0 to 3, not '4'"),
    (changed(" 5/1/1 ", " 5/1/² "), "the step is a number from 0 to 2, not '²'"),
    # The market.
    (changed("/Y10/", "/Y10/-/"), "places of the market must be 9 parts separated by /"),
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
    (
        changed(" P12/X11,B11/-", " P12/X11,B11"),
        "tiles to be placed must be 3 parts separated by /",
    ),
    (NINE_WAIT, "at most 8 tiles wait to be placed, not 9"),
    (changed(f" {BOXED} ", f" {','.join(BOXED.split(',')[::-1])} "), "must be written '3 5/1/1"),
    # Characters and cards.
    (changed("crown:A:-/", ""), "characters must be 3 parts separated by /"),
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
        changed("almoner+mason", "almoner+mason+keeper", USEFUL_FIRST),
        "seat 0 cannot have the useful characters 'almoner+mason+keeper'",
    ),
    (
        changed("almoner+mason", "almoner+mason!", USEFUL_FIRST),
        "seat 0 cannot have the useful characters 'almoner+mason!'",
    ),
    (
        changed("almoner+mason", "mason", USEFUL_FIRST),
        "characters of seat 0 do not fit what is due",
    ),
    (
        changed("almoner+mason", "-", USEFUL_FIRST),
        "the characters of seat 0 do not fit what is due",
    ),
    (changed("crown:-:", "crown:A:", SIDE), "the characters of seat 0 do not fit what is due"),
    (changed("boat:-:", "boat:B:", SIDE), "the characters of seat 1 do not fit what is due"),
    (changed("boat:B:", "boat:-:", SIDE_LAST), "the characters of seat 1 do not fit what is due"),
    (changed(" 2 side ", " 1 side ", SIDE_LAST), "the characters of seat 1 do not fit what is due"),
    (changed(" 5678/", " 56789/"), "cards are different digits from 1 to 8, not '56789'"),
    (changed(" 5678/", " 5677/"), "cards are different digits from 1 to 8, not '5677'"),
    (changed(" 5678/", " 567٨/"), "cards are different digits from 1 to 8, not '567٨'"),
    (changed(" 5678/", " 8765/"), "the position must be written '3 5/1/1 0 pay:5:1"),
    (changed(" 5678/678/", " 5678/"), "cards must be 3 parts separated by /"),
    (changed(" 5678/678/", " 5678/5678/"), "have played [4, 5, 4] cards here, not [4, 4, 4]"),
    (changed(" 5678/678/", " 678/678/"), "have played [4, 5, 4] cards here, not [5, 5, 4]"),
    (changed(" 5/1/1 ", " 6/1/1 "), "have played [5, 6, 5] cards here, not [4, 5, 4]"),
    (with_field("cards", "12345678/-/678", OVER), "have played [8, 8, 8] cards here"),
    (with_field("cards", "1/12/12", SENT), "have played [2, 2, 2] cards here, not [7, 6, 6]"),
    # Decrees.
    (changed("S01,A01,A02/", ""), "decrees must be 3 parts separated by /"),
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
    (changed("A1=X14,B1=P02", "B1=P02,A1=X14"), "the position must be written '3 5/1/1 0 pay"),
    (changed("A1=X14,B1=P02", "A1=X14,A1=P02"), "there are two tiles on A1"),
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
        at_market(round_number=3, cities={1: "^A=X09 <1=X10"}),
        "a watchtower of seat 1 touches no tile",
    ),
    (changed("/B2=X13,B3=Y01", ""), "cities must be 3 parts separated by /"),
    # Fountains.
    (changed(" A1=3/C3=3/- ", " A1=3/C3=3 "), "fountains must be 3 parts separated by /"),
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
    (changed(" A1=3/C3=3/- ", " A1=3,A1=3/-/- "), "the position must be written '3 5/1/1 0 pay"),
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
    # The random numbers.
    (with_field("random", "0123456789abcdeg"), NO_GENERATOR),
    (with_field("random", "0123456789ABCDEF"), NO_GENERATOR),
    (with_field("random", "0123456789abcde"), NO_GENERATOR),
    (with_field("random", "0x23456789abcdef"), NO_GENERATOR),
    (with_field("random", "?"), NO_GENERATOR),
    (with_field("random", "0" * 64), NO_GENERATOR),
    (with_field("random", "0" * 64 + ":01"), "must be written"),
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
    (with_field("to_move", "-"), "the seat to move is - when the game is over, and only then"),
    (
        with_field("to_move", "0", OVER),
        "the seat to move is - when the game is over, and only then",
    ),
    (with_field("to_move", "3"), "the seat is a number from 0 to 2, not '3'"),
    (with_field("to_move", "00"), "the position must be written '3 5/1/1 0 pay:5:1"),
    (with_field("due", "side"), "characters are chosen before the first round, and only then"),
    (with_field("due", "useful"), "characters are chosen before the first round, and only then"),
    (
        with_field("due", "mark", SIDE),
        "characters are chosen before the first round, and only then",
    ),
    (with_field("due", "useful", SIDE), "the characters of seat 0 do not fit what is due"),
    (with_field("due", "side", USEFUL_FIRST), "the characters of seat 0 do not fit what is due"),
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
        at_market(round_number=3, cities=HERALD, to_move=0),
        "at step 0 it cannot be the turn of seat 0",
    ),
    (
        at_market(
            round_number=3, cities=HERALD, due="place", gone="1", waiting={2: "P12"}, to_move=2
        ),
        "at step 0 it cannot be the turn of seat 2",
    ),
    (
        at_market(
            seats=2, round_number=2, due="place", step=2, to_move=0, gone="1", waiting=["P12"]
        ),
        "at step 2 it cannot be the turn of seat 0",
    ),
    # Nothing to choose.
    (with_field("due", "treasurer:5f:3", TREASURER), "3 tiles cannot have been taken in this turn"),
    (changed("A:treasurer", "A:treasurer!", TREASURER), "there is nothing to choose here"),
    (with_field("due", "treasurer:5f:1", SECOND), "there is nothing to choose here"),
    (
        at_market(seats=2, round_number=2, step=2, due="meeple:0", marks="2@0 1@1", gone="3 4"),
        "there is nothing to choose here, so it would not be asked",
    ),
    (
        at_market(
            round_number=8,
            market=DEAR_MARKET,
            gone="1",
            marks="2@1 3@2",
            due="second:2f:1",
            waiting=["P05"],
            cards=["-"],
        ),
        "there is nothing to choose here, so it would not be asked",
    ),
    (
        at_market(
            round_number=2,
            due="swap+",
            cities=["A1=P02"],
            **WITH_MASON,
        ),
        "there is nothing to choose here, so it would not be asked",
    ),
]


@pytest.mark.parametrize(
    ("text", "fragment"), BAD, ids=[f"{place}: {row[1]}" for place, row in enumerate(BAD)]
)
def test_text_that_is_no_position(text: str, fragment: str) -> None:
    variant = text.rpartition(" ")[2] if re.search(":[AB-]:[a-z]", text) else "plain"
    texts.check_no_position(urbe(useful_eight=VARIANTS.get(variant, False)), text, fragment)


# Positions that the rules never lead to, and that cannot be played on from as the rules say.
ONLY_MINE: dict[str, Any] = {"round_number": 3, **CATHEDRAL}
IMPOSSIBLE = {
    "nobody can choose: there are no useful characters": (
        "useful characters are chosen with the Useful Eight only",
        at_market(round_number=0, due="useful"),
    ),
    "a side to choose although useful characters replace those of the guilds": (
        "no side is chosen if useful characters replace those of the guilds",
        with_field("due", "side", USEFUL_INSTEAD),
    ),
    "a side chosen although useful characters replace those of the guilds": (
        "the characters of seat 0 do not fit what is due",
        changed("crown:-:", "crown:A:", USEFUL_INSTEAD),
    ),
    "no side chosen beside useful characters": (
        "the characters of seat 0 do not fit what is due",
        with_field("variant", "useful_eight", USEFUL_INSTEAD),
    ),
    "a step while sides are chosen: it would be the second to mark": (
        "there is no step",
        with_field("round", "0/0/1", SIDE),
    ),
    "a useful character drawn twice by a seat": (
        "seat 0 cannot have the useful characters 'mason+",
        changed("almoner+mason", "mason+mason", USEFUL_FIRST),
    ),
    "a useful character drawn by two seats": (
        "each useful character is drawn once",
        changed("almoner+mason", "keeper+mason", USEFUL_FIRST),
    ),
    "useful characters in another order": (
        "seat 0 cannot have the useful characters 'mason+",
        changed("almoner+mason", "mason+almoner", USEFUL_FIRST),
    ),
    "a useful character kept by two seats": (
        "each useful character is drawn once",
        changed("B:almoner", "B:treasurer", TREASURER),
    ),
    "a market with a gap when tiles are marked": (
        "the market is full while tiles are marked, and empty in the end",
        at_market(round_number=2, gone="3"),
    ),
    "a tile of an earlier round, no warehouse, waits": (
        "only warehouses wait now",
        at_market(round_number=2, waiting=["P02"]),
    ),
    "so many tiles wait that there is no room for another": (
        "only warehouses wait now",
        at_market(round_number=2, waiting=["P02 P03 P04 P05 P06 P07 P08 P09"]),
    ),
    "the Archbishop is sent, and nobody has him": (
        "has no Archbishop to send",
        with_field("archbishop", "-", SENDING),
    ),
    "the Archbishop of another seat is sent": (
        "has no Archbishop to send",
        at_market(**ONLY_MINE, first=1, due="archbishop", marks="2@1"),
    ),
    "the Archbishop is sent twice": (
        "has no Archbishop to send",
        at_market(**ONLY_MINE, due="archbishop", marks="2@0 3@a"),
    ),
    "the Archbishop is sent before the meeple": (
        "the Archbishop is not on the market here",
        at_market(**ONLY_MINE, marks="3@a"),
    ),
    "the Archbishop stays on the market when tiles are placed": (
        "the Archbishop is not on the market here",
        at_market(**ONLY_MINE, due="place", gone="1 2", waiting=["P12"], marks="3@a"),
    ),
    "the Archbishop stays on the market when his owner has taken": (
        "the Archbishop is not on the market here",
        at_market(
            **ONLY_MINE, due="pay:4:0", step=1, gone="2", marks="3@a 4@1 5@2", waiting=["B11"]
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
        at_market(round_number=3, due="place", gone="1 2 3", cities=[THREE_OF_FOUR]),
    ),
    "what waits cannot be placed": (
        "there is nothing to choose here, so it would not be asked",
        at_market(
            market=MARKET_TILES.replace("P12", "X05"), due="place", gone="1", waiting=["X05"]
        ),
    ),
    "a swap without the Mason": (
        "there is nothing to choose here, so it would not be asked",
        at_market(round_number=3, due="swap+", gone="2 3 5", cities=[THREE_OF_FOUR]),
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
        at_market(
            round_number=3,
            due="swap+",
            gone="2 3 5",
            waiting=["B11"],
            cities=[THREE_OF_FOUR],
            **WITH_MASON,
        ),
    ),
    "over in the middle of the game": (
        "the game is over after the last round only",
        at_market(round_number=5, due="over"),
    ),
    "over at a later step": (
        "there is no step",
        with_field("round", "8/1/2", OVER),
    ),
    "over with tiles in the market": (
        "the market is full while tiles are marked, and empty in the end",
        at_market(round_number=8, due="over", pile="P12")
        .replace(" P12,", " ", 1)
        .replace(" -/-/", " P12/-/", 1),
    ),
    "over with a tile to be placed": (
        "only warehouses wait now",
        at_market(round_number=8, due="over", waiting={1: "P12"}),
    ),
    "too few tiles for the next market": (
        "seat 0 has 16 tiles; 14 are possible",
        at_market(
            seats=4,
            round_number=7,
            first=1,
            step=3,
            market="P17 B17 Y17 G17 X01 X02 X03 X04 X07 X08 - -",
            due="place",
            waiting=["P16"],
            cities={
                0: laid(" ".join(CELLS[:-1]), "P01"),
                1: laid(ALL_CELLS, "B01") + " A1-A2=X05 ^A=X09",
                2: laid(ALL_CELLS, "Y01") + " A1-A2=X06 ^A=X10",
                3: laid(ALL_CELLS, "G01"),
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
    game = game_of(text)
    texts.check_no_position(game, text, fragment)


def test_a_dash_is_no_useful_character() -> None:
    """It gives the usual error."""
    with pytest.raises(NotationError):
        position(changed("A:treasurer", "A:-!", TREASURER))
