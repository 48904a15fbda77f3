"""Every rule of docs/rules/urbania.md as tables: what it allows, what it changes, what it scores.

The tables are written from the rule page. test_refusals.py has the texts of refusals, and
test_ends.py the number of turns left at the end.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations, product
from typing import Any, NamedTuple

import pytest

import contrada
from contrada import Position
from contrada.errors import OptionError
from tests.games.urbania.positions import (
    CENTRE,
    DECK,
    DISTRICT,
    FRINGE,
    PROJECTS,
    SEAT_COUNTS,
    SPACES,
    SPECIALISTS,
    SUBSIDY,
    SUITS,
    TILES,
    TYPES,
    arranged,
    card,
    choices,
    code_of,
    every_payment,
    fields,
    hireable,
    in_order,
    offered_payments,
    renewable,
    touching,
    urbania,
    with_any_payment,
    without,
)

CLOSED: dict[str, Any] = {"rest": "hand", "rest_of_projects": "hand"}  # all with the last seat
NO_POOL = "- - - - -"
COINS_ONLY = "f$3 b$3 h$3 c$3 s$3"  # a pool without workers
WORKERS = " ".join(suit + face for suit in SUITS for face in ("3", "3", "2+$1", "2+$1"))


class Play(NamedTuple):
    """A table, a turn or the beginning of one, and the parts of the text that result."""

    table: dict[str, Any]
    turn: str
    comes_to: dict[str, str]


def check(case: Play) -> Position:
    reached = arranged(**case.table).play(case.turn)
    found = fields(reached)
    assert {field: found[field] for field in case.comes_to} == case.comes_to
    return reached


def rows(*table: tuple[Any, ...]) -> list[Any]:
    """Turn rows into test cases; the last part of a row is its name."""
    return [pytest.param(*row[:-1], id=row[-1]) for row in table]


def sorted_cards(text: str) -> list[str]:
    return in_order([code for code in re.split("[,/]", text) if code != "-"], DECK)


def board_tiles(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]\d\d\+?", text)


def markers(seen: Position) -> dict[str, int]:
    """Return the building markers that are not at 0."""
    return {each["type"]: each["buildings"] for each in seen.view()["track"] if each["buildings"]}


# --- Components ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_tiles(seed: int) -> None:
    """URBANIA-TILES-1: six of each commercial type, 13 residential, with the page's numbers."""
    found = [tile.lower() for tile in board_tiles(fields(urbania().start(3, seed))["board"])]
    assert sorted(found) == sorted(TILES)
    types = Counter(space["type"] for space in urbania().start(3, seed).view()["spaces"])
    assert types == dict.fromkeys(TYPES, 6) | {"residential": 13}


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_cards(seats: int) -> None:
    """URBANIA-CARDS-1: 60 resource cards, ten a suit; 31 projects; six specialists."""
    start = urbania().start(seats, seed=4)
    found = fields(start)
    dealt = sorted_cards("/".join(found[field] for field in ("hands", "pool", "pile")))
    assert dealt == DECK
    assert Counter(code[0] for code in dealt) == dict.fromkeys(SUITS, 10)
    assert sorted(found["project_pile"].split(",")) == sorted(PROJECTS)
    assert len(PROJECTS) == 31
    assert [each["specialist"] for each in start.view()["track"]] == list(SPECIALISTS)


def test_districts() -> None:
    """URBANIA-BOARD-1, URBANIA-BOARD-2: a plus of five in the middle, a pinwheel of elevens."""
    spaces = urbania().start(2, seed=0).view()["spaces"]
    found = {space["space"]: space["district"] for space in spaces}
    assert found == {space: name.replace("C", "centre") for space, name in DISTRICT.items()}
    assert list(found) == SPACES
    assert Counter(found.values()) == {"NW": 11, "NE": 11, "SW": 11, "SE": 11, "centre": 5}


@pytest.mark.parametrize("seed", range(5))
def test_value_track(seed: int) -> None:
    """URBANIA-TRACK-1: six markers of each kind; specialists start at 1, held by nobody."""
    start = urbania().start(2, seed)
    track = start.view()["track"]
    assert [(each["type"], each["value"], each["holder"]) for each in track] == [
        (name, 1, None) for name in TYPES
    ]
    # A city whose centre is all residential: every building marker still stands at 0.
    assert [each["buildings"] for each in arranged().view()["track"]] == [0] * 6


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_track_ends_at_9() -> None:
    """URBANIA-TRACK-2: a specialist goes from 8 to 9, and nobody can hire them after that."""
    coins = "f$3 f$3 f1+$2"
    start = arranged(hands=[coins, "f1+$2 fR+$1"], specialists="F81", due="1")
    reached = start.play("hire CEO from 8 [brown $3, brown $3, brown 1+$2]")
    assert fields(reached)["specialists"] == "90/1-/1-/1-/1-/1-"
    rich = arranged(hands=[coins + " f1+$2 fR+$1 b1+R$1"], specialists="F91")
    assert "CEO" not in hireable(rich)
    poorer = arranged(hands=[coins + " f1+$2 fR+$1 b1+R$1"], specialists="F81")
    assert "CEO" in hireable(poorer)


# --- Setting up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_centre_is_renewed(seats: int) -> None:
    """URBANIA-SETUP-1, URBANIA-SETUP-2: its tiles move the markers, except residential ones."""
    for seed in range(40):
        spaces = urbania().start(seats, seed).view()["spaces"]
        assert [space["space"] for space in spaces if space["renewed"]] == CENTRE
        types = [space["type"] for space in spaces if space["renewed"]]
        expected = {name: types.count(name) for name in types if name != "residential"}
        assert markers(urbania().start(seats, seed)) == expected


def test_tiles_are_laid_at_random() -> None:
    """URBANIA-SETUP-1: each type is in the centre about as often as its number of tiles says."""
    boards = [board_tiles(fields(urbania().start(2, seed))["board"]) for seed in range(300)]
    for places in (CENTRE, ["A1", "G7"]):
        found = Counter(
            tiles[SPACES.index(place)][0].lower() for tiles in boards for place in places
        )
        for letter in [*SUITS, "r"]:
            expected = (13 if letter == "r" else 6) / 49 * len(places) * len(boards)
            assert 0.6 * expected < found[letter] < 1.4 * expected


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_deal(seats: int) -> None:
    """URBANIA-SETUP-3: five cards each, five in the pool, the rest in the pile; no project yet."""
    found = fields(urbania().start(seats, seed=2))
    assert [len(hand.split(",")) for hand in found["hands"].split("/")] == [5] * seats
    assert len(sorted_cards(found["pool"])) == 5
    assert len(found["pile"].split(",")) == 60 - 5 - 5 * seats
    assert len(found["project_pile"].split(",")) == 31
    nothing = "/".join(["-"] * seats)
    assert (found["projects"], found["submitted"], found["tables"]) == (nothing, nothing, nothing)
    assert (found["discards"], found["end"]) == ("-", "0/0")


def test_the_start_player_is_dealt_first() -> None:
    """URBANIA-SETUP-3: a seed shuffles the same deck for every number of seats.

    So the start player's hand is the same with two seats and with three, and the third hand of
    three seats is the pool of two.
    """
    for seed in range(30):
        dealt = {}
        for seats in (2, 3):
            found = fields(urbania().start(seats, seed))
            hands, first = found["hands"].split("/"), int(found["starter"])
            dealt[seats] = [*hands[first:], *hands[:first], ",".join(sorted_cards(found["pool"]))]
        assert dealt[2] == dealt[3][:3]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_start_player_is_random_and_stays(seats: int) -> None:
    """URBANIA-SETUP-4: everyone at 0; a start player, over many seeds each equally often."""
    starts = [urbania().start(seats, seed) for seed in range(400)]
    counts = Counter(start.to_move for start in starts)
    assert min(counts[seat] for seat in range(seats)) > 0.7 * 400 / seats
    for start in starts[:20]:
        assert fields(start)["points"] == "/".join(["0"] * seats)
        assert fields(start)["starter"] == fields(start)["to_move"]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_play_goes_clockwise(seats: int) -> None:
    """URBANIA-SETUP-4: in rising order of seats; the start player stays start player."""
    reached = urbania().start(seats, seed=6)
    first = reached.to_move
    assert first is not None
    for turn in range(2 * seats + 1):
        assert reached.to_move == (first + turn) % seats
        assert fields(reached)["starter"] == str(first)
        reached = reached.play("draw project, pile; draw project, pile")


