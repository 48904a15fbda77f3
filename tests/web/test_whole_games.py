"""Whole games against the computer, from the first page to the score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.person import Person

KINDS = ("house", "palace", "tower")


def is_over(person: Person) -> bool:
    return re.search(r"\bwins?\b|share the win", person.page.title()) is not None


def may_skip(person: Person) -> bool:
    return person.button("Skip").is_visible()


def plays_to_the_end(person: Person, take_turn: Callable[[Person], None]) -> None:
    """Take turn after turn, each as soon as something is offered."""

    def may_act() -> bool:
        offers = may_skip(person) or person.rack or person.offered("can ")
        return is_over(person) or bool(offers)

    while True:
        person.until(may_act, "one's turn, or the end")
        if is_over(person):
            return
        logged = person.moves.count()
        if may_skip(person):
            person.presses("Skip")
        else:
            take_turn(person)
        until_logged(person, logged + 1)


def until_logged(person: Person, turns: int) -> None:
    person.until(lambda: is_over(person) or person.moves.count() >= turns, "the turn in the log")


def has_score_sheet(person: Person, seats: int) -> None:
    """The panel with the result has come by itself, and adds up."""
    sheets = person.page.get_by_role("region", name="Score sheet").get_by_role("table")
    expect(sheets).to_have_count(seats)
    for sheet in sheets.all():
        (*_, total) = sheet.get_by_role("caption").inner_text().split()
        lines = [cell.inner_text() for cell in sheet.get_by_role("cell").all()]
        assert sum(int(line) for line in lines if line.isdigit()) == int(total), lines


# --- Urbino --------------------------------------------------------------------------------------


def test_a_whole_game_of_urbino(ada: Person) -> None:
    ada.sits_down_against_computer("Urbino", level=1)
    ada.decides_at_once()
    plays_to_the_end(ada, takes_turn_of_urbino)
    has_score_sheet(ada, seats=2)
    assert not ada.offered("can ")


def takes_turn_of_urbino(person: Person) -> None:
    if stand := person.offered("an architect can stand here"):
        person.presses_square(stand[len(stand) // 2])
        return
    if not person.offered("can build here"):
        person.presses_square(person.offered("can go elsewhere")[0])
        person.presses_square(person.finds("the architect can go here")[0])
        person.finds("can build here")
    builds_something(person)


def builds_something(person: Person) -> None:
    for kind in filter(person.has, KINDS):
        person.takes(kind)
        if lots := person.offered("can build here"):
            person.presses_square(lots[0])
            expect(person.square(lots[0])).to_have_accessible_name(re.compile(f" {kind}"))
            return


# --- Urtown --------------------------------------------------------------------------------------


def test_a_whole_game_of_urtown(ada: Person) -> None:
    ada.sits_down_against_computer("Urtown", level=1, opponents=2)
    ada.decides_at_once()
    plays_to_the_end(ada, takes_turn_of_urtown)
    has_score_sheet(ada, seats=3)
    ada.sees("What was hidden")
    ada.page.get_by_text("Was it shuffled fairly?").click()
    ada.follows("Check it")
    ada.sees("It matches.")


def takes_turn_of_urtown(person: Person) -> None:
    for tile in person.rack:
        person.presses(tile)
        fitting = person.offered("a tile can be placed here") or person.offered("can be captured")
        if fitting:
            person.presses_square(fitting[0])
            return
