"""What moves at a table, frame by frame."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Players, Somebody
from tests.web.serving import Player, table_of

# Notes where things that move are in every frame: how many places each kind has been seen in.
WATCH = """() => {
  const seen = { flying: new Set(), car: new Set() };
  window.seen = () => Object.fromEntries(Object.entries(seen).map(([kind, at]) => [kind, at.size]));
  const look = () => {
    for (const kind of Object.keys(seen))
      for (const each of document.querySelectorAll(`.${kind}`)) {
        const { x, y } = each.getBoundingClientRect();
        seen[kind].add(`${Math.round(x)} ${Math.round(y)}`);
      }
    requestAnimationFrame(look);
  };
  look();
}"""
CARS = 3


def seen(person: Person) -> dict[str, int]:
    found: dict[str, int] = person.page.evaluate("window.seen()")
    return found


def draws_all(player: Player, table: str) -> None:
    for _ in range(4):
        now = player.tell("watch", table)
        player.tell("play", table, ply=now["ply"], decisions=now["legal"][:1])


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_cards_fly_and_the_train_makes_a_lap_unless_somebody_asks_for_less(
    somebody: Somebody, player: Players, wish: str, moves: bool
) -> None:
    ada = somebody("Ada", reduced_motion=wish)
    people = [player(ada), player("Bruno")]
    table = table_of("urbania", people)
    ada.opens_table(table)
    ada.waits_for_turn()
    expect(ada.page.locator(".car")).to_have_count(CARS)
    ada.page.evaluate(WATCH)
    for name in ("^Pool 1: ", "^Resource pile") * 2:
        ada.page.get_by_role("button", name=re.compile(name)).click()
        ada.presses("Draw")
        ada.settles()
    ada.sees("Waiting for Bruno…")
    if moves:
        ada.until(lambda: seen(ada)["flying"] > 3, "cards in flight")
    draws_all(people[1], table)  # whoever began: now a round has ended
    ada.waits_for_turn()
    if moves:
        ada.until(lambda: seen(ada)["car"] > 4 * CARS, "the train on its way")
        ada.page.keyboard.press("Escape")  # any press ends what flies
    expect(ada.page.locator(".flying")).to_have_count(0)
    if not moves:
        assert seen(ada) == {"flying": 0, "car": CARS}