# --- A turn --------------------------------------------------------------------------------------

ACTIONS = {
    "draw": ("draw pile, pile", "draw pile, project"),
    "renew": ("renew D2 hospital [red 3] +3", "renew B4 bank [gray 3] +3"),
    "hire": ("hire CEO from 1 [brown $3]", "hire Banker from 1 [gray $3]"),
    "submit": ("submit NW", "submit hospital"),
}
READY_FOR_ALL: dict[str, Any] = {
    "hands": ["h3 b3 f$3 b$3"],
    "tiles": {"D2": "h23", "B4": "b23"},
    "projects": ["NW h"],
}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("one", "other"), list(product(ACTIONS, repeat=2)))
def test_two_actions_make_a_turn(one: str, other: str) -> None:
    """URBANIA-TURN-1: two of the four in any order, or the same one twice."""
    first, second = ACTIONS[one][0], ACTIONS[other][1]
    reached = arranged(**READY_FOR_ALL).play(first)
    assert (reached.to_move, fields(reached)["due"], reached.turn_begins) == (0, "1", False)
    reached = reached.play(second)
    assert (reached.to_move, fields(reached)["due"], reached.turn_begins) == (1, "2", True)
    assert arranged(**READY_FOR_ALL).play(f"{first}; {second}") == reached


def test_both_actions_must_be_performed() -> None:
    """URBANIA-TURN-1, URBANIA-TURN-2: every decision is one of the actions, none passes."""
    for due in ("2", "1"):
        seen = arranged(**READY_FOR_ALL, due=due)
        assert {text.split(" ")[0] for text in choices(seen)} == {"draw", "renew", "hire", "submit"}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "expected"),
    rows(
        (
            {"pool": NO_POOL, "project_pile": "NW"},
            ["draw project"],
            "only the project pile is open",
        ),
        ({"pool": "- - - h3 -"}, ["draw pool 4 [red 3]"], "only one place of the pool is open"),
        (
            {"pool": NO_POOL, "projects": ["NW h"], "points": [25]},
            ["submit NW -2", "submit hospital -2"],
            "even an unwelcome action must be taken",
        ),
        ({"pool": NO_POOL, "hands": ["f$3"]}, ["hire CEO from 1"], "a hire must be taken"),
        (
            {"pool": NO_POOL, "hands": ["f3"], "tiles": {"E5": "f23"}},
            ["renew E5 factory"],
            "a renewal must be taken",
        ),
    ),
)
def test_an_action_is_taken_while_one_is_possible(
    table: dict[str, Any], expected: list[str]
) -> None:
    """URBANIA-TURN-2."""
    assert choices(arranged(**table, **CLOSED)) == expected


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "turn", "to_move"),
    rows(
        (
            {"seats": 2, "project_pile": "NW", "submitted": ["f b h"]},
            "draw project",
            1,
            "after the first action none is possible: the second is lost",
        ),
        (
            {"seats": 4, "projects": ["NW"], "due": "1"},
            "submit NW",
            3,
            "seats that can do nothing lose both actions",
        ),
        (
            {"seats": 4, "projects": ["NW", "", "SW"], "due": "1"},
            "submit NW",
            2,
            "up to the first seat that can do something",
        ),
    ),
)
def test_lost_actions(table: dict[str, Any], turn: str, to_move: int) -> None:
    """URBANIA-TURN-2."""
    reached = arranged(**table, **CLOSED, pool=NO_POOL).play(turn)
    assert (reached.to_move, fields(reached)["due"]) == (to_move, "2")


# --- Drawing -------------------------------------------------------------------------------------

PILE_AND_POOL: dict[str, Any] = {
    "pile": "s3 p3 p$3 f$3",
    "pool": "f3 b3 h3 c3 s2+$1",
    "project_pile": "NW h FB",
}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("turn", "hand", "projects", "pool"),
    [
        ("draw pile, pile", "s3,p3", "-", "f3/b3/h3/c3/s2+$1"),
        ("draw project, project", "-", "NW,h", "f3/b3/h3/c3/s2+$1"),
        ("draw project, pile", "s3", "NW", "f3/b3/h3/c3/s2+$1"),
        ("draw pile, project", "s3", "NW", "f3/b3/h3/c3/s2+$1"),
        ("draw pool 3 [red 3], pool 3 [beige 3]", "h3!,s3!", "-", "f3/b3/p3/c3/s2+$1"),
        ("draw pool 5 [beige 2+$1], pool 1 [brown 3]", "f3!,s2+$1!", "-", "p3/b3/h3/c3/s3"),
        ("draw pool 1 [brown 3], pile", "f3!,p3", "-", "s3/b3/h3/c3/s2+$1"),
        ("draw pile, pool 2 [gray 3]", "b3!,s3", "-", "f3/p3/h3/c3/s2+$1"),
        ("draw pool 4 [pink 3], project", "c3!", "NW", "f3/b3/h3/s3/s2+$1"),
    ],
)
def test_drawing_two_cards(turn: str, hand: str, projects: str, pool: str) -> None:
    """URBANIA-DRAW-1: one after the other from any source; a pool card is replaced in its place."""
    start = arranged(**PILE_AND_POOL)
    reached = start.play(turn)
    found, before = fields(reached), fields(start)
    assert (found["hands"], found["projects"]) == (f"{hand}/-", f"{projects}/-")
    assert (found["pool"], found["discards"], found["due"]) == (pool, "-", "1")
    for field, taken in (
        ("pile", turn.count("pile") + turn.count("pool")),
        ("project_pile", turn.count("project")),
    ):
        assert found[field].split(",") == before[field].split(",")[taken:]
    first, second = turn.removeprefix("draw ").split(", ")
    assert start.play(f"draw {first}").play(second) == reached
    assert fields(start.play(f"draw {first}"))["due"] == "2:draw1"


def test_no_hand_limit() -> None:
    """URBANIA-DRAW-1: a hand of 50 cards can still draw."""
    start = arranged(hands=[" ".join(DECK[:50])])
    reached = start.play("draw pile, pile")
    assert len(fields(reached)["hands"].split("/")[0].split(",")) == 52
    assert choices(arranged(projects=[" ".join(PROJECTS[:30])]))[0] == "draw project"


