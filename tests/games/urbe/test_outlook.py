"""What the tiles of the market would cost and bring, before somebody decides about one.

Whole games compare it with what the rules then let happen, and `tests/oracles/urbe.py` says what
pays for what.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from contrada import Position
from contrada.games.urbe.outlook import gains
from tests.games.urbe.positions import TILE_IDS, arranged, at_market, places_of, position, urbe
from tests.oracles import urbe as oracle

SEATS = (2, 3, 4)


def prospects(here: Position, seat: int = 0) -> dict[int, Any]:
    """What each place of the market holds for a seat."""
    found = here.outlook(seat)
    assert found is not None
    return {each["place"]: each for each in found["places"]}


def payment(here: Position, place: int, card: int, by: str | None, seat: int = 0) -> Any:
    found = prospects(here, seat)[place]["payments"]
    return next(each for each in found if (each["card"], each["by"]) == (card, by))


def game(seats: int, seed: int) -> Iterator[Position]:
    here, choose = (
        urbe(useful_eight=("beside", False)[seed % 2]).start(seats, seed),
        random.Random(seed),
    )
    while not here.is_over:
        yield here
        here = here.play_one(choose.choice(here.legal()))


# --- In whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SEATS)
def test_ways_to_pay_are_those_of_the_rules(seats: int) -> None:
    """URBE-TAKE-1, URBE-TAKE-2, URBE-TAKE-3, URBE-TAKE-5."""
    compared = 0
    for here in game(seats, seed=seats):
        view = here.view()
        if view["due"] != "pay":
            continue
        legal = {each: here.game.parts()[each] for each in here.legal()}
        paid = {
            (parts["card"], parts.get("by")): here.play_one(each)
            for each, parts in legal.items()
            if parts["does"] == "pay" or view["market"][view["target"] - 1]["tile"]["power"]
        }
        ways = prospects(here, here.to_move or 0)[view["target"]]["payments"]
        assert {(each["card"], each["by"]) for each in ways} == set(paid)
        for way in ways:
            after = paid[way["card"], way["by"]]
            goes_on = after.view()["due"] == "second"
            assert way["seconds"] == (places_of(after, "second") if goes_on else [])
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("seats", SEATS)
def test_whoever_is_to_mark_is_one_who_could(seats: int) -> None:
    """URBE-MARKET-2; a second meeple may be more restricted."""
    for here in [*game(seats, seed=seats)][::3]:
        view = here.view()
        if view["due"] not in ("mark", "archbishop"):
            assert view["phase"] == "take" or here.outlook(0) is None
            continue
        mover = here.to_move
        assert mover is not None
        for seat in {*range(seats)} - {mover}:
            could = {p for p, each in prospects(here, seat).items() if mover in each["markers"]}
            word = {"mark": "mark", "archbishop": "archbishop"}[view["due"]]
            assert set(places_of(here, word)) <= could
            assert could <= {
                p for p, each in prospects(here, seat).items() if mover in each["takers"]
            }
        assert not any(each["markers"] for each in prospects(here, mover).values())


@pytest.mark.parametrize("seats", SEATS)
def test_a_second_tile_was_one_that_others_could_take(seats: int) -> None:
    """URBE-TAKE-3."""
    seen = 0
    market: dict[int, dict[int, Any]] = {}  # by seat, when the taking began
    for here in game(seats, seed=10 + seats):
        view = here.view()
        if view["phase"] == "take" and view["goes"] == 0 and here.turn_begins:
            market = {seat: prospects(here, seat) for seat in range(seats)}
        if view["due"] != "second":
            continue
        waiting = [seat for seat in view["order"][view["goes"] + 1 :] if seat != here.to_move]
        for place in places_of(here, "second"):
            for seat in waiting:
                if view["order"].index(seat) > view["order"].index(here.to_move):
                    assert here.to_move in market[seat][place]["takers"]
                    seen += 1
    assert seen


def test_gains_are_those_of_the_rules() -> None:
    """What the best placing of a tile brings is what the rules give for it."""
    compared = 0
    for here in game(3, seed=2):
        if here.view()["due"] != "place" or here.to_move is None:
            continue
        seat = here.to_move
        own = here.view(seat)["players"][seat]
        for slot, tile in enumerate(own["waiting"]):
            placed = [
                here.play_one(each).view(seat)["players"][seat]
                for each in here.legal()
                if here.game.parts()[each].get("slot") == slot
            ]
            found = gains(here.state, seat, TILE_IDS.index(tile["id"]))
            assert (found is None) == (not placed)
            if found is None:
                continue
            sums = [sum(each["vp"] for each in after["fountains"]) for after in placed]
            assert sum(found["fountains"]) == max(sums) - sum(
                each["vp"] for each in own["fountains"]
            )
            told = [(each["id"], each["missing"]) for each in found["decrees"]]
            assert told == nearer(own, placed)
            compared += 1
    assert compared > 40


def nearer(own: Any, placed: list[Any]) -> list[tuple[str, int]]:
    """The decrees that some placing brings nearer, and what is missing then."""
    found = []
    for which, before in enumerate(own["decrees"]):
        after = [each["decrees"][which]["missing"] for each in placed]
        least = min((each for each in after if each is not None), default=None)
        if before["missing"] and least is not None and least < before["missing"]:
            found.append((before["id"], least))
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_hidden_is_told(seats: int) -> None:
    """URBE-SETUP-5: others' decrees, the pile and the box make no difference."""
    for number, here in enumerate(game(seats, seed=20 + seats)):
        if number % 7 == 0:
            for seat in range(seats):
                assert here.reimagine(seat, number).outlook(seat) == here.outlook(seat)


