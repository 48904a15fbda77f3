"""The powers of grey tiles, one by one, with their corner cases.

X01 and X02 are castles, X03 and X04 town halls, X05 and X06 bridges, X07 and X08 churches, X09 and
X10 watchtowers, X11 and X12 warehouses, X13 is Herald's House, X14 the Cathedral.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from contrada import Position
from tests.games.urbe.positions import (
    ALL_CELLS,
    BORDERS,
    CELLS,
    CENTRE,
    CORNERS,
    NAME,
    OUTSIDES,
    PERIMETER,
    USED,
    acting,
    arranged,
    beside,
    choices,
    fields,
    neighbours,
    of_seat,
    phase,
    places_of,
    play_round,
    round_and_first,
    where,
)

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]


def worth(seen: Position, tile: str, seat: int = 0) -> int:
    """Return the points of a tile on a seat's score sheet."""
    lines = [line for line in seen.score_sheet()[seat] if line.name == NAME[tile]]
    assert len(lines) == 1
    return lines[0].points


def in_words(outside: str) -> str:
    """Write a place outside the grid as turns do."""
    sides = {"^": "above", ">": "right of", "v": "below", "<": "left of"}
    return f"{sides[outside[0]]} {beside(outside)}"


def placing(city: str, waiting: str, **more: Any) -> Position:
    """Let the first seat place; it has used the Treasurer, so it can have 17 tiles."""
    return arranged(due="place", cities=[city], waiting=[waiting], **{"useful": [USED], **more})


# --- Grey tiles in general -----------------------------------------------------------------------

ON_CELLS = ("X01", "X03", "X11", "X13", "X14")


@pytest.mark.parametrize("tile", ON_CELLS)
def test_grey_tiles_on_cells_are_placed_like_others(tile: str) -> None:
    """URBE-GREY-1: the first anywhere, then next to a tile."""
    assert where(placing("", tile), tile) == CELLS
    assert where(placing("B2", tile), tile) == ["B1", "A2", "C2", "B3"]


@pytest.mark.parametrize("tile", [*ON_CELLS, "X07"])
def test_grey_tiles_on_cells_count_as_tiles(tile: str) -> None:
    """URBE-GREY-1: for adjacency and for squares, placed first or last."""
    assert where(placing(f"A1={tile}", "Y14"), "Y14") == ["B1", "A2"]
    reached = placing("A1 B1 B2", f"{tile} Y14").play(f"place {NAME[tile]} on A2 with fountain 3")
    assert of_seat(reached, "fountains") == "A1=3"
    reached = placing(f"A1 B1 A2={tile}", "Y14 Y15").play(
        "place Vintner's Court on B2 with fountain 3"
    )
    assert of_seat(reached, "fountains") == "A1=3"


class Discarded(NamedTuple):
    """A city and tiles to place: those that no rule allows, and those placed before."""

    city: str
    waiting: str
    turn: str
    discarded: str


FIFTEEN = ALL_CELLS.removesuffix(" D4")
DISCARDED = [
    pytest.param(
        Discarded(FIFTEEN, "Y14 Y15", "place Grain Hall on D4", "Y14"),
        id="URBE-GREY-1 one cell for two tiles: the player chooses",
    ),
    pytest.param(
        Discarded(FIFTEEN, "Y14 X01", "place Vintner's Court on D4", "X01"),
        id="URBE-GREY-1 a castle without a cell",
    ),
    pytest.param(
        Discarded(FIFTEEN, "Y14 X13", "place Vintner's Court on D4", "X13"),
        id="URBE-GREY-1 Herald's House without a cell",
    ),
    pytest.param(
        Discarded(FIFTEEN, "Y14 X14", "place Vintner's Court on D4", "X14"),
        id="URBE-GREY-1 the Cathedral without a cell",
    ),
    pytest.param(
        Discarded(" ".join([*PERIMETER, "B2"]), "X07 Y14", "place Vintner's Court on C2", "X07"),
        id="URBE-GREY-1 a church without a place at the edge, though a cell is free",
    ),
    pytest.param(
        Discarded("", "X05 Y14", "place Vintner's Court on B2", "X05"),
        id="URBE-GREY-1 a bridge with one tile only",
    ),
    pytest.param(
        Discarded("", "X09 X10", "place South Watchtower above A1", "X09"),
        id="URBE-GREY-1 a second watchtower without a tile beside it",
    ),
    pytest.param(
        Discarded("B2", "X09 Y14", "place Vintner's Court on C2", "X09"),
        id="URBE-GREY-1 a watchtower without a tile at the edge",
    ),
]