POOLS = [
    (COINS_ONLY, True, "none"),
    ("f3 b$3 h$3 c$3 s$3", True, "three on a card"),
    ("f1+$2 b1+$2 h1+R$1 c$3 s$3", True, "three on three cards"),
    ("f2+$1 bR+$1 h$3 c$3 s$3", True, "two and a rainbow worker"),
    ("fR+$1 bR+$1 hR+$1 c$3 s$3", True, "three rainbow workers"),
    ("f3 b1+$2 h$3 c$3 s$3", False, "three and one"),
    ("f3 bR+$1 h$3 c$3 s$3", False, "three and a rainbow worker"),
    ("f2+$1 b2+$1 h$3 c$3 s$3", False, "two and two"),
    ("fR+$1 bR+$1 hR+$1 cR+$1 s$3", False, "four rainbow workers"),
    ("f3 f3 b3 b3 h3", False, "fifteen"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("pool", "may"), [row[:2] for row in POOLS], ids=[f"URBANIA-DRAW-2 {row[2]}" for row in POOLS]
)
def test_a_pool_that_may_be_swept(pool: str, may: bool) -> None:
    """URBANIA-DRAW-2, URBANIA-DRAW-3: three worker icons or fewer; a rainbow worker is one."""
    before_the_first, before_the_second = arranged(pool=pool), arranged(pool=pool, due="2:draw1")
    assert ("draw sweep" in choices(before_the_first)) == may
    assert ("sweep" in choices(before_the_second)) == may
    assert "draw sweep" not in choices(arranged(pool=pool, due="2:card"))  # URBANIA-DRAW-6


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_sweep() -> None:
    """URBANIA-DRAW-2: the whole pool is discarded and dealt again; two cards are still due."""
    table = {"pool": COINS_ONLY, "pile": "p3 c3 h3 b3 f3 p3", "discards": "p$3"}
    swept = "f$3,b$3,h$3,c$3,s$3,p$3"
    new = {"pool": "p3/c3/h3/b3/f3", "discards": swept}
    reached = check(Play(table, "draw sweep", {**new, "hands": "-/-", "due": "2:draw2s"}))
    assert fields(reached)["pile"].startswith("p3,")
    reached = reached.play("pile, pool 2 [pink 3]")
    assert (fields(reached)["hands"], fields(reached)["due"]) == ("c3!,p3/-", "1")
    check(Play({**table, "due": "2:draw1"}, "sweep", {**new, "due": "2:draw1s"}))


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_one_sweep_before_each_card() -> None:
    """URBANIA-DRAW-3: at most once before each of the two cards; a card must be drawn after it."""
    swept, first, second = "f3 b$3 h$3 c$3 s$3", "f3 b$3 h$3 c$3 s$3", "f$3 f$3 p$3 h1+$2 hR+$1"
    seen = arranged(pool=swept, pile=f"{first} p$3 {second}")
    for turn, sweeps in (
        ("draw sweep", False),
        ("pile", True),  # before the second card again
        ("sweep", False),
    ):
        seen = seen.play(turn)
        assert seen.view()["pool_workers"] <= 3
        assert ("sweep" in choices(seen)) == sweeps
        sources = {text.split(" ")[0] for text in choices(seen)} - {"sweep"}
        assert sources == {"project", "pile", "pool"}
    assert fields(seen)["pool"].split("/") == second.split()
    assert sorted_cards(fields(seen)["discards"]) == in_order((swept + " " + first).split(), DECK)
    assert fields(seen.play("project"))["due"] == "1"
    # A new draw action, a new sweep.
    again = arranged(pool=COINS_ONLY, due="1")
    assert "draw sweep" in choices(again)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("pool", ["f$3 - h$3 c$3 s$3", "- - - - s$3", "f$3 b$3 h$3 c$3 -"])
def test_only_a_pool_of_five_is_swept(pool: str) -> None:
    """URBANIA-DRAW-3."""
    seen = arranged(pool=pool, rest="hand")
    assert fields(seen)["pile"] == "-"
    assert "draw project" in choices(seen)
    assert "draw sweep" not in choices(seen)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("pile", "discards", "pile_after"),
    rows(
        ("f3 b3", "p3", 3, "some of the swept cards are dealt again"),
        ("", "", 0, "all of them, with nothing else to deal"),
        ("f3 b3 h3 c3 s3", "p3", 6, "the last card of the pile is the fifth"),
    ),
)
def test_swept_cards_are_discarded_before_the_deal(
    pile: str, discards: str, pile_after: int
) -> None:
    """URBANIA-DRAW-3, URBANIA-DRAW-4: so that they are shuffled if the pile runs out."""
    start = arranged(pool=COINS_ONLY, pile=pile, discards=discards, rest="hand", seed=5)
    found = fields(start.play("draw sweep"))
    assert found["pool"].split("/")[: len(pile.split())] == pile.split()
    assert "-" not in found["pool"]
    assert found["discards"] == "-"
    assert len(sorted_cards(found["pile"])) == pile_after
    everything = in_order([*COINS_ONLY.split(), *pile.split(), *discards.split()], DECK)
    assert sorted_cards(f"{found['pool']}/{found['pile']}") == everything


LAST_CARD: dict[str, Any] = {
    "pool": "c3 c3 s3 s3 p3",
    "pile": "f3",
    "discards": "b3 h3 p$3",
    "rest": "hand",
}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "turn", "pile", "comes_to"),
    rows(
        (
            LAST_CARD,
            "draw pile",
            ["b3", "h3", "p$3"],
            {"discards": "-", "pool": "c3/c3/s3/s3/p3"},
            "drawn from the pile",
        ),
        (
            LAST_CARD,
            "draw pool 4 [beige 3]",
            ["b3", "h3", "p$3"],
            {"discards": "-", "pool": "c3/c3/s3/f3/p3"},
            "dealt into the pool",
        ),
        (
            {**LAST_CARD, "pile": "f3 f$3"},
            "draw pile",
            ["f$3"],
            {"discards": "b3,h3,p$3"},
            "not before the last card leaves",
        ),
        (
            {**LAST_CARD, "discards": ""},
            "draw pile",
            [],
            {"discards": "-", "pool": "c3/c3/s3/s3/p3", "due": "2:draw1"},
            "nothing to shuffle",
        ),
        (
            {**LAST_CARD, "pile": "", "discards": "", "hands": ["h3"], "tiles": {"D2": "h23"}},
            "renew D2 hospital [red 3] +3",
            ["h3"],
            {"discards": "-", "pool": "c3/c3/s3/s3/p3"},
            "both empty: as soon as a renewal discards",
        ),
        (
            {**LAST_CARD, "pile": "", "discards": "", "hands": ["h1+$2"]},
            "hire Doctor from 1 [red 1+$2]",
            ["h1+$2"],
            {"discards": "-"},
            "both empty: as soon as a hire discards",
        ),
        (
            {**LAST_CARD, "pile": "", "discards": "", "hands": ["h2+$1"], "tiles": {"D2": "h23"}},
            "renew D2 hospital [red 2+$1] +3",
            [],
            {"discards": "-", "tables": "h2+$1/-"},
            "a card that stays on the table is not discarded",
        ),
    ),
)
def test_the_pile_is_rebuilt(
    table: dict[str, Any], turn: str, pile: list[str], comes_to: dict[str, str]
) -> None:
    """URBANIA-DRAW-4."""
    reached = check(Play(table, turn, comes_to))
    assert sorted_cards(fields(reached)["pile"]) == pile