def test_the_twin_agrees_on_what_pays() -> None:
    """URBE-TAKE-1."""
    for here in [*game(4, seed=5)][::9]:
        if here.outlook(1) is None:
            continue
        own = here.view(1)["players"][1]
        for place, each in prospects(here, 1).items():
            seen = here.view()["market"][place - 1]["tile"]
            tile = oracle.Tile(
                seen["colour"], seen["vp"], frozenset(seen["guilds"]), seen["power"] or ""
            )
            coins = {
                c["card"]: oracle.Card(frozenset(c["flags"]), frozenset(c["guilds"]))
                for c in own["cards"]
            }
            wanted = {
                (card, None if tile.power else part)
                for card, coin in coins.items()
                for part in oracle.PARTS
                if tile.power or coin.pays(part, tile)
            }
            assert {(p["card"], p["by"]) for p in each["payments"]} == wanted


# --- Arranged tables -----------------------------------------------------------------------------


def test_a_card_that_another_mark_needs() -> None:
    """URBE-TAKE-4: only purple pays for the Furrier here, and only crown-1 is purple or fox."""
    tiles, marks = "P07 B05 Y10 G01 X02 P01 P05 Y14 G17", "1@0 2@1"
    last = at_market(seats=2, round_number=4, market=tiles, marks=marks, step=2, cards=["12"])
    here = position(last)
    assert payment(here, 1, 1, "flags")["strands"] == []
    assert payment(here, 4, 1, "guilds")["strands"] == [1]
    assert payment(here, 4, 2, "guilds")["strands"] == []
    assert payment(here, 5, 1, None)["strands"] == [1]


Case = tuple[str, str, Callable[[Any], Any], Any]
CITY = "A1=P04 B1=B05 A2=G01"
CASES: list[Case] = [
    ("character", "P05", lambda g: g["character"], 2),  # Chamberlain: a purple 2
    ("no character", "P12", lambda g: g["character"], 0),
    ("fountain", "P05", lambda g: (g["fountains"], g["at"]), ([3], "B2")),
    ("no cell taken", "X05", lambda g: (g["fountains"], "at" in g), ([], False)),  # a bridge
    ("castle", "X01", lambda g: g["worth"], 10),  # B2 costs a point, and no corner is open
    ("decree", "P05", lambda g: [(d["id"], d["missing"]) for d in g["decrees"]], [("S05", 4)]),
]


@pytest.mark.parametrize(("about", "tile", "of", "wanted"), CASES, ids=[case[0] for case in CASES])
def test_gains(about: str, tile: str, of: Callable[[Any], Any], wanted: Any) -> None:
    """URBE-CHAR-2, URBE-FOUNTAIN-1, URBE-GREY-CASTLE, URBE-DECREE-2."""
    here = arranged(round_number=4, market=tile, cities=[CITY], decrees=["S05 A03 A05"])
    found = prospects(here)[1]["gains"]
    assert of(found) == wanted, about


def test_a_bridge_without_two_tiles_cannot_be_placed() -> None:
    """URBE-GREY-BRIDGE."""
    here = arranged(market="X05")
    assert prospects(here)[1]["gains"] is None
