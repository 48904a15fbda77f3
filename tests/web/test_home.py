"""Coming back: tables that wait come first, and every page says how many they are."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import contrada
from tests.web.checks import axe_finds_nothing, fits_the_screen
from tests.web.person import PHONE, Person, Players
from tests.web.serving import SEED, Player, table_of

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
    expect(ada.page.get_by_role("region", name="Running").get_by_role("listitem")).to_have_count(1)
    ada.does_not_see("New here?")
    builds(bruno, table, "1e3")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Your turn at 2 tables")
    cards = ada.page.get_by_role("region", name="Your tables").get_by_role("link")
    expect(cards.nth(0)).to_have_accessible_name("Play: Urbino, turn 5, your turn, 2 days left")
    expect(cards.nth(1)).to_have_attribute("href", f"/t/{later}")
    expect(ada.page.locator("li .mini .drawn")).to_have_count(2)
    expect(ada.page.locator("li").first.locator(".mini use[href*=house]")).to_have_count(2)
    fits_the_screen(ada)
    axe_finds_nothing(ada, ("phone",))
    ada.page.get_by_role("link", name="Ada: your games and data").click()
    ada.sees("Hello, Ada")