def test_the_discards_are_shuffled() -> None:
    """URBANIA-DRAW-4: into every order, the same one for the same random number."""
    starts = [arranged(**LAST_CARD, seed=seed * 7919) for seed in range(60)]
    orders = [fields(start.play("draw pile"))["pile"] for start in starts]
    assert set(orders) == {",".join(order) for order in permutations(("b3", "h3", "p$3"))}
    assert orders == [fields(start.play("draw pile"))["pile"] for start in starts]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("pool", "hand", "tile", "turn", "pool_after", "pile"),
    rows(
        ("f3 - b3 - -", "h3", "h23", "[red 3] +3", "f3/h3/b3/-/-", "-", "lowest first"),
        ("f3 - b3 - -", "h3 h3", "h47", "[red 3, red 3] +7", "f3/h3/b3/h3/-", "-", "two of three"),
        (
            "f3 b3 c3 s3 -",
            "h3 h3",
            "h47",
            "[red 3, red 3] +7",
            "f3/b3/c3/s3/h3",
            "h3",
            "the rest is a pile",
        ),
        (
            "f3 - b3 - -",
            "h2+$1",
            "h23",
            "[red 2+$1] +3",
            "f3/-/b3/-/-",
            "-",
            "a card on the table fills nothing",
        ),
    ),
)
def test_empty_places_are_filled(
    pool: str, hand: str, tile: str, turn: str, pool_after: str, pile: str
) -> None:
    """URBANIA-DRAW-5: as soon as there are cards."""
    table = {"pool": pool, "hands": [hand], "tiles": {"D2": tile}, "rest": "hand"}
    comes_to = {"pool": pool_after, "pile": pile, "discards": "-"}
    check(Play(table, f"renew D2 hospital {turn}", comes_to))


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_closed_sources() -> None:
    """URBANIA-DRAW-5: pile and discards empty, an empty place, no project left."""
    table: dict[str, Any] = {"pool": "f3 - b3 - c3", "rest": "hand"}
    draws = ["draw pool 1 [brown 3]", "draw pool 3 [gray 3]", "draw pool 5 [pink 3]"]
    assert choices(arranged(**table)) == ["draw project", *draws]
    assert choices(arranged(**table, rest_of_projects="hand")) == draws
    everything_open = choices(arranged())
    assert everything_open[:2] == ["draw project", "draw pile"]
    assert choices(arranged(rest_of_projects="hand")) == everything_open[1:]
    # A place that cannot be filled stays empty.
    taken = arranged(**table).play("draw pool 3 [gray 3]")
    assert fields(taken)["pool"] == "f3/-/-/-/c3"
    assert choices(taken) == ["project", "pool 1 [brown 3]", "pool 5 [pink 3]"]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("pool", "project_pile", "turn"),
    [
        (NO_POOL, "NW", "draw project"),
        ("- - b3 - -", "", "draw pool 3 [gray 3]"),
    ],
)
def test_a_second_card_that_cannot_be_drawn(pool: str, project_pile: str, turn: str) -> None:
    """URBANIA-DRAW-5: you go without it, and the action counts."""
    start = arranged(pool=pool, project_pile=project_pile, hands=["f$3"], **CLOSED)
    reached = start.play(turn)
    assert (reached.to_move, fields(reached)["due"]) == (0, "1")
    assert choices(reached)[0] in ("submit NW", "hire CEO from 1")
    reached = arranged(pool=pool, project_pile=project_pile, due="1", **CLOSED).play(turn)
    assert reached.to_move == 1


ICON_DUE: dict[str, Any] = {**PILE_AND_POOL, "pool": COINS_ONLY, "pile": "s3 p3", "due": "2:card"}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("draw", "comes_to"),
    [
        ("draw project", {"projects": "NW/-", "hands": "-/-"}),
        ("draw pile", {"hands": "s3/-", "pool": COINS_ONLY.replace(" ", "/")}),
        ("draw pool 2 [gray $3]", {"hands": "b$3!/-", "pool": "f$3/s3/h$3/c$3/s$3"}),
        ("no card", {"hands": "-/-", "projects": "-/-", "pool": COINS_ONLY.replace(" ", "/")}),
    ],
)
def test_a_card_for_an_icon(draw: str, comes_to: dict[str, str]) -> None:
    """URBANIA-DRAW-6: one card, which may be declined; no draw action, so no sweep."""
    seen = arranged(**ICON_DUE)
    assert [text.split(" [")[0] for text in choices(seen)] == [
        *("draw project", "draw pile"),
        *(f"draw pool {place}" for place in range(1, 6)),
        "no card",
    ]
    check(Play(ICON_DUE, draw, {**comes_to, "due": "1", "to_move": "0"}))
    check(Play({**ICON_DUE, "due": "1:card"}, draw, {**comes_to, "due": "2", "to_move": "1"}))


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("hand", "turn", "due"),
    rows(
        ("h2+$1", "[red 2+$1] +2", "1", "lapses if no source is open"),
        ("h3", "[red 3] +2", "2:card", "the card just discarded is a source"),
    ),
)
def test_an_icon_without_sources(hand: str, turn: str, due: str) -> None:
    """URBANIA-DRAW-6."""
    table = {"hands": [hand + " f$3"], "tiles": {"D2": "h22+"}, "pool": NO_POOL, **CLOSED}
    check(Play(table, f"renew D2 hospital {turn}", {"due": due, "to_move": "0"}))


# --- Renewing ------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "renewed",
    [
        "",
        "D2",
        "D2 D1 E1",  # from one district into another
        "B4 A4 A3",
        "D6 E6 E7",
        "F4 G4 G5 G6",
        "E3 E2 F2 F1 G1",
    ],
)
def test_buildings_that_touch_a_renewed_one(renewed: str) -> None:
    """URBANIA-RENEW-1: horizontally or vertically, whatever the borders; not diagonally."""
    seen = arranged(hands=[WORKERS], renewed=renewed)
    city = {*CENTRE, *renewed.split()}
    assert renewable(seen) == set().union(*map(touching, city)) - city


def test_the_fringe_of_the_centre() -> None:
    """URBANIA-RENEW-1: the eight buildings that can be renewed first."""
    assert renewable(arranged(hands=[WORKERS])) == set(FRINGE)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("tile", "hand", "payable"),
    rows(
        ("h34+", "h3", True, "URBANIA-RENEW-2 one card"),
        ("h34+", "h2+$1 h1+$2", True, "URBANIA-RENEW-2 two cards"),
        ("h34+", "h1+$2 h1+$2 h1+R$1", True, "URBANIA-RENEW-2 three cards"),
        ("h34+", "h2+$1 cR+$1", True, "URBANIA-RENEW-2 a rainbow worker"),
        ("h34+", "fR+$1 bR+$1 cR+$1", True, "URBANIA-RENEW-2 rainbow workers alone"),
        ("h34+", "h2+$1", False, "URBANIA-RENEW-2 one too few"),
        ("h34+", "h2+$1 b1+$2", False, "URBANIA-RENEW-2 another colour"),
        ("h34+", "b3 b3", False, "URBANIA-RENEW-2 only another colour"),
        ("h34+", "h$3 h$3", False, "URBANIA-RENEW-2 coins are no workers"),
        ("h34+", "h2+$1 h$3", False, "URBANIA-RENEW-2 nor with workers"),
        ("h34+", "h2+$1 c1+R$1", False, "URBANIA-RENEW-2 a rainbow coin"),
        ("h46+", "h3 h1+R$1", True, "URBANIA-RENEW-2 four workers"),
        ("h46+", "h3 b1+R$1", False, "URBANIA-RENEW-2 four workers, not mixed"),
        ("r34", "h3", True, "URBANIA-RENEW-3 any colour"),
        ("r34", "p3", True, "URBANIA-RENEW-3 any other colour"),
        ("r34", "h2+$1 h1+$2", True, "URBANIA-RENEW-3 one single colour"),
        ("r34", "h2+$1 b1+$2", False, "URBANIA-RENEW-3 not mixed"),
        ("r34", "h2+$1 b2+$1 c2+$1", False, "URBANIA-RENEW-3 however many"),
        ("r34", "h2+$1 bR+$1", True, "URBANIA-RENEW-3 a rainbow worker joins"),
        ("r34", "h1+$2 bR+$1 fR+$1", True, "URBANIA-RENEW-3 two join"),
        ("r34", "h1+$2 b1+$2 fR+$1", False, "URBANIA-RENEW-3 two colours, one joins"),
        ("r34", "fR+$1 bR+$1 pR+$1", True, "URBANIA-RENEW-3 rainbow alone is fine"),
        ("r34", "fR+$1 bR+$1", False, "URBANIA-RENEW-3 rainbow alone, too few"),
    ),
)
def test_workers(tile: str, hand: str, payable: bool) -> None:
    assert ("D2" in renewable(arranged(tiles={"D2": tile}, hands=[hand]))) == payable


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("tile", ["h34+", "r34"])
def test_cards_on_the_table_give_no_workers(tile: str) -> None:
    """URBANIA-RENEW-2: nor are they offered beside cards that suffice."""
    seen = arranged(tiles={"D2": tile}, hands=["h2+$1"], tables=["h1+$2 cR+$1 h2+$1"])
    assert "D2" not in renewable(seen)
    seen = arranged(tiles={"D2": tile}, hands=["h2+$1 h1+$2"], tables=["h1+$2 cR+$1"])
    begun = seen.play(next(text for text in choices(seen) if text.startswith("renew D2")))
    assert list(offered_payments(begun)) == [["red 2+$1", "red 1+$2"]]


