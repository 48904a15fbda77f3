"""Whole games against the computer, from the home page to the score sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Somebody
from tests.web.playing import has_score_sheet, plays_to_the_end

KINDS = ("house", "palace", "tower")


@pytest.fixture
def ada(somebody: Somebody) -> Person:
    """Ada, with everything that a browser has, including the service worker."""
    return somebody("Ada", service_workers="allow")


# --- Urbino --------------------------------------------------------------------------------------


def test_a_whole_game_of_urbino(ada: Person) -> None:
    ada.sits_down_against_computer("Urbino", level=1)
    ada.decides_at_once()
    plays_to_the_end(ada, takes_turn_of_urbino)
    has_score_sheet(ada, seats=2)
    assert not ada.offered("can ")


def takes_turn_of_urbino(person: Person) -> None:
    if person.button("Skip turn").is_visible():
        person.presses("Skip turn")
    elif stand := person.offered("you can place an architect here"):
        person.presses_square(stand[len(stand) // 2])
    else:
        if not person.offered("you can build here"):
            person.presses_square(person.offered("you can reposition it")[0])
            person.presses_square(person.finds("you can reposition the architect here")[0])
            person.settles()
        builds_something(person)


def builds_something(person: Person) -> None:
    for kind in filter(person.has, KINDS):
        person.takes(kind)
        if lots := person.offered("you can build here"):
            person.presses_square(lots[0])
            expect(person.square(lots[0])).to_have_accessible_name(re.compile(f" {kind}"))
            return


# --- Urtown --------------------------------------------------------------------------------------


@pytest.mark.soak  # Urbino is played from the first page to the last in every run
def test_a_whole_game_of_urtown(ada: Person) -> None:
    ada.sits_down_against_computer("Urtown", level=1, opponents=2)
    ada.decides_at_once()
    plays_to_the_end(ada, takes_turn_of_urtown)
    has_score_sheet(ada, seats=3)
    ada.sees("What was hidden")
    ada.page.get_by_text("Was the shuffle fair?").click()
    ada.follows("Check it")
    ada.sees("It matches.")


def takes_turn_of_urtown(person: Person) -> None:
    if person.button("Skip").is_visible():
        person.presses("Skip")
        return
    for tile in person.rack:
        person.presses(tile)
        fitting = person.offered("you can place a tile here") or person.offered("can be captured")
        if fitting:
            person.presses_square(fitting[0])
            return
