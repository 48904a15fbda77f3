"""What a city is worth: counted by hand, decrees by brute force, and the score sheet."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any, NamedTuple

import pytest

from contrada import Position
from contrada.games.contract import ScoreLine
from contrada.games.urbe import rules
from tests.games.urbe.positions import (
    ALL_CELLS,
    BOX,
    CELLS,
    COLOURED,
    DECREES,
    GUILDS,
    NAME,
    SEAT_COUNTS,
    TILES,
    arranged,
    neighbours,
    of_seat,
    play_out,
    urbe,
)
from tests.oracles.urbe import forms, is_met

LETTERS = "PBYG"


def lines_of(seen: Position, what: str, seat: int = 0) -> list[ScoreLine]:
    return [line for line in seen.score_sheet(seat)[seat] if line.what == what]


def points_of(seen: Position, what: str, seat: int = 0) -> list[int]:
    return [line.points for line in lines_of(seen, what, seat)]


# --- A full city, counted by hand ----------------------------------------------------------------

FULL = (
    "A1=X01 B1=P01 C1=B12 D1=Y04 "  # 10+1, 1, 5, 2: 19
    "A2=P04 B2=X03 C2=P12 D2=X07 "  # 2, 7, 7, 7+2 for Y04 and G01: 25
    "A3=P05 B3=P02 C3=G14 D3=G01 "  # 2, 1, 7, 1: 11
    "A4=X14 B4=X13 C4=X02 D4=B01 "  # 4, 6, 10, 1: 21
    "A1-B1=X05"  # 9; the seventeenth tile came by the Archbishop
)
TILE_POINTS = 19 + 25 + 11 + 21 + 9
# B2 is purple in the Court Quarter of A2 B2 C2 A3 B3, blue in the King's Canal around it.
FULL_DECREES = "S01 A01 A08"
DECREE_POINTS = 0 + 9 + 9
FOUNTAIN_POINTS = 7 * 3 + 2 * 1
SIDE_A = 4 * 2  # P01, P02, P04, P05
SIDE_B = 1 * 3  # P12


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("side", "useful", "points"),
    [
        ("A", "", SIDE_A),
        ("B", "", SIDE_B),
        ("B", "keeper", SIDE_B + 9 * 1),
        ("A", "almoner", SIDE_A + 4 * 2),  # P01, P02, G01, B01
        ("A", "surveyor", SIDE_A + 8 * 1),
        ("A", "painter", SIDE_A),
        ("B", "castellan", SIDE_B + 7 * 3),
        ("A", "chancellor", SIDE_A + 2 * 3),
    ],
)
def test_a_full_city(side: str, useful: str, points: int) -> None:
    """URBE-SCORE-1: tiles, character, decrees, fountains; URBE-EIGHT-3: useful characters."""
    seen = arranged(
        due="over",
        cities=[FULL],
        sides=side + "AA",
        decrees=[FULL_DECREES],
        useful=[useful] if useful else (),
    )
    assert sum(points_of(seen, "tile")) == TILE_POINTS == 85
    assert sum(points_of(seen, "decree")) == DECREE_POINTS
    assert sum(points_of(seen, "fountain")) == FOUNTAIN_POINTS
    assert seen.scores()[0] == TILE_POINTS + DECREE_POINTS + FOUNTAIN_POINTS + points
    assert seen.scores()[1:] == (0, 0)


@pytest.mark.parametrize("guild", GUILDS)
def test_characters(guild: str) -> None:
    """URBE-CHAR-2: A: +2 for 1 and 2 VP of the colour; B: +3 for others of it; nothing else."""
    others = " ".join(each for each in GUILDS if each != guild)
    mine = LETTERS[GUILDS.index(guild)]
    for tile, entry in TILES.items():
        if entry.get("power") in ("bridge", "watchtower"):
            continue
        likely = "A" if entry["vp"] <= 2 else "B"
        for side in "AB" if tile[0] == mine else likely:
            seen = arranged(
                due="over", guilds=f"{guild} {others}", sides=side + "AA", cities=[f"A1={tile}"]
            )
            counts = tile[0] == mine and side == likely
            assert points_of(seen, "character") == [{"A": 2, "B": 3}[side] if counts else 0]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_tiles_that_wait_score_nothing() -> None:
    """URBE-SCORE-1: only tiles placed in your own city score."""
    seen = arranged(due="place", waiting=["P12 P13"], cities=["", "A1=P14"], sides="BBB")
    assert seen.scores() == (0, 5, 0)


# --- Who wins ------------------------------------------------------------------------------------


class Result(NamedTuple):
    cities: list[str]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    results: tuple[float, ...]


RESULTS = [
    pytest.param(
        Result(["A1=P12", "A1=B15 B1=B01", "A1=Y04"], (10, 11, 2), (2, 1, 3), (0, 1, 0)),
        id="URBE-SCORE-1 most points win",
    ),
    pytest.param(
        Result(["A1=P12", "A1=Y04", "A1=Y17"], (10, 2, 10), (1, 3, 1), (0.5, 0, 0.5)),
        id="URBE-SCORE-1 ties share",
    ),
    pytest.param(
        Result(["A1=B04", "A1=P04", "A1=P15"], (2, 2, 5), (2, 2, 1), (0, 0, 1)),
        id="URBE-SCORE-1 a tie behind the winner",
    ),
    pytest.param(
        Result([], (0, 0, 0), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
        id="URBE-SCORE-1 no points: all share, and unmet decrees cost nothing",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", RESULTS)
def test_results(case: Result) -> None:
    seen = arranged(due="over", sides="BBB", cities=case.cities)
    outcome = seen.outcome()
    assert outcome is not None
    assert outcome.scores == case.scores
    assert outcome.places == case.places
    assert outcome.results == pytest.approx(case.results)
    assert outcome.decided_by == (None if case.places.count(1) > 1 else "points")


# --- Decrees -------------------------------------------------------------------------------------


def with_decree(decree: str) -> str:
    """Return three decrees, including this one."""
    if decree[0] == "S":
        return f"{decree} A01 A02"
    return " ".join(["S01", *sorted({decree, "A19" if decree == "A20" else "A20"})])


def judged(cells: dict[str, str], decree: str) -> ScoreLine:
    """Return the line of a decree for a city."""
    city = " ".join(f"{cell}={tile}" for cell, tile in cells.items())
    seen = arranged(due="over", cities=[city], decrees=[with_decree(decree)])
    (line,) = [line for line in lines_of(seen, "decree") if line.name == DECREES[decree]["name"]]
    return line


def letter(tile: str) -> str | None:
    """Write a tile for brute force: a colour, `*` for a town hall, None for other grey tiles."""
    return {"X": "*" if tile in ("X03", "X04") else None}.get(tile[0], tile[0])


def letters(cells: dict[str, str]) -> list[str | None]:
    return [letter(cells[cell]) if cell in cells else None for cell in CELLS]


def everywhere(decree: str) -> list[dict[str, str]]:
    """Return cities with only the tiles that a decree needs, everywhere in the grid."""
    found: list[dict[str, str]] = []
    for form in forms(DECREES[decree]["grid"]):
        for top in range(4 - len(form) + 1):
            for left in range(4 - len(form[0]) + 1):
                needed = {
                    CELLS[(top + row) * 4 + left + column]: colour
                    for row, line in enumerate(form)
                    for column, colour in enumerate(line)
                    if colour != "."
                }
                if needed not in found:
                    found.append(needed)
    return found


def in_tiles(needed: dict[str, str]) -> dict[str, str]:
    """Put a tile of the right colour on each cell."""
    left = {colour: [tile for tile in COLOURED if tile[0] == colour] for colour in LETTERS}
    return {cell: left[colour].pop() for cell, colour in needed.items()}


@pytest.mark.parametrize("decree", DECREES)
def test_a_decree_is_met_wherever_it_stands(decree: str) -> None:
    """URBE-DECREE-2: turned, mirrored and moved; with one wrong colour it is not fulfilled."""
    choose = random.Random(decree)
    cities = everywhere(decree)
    kind = DECREES[decree]["kind"]
    assert len(cities) == {"line": 8, "checker": 24, "square": 48, "between": 4, "road": 24}[kind]
    for needed in cities:
        cells = in_tiles(needed)
        line = judged(cells, decree)
        assert (line.points, sorted(line.squares)) == (DECREES[decree]["vp"], sorted(cells))
    for needed in choose.sample(cities, 4):
        cells = in_tiles(needed)
        wrong = choose.choice(list(cells))
        cells[wrong] = "X03"
        assert judged(cells, decree).points == DECREES[decree]["vp"]
        others = [tile for tile in COLOURED if tile[0] != needed[wrong]]
        for tile in ("X01", choose.choice([tile for tile in others if tile not in cells.values()])):
            cells[wrong] = tile
            unmet = judged(cells, decree)
            assert (unmet.points, unmet.squares) == (0, ())


def random_city(choose: random.Random) -> dict[str, str]:
    """Put a decree somewhere, grow a city around it, and put grey tiles on some of its cells."""
    needed = choose.choice(everywhere(choose.choice(list(DECREES))))
    cells = in_tiles(needed)
    colours = choose.choice([*needed.values()]) + choose.choice(LETTERS)
    spare = [tile for tile in COLOURED if tile[0] in colours and tile not in cells.values()]
    choose.shuffle(spare)
    for _ in range(choose.randint(0, 16 - len(cells))):
        free = sorted({other for cell in cells for other in neighbours(cell)} - set(cells))
        cells[choose.choice(free)] = spare.pop()
    grey = choose.choice(["", "X03", "X03 X04", "X03 X04 X01", "X01", "X02 X14"]).split()
    return cells | dict(zip(choose.sample(list(cells), len(grey)), grey, strict=True))


def test_decrees_of_random_cities() -> None:
    """URBE-DECREE-2, URBE-GREY-TOWNHALL: all thirty agree with brute force, with their cells."""
    choose, met = random.Random(8), Counter[bool]()
    starting, advanced = ([d for d in DECREES if d[0] == pile] for pile in "SA")
    for _ in range(25):
        cells = random_city(choose)
        city = " ".join(f"{cell}={tile}" for cell, tile in cells.items())
        for number in range(10):
            held = [starting[number], *advanced[2 * number : 2 * number + 2]]
            seen = arranged(due="over", cities=[city], decrees=[" ".join(held)])
            for decree, line in zip(held, lines_of(seen, "decree"), strict=True):
                expected = is_met(DECREES[decree]["grid"], letters(cells))
                assert line.points == (DECREES[decree]["vp"] if expected else 0)
                assert bool(line.squares) == expected
                check_cells(decree, cells, line)
                met[expected] += 1
    assert met[True] > 35
    assert met[False] > 300


def check_cells(decree: str, cells: dict[str, str], line: ScoreLine) -> None:
    """The cells of a fulfilled decree form its pattern by themselves."""
    if line.squares:
        alone = {cell: cells[cell] for cell in line.squares}
        assert is_met(DECREES[decree]["grid"], letters(alone))
        needed = sum(letter != "." for row in DECREES[decree]["grid"] for letter in row)
        assert len(line.squares) == needed


class Decree(NamedTuple):
    city: str
    decrees: str
    points: list[int]


DECREE_CASES = [
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03", "S01 A02 A03", [0, 0, 0]),
        id="URBE-DECREE-2 three of four",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 D1=P04 A2=P05 A3=P06 A4=P07", "S01 A02 A03", [6, 0, 0]),
        id="URBE-DECREE-2 two purple streets score once",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 D1=P04 A2=P05 B2=P06 C2=P07 D2=P08", "S01 A01 A02", [6, 9, 0]),
        id="URBE-DECREE-2 tiles may serve in several decrees",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 A2=P04 B2=P05 C2=P06", "S01 A01 A02", [0, 9, 0]),
        id="URBE-DECREE-2 a dot is anything: a purple tile",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 A2=P04 B2=P05 C2=X01", "S01 A01 A02", [0, 9, 0]),
        id="URBE-DECREE-2 a dot is anything: a grey tile",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 B2=P04 C2=P05", "S01 A01 A02", [0, 9, 0]),
        id="URBE-DECREE-2 mirrored",
    ),
    pytest.param(
        Decree("A1=P01 A2=P02 A3=P03 B2=P04 B3=P05", "S01 A01 A02", [0, 9, 0]),
        id="URBE-DECREE-2 turned",
    ),
    pytest.param(
        Decree("A1=P01 B1=P02 C1=P03 A2=P04 B2=P05", "S01 A01 A02", [0, 9, 0]),
        id="URBE-DECREE-2 a dot is anything: nothing",
    ),
    pytest.param(
        Decree("B1=B01 A2=B02 B2=P01 B3=B03", "S01 A05 A06", [0, 0, 0]),
        id="URBE-DECREE-2 not past the edge of the grid",
    ),
    pytest.param(
        Decree("B1=B01 A2=B02 B2=P01 C2=B03 B3=B04", "S01 A05 A06", [0, 9, 0]),
        id="URBE-DECREE-2 between",
    ),
    pytest.param(
        Decree("B1=P01 A2=P02 B2=B01 C2=P03 B3=P04", "S01 A05 A08", [0, 0, 9]),
        id="URBE-DECREE-2 colours do not change places",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", DECREE_CASES)
def test_decrees(case: Decree) -> None:
    seen = arranged(due="over", cities=[case.city], decrees=[case.decrees])
    assert points_of(seen, "decree") == case.points


def test_a_decree_of_somebody_else_scores_nothing() -> None:
    """URBE-SCORE-1: only your own decrees count, for your own city."""
    street = "A1=P01 B1=P02 C1=P03 D1=P04"
    seen = arranged(
        due="over", cities=["", street], decrees=["S01 A02 A03", "S02 A04 A05"], sides="BBB"
    )
    assert seen.scores() == (0, 1 + 1 + 1 + 2, 0)


# --- The score sheet -----------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_sheet_of_a_city() -> None:
    """URBE-SCORE-1: every line has its kind, name, points and squares."""
    seen = arranged(
        due="over",
        cities=["A1=X01 B1=P01 A2=X03 B2=P04 B3=P05 B4=P12 A1-B1=X05 <1=X09"],
        decrees=["S01 A02 A03"],
        useful=["almoner"],
    )
    sheet = seen.score_sheet()[0]
    assert [(line.what, line.name, line.points, line.squares) for line in sheet] == [
        ("tile", "Upper Castle", 11, ("A1",)),
        ("tile", "Porter's Lodge", 1, ("B1",)),
        ("tile", "Old Town Hall", 7, ("A2",)),
        ("tile", "Glover's Shop", 2, ("B2",)),
        ("tile", "Seal Cutter", 2, ("B3",)),
        ("tile", "Royal Mint", 7, ("B4",)),
        ("tile", "Stone Bridge", 9, ("A1-B1",)),
        ("tile", "North Watchtower", 9, ("left of A1",)),
        ("character", "Chamberlain", 6, ("B1", "B2", "B3")),
        ("fountain", "Fountain of 3", 3, ("A1", "B1", "A2", "B2")),
        ("decree", "Court Street", 6, ("B1", "B2", "B3", "B4")),
        ("decree", "Harbour Quarter", 0, ()),
        ("decree", "Market Quarter", 0, ()),
        ("useful", "Almoner", 2, ()),
    ]
    assert [line.name for line in sheet if line.goal] == [
        "Court Street",
        "Harbour Quarter",
        "Market Quarter",
    ]
    assert seen.scores()[0] == 11 + 1 + 7 + 2 + 2 + 7 + 9 + 9 + 6 + 3 + 6 + 2
    data = seen.view(1)["players"][0]["sheet"]
    assert data == [line.data() for line in seen.score_sheet()[0]]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_sheet_keeps_secrets() -> None:
    """URBE-SETUP-5: before the end only you see your decrees, and what your Chancellor scores."""
    street = "A1=P01 B1=P02 C1=P03 D1=P04"
    table: dict[str, Any] = {"cities": [street], "decrees": ["S01 A02 A03"], "sides": "BBB"}
    for useful in ("chancellor", "keeper"):
        seen = arranged(**table, useful=[useful])
        secret = {"decree", "useful"} if useful == "chancellor" else {"decree"}
        mine = seen.score_sheet(0)[0]
        assert sum(line.points for line in mine) == rules.score(seen.state, 0)
        for viewer in (None, 1, 2):
            theirs = seen.score_sheet(viewer)[0]
            assert theirs == [line for line in mine if line.what not in secret]
            view = seen.view(viewer)["players"][0]
            assert view["points"] == seen.scores()[0] == sum(line.points for line in theirs)
        over = arranged(**table, useful=[useful], due="over")
        for viewer in (None, 1, 2):
            assert over.score_sheet(viewer)[0] == mine


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_sheet_before_the_first_round() -> None:
    """URBE-SCORE-1: it is empty."""
    assert arranged(due="side").score_sheet(0) == [[], [], []]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("useful_eight", [False, "beside", "instead"])
def test_sheets_of_a_game(seats: int, useful_eight: bool | str) -> None:
    """URBE-SCORE-1: your own lines add up to all your points, everyone's lines to the score."""
    choose = random.Random(seats)
    line = play_out(
        urbe(useful_eight=useful_eight).start(seats, seed=6),
        lambda seen: choose.choice(seen.legal()),
    )
    for seen in line[::-9]:
        for seat, points in enumerate(seen.scores()):
            assert sum(each.points for each in seen.score_sheet()[seat]) == points
            sheet = seen.score_sheet(seat)[seat]
            assert sum(each.points for each in sheet) == rules.score(seen.state, seat)
            laid = of_seat(seen, "cities", seat)
            tiles = [each.partition("=")[2] for each in laid.split(",") if each != "-"]
            assert [each.name for each in sheet if each.what == "tile"] == [
                NAME[tile] for tile in tiles
            ]
    assert line[-1].score_sheet(0) == line[-1].score_sheet()
    assert max(line[-1].scores()) > 0