def test_surplus_is_lost() -> None:
    """URBANIA-RENEW-4: three workers for a building of two leave none for the next."""
    table: dict[str, Any] = {"tiles": {"D2": "h23", "E3": "h22+"}, "hands": ["h3 h1+$2"]}
    reached = arranged(**table).play("renew D2 hospital [red 3] +3")
    assert fields(reached)["hands"] == "h1+$2/-"
    assert renewable(reached) == set()
    enough = arranged(**{**table, "hands": ["h3 h2+$1"]}).play("renew D2 hospital [red 3] +3")
    assert renewable(enough) == {"E3"}


# --- Payments by brute force ---------------------------------------------------------------------

SHOP = dict(zip(FRINGE, ["f22+", "b35", "h34+", "c47", "s46+", "r22", "r34", "r46"], strict=True))


def check_payments(seen: Position, target: str, suits: str, wanted: int, *, coins: bool) -> int:
    """Exactly the payments without a spare card are offered, each in one order."""
    found = fields(seen)
    hand, table = (spread(found[field].split("/")[0]) for field in ("hands", "tables"))
    held = [card(code) for code in [*hand, *(f"@{code}" for code in table)]]
    if found["contracts"].startswith("active"):
        held.append(SUBSIDY)
    expected = every_payment(held, suits, wanted, coins=coins)
    begin = [text for text in choices(seen) if text.startswith(target)]
    assert bool(begin) == bool(expected)
    if not begin:
        return 0
    offered = list(offered_payments(seen.play(begin[0])))
    named = [tuple(sorted(map(code_of, cards))) for cards in offered]
    assert len(set(named)) == len(named)
    assert set(named) == expected
    for cards in offered:
        codes = [card(code_of(each)) for each in cards if each != "subsidy"]
        best = [max(each.worth(suit, coins=coins) for suit in suits) for each in codes]
        assert best == sorted(best, reverse=True)
        assert "subsidy" not in cards[:-1]
    return len(offered)


def spread(cards: str) -> list[str]:
    return [code.removesuffix("!") for code in cards.split(",") if code != "-"]


@pytest.mark.parametrize("variant", ["plain", "subsidy"])
@pytest.mark.parametrize("seed", range(8))
def test_payments_spare_no_card(seed: int, variant: str) -> None:
    """URBANIA-RENEW-5: all payable buildings and specialists, compared with brute force.

    URBANIA-SUBSIDY-1: the contract is one more card worth 1.
    """
    choose = random.Random(seed)
    cards = choose.sample(DECK, 10)
    table = [code for code in cards[7:] if not code.endswith("3") or "$" in code]
    values = [choose.randint(1, 8) for _ in SUITS]
    hired = [f"{suit.upper()}{value}1" for suit, value in zip(SUITS, values, strict=True)]
    seen = arranged(
        tiles=SHOP,
        hands=[" ".join(cards[:7])],
        tables=[" ".join(table)],
        specialists=" ".join(each for each in hired if each[1] != "1"),
        end=4 if sum(value >= 5 for value in values) >= 3 else 0,
        variant=variant,
    )
    offered = 0
    for space, tile in SHOP.items():
        suits = SUITS if tile[0] == "r" else tile[0]
        offered += check_payments(seen, f"renew {space} ", suits, int(tile[1]), coins=False)
    for suit, name, value in zip(SUITS, SPECIALISTS, values, strict=True):
        offered += check_payments(seen, f"hire {name} from", suit, value, coins=True)
    assert offered > 3


# tile or specialist, hand, what is offered
OFFERED = rows(
    (
        {"tiles": {"D2": "h23"}, "hands": ["h3 h2+$1 h1+$2 cR+$1"]},
        "renew D2 hospital",
        "h3 | h2+$1 | h1+$2,cR+$1",
        "URBANIA-RENEW-5 complete as soon as it suffices",
    ),
    (
        {"tiles": {"D2": "h47"}, "hands": ["h2+$1 h2+$1 h1+$2 h1+$2"]},
        "renew D2 hospital",
        "h2+$1,h2+$1 | h2+$1,h1+$2,h1+$2",
        "URBANIA-RENEW-5 from most workers to fewest",
    ),
    (
        {"tiles": {"D2": "r22"}, "hands": ["h1+$2 b1+$2 fR+$1 cR+$1"]},
        "renew D2 residential",
        "fR+$1,b1+$2 | fR+$1,h1+$2 | fR+$1,cR+$1 | b1+$2,cR+$1 | h1+$2,cR+$1",
        "URBANIA-RENEW-5 residential, each set in one order only",
    ),
    (
        {"specialists": "B31", "hands": ["b$3 b2+$1 f1+R$1"], "tables": ["b1+$2 b$3"]},
        "hire Banker from 3",
        "b$3 | @b$3 | @b1+$2,b2+$1 | @b1+$2,f1+R$1",
        "URBANIA-RENEW-5 hiring too, hand and table",
    ),
)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("table", "begin", "expected"), OFFERED)
def test_offered_payments(table: dict[str, Any], begin: str, expected: str) -> None:
    offered = offered_payments(arranged(**table).play(begin))
    found = [",".join(map(code_of, cards)) for cards in offered]
    assert sorted(found) == sorted(expected.split(" | "))