@pytest.mark.parametrize("case", DISCARDED)
def test_what_cannot_be_placed_is_discarded(case: Discarded) -> None:
    reached = placing(case.city, case.waiting).play(case.turn)
    assert phase(reached) in ("mark", "over")
    assert of_seat(reached, "waiting") == "-"
    assert case.discarded in fields(reached)["discards"].split(",")
    assert case.discarded not in of_seat(reached, "cities")
    assert fields(reached)["archbishop"] == "-"
    assert not any(player["is_herald"] for player in reached.view()["players"])


def test_who_can_place_nothing_is_passed_over() -> None:
    """URBE-GREY-1, URBE-GREY-BRIDGE: a bridge alone in an empty city is discarded automatically."""
    start = arranged(market="X05@0", due="pay:1:0", step=2, first=1, waiting=["", "Y14", "Y15"])
    reached = start.play("take Stone Bridge for purple+blue/wheel")
    assert (phase(reached), reached.to_move, reached.turn_begins) == ("place", 1, True)
    for turn in ("place Vintner's Court on A1", "place Grain Hall on A1"):
        reached = reached.play(turn)
    assert round_and_first(reached) == [2, 2]
    assert "X05" in fields(reached)["discards"].split(",")


# --- Castle --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
def test_castle(cell: str) -> None:
    """URBE-GREY-CASTLE: 11 in a corner, 9 in the centre, 10 at the edge."""
    seen = placing(f"{cell}=X01 {neighbours(cell)[0]}=X02", "Y14")
    assert worth(seen, "X01") == 10 + (cell in CORNERS) - (cell in CENTRE)
    assert seen.view()["players"][0]["city"][CELLS.index(cell)]["worth"] == worth(seen, "X01")


# --- Town hall -----------------------------------------------------------------------------------


class TownHall(NamedTuple):
    """A city, three decrees, and the points of those that it fulfils."""

    city: str
    decrees: str
    points: list[int]


# A1 to D1 purple but one, A1 to A4 blue but one: a town hall in the corner is in both streets.
STREETS = "B1=P01 C1=P02 D1=P03 A2=B01 A3=B02 A4=B03"
TOWN_HALLS = [
    pytest.param(
        TownHall(f"A1=X03 {STREETS}", "S01 A02 A03", [6, 0, 0]),
        id="URBE-GREY-TOWNHALL stands for the missing purple",
    ),
    pytest.param(
        TownHall(f"A1=X03 {STREETS}", "S02 A02 A03", [6, 0, 0]),
        id="URBE-GREY-TOWNHALL stands for the missing blue in the same city",
    ),
    pytest.param(
        TownHall(f"A1=X01 {STREETS}", "S01 A02 A03", [0, 0, 0]),
        id="URBE-GREY-TOWNHALL no other grey tile does",
    ),
    pytest.param(
        TownHall(f"A1=P04 {STREETS}", "S02 A02 A03", [0, 0, 0]),
        id="URBE-GREY-TOWNHALL no coloured tile does",
    ),
    pytest.param(
        TownHall("A1=P01 B1=P02 C1=P03 A2=P04 B2=X03 C2=B01 B3=G01", "S07 A01 A14", [0, 9, 0]),
        id="URBE-GREY-TOWNHALL one decree met, others not",
    ),
    pytest.param(
        # As purple it completes the Court Quarter, as green the Palace Garden around it.
        TownHall(
            "A1=P01 B1=P02 A2=P03 B2=X03 C2=P04 B3=P05 C1=Y01",
            "S01 A01 A14",
            [0, 9, 9],
        ),
        id="URBE-GREY-TOWNHALL two decrees as two colours",
    ),
    pytest.param(
        # Purple in the street of column B and in the quarter, blue in the canal.
        TownHall(
            "A1=P01 B1=P02 A2=P03 B2=X03 C2=P04 B3=P05 B4=P06",
            "S01 A01 A08",
            [6, 9, 9],
        ),
        id="URBE-GREY-TOWNHALL three decrees, chosen anew for each",
    ),
    pytest.param(
        TownHall("A1=X03 B1=X04 C1=P02 D1=P03", "S01 A02 A03", [6, 0, 0]),
        id="URBE-GREY-TOWNHALL two of them in one decree",
    ),
    pytest.param(
        TownHall("A1=P01 B1=P02 C1=P03 B1-C1=X05 ^A=X09", "S01 A02 A03", [0, 0, 0]),
        id="URBE-GREY-TOWNHALL bridges and watchtowers are on no cell",
    ),
]


