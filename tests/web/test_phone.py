"""A phone: small, upright, and used with fingers that hide what they press."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import table_of
from tests.web.states import Tables

URBINO = "e5 c3 1c5 1e3"


A_PHONE: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture
def ada(somebody: Somebody) -> Person:
    return somebody("Ada", **A_PHONE)


def taps(person: Person, square: str) -> None:
    person.square(square).tap()


def test_a_turn_of_urbino_is_chosen_then_confirmed(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    ada.waits_for_turn()
    ada.decides_at_once(back_to="Board, your turn")  # by mouse; fingers are asked all the same
    taps(ada, "e5")
    taps(ada, "e6")
    ada.sees("Now choose a building and a lot for it.")
    ada.page.get_by_role("button", name="17 houses").tap()
    taps(ada, "e5")
    ada.sees("Build a house on e5?")
    taps(ada, "c4")
    ada.sees("Build a house on c4?")
    ada.button("Step back").tap()
    ada.sees("Choose a lot for the house.")
    taps(ada, "c4")
    ada.button("Build house").tap()
    ada.sees("Waiting for Bruno…")
    expect(ada.square("c4")).to_have_accessible_name(re.compile("black house"))


def test_a_turn_of_urtown_is_chosen_then_confirmed(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urtown", [player(ada), player("Bruno"), player("Carla")]))
    ada.waits_for_turn()
    tile = ada.until(lambda: ada.rack, "the rack")[0]
    ada.button(tile).tap()
    square, other, *_ = ada.finds("you can place a tile here")
    taps(ada, other)
    taps(ada, square)
    ada.button(f"Place on {square}").tap()
    expect(ada.square(square)).to_have_accessible_name(re.compile(f"{square}, {tile}"))
    ada.sees("Waiting for Bruno…")


def test_a_refusal_does_not_cover_the_square_it_points_at(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urtown", [player(ada), player("Bruno"), player("Carla")]))
    ada.waits_for_turn()
    ada.button("red 1").tap()  # goes in column 1, and the last row is where notes usually are
    taps(ada, "I9")
    ada.sees("The 1 goes in column 1, not on I9.")
    note = ada.page.get_by_role("status").filter(has_text="URTOWN-PLACE-1").locator("> *")
    assert bottom_of(note) < top_of(ada.square("I9"))
    taps(ada, "D1")  # what was refused lies no longer on what can be chosen now
    expect(note).to_have_count(0)


def top_of(what: Locator) -> float:
    return float(what.evaluate("what => what.getBoundingClientRect().top"))


def bottom_of(what: Locator) -> float:
    return float(what.evaluate("what => what.getBoundingClientRect().bottom"))


def test_moves_districts_and_chat_are_a_tab_away(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    ada.presses("Moves")
    ada.sees("Bruno built a house on e3")
    ada.presses("Districts")
    ada.sees("There are no districts yet. Buildings that touch form one.")
    ada.presses("Chat")
    ada.sees("No messages yet.")
    ada.presses("Board, your turn")
    ada.waits_for_turn()
    assert ada.finds("you can build here") == ["d4"]


def test_news_leave_whoever_looks_back_where_they_are(ada: Person, player: Players) -> None:
    bruno = player("Bruno")
    table = table_of("urbino", [player(ada), bruno], URBINO)
    ada.opens_table(table)
    ada.presses("Moves")
    ada.page.get_by_role("button", name="Bruno placed an architect on c3").click()
    ada.sees("Looking back.")
    ada.presses("Chat")
    bruno.tell("chat", table, text="Are you there?")
    ada.sees("Are you there?")


def test_a_line_of_the_score_sheet_leads_to_its_squares(somebody: Somebody, tables: Tables) -> None:
    ada = somebody(token=tables.token, **A_PHONE)
    ada.opens_table(tables.ended)
    outline = ada.page.locator("path[stroke='var(--ink)'][stroke-width='6']")
    ada.presses("Result")
    ada.page.get_by_role("region", name="Score sheet").locator("[aria-expanded]").first.tap()
    ada.page.locator("tr.line").get_by_role("button").first.tap()
    expect(outline).to_have_count(1)  # on the board, which has opened
    ada.presses("Result")
    ada.presses("Board")
    expect(ada.page.get_by_role("grid")).to_be_visible()
    expect(outline).to_have_count(0)