# --- What renewing changes -----------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("tile", "turn", "points", "marker"),
    [
        ("f23", "factory [brown 3] +3", 3, {"factory": 1}),
        ("b35", "bank [gray 3] +5", 5, {"bank": 1}),
        ("h34+", "hospital [red 3] +4", 4, {"hospital": 1}),
        ("c47", "business [pink 3, pink 1+$2] +7", 7, {"business": 1}),
        ("s46+", "school [beige 3, beige 1+$2] +6", 6, {"school": 1}),
        ("p22+", "park [green 3] +2", 2, {"park": 1}),
        ("r21+", "residential [red 3] +1", 1, {}),
        ("r46", "residential [pink 3, pink 1+$2] +6", 6, {}),
    ],
)
def test_what_a_renewal_scores(tile: str, turn: str, points: int, marker: dict[str, int]) -> None:
    """URBANIA-RENEW-6: its points, its marker up one (none for residential), the tile turned."""
    start = arranged(
        tiles={"D2": tile}, hands=["f3 b3 h3 c3 c1+$2 s3 s1+$2 p3"], points=[30, 8], due="2"
    )
    reached = start.play(f"renew D2 {turn}")
    assert fields(reached)["points"] == f"{30 + points}/8"
    assert markers(reached) == marker
    turned = [s["space"] for s in reached.view()["spaces"] if s["renewed"]]
    assert set(turned) == {*CENTRE, "D2"}
    assert renewable(arranged(hands=[WORKERS], renewed="D2")) >= {"D1", "C2", "E2"}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("tile", "hand", "turn", "table", "discards"),
    [
        ("h23", "h3", "[red 3] +3", "f$3", "h3"),
        ("h23", "h2+$1", "[red 2+$1] +3", "f$3,h2+$1", "-"),
        ("h47", "h3 h1+R$1", "[red 3, red 1+R$1] +7", "f$3,h1+R$1", "h3"),
        ("h47", "h3 cR+$1", "[red 3, pink R+$1] +7", "f$3,cR+$1", "h3"),
        ("h47", "h3 h3", "[red 3, red 3] +7", "f$3", "h3,h3"),
        ("h35", "h2+$1 h1+$2", "[red 2+$1, red 1+$2] +5", "f$3,h2+$1,h1+$2", "-"),
    ],
)
def test_where_paid_cards_go(tile: str, hand: str, turn: str, table: str, discards: str) -> None:
    """URBANIA-RENEW-7: those with coins stay in front of the player, the others are discarded."""
    play = {"tiles": {"D2": tile}, "hands": [hand], "tables": ["f$3", "p$3"]}
    comes_to = {"hands": "-/-", "tables": f"{table}/p$3", "discards": discards}
    check(Play(play, f"renew D2 hospital {turn}", comes_to))


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("tile", sorted(set(TILES)))
def test_card_icons_of_buildings(tile: str) -> None:
    """URBANIA-RENEW-8: last, after points, marker and payment, one card from any source."""
    suit = "f" if tile[0] == "r" else tile[0]
    seen = arranged(tiles={"D2": tile}, hands=[f"{suit}3 {suit}3"], pile="p$3")
    seen = seen.play(next(text for text in choices(seen) if text.startswith("renew D2")))
    seen = with_any_payment(seen)
    assert fields(seen)["due"] == ("2:card" if tile.endswith("+") else "1")
    assert fields(seen)["points"] == f"{tile[2]}/0"
    assert sum(markers(seen).values()) == (tile[0] != "r")
    assert fields(seen)["discards"] == ",".join([f"{suit}3"] * (1 if tile[1] < "4" else 2))
    if tile.endswith("+"):
        drawn = seen.play("draw pile")
        assert "p$3" in fields(drawn)["hands"].split("/")[0]
        assert fields(drawn)["due"] == "1"


# --- Hiring --------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_who_can_be_hired() -> None:
    """URBANIA-HIRE-1, URBANIA-HIRE-2: those who work for nobody or an opponent, not your own."""
    seen = arranged(seats=3, hands=[" ".join(f"{s}$3" for s in SUITS)], specialists="F20 B21 H22")
    assert hireable(seen) == ["Banker", "Doctor", *SPECIALISTS[3:]]
    taken = seen.play("hire Doctor from 2 [red $3]")
    assert fields(taken)["specialists"] == "20/21/30/1-/1-/1-"
    assert "Doctor" not in hireable(taken)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("value", "hand", "table", "payable"),
    rows(
        (1, "bR+$1", "", True, "one coin"),
        (1, "b3 h$3", "", False, "no coin of its colour"),
        (1, "h1+R$1", "", True, "a rainbow coin fits any colour"),
        (1, "hR+$1", "", False, "a rainbow worker is no coin"),
        (2, "b2+$1", "", False, "one too few"),
        (2, "b2+$1 h1+R$1", "", True, "with a rainbow coin"),
        (4, "b$3", "b2+$1", True, "hand and table"),
        (4, "", "b1+$2 b1+$2", True, "table alone"),
        (4, "", "b1+$2 f1+R$1 h1+R$1", True, "rainbow coins on the table"),
        (5, "b$3", "b2+$1", False, "hand and table, one too few"),
        (8, "b$3 b$3", "b1+$2", True, "eight"),
    ),
)
def test_coins(value: int, hand: str, table: str, payable: bool) -> None:
    """URBANIA-HIRE-3: at least the value before the hire; never from another player's table."""
    specialists = f"B{value}1" if value > 1 else ""
    seen = arranged(hands=[hand], tables=[table], specialists=specialists)
    assert ("Banker" in hireable(seen)) == payable
    others: dict[str, Any] = {"hands": [hand, "b1+R$1"], "tables": [table, "b2+$1"]}
    assert hireable(arranged(**others, specialists=specialists)) == hireable(seen)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    "case",
    rows(
        (
            Play(
                {"hands": ["b$3 b2+$1"], "specialists": "B21"},
                "hire Banker from 2 [gray $3]",
                {"hands": "b2+$1/-", "discards": "b$3", "tables": "-/-"},
            ),
            "URBANIA-HIRE-3 discarded whole, no change",
        ),
        (
            Play(
                {"hands": ["b$3"], "tables": ["b2+$1 f$3", "b1+$2"], "specialists": "B41"},
                "hire Banker from 4 [gray $3, table gray 2+$1]",
                {"hands": "-/-", "tables": "f$3/b1+$2", "discards": "b2+$1,b$3"},
            ),
            "URBANIA-HIRE-3 from hand and table, the others stay",
        ),
        (
            Play(
                {"hands": ["b$3"], "points": [7, 12], "specialists": "B21"},
                "hire Banker from 2 [gray $3]",
                {"points": "7/12", "hands": "-/-", "tables": "-/-"},
            ),
            "URBANIA-HIRE-3 the former employer gets nothing",
        ),
        (
            Play(
                {"hands": ["b$3"]},
                "hire Banker from 1 [gray $3]",
                {"specialists": "1-/20/1-/1-/1-/1-"},
            ),
            "URBANIA-HIRE-4 its marker goes up one, the player takes the card",
        ),
        (
            Play(
                {"hands": ["", "b$3"], "to_move": 1, "specialists": "B20 F30"},
                "hire Banker from 2 [gray $3]",
                {"specialists": "30/31/1-/1-/1-/1-"},
            ),
            "URBANIA-HIRE-4 from an opponent",
        ),
    ),
)
def test_what_a_hire_changes(case: Play) -> None:
    reached = check(case)
    assert markers(reached) == {}


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("value", range(1, 9))
def test_card_icons_of_the_track(value: int) -> None:
    """URBANIA-HIRE-4: at 4, 6 and 8, when the marker reaches them, not when it leaves."""
    specialists = f"P{value}1" if value > 1 else ""
    seen = arranged(hands=["p$3 p$3 p1+$2"], specialists=specialists, pile="f3")
    seen = seen.play(f"hire Parks Director from {value}")
    seen = with_any_payment(seen)
    assert fields(seen)["specialists"].endswith(f"/{value + 1}0")
    assert fields(seen)["due"] == ("2:card" if value + 1 in (4, 6, 8) else "1")
    if value + 1 in (4, 6, 8):
        assert "f3" in fields(seen.play("draw pile"))["hands"]
        assert fields(seen.play("no card"))["due"] == "1"


# --- Submitting ----------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_submitting() -> None:
    """URBANIA-SUBMIT-1: one project from the hand, face down, at most three in the game."""
    start = arranged(projects=["NW h FB P", "SW"])
    seen = start.play("submit hospital; submit CEO + Banker")
    assert fields(seen)["projects"] == "NW,P/SW"
    assert fields(seen)["submitted"] == "h,FB/-"
    for seat in (None, 0, 1):
        player = seen.view(seat)["players"][0]
        assert player["submitted_size"] == 2
        assert (player["submitted"] is None) == (seat != 0)
    seen = seen.play("draw pile, pile; submit SW").play("submit Parks Director")
    assert fields(seen)["submitted"] == "h,P,FB/SW"
    assert fields(seen)["projects"] == "NW/-"
    assert not any(text.startswith("submit") for text in choices(seen))
    again = seen.play("draw pile, pile").play("draw pile, pile; draw pile, pile")
    assert fields(again)["projects"].startswith("NW/")
    assert not any(text.startswith("submit") for text in choices(again))  # nor in later turns