@pytest.mark.parametrize("case", TOWN_HALLS)
def test_town_hall(case: TownHall) -> None:
    seen = arranged(due="over", cities=[case.city], decrees=[case.decrees])
    lines = [line for line in seen.score_sheet()[0] if line.what == "decree"]
    assert [line.points for line in lines] == case.points


def test_a_town_hall_is_no_tile_of_a_guild() -> None:
    """URBE-GREY-TOWNHALL: for decrees it has a colour, for the character it has none."""
    for sides in ("A", "B"):
        seen = arranged(due="over", cities=["A1=X03 B1=X04"], sides=sides + "AA")
        assert [line.points for line in seen.score_sheet()[0] if line.what == "character"] == [0]
        assert (worth(seen, "X03"), worth(seen, "X04")) == (7, 7)


# --- Bridge --------------------------------------------------------------------------------------


class Bridge(NamedTuple):
    city: str
    borders: str


BRIDGES = [
    pytest.param(Bridge("A1 B1", "A1-B1"), id="URBE-GREY-BRIDGE between two tiles of a row"),
    pytest.param(Bridge("B2 B3", "B2-B3"), id="URBE-GREY-BRIDGE between two tiles of a column"),
    pytest.param(
        Bridge("A1 B1 A2 B2", "A1-B1 A2-B2 A1-A2 B1-B2"), id="URBE-GREY-BRIDGE each of a square"
    ),
    pytest.param(
        Bridge("A1 B1 A2 B2 A1-B1=X06", "A2-B2 A1-A2 B1-B2"),
        id="URBE-GREY-BRIDGE one to a border",
    ),
    pytest.param(
        Bridge("A1=X01 A2=X03 A2-A3=X06 A3", "A1-A2"),
        id="URBE-GREY-BRIDGE between grey tiles, too",
    ),
    pytest.param(
        Bridge("D1 D2 C2 B2 A2 A3", "A2-B2 B2-C2 C2-D2 D1-D2 A2-A3"),
        id="URBE-GREY-BRIDGE not past the edge",
    ),
    pytest.param(Bridge(ALL_CELLS, " ".join(BORDERS)), id="URBE-GREY-BRIDGE in a full city"),
]


@pytest.mark.parametrize("case", BRIDGES)
def test_bridge(case: Bridge) -> None:
    start = placing(case.city, "X05")
    assert where(start, "X05") == case.borders.split()
    assert len(start.legal()) == len(case.borders.split())


def test_a_bridge_waits_for_its_tiles() -> None:
    """URBE-GREY-BRIDGE: only between placed tiles, so it can be placed after both of them."""
    start = placing("", "X05 Y14 Y15")
    assert where(start, "X05") == []
    reached = start.play("place Vintner's Court on B2")
    assert where(reached, "X05") == []
    reached = reached.play("place Grain Hall on B3, place Stone Bridge on B2-B3")
    assert of_seat(reached, "cities") == "B2=Y14,B3=Y15,B2-B3=X05"
    assert (worth(reached, "X05"), reached.scores()[0]) == (9, 5 + 5 + 9)


def test_a_bridge_takes_no_cell() -> None:
    """URBE-GREY-BRIDGE: it touches no tile, is part of no square, and takes no cell."""
    city = "A1 B1 A2 A1-B1=X05 A1-A2=X06"
    assert where(placing(city, "Y14"), "Y14") == where(placing("A1 B1 A2", "Y14"), "Y14")
    assert of_seat(placing(city, "Y14"), "fountains") == "-"
    assert where(placing(f"{FIFTEEN} A1-B1=X05", "Y14"), "Y14") == ["D4"]
    assert where(placing("A1 B1 A1-B1=X06", "X05 Y14"), "X05") == []


# --- Church --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "cells"),
    [
        pytest.param("", " ".join(PERIMETER), id="URBE-GREY-CHURCH first: any cell at the edge"),
        pytest.param("B2", "B1 A2", id="URBE-GREY-CHURCH beside a tile, but not in the centre"),
        pytest.param("A1", "B1 A2", id="URBE-GREY-CHURCH beside a corner"),
        pytest.param("B1 B2 C2 C3", "A1 C1 A2 D2 D3 C4", id="URBE-GREY-CHURCH around four tiles"),
        pytest.param("B2 C2 B3", "B1 C1 A2 D2 A3 B4", id="URBE-GREY-CHURCH around the centre"),
        pytest.param("<3=X09", "A3", id="URBE-GREY-CHURCH touching a watchtower"),
    ],
)
def test_church(city: str, cells: str) -> None:
    assert where(placing(city, "X07"), "X07") == cells.split()


class Church(NamedTuple):
    city: str
    points: int


