"""A server that has yet to compile its games: the page says so, and goes on by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import contrada
from tests.server.gate import Gate
from tests.server.processes import Cold, Process
from tests.web.person import Person, Somebody

COMING = "Getting ready…"


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(tmp_path, monkeypatch)


@pytest.fixture
def cold(built_page: None, tmp_path: Path, gate: Gate) -> Iterator[Process]:
    """A server with no game compiled; compiling waits for the test."""
    database = f"sqlite:///{tmp_path / 'games.db'}"
    settings = {"games": contrada.NAMES}
    server = Cold(database, tmp_path / "log", settings=settings, gate=gate.wish)
    yield server.answering()
    server.end()


@pytest.fixture
def newcomer(cold: Process, somebody: Somebody) -> Person:
    return somebody("Ada", at=cold)


def card(person: Person, game: str) -> Locator:
    heading = person.page.get_by_role("heading", name=game, exact=True)
    return person.page.get_by_role("article").filter(has=heading)


def test_the_cards_say_which_games_are_ready(newcomer: Person, gate: Gate) -> None:
    newcomer.opens()
    cards = newcomer.page.get_by_role("article")
    expect(cards.filter(has_text=COMING)).to_have_count(4)
    newcomer.page.evaluate("document.title = 'the same page'")
    sizes = [each.bounding_box() for each in cards.all()]
    gate.open("urbino")
    expect(cards.filter(has_text=COMING)).to_have_count(3)
    expect(card(newcomer, "Urbino").get_by_role("status")).to_have_text("Urbino is ready.")
    assert [each.bounding_box() for each in cards.all()] == sizes
    expect(newcomer.page).to_have_title("the same page")

    gate.break_down("urtown", "There is no room on the disk")
    expect(card(newcomer, "Urtown").get_by_role("status")).to_have_text("Not available")
    expect(newcomer.button("Urtown: play the computer")).to_be_disabled()
    expect(newcomer.button("Urbino: play the computer")).to_be_enabled()

    newcomer.presses("Play the computer")  # without a game: one that is ready is chosen
    expect(newcomer.page.get_by_role("radio", name="Urbino")).to_be_checked()
    newcomer.presses("Start")
    newcomer.page.wait_for_url("**/t/*")
    expect(newcomer.page.get_by_role("grid")).to_be_visible()


def test_a_game_and_a_lesson_that_are_opened_too_early_open_by_themselves(
    newcomer: Person, gate: Gate
) -> None:
    newcomer.forgives("503")  # the browser notes every answer that is none
    newcomer.opens()
    waits_for_urtown_instead_of_urbino(newcomer)
    learner = newcomer.opens_a_second_tab()
    puzzles = waits_for_a_lesson_of_urbino(learner)

    gate.open("urbino")
    expect(learner.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()
    learner.opens("/learn")
    expect(puzzles).to_have_count(5)
    expect(card(newcomer, "Urbino").get_by_text(COMING)).to_have_count(0)
    expect(newcomer.button(COMING)).to_be_disabled()
    gate.open("urtown")
    newcomer.page.wait_for_url("**/t/*")
    expect(newcomer.page.get_by_role("grid", name="Board of Urtown")).to_be_visible()


def waits_for_urtown_instead_of_urbino(person: Person) -> None:
    person.presses("Urbino: play the computer")
    person.presses("Start")
    person.sees(re.compile("Urbino is still getting ready"))
    person.page.keyboard.press("Escape")  # whoever closes it has changed their mind
    person.presses("Urtown: play the computer")
    person.presses("Start")
    expect(person.button(COMING)).to_be_disabled()


def waits_for_a_lesson_of_urbino(person: Person) -> Locator:
    """Return the puzzles, of which there are none yet."""
    person.opens("/learn")
    puzzles = person.page.get_by_role("list", name="Puzzles: Urbino").get_by_role("link")
    expect(card(person, "Urbino").get_by_text(COMING)).to_be_visible()
    expect(puzzles).to_have_count(0)
    person.follows("First lesson: Urbino")
    person.sees(re.compile("Urbino is getting ready. This page will open by itself"))
    return puzzles