def test_only_projects_in_hand_are_submitted() -> None:
    """URBANIA-SUBMIT-1: not other players', not from the pile, and none twice."""
    seen = arranged(projects=["NW h", "SW"], submitted=["f", "b"])
    offered = [text for text in choices(seen) if text.startswith("submit")]
    assert offered == ["submit NW", "submit hospital"]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("points", "fee"),
    [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (39, 3), (40, 4), (99, 9), (100, 10), (125, 12)],
)
def test_the_fee(points: int, fee: int) -> None:
    """URBANIA-SUBMIT-2: 1 for every full 10 points that the player has, whatever others have."""
    start = arranged(projects=["H"], points=[points, 55])
    text = f"submit Doctor -{fee}" if fee else "submit Doctor"
    reached = start.play(text)
    assert fields(reached)["points"] == f"{points - fee}/55"


def test_each_submission_is_charged() -> None:
    """URBANIA-SUBMIT-2: by the points at that moment, so a renewal before it can cost more."""
    start = arranged(
        projects=["H NW"], points=[20], hands=["h3"], tiles={"D2": "h35", "E3": "h34+"}
    )
    twice = start.play("submit Doctor -2; submit NW -1")
    assert fields(twice)["points"] == "17/0"
    later = arranged(projects=["H"], points=[18], hands=["h3"], tiles={"D2": "h35"})
    assert fields(later.play("renew D2 hospital [red 3] +5; submit Doctor -2"))["points"] == "21/0"


# --- Specialists score ---------------------------------------------------------------------------

# Three banks, one hospital and a residential building are renewed.
SMALL_CITY = dict(zip(CENTRE, ["b22+", "b23", "b34+", "h22+", "r22"], strict=True))
DRAW = "draw pile, pile; draw pile, pile"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "turn", "points"),
    rows(
        ({"specialists": "B20"}, DRAW, "3/0", "its building, not its own value"),
        ({"specialists": "B70 H20"}, DRAW, "4/0", "each that the player controls"),
        ({"specialists": "B21"}, DRAW, "0/0", "not those of an opponent"),
        ({"specialists": "P50"}, DRAW, "0/0", "no building, no points"),
        (
            {"hands": ["b$3"]},
            "draw pile, pile; hire Banker from 1 [gray $3]",
            "3/0",
            "hired this turn, second action",
        ),
        (
            {"hands": ["b$3"], "specialists": "B21"},
            "hire Banker from 2 [gray $3]; draw pile, pile",
            "3/0",
            "hired away this turn, first action",
        ),
        (
            {"specialists": "B20", "hands": ["b3"], "tiles": {"D2": "b35"}},
            "draw pile, pile; renew D2 bank [gray 3] +5",
            "9/0",
            "with the building renewed this turn",
        ),
        (
            {"specialists": "B20", "projects": ["NW"], "points": [19]},
            "draw pile, pile; submit NW -1",
            "21/0",
            "after the fee",
        ),
        ({"specialists": "B20", "due": "1:card"}, "draw pile", "3/0", "after the card for an icon"),
    ),
)
def test_specialists_score(table: dict[str, Any], turn: str, points: str) -> None:
    """URBANIA-SPECIALIST-1."""
    tiles = {**SMALL_CITY, **table.get("tiles", {})}
    reached = check(Play({**table, "tiles": tiles}, turn, {"points": points}))
    assert reached.to_move == 1


def test_specialists_score_once_a_turn() -> None:
    """URBANIA-SPECIALIST-1: after the second action only, and in each turn of the player."""
    seen = arranged(tiles=SMALL_CITY, specialists="B20 H21")
    seen = seen.play("draw pile, pile")
    assert fields(seen)["points"] == "0/0"
    for points in ("3/0", "3/1", "6/1", "6/2"):
        seen = seen.play("draw project, project" if fields(seen)["due"] == "1" else DRAW)
        assert fields(seen)["points"] == points


# --- The end -------------------------------------------------------------------------------------

# What may be undeveloped in each district, to be renewed from the first on.
CORNERS = {
    "NW": "A2 A1 B1 C1 D1",
    "NE": "F1 G1 G2 G3 G4",
    "SE": "G6 G7 F7 E7 D7",
    "SW": "B7 A7 A6 A5 A4",
}


def spaces_of(district: str) -> list[str]:
    return [space for space in SPACES if DISTRICT[space] == district]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("district", list(CORNERS))
@pytest.mark.parametrize("undeveloped", [5, 4, 3])
def test_a_district_nearly_done_starts_the_end(district: str, undeveloped: int) -> None:
    """URBANIA-END-1: with two or fewer run-down buildings, in any of the four."""
    left = CORNERS[district].split()[:undeveloped]
    renewed, last = without(spaces_of(district), left), left[0]
    seen = arranged(tiles={last: "h23"}, renewed=" ".join(renewed), hands=["h3"], due="1")
    assert seen.view()["undeveloped"][district] == undeveloped
    assert fields(seen)["end"] == "0/0"
    seen = seen.play(f"renew {last} hospital [red 3] +3")
    assert seen.view()["undeveloped"][district] == undeveloped - 1
    assert fields(seen)["end"] == ("3/0" if undeveloped == 3 else "0/0")


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("before", "near"),
    rows(
        ("F50 B50 H41", True, "the third reaches 5"),
        ("F51 B52 H41", True, "whoever holds them"),
        ("F91 B60 H42", True, "5 or higher"),
        ("F91 B42 H42", False, "the second reaches 5"),
        ("F91 B91 H31", False, "the third reaches 4"),
        ("C91 S91 H41", True, "any three"),
        ("F41 B41 C41 S41 P41 H41", False, "six at 4, one of them rises"),
    ),
)
def test_three_dear_specialists_start_the_end(before: str, near: bool) -> None:
    """URBANIA-END-1: three or more at 5 or higher, whoever they work for."""
    seen = arranged(seats=3, specialists=before, hands=["h$3 h$3"])
    reached = seen.play(next(text for text in choices(seen) if text.startswith("hire Doctor")))
    reached = with_any_payment(reached)
    assert fields(reached)["end"] == ("6/0" if near else "0/0")
    assert not reached.is_over  # the turn is played out


# The city of the last turn: renewed by district and type, and the value of each specialist.
LATE_RENEWED = "D2 D1 C2 C3 B3 E3 E2 F2 B4"
LATE_TILES = "f22+ f23 f34+ b22+ r22 f35 b23 b34+ h22+ c22+ c23 c34+ s22+ r34"
LATE: dict[str, Any] = {
    "tiles": dict(zip([*CENTRE, *LATE_RENEWED.split()], LATE_TILES.split(), strict=True)),
    "renewed": LATE_RENEWED,
    "specialists": "F50 B91 H60 C20 S51",
    "to_move": 1,
    "end": 1,
}
RENEWED = {"NW": 5, "NE": 3, "SW": 1, "SE": 0, "f": 4, "b": 3, "h": 1, "c": 3, "s": 1, "p": 0}
VALUES = {"F": 5, "B": 9, "H": 6, "C": 2, "S": 5, "P": 1}
# Seat 1 has the Banker and the School Superintendent: three banks and a school.
LAST_SCORE = 4


def worth(project: str) -> int:
    if project in RENEWED:
        return (4 if len(project) == 2 else 6) * RENEWED[project]
    return (5 if len(project) == 1 else 3) * sum(VALUES[letter] for letter in project)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("project", PROJECTS)
def test_what_a_project_scores(project: str) -> None:
    """URBANIA-END-3: all 31 submitted projects; those in hand score nothing."""
    submitted = arranged(**LATE, submitted=[project], points=[12, 3]).play(DRAW)
    assert submitted.is_over
    assert submitted.standing() == [(12 + worth(project), worth(project)), (3 + LAST_SCORE, 0)]
    in_hand = arranged(**LATE, projects=[project], points=[12, 3]).play(DRAW)
    assert in_hand.standing() == [(12, 0), (3 + LAST_SCORE, 0)]