CHURCHES = [
    pytest.param(Church("A1=X07 B1=Y14", 7), id="URBE-GREY-CHURCH 5 VP beside it: nothing"),
    pytest.param(Church("A1=X07 B1=P16", 7), id="URBE-GREY-CHURCH 3 VP beside it: nothing"),
    pytest.param(Church("A1=X07 B1=P01", 8), id="URBE-GREY-CHURCH 1 VP"),
    pytest.param(Church("A1=X07 A2=B11", 8), id="URBE-GREY-CHURCH 2 VP"),
    pytest.param(Church("A1=X07 B1=P01 A2=P04", 9), id="URBE-GREY-CHURCH in a corner two at most"),
    pytest.param(
        Church("B1=X07 A1=P01 C1=P02 B2=P03", 10), id="URBE-GREY-CHURCH at the edge three"
    ),
    pytest.param(
        Church("B1=X07 A1=P01 C1=Y14 B2=P03", 9), id="URBE-GREY-CHURCH two cheap ones of three"
    ),
    pytest.param(
        Church("B1=X07 A1=P01 C1=X01 B2=X03", 8), id="URBE-GREY-CHURCH grey tiles are dear"
    ),
    pytest.param(
        Church("A1=X07 B1=Y14 B2=P01", 7), id="URBE-GREY-CHURCH a diagonal one does not touch"
    ),
    pytest.param(
        Church("D1=X07 C1=Y14 C2=P01 B2=P02 A2=P03", 7), id="URBE-GREY-CHURCH nor past the edge"
    ),
    pytest.param(
        Church("B1=X07 B2=Y14 B1-B2=X05 ^B=X09", 7),
        id="URBE-GREY-CHURCH bridges and watchtowers do not count",
    ),
    pytest.param(Church("A4=X07 A3=P01 B4=G11 B3=P02", 9), id="URBE-GREY-CHURCH in another corner"),
]


@pytest.mark.parametrize("case", CHURCHES)
def test_points_of_a_church(case: Church) -> None:
    assert worth(placing(case.city, "Y15"), "X07") == case.points


# --- Watchtower ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "outside"),
    [
        pytest.param("", " ".join(OUTSIDES), id="URBE-GREY-WATCHTOWER the very first tile"),
        pytest.param("A1", "^A <1", id="URBE-GREY-WATCHTOWER a corner has two sides"),
        pytest.param("C1", "^C", id="URBE-GREY-WATCHTOWER beside a tile at the edge"),
        pytest.param("D4", ">4 vD", id="URBE-GREY-WATCHTOWER the last corner"),
        pytest.param("B2 C2 D2", ">2", id="URBE-GREY-WATCHTOWER not beside tiles inside"),
        pytest.param("A1 ^A=X10", "<1", id="URBE-GREY-WATCHTOWER one to a place"),
        pytest.param(ALL_CELLS, " ".join(OUTSIDES), id="URBE-GREY-WATCHTOWER a full city"),
    ],
)
def test_watchtower(city: str, outside: str) -> None:
    start = placing(city, "X09")
    assert len(start.legal()) == len(outside.split())
    assert where(start, "X09") == [in_words(place) for place in outside.split()]


@pytest.mark.parametrize("outside", OUTSIDES)
def test_the_tile_after_a_watchtower_touches_it(outside: str) -> None:
    """URBE-GREY-WATCHTOWER: only one cell does, in this turn and in later ones."""
    reached = placing("", "X09 Y14 X10").play(f"place North Watchtower {in_words(outside)}")
    assert of_seat(reached, "cities") == f"{outside}=X09"
    assert (where(reached, "Y14"), where(reached, "X10")) == ([beside(outside)], [])
    assert where(placing(f"{outside}=X09", "Y14"), "Y14") == [beside(outside)]
    reached = reached.play(f"place Vintner's Court on {beside(outside)}")
    others = [place for place in OUTSIDES if beside(place) == beside(outside)]
    assert where(reached, "X10") == [in_words(place) for place in others if place != outside]


def test_after_that_tiles_touch_tiles() -> None:
    """URBE-GREY-WATCHTOWER, URBE-PLACE-1: it is never part of a square."""
    city = "A1 B1 A2 <1=X09"
    assert where(placing(city, "Y14"), "Y14") == ["C1", "B2", "A3"]
    assert of_seat(placing(city, "Y14"), "fountains") == "-"
    assert worth(placing(city, "Y14"), "X09") == 9


# --- Warehouse -----------------------------------------------------------------------------------


