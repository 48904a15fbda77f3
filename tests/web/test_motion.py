"""What moves at a table, frame by frame."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Players, Somebody
from tests.web.playing import nearly_over
from tests.web.serving import Player, table_of
from tests.web.states import URBINO, URTOWN

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


# Whoever is to move plays until these have flown: how a game has gone, and what is then in the air.
IN_THE_AIR: dict[str, tuple[int, Callable[[], str], set[str]]] = {
    "urbino": (2, lambda: URBINO, {"text"}),  # points
    "urtown": (3, lambda: URTOWN, {"tile"}),  # captured, or from the pile to a rack
    "urbe": (3, lambda: nearly_over("urbe", 3, 24), {"round", "tile", "text"}),  # a coin turns
}
LONGEST = 40  # decisions; a round of Urbe has fewer

# Notes of all that flies in which places it has been seen, by its kind.
KINDS = """() => {
  window.air = {};
  const look = () => {
    for (const each of document.querySelectorAll(".flying")) {
      const { x, y } = each.getBoundingClientRect();
      (window.air[each.classList[1]] ??= new Set()).add(`${Math.round(x)} ${Math.round(y)}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
# Those that were seen in more than one place, so that they have moved.
MOVED = "() => Object.keys(window.air).filter((kind) => window.air[kind].size > 1)"


@pytest.mark.parametrize("game", IN_THE_AIR)
def test_what_flies_in_the_other_games(somebody: Somebody, player: Players, game: str) -> None:
    seats, line, expected = IN_THE_AIR[game]
    ada = somebody("Ada", reduced_motion="no-preference")
    people = [player(ada), *map(player, ("Bruno", "Carla")[: seats - 1])]
    table = table_of(game, people, line())
    ada.opens_table(table)
    ada.waits_for_turn()
    ada.page.evaluate(KINDS)
    for _ in range(LONGEST):
        sees_change(ada, lambda: decides_something(people, table))
        expect(ada.page.locator(".flying")).to_have_count(0)
        if expected <= set(ada.page.evaluate(MOVED)):
            return
    raise AssertionError(f"only {ada.page.evaluate(MOVED)} have moved")


def sees_change(person: Person, act: Callable[[], None]) -> None:
    before = seen_state(person)
    act()
    person.until(lambda: seen_state(person) != before, "something else on the table")


def seen_state(person: Person) -> tuple[str, ...]:
    page = person.page
    return page.title(), page.get_by_role("main").inner_text(), *person.squares().values()


def decides_something(people: list[Player], table: str) -> None:
    now = people[0].tell("watch", table)
    mover = people[now["to_move"]]
    legal = mover.tell("watch", table)["legal"]
    mover.tell("play", table, ply=now["ply"], decisions=[legal[len(legal) // 2]])
