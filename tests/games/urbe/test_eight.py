"""The expansion: eight more characters; each player draws two and keeps one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest

import contrada
from contrada import IllegalDecision, Position
from contrada.errors import OptionError
from contrada.games.urbe import DEFINITION, rules
from contrada.record import dumps, loads, record_of
from tests.games.urbe.positions import (
    ALL_CELLS,
    BOX,
    COLOURS,
    GUILDS,
    SEAT_COUNTS,
    USEFUL,
    arranged,
    choices,
    fields,
    of_seat,
    phase,
    places_of,
    play_round,
    round_and_first,
    urbe,
)

NAMES = {useful["id"]: useful["name"] for useful in BOX["useful"]}


# --- Drawing and keeping -------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_two_are_drawn_and_one_is_kept(seats: int) -> None:
    """URBE-EIGHT-1: in seat order after the sides; the other one is out of the game."""
    reached = urbe(useful_eight="beside").start(seats, seed=seats)
    drawn = [player["drawn"] for player in reached.view()["players"]]
    names = [[useful["name"] for useful in two] for two in drawn]
    assert len({name for two in names for name in two}) == 2 * seats
    for seat in range(seats):
        assert (reached.to_move, phase(reached)) == (seat, "characters")
        reached = reached.play(reached.legal()[0])
    for seat in range(seats):
        assert reached.to_move == seat
        assert choices(reached) == [f"keep {name}" for name in names[seat]]
        assert fields(reached)["decrees"] == "/".join(["-"] * seats)
        reached = reached.play(f"keep {names[seat][seat % 2]}")
        player = reached.view()["players"][seat]
        assert player["useful"]["name"] == names[seat][seat % 2]
        assert player["drawn"] == []
    assert fields(reached)["due"] == "mark"
    assert "S" in fields(reached)["decrees"]


def test_which_are_drawn_is_random() -> None:
    """URBE-EIGHT-1: over many seeds everyone sees each about equally often."""
    drawn: Counter[str] = Counter()
    for seed in range(400):
        start = urbe(useful_eight="beside").start(3, seed)
        drawn.update(of_seat(start, "characters", 1).split(":")[2].split("+"))
    assert sorted(drawn) == sorted(USEFUL)
    assert min(drawn.values()) > 65  # of 100


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_without_the_expansion_there_are_none() -> None:
    """URBE-EIGHT-1: after the sides the first round begins."""
    reached = urbe().start(3, seed=1)
    for _ in range(3):
        reached = reached.play(reached.legal()[0])
    assert fields(reached)["due"] == "mark"
    assert [player["useful"] for player in reached.view()["players"]] == [None] * 3


# --- Points --------------------------------------------------------------------------------------


class Points(NamedTuple):
    """A city with a useful character, perhaps decrees, and what it counts and scores."""

    useful: str
    city: str
    points: int
    decrees: str = "S10 A19 A20"


ROW = "A1=P04 B1=B04 C1=Y04 D1=G04"
POINTS = [
    pytest.param(Points("keeper", "A1 B1 A2", 0), id="URBE-EIGHT-2 Fountain-keeper: no fountain"),
    pytest.param(Points("keeper", "A1 B1 A2 B2", 1), id="URBE-EIGHT-2 Fountain-keeper: one"),
    pytest.param(
        Points("keeper", ALL_CELLS, 9),
        id="URBE-EIGHT-2 Fountain-keeper: nine, threes and ones alike",
    ),
    pytest.param(
        Points("almoner", "A1=P01 B1=B02 C1=P04 D1=Y14", 4), id="URBE-EIGHT-2 Almoner: two of 1 VP"
    ),
    pytest.param(Points("almoner", "A1=P04 B1=X14", 0), id="URBE-EIGHT-2 Almoner: none"),
    pytest.param(Points("surveyor", "A1 B1 C1", 0), id="URBE-EIGHT-2 Surveyor: three of a row"),
    pytest.param(Points("surveyor", ROW, 1), id="URBE-EIGHT-2 Surveyor: a row"),
    pytest.param(Points("surveyor", "C1 C2 C3 C4", 1), id="URBE-EIGHT-2 Surveyor: a column"),
    pytest.param(
        Points("surveyor", "A1=X01 B1 C1 D1 A2=X03 A3 A4", 2),
        id="URBE-EIGHT-2 Surveyor: row and column share a cell; grey tiles fill cells",
    ),
    pytest.param(Points("surveyor", ALL_CELLS, 8), id="URBE-EIGHT-2 Surveyor: all eight"),
    pytest.param(
        Points("surveyor", "A1 B1 C1 B1-C1=X05", 0),
        id="URBE-EIGHT-2 Surveyor: a bridge fills no cell",
    ),
    pytest.param(
        Points("painter", "A1=P01 B1=B01 A2=Y01 B2=G01", 3), id="URBE-EIGHT-2 Painter: a square"
    ),
    pytest.param(
        Points("painter", "A1=P01 B1=B01 A2=Y01 B2=P02", 0),
        id="URBE-EIGHT-2 Painter: three colours",
    ),
    pytest.param(
        Points("painter", "A1=P01 B1=B01 A2=Y01 B2=X03", 0),
        id="URBE-EIGHT-2 Painter: a town hall has no colour here",
    ),
    pytest.param(
        Points("painter", "A1=P01 B1=B01 C1=P02 A2=Y01 B2=G01 C2=Y02", 6),
        id="URBE-EIGHT-2 Painter: two squares that share tiles",
    ),
    pytest.param(Points("painter", ROW, 0), id="URBE-EIGHT-2 Painter: four colours in a row"),
    pytest.param(Points("castellan", "A1 B1", 0), id="URBE-EIGHT-2 Castellan: no grey tile"),
    pytest.param(
        Points("castellan", "A1=X01 B1=X03 A2 A1-B1=X05 <1=X09", 12),
        id="URBE-EIGHT-2 Castellan: on cells, borders and outside",
    ),
    pytest.param(
        Points("chancellor", "A1=P01 B1=P02 C1=P03", 0, "S01 A02 A03"),
        id="URBE-EIGHT-2 Chancellor: no decree",
    ),
    pytest.param(
        Points("chancellor", "A1=P01 B1=P02 C1=P03 D1=P04", 3, "S01 A02 A03"),
        id="URBE-EIGHT-2 Chancellor: one",
    ),
    pytest.param(
        Points("chancellor", "A1=P01 B1=P02 C1=P03 D1=P04 A2=P05 B2=P06", 6, "S01 A01 A03"),
        id="URBE-EIGHT-2 Chancellor: two",
    ),
    pytest.param(
        Points("treasurer", ALL_CELLS, 0), id="URBE-EIGHT-2 Treasurer: no points of his own"
    ),
    pytest.param(Points("mason", ALL_CELLS, 0), id="URBE-EIGHT-2 Mason: no points of his own"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", POINTS)
def test_points(case: Points) -> None:
    table: dict[str, Any] = {"due": "over", "cities": [case.city], "decrees": [case.decrees]}
    seen = arranged(**table, useful=[case.useful])
    lines = [line for line in seen.score_sheet()[0] if line.what == "useful"]
    assert [(line.name, line.points) for line in lines] == [(NAMES[case.useful], case.points)]
    plain = arranged(**table)
    assert seen.scores()[0] == plain.scores()[0] + case.points


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_instead_of_the_character_no_side_is_chosen(seats: int) -> None:
    """URBE-EIGHT-3: the first decisions are about the useful characters; guilds stay."""
    beside = urbe(useful_eight="beside").start(seats, seed=seats)
    reached = urbe(useful_eight="instead").start(seats, seed=seats)
    for field in ("market", "cards", "pile", "box", "random", "characters"):
        assert fields(reached)[field] == fields(beside)[field]
    for seat in range(seats):
        drawn = [useful["name"] for useful in reached.view()["players"][seat]["drawn"]]
        assert (reached.to_move, fields(reached)["due"]) == (seat, "useful")
        assert choices(reached) == [f"keep {name}" for name in drawn]
        with pytest.raises(IllegalDecision, match="URBE-EIGHT-3"):
            reached.play_one(int(rules.SIDE))
        reached = reached.play(f"keep {drawn[0]}")
    assert (fields(reached)["due"], fields(reached)["round"][0]) == ("mark", "1")
    for player in reached.view()["players"]:
        assert (player["side"], player["character"], player["sides"]) == (None, None, [])
        assert (player["guild"], player["colour"]) in zip(GUILDS, COLOURS, strict=True)
        assert len(player["cards"]) == 8


class Instead(NamedTuple):
    """A city of the crown with the Almoner, and what it scores besides its tiles."""

    variant: str
    sides: str
    points: dict[str, int]


INSTEAD = [
    pytest.param(
        Instead("useful_eight", "AAA", {"character": 4, "useful": 4}),
        id="URBE-EIGHT-3 beside: side A counts the small tiles",
    ),
    pytest.param(
        Instead("useful_eight", "BAA", {"character": 3, "useful": 4}),
        id="URBE-EIGHT-3 beside: side B counts the others",
    ),
    pytest.param(
        Instead("useful_instead", "---", {"useful": 4}),
        id="URBE-EIGHT-3 instead: the guild's character scores nothing",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", INSTEAD)
def test_beside_the_character_or_instead(case: Instead) -> None:
    city = "A1=P01 B1=P02 C1=P12"
    seen = arranged(
        due="over", cities=[city], useful=["almoner"], sides=case.sides, variant=case.variant
    )
    sheet = seen.score_sheet()[0]
    points = {line.what: line.points for line in sheet if line.what not in ("tile", "decree")}
    assert points == case.points
    assert seen.scores()[0] == 1 + 1 + 7 + sum(case.points.values())


def test_a_side_is_a_trait_only_of_those_who_have_one() -> None:
    """URBE-EIGHT-3."""
    traits = DEFINITION.traits
    seen = arranged(due="over", useful=["almoner"], sides="---", variant="useful_instead")
    assert traits(seen.state, 0) == {
        "turn order": "Second",
        "guild": "crown",
        "useful character": "Almoner",
    }
    beside = arranged(due="over", useful=["almoner"])
    assert {"side", "character"} <= set(traits(beside.state, 0))


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_only_the_points_of_the_character_differ(seats: int) -> None:
    """URBE-EIGHT-3: the same deal, the same decisions, the same acts of Treasurer and Mason."""
    choose = random.Random(seats)
    beside = urbe(useful_eight="beside").start(seats, seed=seats)
    instead = urbe(useful_eight="instead").start(seats, seed=seats)
    for _ in range(seats):
        beside = beside.play(choose.choice(beside.legal()))
    while not beside.is_over:
        decision = choose.choice(beside.legal())
        assert instead.legal() == beside.legal()
        assert instead.turn_begins == beside.turn_begins
        beside, instead = beside.play_one(decision), instead.play_one(decision)
    assert instead.is_over
    for seat in range(seats):
        character = sum(
            line.points for line in beside.score_sheet()[seat] if line.what == "character"
        )
        assert instead.scores()[seat] == beside.scores()[seat] - character


# --- Old words for the option --------------------------------------------------------------------


def test_true_means_beside() -> None:
    """In records and commands from when the option was a yes or no."""
    assert contrada.game("urbe", useful_eight=True) == urbe(useful_eight="beside")
    assert contrada.game("urbe", useful_eight=True).options["useful_eight"] == "beside"


def test_an_old_record_is_read() -> None:
    """With the option as it was then, and a start written as text."""
    start = urbe(useful_eight="beside").start(2, seed=3)
    reached = start.play(start.legal()[0])
    for told in (record_of(reached), record_of(start.game.position(start.text).play(1))):
        text = dumps(told)
        assert '"useful_eight": "beside"' in text
        old = loads(text.replace('"useful_eight": "beside"', '"useful_eight": true'))
        assert dumps(old) == text


@pytest.mark.parametrize("value", ["true", "both", "", 1, None])
def test_what_is_no_value_of_the_option(value: Any) -> None:
    with pytest.raises(OptionError, match="must be one of False, 'beside', 'instead', not"):
        contrada.game("urbe", useful_eight=value)


# --- The Treasurer -------------------------------------------------------------------------------

TREASURER: dict[str, Any] = {"due": "pay:1:0", "useful": ["treasurer"]}
BY_FLAGS = "take Lute Maker by the flags of purple+blue/wheel"
BY_ICONS = "take Lute Maker by the guilds of purple+blue/wheel"
# Lute Maker is purple with the wheel; 4 and 5 are for the flags, 6 and 7 for the guilds.
MARKET = "P06@0 B11@1 Y10@2 B08 P13 G10 Y06 X01 G17"


class Treasure(NamedTuple):
    """The beginning of a turn, and the places that the Treasurer can then take from."""

    market: str
    turn: str
    offered: list[int]


TREASURES = [
    pytest.param(
        Treasure(MARKET, f"{BY_FLAGS}, no second", [4, 5]),
        id="URBE-EIGHT-2 Treasurer: the half that paid, after no second tile",
    ),
    pytest.param(
        Treasure(MARKET, f"{BY_FLAGS}, second 6 Charcoal Clearing", [4, 5]),
        id="URBE-EIGHT-2 Treasurer: after a second tile by the other half",
    ),
    pytest.param(
        Treasure(MARKET, f"{BY_ICONS}, second 4 Customs House", [6, 7]),
        id="URBE-EIGHT-2 Treasurer: the guilds, if they paid",
    ),
    pytest.param(
        Treasure("P06@0 B11@1 Y10@2 B08 P13 X01", BY_FLAGS, [4, 5]),
        id="URBE-EIGHT-2 Treasurer: asked though there is no second tile",
    ),
    pytest.param(
        Treasure("P06@0 B11@1 Y10@2 G10 X01 X02", f"{BY_FLAGS}, no second", []),
        id="URBE-EIGHT-2 Treasurer: not asked without a tile for that half",
    ),
    pytest.param(
        Treasure("P06@0 P11@1 Y10@2 X01 G17", BY_FLAGS, []),
        id="URBE-EIGHT-2 Treasurer: never a grey or marked tile",
    ),
    pytest.param(
        Treasure("P06@0 P11@1 Y10@2 B01", f"{BY_FLAGS}, second 4 Ferry Steps", []),
        id="URBE-EIGHT-2 Treasurer: the second tile is gone for him",
    ),
    pytest.param(
        Treasure("X01@0 P11@1 Y10@2 B01 P01", "take Upper Castle for purple+blue/wheel", []),
        id="URBE-EIGHT-2 Treasurer: no half has paid for a grey tile",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", TREASURES)
def test_treasurer(case: Treasure) -> None:
    reached = arranged(**TREASURER, market=case.market).play(case.turn)
    assert places_of(reached, "treasurer") == case.offered
    if case.offered:
        assert choices(reached)[-1] == "no treasurer"
        assert (reached.to_move, reached.turn_begins) == (0, False)
    else:
        assert (reached.to_move, reached.turn_begins) == (1, True)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_treasurer_is_not_asked_when_no_card_could_pay() -> None:
    """URBE-EIGHT-2: nothing was paid for."""
    start = arranged(**TREASURER, market="P04@0 B11@1 Y10@2 Y01 Y02", round_number=8, cards=["8"])
    reached = start.play("leave Glover's Shop for yellow+green/boat")
    assert (reached.to_move, of_seat(reached, "waiting")) == (1, "-")


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_treasurer_acts_once() -> None:
    """URBE-EIGHT-2: three tiles for one card, then never again; other tiles do not use him up."""
    start = arranged(**TREASURER, market=MARKET)
    used = start.play(f"{BY_FLAGS}, second 6 Charcoal Clearing, treasurer 5 Embroidery House")
    assert of_seat(used, "waiting") == "P06,G10,P13"
    assert of_seat(used, "cards") == "1234678"
    assert of_seat(used, "characters") == "crown:A:treasurer!"
    assert used.view()["players"][0]["useful"]["used"] is True
    saved = start.play(f"{BY_FLAGS}, second 6 Charcoal Clearing, no treasurer")
    assert of_seat(saved, "waiting") == "P06,G10"
    assert of_seat(saved, "characters") == "crown:A:treasurer"
    later = arranged(due="pay:1:0", useful=["treasurer!"], market=MARKET).play(
        f"{BY_FLAGS}, no second"
    )
    assert later.to_move == 1


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_treasurer_is_of_one_seat() -> None:
    """URBE-EIGHT-2: nobody else is asked."""
    start = arranged(due="pay:1:0", useful=["mason", "treasurer"], market=MARKET)
    assert start.play(f"{BY_FLAGS}, no second").to_move == 1


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_with_two_seats_the_treasurer_serves_one_take() -> None:
    """URBE-EIGHT-2: if he was not used with the first meeple, he can be with the second."""
    start = arranged(
        seats=2,
        due="meeple:0",
        useful=["treasurer"],
        market="P06@0 B17@0 Y17@1 G17@1 B08 P13 G10 B03",
    )
    first = start.play(f"meeple 1 Lute Maker, {BY_FLAGS}, no second")
    assert places_of(first, "treasurer") == [5, 6, 8]
    for turn, asked in (("no treasurer", True), ("treasurer 6 Embroidery House", False)):
        reached = first.play(turn)
        reached = reached.play(
            "meeple 3 Carter's Inn, take Carter's Inn by the flags of yellow/boat+fox, no second"
        )
        reached = reached.play("take Salt Barn by the flags of blue+green/crown, no second")
        assert (fields(reached)["due"].startswith("treasurer"), reached.to_move) == (
            asked,
            0 if asked else 1,
        )


# --- The Mason -----------------------------------------------------------------------------------


def swaps(seen: Position) -> list[str]:
    return [text.removeprefix("swap ") for text in choices(seen) if text.startswith("swap ")]


class Masonry(NamedTuple):
    """A city, a tile that is placed, and the swaps that the Mason can then make."""

    city: str
    turn: str
    swaps: list[str]


MASONRY = [
    pytest.param(
        Masonry("A1", "place Vintner's Court on B1", ["A1 B1"]),
        id="URBE-EIGHT-2 Mason: the tile just placed, too",
    ),
    pytest.param(
        Masonry("A1 A2", "place Vintner's Court on B1", ["A1 B1", "A1 A2", "B1 A2"]),
        id="URBE-EIGHT-2 Mason: any two, they need not touch",
    ),
    pytest.param(
        Masonry(
            "A1 A1-A2=X05 ^A=X09 A2=X01", "place Vintner's Court on B1", ["A1 B1", "A1 A2", "B1 A2"]
        ),
        id="URBE-EIGHT-2 Mason: only tiles on cells, grey ones too",
    ),
    pytest.param(
        Masonry("B1=X07 B2", "place Vintner's Court on A1", ["A1 B1", "A1 B2"]),
        id="URBE-GREY-CHURCH the Mason does not move a church into the centre",
    ),
    pytest.param(
        Masonry("C4=X07 C3", "place Vintner's Court on D4", ["C3 D4", "C4 D4"]),
        id="URBE-GREY-CHURCH nor the church below",
    ),
    pytest.param(
        Masonry("B1=X07 A1=X08", "place Vintner's Court on B2", ["A1 B1"]),
        id="URBE-GREY-CHURCH nor one of two churches",
    ),
    pytest.param(
        Masonry("B1=X07 B2", "place Vintner's Court on C2", ["B2 C2"]),
        id="URBE-GREY-CHURCH others in the centre are free to move",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", MASONRY)
def test_mason(case: Masonry) -> None:
    start = arranged(due="place", useful=["mason"], cities=[case.city], waiting=["Y14"])
    reached = start.play(case.turn)
    assert (reached.to_move, reached.turn_begins) == (0, False)
    assert swaps(reached) == case.swaps
    assert choices(reached)[-1] == "no swap"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "city",
    [
        pytest.param("", id="URBE-EIGHT-2 Mason: one tile alone"),
        pytest.param("B1=X07", id="URBE-EIGHT-2 Mason: a church and a tile in the centre"),
    ],
)
def test_the_mason_is_not_asked_without_a_swap(city: str) -> None:
    start = arranged(due="place", useful=["mason"], cities=[city], waiting=["Y14"])
    reached = start.play("place Vintner's Court on B2")
    assert round_and_first(reached) == [2, 1]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_mason_acts_once() -> None:
    """URBE-EIGHT-2: tiles change cells; fountains, bridges and watchtowers stay where they are."""
    city = "A1=X01 B1=P01 A2=P02 B2=P04 A1-B1=X05 ^A=X09"
    start = arranged(due="place", useful=["mason"], cities=[city], waiting=["Y14"])
    asked = start.play("place Vintner's Court on C2")
    used = asked.play("swap A1 B2")
    assert of_seat(used, "cities") == "A1=P04,B1=P01,A2=P02,B2=X01,C2=Y14,A1-B1=X05,^A=X09"
    assert of_seat(used, "fountains") == "A1=3"
    assert of_seat(used, "characters") == "crown:A:mason!"
    assert used.scores()[0] == asked.scores()[0] - 2  # a castle from a corner to the centre
    assert (used.to_move, phase(used)) == (1, "mark")
    assert all("swap" not in fields(seen)["due"] for seen in play_round(used))
    saved = asked.play("no swap")
    assert of_seat(saved, "cities") == of_seat(asked, "cities")
    assert of_seat(saved, "characters") == "crown:A:mason"
    again = [seen for seen in play_round(saved) if fields(seen)["due"].startswith("swap")]
    assert [seen.to_move for seen in again] == [0]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_mason_comes_after_placing() -> None:
    """URBE-EIGHT-2: when all tiles are placed or kept, before the next seat places."""
    start = arranged(due="place", useful=["mason"], cities=["A1 B1"], waiting=["X11 Y14", "Y15"])
    assert swaps(start) == []
    with pytest.raises(IllegalDecision, match="URBE-EIGHT-2"):
        start.play("swap A1 B1")
    reached = start.play("place Vintner's Court on A2")
    assert swaps(reached) == []
    reached = reached.play("keep")
    assert (swaps(reached), reached.to_move) == (["A1 B1", "A1 A2", "B1 A2"], 0)
    reached = reached.play("swap B1 A2")
    assert (reached.to_move, phase(reached), reached.turn_begins) == (1, "place", True)
    assert of_seat(reached, "waiting") == "X11"


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_mason_acts_in_a_turn_without_tiles() -> None:
    """URBE-EIGHT-2: if a meeple came back without a tile, the seat still finishes placing."""
    start = arranged(
        due="pay:1:0",
        first=1,
        step=2,
        round_number=8,
        cards=["8", "-", "-"],
        useful=["mason"],
        cities=["A1 B1"],
        market="P04@0",
    )
    reached = start.play("leave Glover's Shop for yellow+green/boat")
    assert (reached.to_move, reached.turn_begins, swaps(reached)) == (0, True, ["A1 B1"])
    assert reached.play("no swap").is_over


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_swap_can_meet_a_decree() -> None:
    """URBE-EIGHT-2, URBE-DECREE-2: what counts is where tiles are at the end."""
    start = arranged(
        due="swap",
        round_number=8,
        step=0,
        useful=["mason"],
        decrees=["S01 A02 A03"],
        cities=["A1=P01 B1=P02 C1=P03 D1=B01 D2=P04"],
    )
    reached = start.play("swap D1 D2")
    assert reached.is_over
    assert reached.scores()[0] == start.scores()[0] + 6