def test_a_warehouse_need_not_be_placed_at_once() -> None:
    """URBE-GREY-WAREHOUSE: it is kept, and offered again in the next turn of placing."""
    start = placing("A1", "X11", market="Y14")
    assert choices(start) == ["place Wool Warehouse on B1", "place Wool Warehouse on A2", "keep"]
    reached = start.play("keep")
    assert of_seat(reached, "waiting") == "X11"
    assert "X11" not in fields(reached)["discards"]
    line = play_round(reached)  # kept again, by `cautious`
    assert acting(line, "place") == [1, 2, 0]
    assert of_seat(line[-1], "waiting") == "X11"


def test_a_warehouse_is_placed_in_a_later_turn() -> None:
    """URBE-GREY-WAREHOUSE: before or after the tiles taken then; it has the first slot."""
    start = placing("A1", "X11 Y14", round_number=5)
    assert where(start, "X11") == where(start, "Y14") == ["B1", "A2"]
    for turn in (
        "place Wool Warehouse on B1, place Vintner's Court on A2",
        "place Vintner's Court on A2, place Wool Warehouse on B1",
    ):
        reached = start.play(turn)
        assert of_seat(reached, "waiting") == "-"
        assert {"B1=X11", "A2=Y14"} <= set(of_seat(reached, "cities").split(","))
        assert worth(reached, "X11") == 8


def test_a_warehouse_is_placed_in_a_turn_without_other_tiles() -> None:
    """URBE-GREY-WAREHOUSE: even if a meeple came back without a tile."""
    start = arranged(
        round_number=8,
        cards=["8", "-", "-"],
        first=1,
        step=2,
        due="pay:1:0",
        market="P04@0",
        waiting=["X11"],
        cities=["A1"],
    )
    reached = start.play("leave Glover's Shop for yellow+green/boat")
    assert (reached.to_move, phase(reached)) == (0, "place")
    assert reached.play("place Wool Warehouse on B1").scores()[0] == start.scores()[0] + 8


def test_other_tiles_are_placed_before_a_warehouse_is_kept() -> None:
    """URBE-GREY-WAREHOUSE, URBE-TAKE-5: `keep` once nothing else can be placed."""
    start = placing("A1", "X11 Y14")
    assert "keep" not in choices(start)
    reached = start.play("place Vintner's Court on B1")
    assert "keep" in choices(reached)
    assert (reached.to_move, reached.turn_begins) == (0, False)
    assert of_seat(reached.play("keep"), "waiting") == "X11"


def test_keeping_discards_what_cannot_be_placed() -> None:
    """URBE-GREY-WAREHOUSE, URBE-GREY-1: a bridge without a border is not kept as well."""
    start = placing("", "X11 X05")
    assert where(start, "X11") == CELLS
    assert choices(start)[-1] == "keep"
    reached = start.play("keep")
    assert of_seat(reached, "waiting") == "X11"
    assert "X05" in fields(reached)["discards"].split(",")
    placed = start.play("place Wool Warehouse on B2")
    assert (of_seat(placed, "waiting"), of_seat(placed, "cities")) == ("-", "B2=X11")


def test_a_warehouse_without_a_cell_is_kept() -> None:
    """URBE-GREY-WAREHOUSE: automatically, and it is not discarded."""
    start = placing(FIFTEEN.replace("A1", "A1=X14"), "X11 X12 Y14")
    reached = start.play("place Vintner's Court on D4")
    assert of_seat(reached, "waiting") == "X11,X12"
    assert reached.is_over


def test_a_warehouse_kept_to_the_end_scores_nothing() -> None:
    """URBE-GREY-WAREHOUSE."""
    start = placing("A1 B1", "X11", round_number=8)
    kept, placed = start.play("keep"), start.play("place Wool Warehouse on C1")
    assert kept.is_over
    assert placed.is_over
    assert kept.scores()[0] == start.scores()[0]
    assert placed.scores()[0] == start.scores()[0] + 8
    assert "Wool Warehouse" not in [line.name for line in kept.score_sheet()[0]]
    assert of_seat(kept, "waiting") == "X11"


# --- Herald's House ------------------------------------------------------------------------------