NAMES = {
    **{f"tile {tile}": name for tile, name in NAME.items()},
    **{f"decree {decree['id']}": decree["name"] for decree in BOX["decree"]},
    **{f"useful {useful['id']}": useful["name"] for useful in BOX["useful"]},
    **{
        f"character {entry['guild']}.{side}": entry[side]["name"]
        for entry in BOX["character"]
        for side in "AB"
    },
}


def test_lines_say_by_an_id_what_they_name() -> None:
    """The page names it in its language; a fountain is identified by its points."""
    seen = arranged(due="over", cities=[FULL], useful=["almoner", "mason"], sides="ABA")
    lines = [line for sheet in seen.score_sheet() for line in sheet if line.what != "fountain"]
    assert {line.what for line in lines} == {"tile", "character", "decree", "useful"}
    assert [NAMES[f"{line.what} {line.id}"] for line in lines] == [line.name for line in lines]


def test_what_another_file_has_named_has_no_id_in_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["contrada.games.urbe.view"]
    monkeypatch.setattr(module, "RENAMED", {"useful.mason", "character.crown.A"})
    seen = arranged(due="over", useful=["almoner", "mason"], sides="AAA")
    found = {line.name: line.id for sheet in seen.score_sheet() for line in sheet}
    assert (found["Mason"], found["Almoner"]) == ("", "almoner")
    assert (found["Chamberlain"], found["Ferrywoman"]) == ("", "boat.A")
    players = seen.view()["players"]
    assert ["renamed" in player["character"] for player in players] == [True, False, False]
    assert ["renamed" in player["useful"] for player in players] == [False, True, False]


def test_a_full_city_counts_the_same_in_any_seat() -> None:
    """URBE-SCORE-1: with the same guild and decrees."""
    for seat in range(3):
        cities = ["", "", ""]
        cities[seat] = FULL
        decrees = ["S02 A02 A03", "S03 A04 A05", "S04 A06 A07"]
        decrees[seat] = FULL_DECREES
        guilds = ["boat", "wheel", "fox"]
        guilds.insert(seat, "crown")
        seen = arranged(due="over", cities=cities, decrees=decrees, guilds=" ".join(guilds))
        assert seen.scores()[seat] == TILE_POINTS + DECREE_POINTS + FOUNTAIN_POINTS + SIDE_A
    assert ALL_CELLS.split() == [each[:2] for each in FULL.split()[:16]]