def test_projects_add_up() -> None:
    """URBANIA-END-3, URBANIA-SUBMIT-1: three each; nothing scores before the end."""
    start = arranged(**LATE, submitted=["NW f H", "BC S SE"], points=[12, 3])
    assert start.scores() == (12, 3)
    assert start.play(DRAW).scores() == (12 + 20 + 24 + 30, 3 + LAST_SCORE + 33 + 25)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("points", "submitted", "turn", "standing", "places", "decided_by"),
    rows(
        ([31, 26], [], DRAW, [(31, 0), (30, 0)], (1, 2), "points", "URBANIA-END-4 most points"),
        (
            [31, 6],
            ["", "NW"],
            DRAW,
            [(31, 0), (30, 20)],
            (1, 2),
            "points",
            "URBANIA-END-4 points before points from projects",
        ),
        (
            [30, 6],
            ["", "NW"],
            DRAW,
            [(30, 0), (30, 20)],
            (2, 1),
            "points from projects",
            "URBANIA-END-4 a tie: most points from projects",
        ),
        ([30, 26], [], DRAW, [(30, 0), (30, 0)], (1, 1), None, "URBANIA-END-6 still tied: shared"),
        (
            [12, 8],
            ["b", "c"],
            DRAW,
            [(30, 18), (30, 18)],
            (1, 1),
            None,
            "URBANIA-END-6 tied with projects",
        ),
        (
            [30, 13],
            ["", ""],
            "draw pile, pile; submit Small Business Owner -1",
            [(30, 0), (26, 10)],
            (1, 2),
            "points",
            "URBANIA-END-4 points from projects are without fees",
        ),
    ),
)
def test_who_wins(
    points: list[int],
    submitted: list[str],
    turn: str,
    standing: list[tuple[int, int]],
    places: tuple[int, int],
    decided_by: str | None,
) -> None:
    projects = ["", "C"] if "submit" in turn else []
    reached = arranged(**LATE, points=points, submitted=submitted, projects=projects).play(turn)
    outcome = reached.outcome()
    assert outcome is not None
    assert reached.standing() == standing
    assert (outcome.places, outcome.decided_by) == (places, decided_by)


def test_a_shared_win_of_three() -> None:
    """URBANIA-END-6: two of three seats share it, the third is behind both."""
    table = {**LATE, "seats": 3, "to_move": 2}
    outcome = arranged(**table, points=[40, 40, 39]).play(DRAW).outcome()
    assert outcome is not None
    assert outcome.places == (1, 1, 3)
    assert outcome.results == (0.5, 0.5, 0.0)
    assert outcome.winners == (0, 1)


# --- The subsidy ---------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "begin", "expected"),
    rows(
        (
            {"hands": ["h2+$1"], "tiles": {"D2": "h34+"}},
            "renew D2 hospital",
            [["red 2+$1", "subsidy"]],
            "a rainbow worker for a renewal",
        ),
        (
            {"hands": ["h2+$1"], "tiles": {"D2": "r34"}},
            "renew D2 residential",
            [["red 2+$1", "subsidy"]],
            "for a residential one too",
        ),
        (
            {"hands": ["b$3"], "specialists": "B41"},
            "hire Banker from 4",
            [["gray $3", "subsidy"]],
            "a rainbow coin for a hire",
        ),
        (
            {"hands": ["h3 h2+$1"], "tiles": {"D2": "h34+"}},
            "renew D2 hospital",
            [["red 3"], ["red 2+$1", "subsidy"]],
            "not where it could be spared",
        ),
        ({"hands": ["b2+$1"]}, "hire Banker from 1", [["gray 2+$1"]], "a price of 1"),
    ),
)
def test_the_contract_pays_one(table: dict[str, Any], begin: str, expected: list[Any]) -> None:
    """URBANIA-SUBSIDY-1: like a card worth 1, with at least one card beside it."""
    for variant in ("subsidy", "italian_politics"):
        offered = list(offered_payments(arranged(**table, variant=variant).play(begin)))
        assert offered == expected


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_contract_does_not_pay_alone() -> None:
    """URBANIA-SUBSIDY-1: nor without the option, nor once it is used."""
    tiles = {"D2": "h23", "E3": "r22"}
    assert renewable(arranged(tiles=tiles, hands=["h$3"], variant="subsidy")) == set()
    assert hireable(arranged(hands=["h3"], variant="subsidy")) == []
    table: dict[str, Any] = {"tiles": tiles, "hands": ["h1+$2"]}
    assert renewable(arranged(**table, variant="subsidy")) == {"D2", "E3"}
    assert renewable(arranged(**table)) == set()
    assert renewable(arranged(**table, variant="subsidy", contracts="used/active")) == set()


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_contract_is_used_once() -> None:
    """URBANIA-SUBSIDY-1: once a game, and everyone sees whether it has been used."""
    start = arranged(
        hands=["h2+$1 h1+$2 h1+$2"], tiles={"D2": "h34+", "E3": "h23"}, variant="subsidy"
    )
    reached = start.play("renew D2 hospital [red 2+$1, subsidy] +4, no card")
    assert fields(reached)["contracts"] == "used/active"
    assert (fields(reached)["tables"], fields(reached)["discards"]) == ("h2+$1/-", "-")
    for seat in (None, 0, 1):
        contracts = [player["contract"] for player in reached.view(seat)["players"]]
        assert contracts == [False, True]
    payments = list(offered_payments(reached.play("renew E3 hospital")))
    assert payments == [["red 1+$2", "red 1+$2"]]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("variant", "holder", "contracts", "after"),
    [
        ("italian_politics", "B21", "active/used/used", "active/active/used"),
        ("italian_politics", "B22", "used/used/used", "used/used/active"),
        ("italian_politics", "B21", "active/active/used", "active/active/used"),
        ("italian_politics", "", "active/used/used", "active/used/used"),
        ("italian_politics", "", "used/used/used/used/used", "used/used/used/used/used"),
        ("subsidy", "B21", "active/used/used", "active/used/used"),
    ],
)
def test_an_opponent_who_hires_away(variant: str, holder: str, contracts: str, after: str) -> None:
    """URBANIA-SUBSIDY-2: the former employer's contract is active again at once."""
    seats = len(contracts.split("/"))
    start = arranged(
        seats=seats, hands=["b$3"], specialists=holder, variant=variant, contracts=contracts
    )
    reached = start.play(f"hire Banker from {2 if holder else 1} [gray $3]")
    assert fields(reached)["contracts"] == after


def test_used_and_active_again() -> None:
    """URBANIA-SUBSIDY-2: a contract pays again after somebody hired a specialist away."""
    start = arranged(
        hands=["b1+$2 h2+$1", "b$3"],
        tiles={"D2": "h34+", "E3": "h35"},
        variant="italian_politics",
        specialists="B31",
    )
    seen = start.play("hire Banker from 3 [gray 1+$2, subsidy], no card; draw project, project")
    assert fields(seen)["contracts"] == "used/active"
    seen = seen.play("hire Banker from 4 [gray $3, subsidy]; draw project, project")
    assert fields(seen)["contracts"] == "active/used"
    seen = seen.play("renew D2 hospital [red 2+$1, subsidy] +4")
    assert fields(seen)["contracts"] == "used/used"


def test_italian_politics_needs_the_subsidy() -> None:
    """URBANIA-SUBSIDY-2."""
    with pytest.raises(OptionError, match="'italian_politics' of Urbania needs 'subsidy'"):
        contrada.game("urbania", italian_politics=True)