# seats, first, owner; who marks, who takes, who places
HERALDS = [
    (4, 0, 0, [0, 1, 2, 3], [1, 2, 3, 0], [0, 1, 2, 3]),
    (4, 0, 1, [1, 0, 2, 3], [0, 2, 3, 1], [0, 1, 2, 3]),
    (4, 0, 2, [2, 0, 1, 3], [0, 1, 3, 2], [0, 1, 2, 3]),
    (4, 0, 3, [3, 0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3]),
    (4, 2, 0, [0, 2, 3, 1], [2, 3, 1, 0], [2, 3, 0, 1]),
    (4, 2, 1, [1, 2, 3, 0], [2, 3, 0, 1], [2, 3, 0, 1]),
    (4, 2, 2, [2, 3, 0, 1], [3, 0, 1, 2], [2, 3, 0, 1]),
    (4, 2, 3, [3, 2, 0, 1], [2, 0, 1, 3], [2, 3, 0, 1]),
    (3, 1, 0, [0, 1, 2], [1, 2, 0], [1, 2, 0]),
    (3, 1, 1, [1, 2, 0], [2, 0, 1], [1, 2, 0]),
    (3, 1, 2, [2, 1, 0], [1, 0, 2], [1, 2, 0]),
    (2, 0, 0, [0, 1, 0, 1], [1, 0, 1, 0], [0, 1]),
    (2, 0, 1, [1, 0, 1, 0], [0, 1, 0, 1], [0, 1]),
    (2, 1, 0, [0, 1, 0, 1], [1, 0, 1, 0], [1, 0]),
    (2, 1, 1, [1, 0, 1, 0], [0, 1, 0, 1], [1, 0]),
]


@pytest.mark.parametrize(
    ("seats", "first", "owner", "marking", "taking", "placing"),
    HERALDS,
    ids=[
        f"URBE-GREY-HERALD {seats} seats, first {first}, owner {owner}"
        for seats, first, owner, *_ in HERALDS
    ],
)
def test_herald(
    seats: int, first: int, owner: int, marking: list[int], taking: list[int], placing: list[int]
) -> None:
    cities = ["A1=X13" if seat == owner else "" for seat in range(seats)]
    line = play_round(arranged(seats=seats, round_number=2, first=first, cities=cities))
    assert acting(line[:-1], "mark") == marking
    assert acting(line, "take") == taking
    assert acting(line, "place") == placing
    # The first player moves on all the same.
    assert round_and_first(line[-1]) == [3, (first + 1) % seats]
    assert line[-1].to_move == owner


def test_herald_begins_with_the_next_round() -> None:
    """URBE-GREY-HERALD: the order of placing goes on unchanged; then the owner marks first."""
    reached = arranged(seats=4, due="place", waiting=["Y14", "X13", "Y15", "Y16"])
    for seat, turn in enumerate(
        (
            "place Vintner's Court on A1",
            "place Herald's House on A1",
            "place Grain Hall on A1",
            "place Oil Press on A1",
        )
    ):
        assert reached.to_move == seat
        reached = reached.play(turn)
    assert round_and_first(reached) == [2, 1]
    assert [player["is_herald"] for player in reached.view()["players"]] == [
        False,
        True,
        False,
        False,
    ]
    line = play_round(reached)
    assert acting(line[:-1], "mark") == [1, 2, 3, 0]
    assert acting(line, "take") == [2, 3, 0, 1]
    assert acting(line, "place") == [1, 2, 3, 0]


def test_herald_worth() -> None:
    """URBE-GREY-HERALD: it is a tile with points, and stays for the whole game."""
    assert worth(arranged(cities=["A1=X13"]), "X13") == 6
    last = arranged(cities=["", "A1=X13"], round_number=8, seats=3)
    assert last.to_move == 1


# --- Cathedral -----------------------------------------------------------------------------------

OWNER: dict[str, Any] = {"cities": ["A1=X14"], "archbishop": 0}


def test_the_cathedral_gives_the_archbishop() -> None:
    """URBE-GREY-CATHEDRAL: once placed, from the next marking on."""
    start = placing("A1", "X14", step=0)
    assert fields(start)["archbishop"] == "-"
    reached = start.play("place Cathedral on B1")
    assert fields(reached)["archbishop"] == "0"
    assert [player["has_archbishop"] for player in reached.view()["players"]] == [
        True,
        False,
        False,
    ]
    assert worth(reached, "X14") == 4
    for turns in (1, 2):  # seats 1 and 2 mark first
        assert reached.to_move == turns
        reached = reached.play(reached.legal()[0])
    reached = reached.play(reached.legal()[0])
    assert (reached.to_move, fields(reached)["due"], reached.turn_begins) == (
        0,
        "archbishop",
        False,
    )


def test_the_archbishop_goes_onto_any_unmarked_tile() -> None:
    """URBE-GREY-CATHEDRAL: even a grey one or one that no card pays for; or nowhere."""
    start = arranged(
        **OWNER,
        first=2,
        step=1,
        round_number=8,
        cards=["8"],
        market="P04 X01 P06 Y04 P10@2 P11 P13 P14 P17",
    )
    reached = start.play("mark 4 Weigh House")
    assert places_of(reached, "archbishop") == [1, 2, 3, 6, 7, 8, 9]
    assert choices(reached)[-1] == "no archbishop"
    assert len(reached.legal()) == 8
    sent = reached.play("archbishop 2 Upper Castle")
    assert fields(sent)["market"] == "P04/X01@a/P06/Y04@0/P10@2/P11/P13/P14/P17"
    assert (sent.to_move, sent.turn_begins) == (1, True)
    place = sent.view()["market"][1]
    assert (place["meeple"], place["archbishop"]) == (None, 0)


