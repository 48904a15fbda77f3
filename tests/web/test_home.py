"""Coming back: tables that wait come first, and every page says how many they are."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import contrada
from tests.web.checks import (
    axe_finds_nothing,
    fits_everywhere,
    fits_the_screen,
    nothing_is_left_in_english,
)
from tests.web.person import PHONE, WIDE, Person, Players
from tests.web.serving import ME, SEED, Player, bot, table_of

DAYS = {"kind": "turn", "hours": 48}
BEFORE = "e5 c3 1c5"  # then it is the second player's turn


def builds(player: Player, table: str, turn: str) -> None:
    """Play the turn after those in `BEFORE`."""
    position = contrada.game("urbino").start_fast(2, SEED)
    ply = 0
    for each in BEFORE.split():
        ply += len(position.read(each))
        position = position.play(each)
    player.tell("play", table, ply=ply, decisions=list(position.read(turn)))


def test_a_table_that_begins_to_wait_is_one_press_away(ada: Person, player: Players) -> None:
    bruno = player("Bruno")
    table = table_of("urbino", [player(ada), bruno], BEFORE, clock=DAYS)
    ada.opens("/rules")
    expect(ada.page.get_by_role("link", name="To your game")).to_have_attribute(
        "href", f"/t/{table}"
    )
    builds(bruno, table, "1e3")
    badge = ada.page.get_by_role("banner").get_by_role("link", name="1 Your turn")
    expect(badge).to_be_visible()
    expect(ada.page).to_have_title(re.compile(r"^\(1\) "))
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:"))
    badge.click()
    expect(ada.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()
    expect(badge).to_have_count(0)  # this is the table
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")


def test_home_shows_the_boards_of_tables_that_wait(ada: Person, player: Players) -> None:
    bruno = player("Bruno")
    later = table_of("urbino", [player(ada), bruno], f"{BEFORE} 1e3")
    table = table_of("urbino", [player(ada), bruno], BEFORE, clock=DAYS)
    ada.resizes_to(PHONE)
    ada.opens()
    expect(ada.page).to_have_title("(1) Your turn – Contrada")
    running = ada.page.get_by_role("region", name="Running").get_by_role("listitem")
    expect(running).to_contain_text("Bruno to move · 2 days left · turn 4")
    ada.does_not_see("New here?")
    builds(bruno, table, "1e3")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Your turn at 2 tables")
    cards = ada.page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(cards.nth(0)).to_have_accessible_name("Play: Urbino, turn 5, your turn, 2 days left")
    expect(cards.nth(1)).to_have_attribute("href", f"/t/{later}")
    expect(ada.page.locator("li .mini .drawn")).to_have_count(2)
    expect(ada.page.locator("li").first.locator(".mini use[href*=house]")).to_have_count(2)
    puzzle = ada.page.get_by_role("region").filter(has_text="Puzzle of the day").last
    expect(puzzle.locator(".mini .drawn")).to_have_count(1)
    expect(puzzle.get_by_role("link", name="Solve it")).to_have_attribute(
        "href", re.compile(r"^/learn/\w+/\d+$")
    )
    fits_the_screen(ada)
    axe_finds_nothing(ada, ("phone",))
    ada.page.get_by_role("link", name="Ada: your games and data").click()
    ada.sees("Hello, Ada")


# --- The next game -------------------------------------------------------------------------------

COUNT = "window.presses = 0; addEventListener('click', () => (window.presses += 1), true)"


def gives_up(player: Player, table: str) -> None:
    player.tell("resign", table, ply=player.tell("watch", table)["ply"])


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_rematch_takes_one_press_each_on_home(
    ada: Person, bruno: Person, player: Players, size: dict[str, int]
) -> None:
    players = [player(ada), player(bruno)]
    table = table_of("urbino", players, BEFORE)
    gives_up(players[1], table)
    for person in (ada, bruno):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        person.opens()
        person.page.evaluate(COUNT)
    row = ada.page.get_by_role("region", name="Finished").get_by_role("listitem")
    expect(row).to_contain_text("Urbino against Bruno")
    expect(row.locator(".mini .drawn")).to_have_count(1)  # the final board
    ada.presses("Rematch: Urbino against Bruno")
    expect(row).to_contain_text("you’ve asked for a rematch")
    asked = bruno.page.get_by_role("region", name="Finished").get_by_role("listitem")
    expect(asked).to_contain_text("Ada wants a rematch")
    fits_the_screen(bruno)
    axe_finds_nothing(bruno, ("phone" if size is PHONE else "wide",))
    counted = [person.page.evaluate("window.presses") for person in (ada, bruno)]
    assert counted == [1, 0]
    if size is PHONE:
        nothing_is_left_in_english(fits_everywhere(bruno))
    bruno.presses("Play again: Urbino against Ada")
    for person in (ada, bruno):
        person.page.wait_for_url(re.compile(f"/t/(?!{re.escape(table)})"))
        expect(person.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()


def test_a_rematch_is_declined_on_home(ada: Person, player: Players) -> None:
    host, bruno = player(ada), player("Bruno")
    table = table_of("urbino", [host, bruno], BEFORE)
    gives_up(host, table)
    ada.opens()
    bruno.tell("rematch", table)
    ada.presses("Not now: Urbino against Bruno")
    expect(ada.button("Rematch: Urbino against Bruno")).to_be_visible()
    assert [each["by"] for each in bruno.tell("watch", table)["declined"]] == [0]


def test_home_offers_a_rematch_against_the_computer(ada: Person, player: Players) -> None:
    host = player(ada)
    for _ in range(2):
        gives_up(host, host.make_table("urbino", ME, bot()))
    ada.resizes_to(PHONE)
    ada.opens()
    rows = ada.page.get_by_role("region", name="Finished").get_by_role("listitem")
    expect(rows).to_have_count(1)  # the latest, until somebody wants to see all
    ada.presses("All finished games")
    expect(rows).to_have_count(2)
    ada.page.get_by_role("button", name=re.compile("^Rematch: Urbino against")).first.click()
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()
