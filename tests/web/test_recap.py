"""What the others did since your own last turn, stepped through on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.web.checks import axe_finds_nothing, fits_the_screen
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import Player, table_of

WIDE: ViewportSize = {"width": 1440, "height": 900}
# A step lasts for ever, so that no test depends on when it looks.
STAYS = """
const later = window.setTimeout;
window.setTimeout = (act, wait, ...more) =>
  later(act, wait === 2000 ? 1e8 : wait, ...more);
"""


def recap(person: Person) -> Locator:
    return person.page.get_by_role("group", name="Since your last turn")


def plays_until_a_turn_of(first: Player, players: list[Player], table: str) -> str:
    """Everyone decides what comes first, until the first seat is to move after a round."""
    while True:
        now = first.tell("watch", table)
        turns = [line["seat"] for line in now["log"] if line["done"]]
        if now["to_move"] == 0 and 0 in turns and turns[-1] != 0:
            return str(now["log"][-1]["text"])
        mover = players[now["to_move"]]
        legal = mover.tell("watch", table)["legal"]
        mover.tell("play", table, ply=now["ply"], decisions=[legal[0]])


def table_after_a_round(person: Person, player: Players, game: str, seats: int) -> str:
    names = ("Bruno", "Chiara", "Dario", "Elena")
    players = [player(person), *map(player, names[: seats - 1])]
    table = table_of(game, players)
    plays_until_a_turn_of(players[0], players, table)
    return table


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [("urbino", 2, WIDE), ("urtown", 5, PHONE), ("urbania", 5, PHONE), ("urbe", 4, WIDE)],
)
def test_a_recap_begins_by_itself_and_any_press_skips_it_and_counts(
    somebody: Somebody, player: Players, game: str, seats: int, size: ViewportSize
) -> None:
    phone = size is PHONE
    ada = somebody(
        "Ada", viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="no-preference"
    )
    ada.altered_page.add_init_script(STAYS)
    ada.opens_table(table_after_a_round(ada, player, game, seats))
    steps = recap(ada)
    expect(steps).to_contain_text(re.compile(r"1 of \d"))
    way = "To my turn" if phone else "Skip"  # a single step is already your turn
    expect(ada.button(way)).to_be_visible()
    fits_the_screen(ada)
    if phone:
        ada.presses("Moves")
        expect(ada.page.get_by_role("list", name="Moves")).to_be_visible()  # it counted
        ada.page.keyboard.press("r")
        expect(ada.page.get_by_role("grid").first).to_be_visible()
        ada.presses("Moves")
        ada.presses("Show again")  # it is on every tab, and leads to where something can be seen
        expect(ada.page.get_by_role("grid").first).to_be_visible()
        expect(steps).to_contain_text(re.compile(r"1 of \d"))
    cell = ada.page.get_by_role("gridcell").first
    cell.click()
    expect(ada.button(way)).to_have_count(0)
    assert ada.page.title().startswith("Your turn")


def test_keys_step_through_a_recap(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=WIDE)
    ada.opens_table(table_after_a_round(ada, player, "urtown", 5))
    keys, steps = ada.page.keyboard, recap(ada)
    expect(steps).to_contain_text("4 moves since your last turn")
    expect(ada.page.locator(".chip text")).to_have_text(["1", "2", "3", "4"])
    keys.press("r")
    expect(steps).to_contain_text("1 of 4")
    expect(ada.page.locator(".chip text")).to_have_text(["1"])
    axe_finds_nothing(ada)
    ada.resizes_to(WIDE)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(steps).to_contain_text("3 of 4")
    keys.press("ArrowLeft")
    expect(steps).to_contain_text("2 of 4")
    keys.press("Escape")
    expect(steps).to_contain_text("4 moves since your last turn")
    steps.get_by_role("button", name="Move 3, by Dario").click()
    expect(steps).to_contain_text("3 of 4")
    ada.presses("Skip")
    expect(ada.page.locator(".chip text")).to_have_text(["1", "2", "3", "4"])
    expect(ada.button("To my turn")).to_have_count(0)