def test_the_archbishop_may_wait() -> None:
    """URBE-GREY-CATHEDRAL: he is offered again in every later round until he is sent."""
    start = arranged(**OWNER, round_number=3)
    reached = start.play("mark 1 Vineyard Hill, no archbishop")
    assert (reached.to_move, fields(reached)["archbishop"]) == (1, "0")
    line = play_round(reached)
    offers = [seen for seen in line if fields(seen)["due"] == "archbishop"]
    assert offers == []
    line = play_round(line[-1])
    offers = [seen for seen in line if fields(seen)["due"] == "archbishop"]
    assert [seen.to_move for seen in offers] == [0]


def test_nobody_else_sends_him() -> None:
    """URBE-GREY-CATHEDRAL: no seat without the Cathedral, and nobody once he has left the game."""
    others = arranged(cities=["", "A1=X14"], archbishop=1).play("mark 1 Vineyard Hill")
    assert (others.to_move, fields(others)["due"]) == (1, "mark")
    gone = arranged(cities=["A1=X14"]).play("mark 1 Vineyard Hill")
    assert (gone.to_move, fields(gone)["due"]) == (1, "mark")


def test_his_tile_is_free() -> None:
    """URBE-GREY-CATHEDRAL: it comes when its owner takes back; then he leaves the game."""
    start = arranged(**OWNER, market="P06@0 X01@a B11@1 Y10@2", due="pay:3:0", step=0, first=1)
    assert start.to_move == 1
    reached = start.play("take Fish Hall by the flags of blue/crown+fox")
    reached = reached.play("take Windmill by the flags of yellow/crown+boat")
    assert (reached.to_move, fields(reached)["due"]) == (0, "pay:1:1")
    assert of_seat(reached, "waiting") == "X01"
    assert fields(reached)["market"] == "P06@0/-/-/-/-/-/-/-/-"
    assert fields(reached)["archbishop"] == "-"
    assert of_seat(reached, "cards") == "1234567"
    reached = reached.play("take Lute Maker by the flags of purple/wheel+fox")
    assert of_seat(reached, "waiting") == "X01,P06"
    assert of_seat(reached, "cards") == "234567"
    placed = reached
    while phase(placed) == "place":
        placed = placed.play(placed.legal()[0])
    assert fields(placed)["archbishop"] == "-"
    assert acting(play_round(placed)[:-1], "mark") == [2, 0, 1]
    assert all(fields(seen)["due"] != "archbishop" for seen in play_round(placed))


def test_his_tile_is_taken_before_others_can_have_it() -> None:
    """URBE-GREY-CATHEDRAL, URBE-TAKE-5: nobody can take it as a second tile."""
    start = arranged(**OWNER, market="P06@0 B06@a B11@1 Y10@2 B08", due="pay:3:0", step=0, first=1)
    reached = start.play("take Fish Hall by the guilds of blue/crown+fox")
    assert choices(reached) == ["second 5 Customs House", "no second"]


# The owner's first take comes with the Archbishop's tile: due, choices then
THREE_TILES: dict[str, Any] = {"market": "P06@0 - B11@1 Y10@2 B06 B08 G10 Y06", "waiting": ["X01"]}


def test_three_tiles_at_most() -> None:
    """URBE-GREY-CATHEDRAL: his tile, the meeple's and a second one; nothing adds a fourth."""
    start = arranged(cities=["A1=X14"], **THREE_TILES, due="pay:1:1", useful=["treasurer"])
    reached = start.play(
        "take Lute Maker by the flags of purple+blue/wheel, second 7 Charcoal Clearing"
    )
    assert of_seat(reached, "waiting") == "X01,P06,G10"
    assert (reached.to_move, reached.turn_begins) == (1, True)
    two = start.play("take Lute Maker by the flags of purple+blue/wheel, no second")
    assert (two.to_move, places_of(two, "treasurer")) == (0, [5, 6])
    three = two.play("treasurer 6 Customs House")
    assert of_seat(three, "waiting") == "X01,P06,B08"
    assert three.to_move == 1


