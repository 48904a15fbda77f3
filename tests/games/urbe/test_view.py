"""What a page needs in a view: who comes next, what a coin card could take, how near a decree is.

`tests/oracles/urbe.py` works out independently what pays for what and where a pattern is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from contrada import Position
from contrada.games.contract import View
from tests.games.urbe.positions import CELLS, arranged, urbe
from tests.oracles import urbe as oracle

SEAT_COUNTS = (2, 3, 4)


def game(seats: int, seed: int, *, useful_eight: bool | str = False) -> Iterator[Position]:
    """Play randomly, but place tiles where they help decrees."""
    here, choose = urbe(useful_eight=useful_eight).start(seats, seed), random.Random(seed)
    while not here.is_over:
        yield here
        some = choose.sample(here.legal(), min(6, len(here.legal())))
        laying = here.view()["due"] == "place"
        here = here.play_one(min(some, key=lambda each: far(here, each)) if laying else some[0])
    yield here


def far(here: Position, decision: int) -> int:
    assert here.to_move is not None
    own = here.play_one(decision).view(here.to_move)["players"][here.to_move]
    return sum(9 if each["missing"] is None else each["missing"] for each in own["decrees"])


def test_the_order_of_a_phase_names_who_is_to_move() -> None:
    """URBE-SETUP-7, URBE-MARKET-1, URBE-TAKE-4, URBE-PLACE-2, URBE-GREY-HERALD."""
    heralds = 0
    for seats, seed in product(SEAT_COUNTS, range(5)):
        for here in game(seats, seed, useful_eight=(False, "beside", "instead")[seed % 3]):
            view = here.view()
            if here.is_over:
                assert (view["order"], view["goes"]) == ([], 0)
                continue
            assert view["order"][view["goes"]] == here.to_move, view["due"]
            each = 2 if seats == 2 and view["phase"] in ("mark", "take") else 1
            assert sorted(view["order"]) == sorted([*range(seats)] * each)
            heralds += any(player["is_herald"] for player in view["players"])
    assert heralds > 20  # his order is another one


def tile_of(seen: dict[str, Any]) -> oracle.Tile:
    return oracle.Tile(seen["colour"], seen["vp"], frozenset(seen["guilds"]), seen["power"] or "")


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_coins_name_the_places_they_pay_for(seats: int) -> None:
    """URBE-TAKE-1."""
    for here in [*game(seats, seed=3)][::5]:
        view = here.view()
        for player in view["players"]:
            tiles = {
                place["place"]: tile_of(place["tile"])
                for place in view["market"]
                if place["tile"]
                and {place["meeple"], place["archbishop"]} <= {None, player["seat"]}
            }
            for card in player["cards"]:
                coin = oracle.Card(frozenset(card["flags"]), frozenset(card["guilds"]))
                assert card["pays"] == {
                    part: [place for place, tile in tiles.items() if coin.pays(part, tile)]
                    for part in oracle.PARTS
                }


def letters(player: View) -> list[str | None]:
    """The letter of each cell: `-` if it is empty, None for a tile without a colour."""
    found: list[str | None] = []
    for cell in player["city"]:
        tile = cell["tile"]
        if tile is None:
            found.append("-")
        elif tile["power"] == "townhall":
            found.append(oracle.ANY_COLOUR)
        else:
            found.append(None if tile["colour"] == "grey" else tile["colour"][0].upper())
    return found


def needs(grid: oracle.Grid) -> Iterator[dict[int, str]]:
    """For every placement of a pattern: the letters it needs, by cell."""
    for form in oracle.forms(grid):
        for top in range(5 - len(form)):
            for left in range(5 - len(form[0])):
                yield {
                    (top + row) * 4 + left + column: letter
                    for row, line in enumerate(form)
                    for column, letter in enumerate(line)
                    if letter != oracle.ANYTHING
                }


def fewest_missing(grid: oracle.Grid, city: list[str | None]) -> int | None:
    possible = [
        sum(city[cell] == "-" for cell in needed)
        for needed in needs(grid)
        if all(city[cell] in ("-", letter, oracle.ANY_COLOUR) for cell, letter in needed.items())
    ]
    return min(possible, default=None)


def test_decrees_tell_how_near_they_are() -> None:
    """URBE-DECREE-2, URBE-GREY-TOWNHALL."""
    known = set()
    for seats, seed in product(SEAT_COUNTS, (8, 9)):
        for here in [*game(seats, seed)][::4]:
            seat = here.to_move or 0
            player = here.view(seat)["players"][seat]
            city = letters(player)
            for decree in player["decrees"]:
                missing = fewest_missing(decree["grid"], city)
                assert decree["missing"] == missing
                assert decree["met"] == (missing == 0)
                known.add(missing)
                if missing is not None:
                    check_where(decree, city)
    assert {None, 2, 3, 4} <= known


def check_where(decree: dict[str, Any], city: list[str | None]) -> None:
    """The cells named are one way to fulfil it: filled ones fit, open ones are empty."""
    assert len(decree["open"]) == decree["missing"]
    named = {CELLS.index(each["cell"]): each["colour"][0].upper() for each in decree["open"]}
    assert all(city[cell] == "-" for cell in named)
    whole = named.keys() | {CELLS.index(cell) for cell in decree["right"]}
    assert any(
        needed.keys() == whole and all(needed[cell] == letter for cell, letter in named.items())
        for needed in needs(decree["grid"])
    )


def test_both_sides_of_a_character_are_told() -> None:
    """URBE-CHAR-2."""
    sides = arranged(due="side").view()["players"][0]["sides"]
    assert [(each["side"], each["name"], each["vp"]) for each in sides] == [
        ("A", "Chamberlain", 2),
        ("B", "Goldsmith", 3),
    ]


@pytest.mark.parametrize("last", [False, True])
def test_a_forecast_tells_the_seat_how_its_own_decrees_would_stand(*, last: bool) -> None:
    """Even if the next market, which nobody knows, is dealt right afterwards."""
    for here in game(2, seed=2):
        seat = here.to_move
        if seat is None or here.view()["due"] != "place":
            continue
        decision = here.legal()[0]
        shown = here.preview([decision], seat)
        if shown.reveals != last:
            continue
        after = here.play_one(decision).view(seat)["players"]
        assert shown.view["players"][seat]["decrees"] == after[seat]["decrees"]
        assert shown.view["players"][1 - seat]["decrees"] is None
        return
    pytest.fail("no such placing")