def test_without_him_a_treasurer_gives_the_third_tile() -> None:
    """URBE-GREY-CATHEDRAL: the limit counts his tile only in the turn it is taken."""
    start = arranged(
        market="P06@0 B11@1 Y10@2 B06 B08 G10 Y06", due="pay:1:0", useful=["treasurer"]
    )
    reached = start.play(
        "take Lute Maker by the flags of purple+blue/wheel, second 6 Charcoal Clearing"
    )
    assert (reached.to_move, places_of(reached, "treasurer")) == (0, [4, 5])


def test_with_two_seats_his_tile_comes_first_of_all() -> None:
    """URBE-GREY-CATHEDRAL: when its owner first takes back that round, before choosing a meeple."""
    start = arranged(
        seats=2, first=1, **OWNER, market="P06@0 B17@0 X01@a Y17@1 G17@1", due="meeple:0"
    )
    assert start.to_move == 1
    reached = start.play("meeple 4 Carter's Inn, take Carter's Inn by the flags of yellow/boat+fox")
    assert (reached.to_move, fields(reached)["due"]) == (0, "meeple:1")
    assert (of_seat(reached, "waiting"), fields(reached)["archbishop"]) == ("X01", "-")
    reached = reached.play("meeple 1 Lute Maker, take Lute Maker by the flags of purple/wheel+fox")
    reached = reached.play("take Vineyard Hill by the flags of green/crown+wheel")
    assert (reached.to_move, fields(reached)["due"]) == (0, "pay:2:0")


def test_with_two_seats_he_is_offered_with_either_meeple() -> None:
    """URBE-GREY-CATHEDRAL: when placing a meeple, once."""
    market = "P06 B17 X01 Y17 G17 P01 P02 P03 P04"
    start = arranged(seats=2, **OWNER, market=market)
    declined = start.play("mark 1 Lute Maker, no archbishop").play("mark 4 Carter's Inn")
    offered = declined.play("mark 2 Salt Barn")
    assert places_of(offered, "archbishop") == [3, 5, 6, 7, 8, 9]
    sent = start.play("mark 1 Lute Maker, archbishop 3 Upper Castle").play("mark 4 Carter's Inn")
    again = sent.play("mark 2 Salt Barn")
    assert (again.to_move, fields(again)["due"]) == (1, "mark")


def test_his_tile_needs_no_card_of_the_second_meeple() -> None:
    """URBE-GREY-CATHEDRAL, URBE-MARKET-2: 8 is for the first meeple, so the second leaves 5."""
    start = arranged(
        seats=2,
        **OWNER,
        round_number=4,
        step=2,
        cards=["58"],
        market="Y04@0 P04@a G04@1 P06 P12 Y17 Y13 Y14 G17",
    )
    assert places_of(start, "mark") == [4, 5]


def test_a_herald_with_the_archbishop_takes_last() -> None:
    """URBE-GREY-CATHEDRAL, URBE-GREY-HERALD: his tile waits for the owner's own turn."""
    start = arranged(
        cities=["A1=X14 B1=X13"],
        archbishop=0,
        market="P06@0 X01@a B11@1 Y10@2",
        due="pay:3:0",
    )
    assert start.to_move == 1
    assert fields(start)["market"].startswith("P06@0/X01@a")
    reached = start.play("take Fish Hall by the flags of blue/crown+fox")
    assert fields(reached)["market"].startswith("P06@0/X01@a")
    reached = reached.play("take Windmill by the flags of yellow/crown+boat")
    assert (reached.to_move, of_seat(reached, "waiting")) == (0, "X01")


def test_a_grey_tile_by_meeple_beside_his() -> None:
    """URBE-GREY-CATHEDRAL, URBE-TAKE-2: two tiles in that turn, no second one."""
    start = arranged(
        cities=["A1=X14"],
        waiting=["X01"],
        market="X02@0 B11@1 Y10@2 P01 B01",
        due="pay:1:1",
    )
    reached = start.play("take River Castle for purple+blue/wheel")
    assert (of_seat(reached, "waiting"), reached.to_move) == ("X01,X02", 1)


def test_a_meeple_without_a_tile_beside_his() -> None:
    """URBE-GREY-CATHEDRAL, URBE-TAKE-4: his tile is free even if no card pays for the other."""
    start = arranged(
        **OWNER,
        first=2,
        round_number=8,
        cards=["8", "8", "1"],
        market="P04@0 X01@a B11@1 Y10@2",
        due="pay:4:0",
    )
    reached = start.play("take Windmill by the flags of yellow/crown+boat")
    reached = reached.play("leave Glover's Shop for yellow+green/boat")
    assert of_seat(reached, "waiting") == "X01"
    assert fields(reached)["market"].startswith("P04/-/B11@1")
