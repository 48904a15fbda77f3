"""Both games by keys alone: no pointer is used after the table is open."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.person import Person, Players
from tests.web.serving import Player, table_of

ON_BOARD = r"^\w\d, "


def focused(person: Person) -> str:
    """Return the name of the focused element."""
    return str(
        person.page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent.trim()"
        )
    )


def tabs_to(person: Person, name: str, *, back: bool = False) -> None:
    """Press Tab until something has the focus."""
    passed = [focused(person)]
    while not re.search(name, passed[-1]):
        person.page.keyboard.press("Shift+Tab" if back else "Tab")
        passed.append(focused(person))
        assert len(passed) < 80, f"no way by Tab to {name}, only to {passed}"


def walks_to(person: Person, square: str, *, row_first: bool = False) -> None:
    """Press arrows until a square has the focus: rows of Urbino count upwards, of Urtown down."""
    for _ in range(20):
        here = focused(person)[:2]
        if here == square:
            return
        person.page.keyboard.press(arrow(here, square, row_first=row_first))
    raise AssertionError(f"no way by arrows to {square}")


def arrow(here: str, there: str, *, row_first: bool) -> str:
    if row_first:
        if here[1] != there[1]:
            return "ArrowRight" if here[1] < there[1] else "ArrowLeft"
        return "ArrowDown" if here[0] < there[0] else "ArrowUp"
    if here[0] != there[0]:
        return "ArrowRight" if here[0] < there[0] else "ArrowLeft"
    return "ArrowUp" if here[1] < there[1] else "ArrowDown"


def test_urbino_by_keys(ada: Person, bruno: Person, player: Players) -> None:
    table = table_of("urbino", [player(ada), player(bruno)])
    for person in (ada, bruno):
        person.opens_table(table)
    keys = ada.page.keyboard

    ada.waits_for_turn()
    tabs_to(ada, ON_BOARD)
    walks_to(ada, "e5")
    keys.press("Enter")
    ada.sees("Place the architect on e5?")
    keys.press("Enter")  # the same square again says yes
    bruno.places_architect("c3")

    ada.waits_for_turn()
    keys.press("1")
    ada.sees("Choose a lot for the house.")
    walks_to(ada, "c5")
    assert focused(ada) == "c5, empty, you can build here"
    keys.press("Enter")
    keys.press("Enter")
    bruno.builds("house", "e3")

    ada.waits_for_turn()
    walks_to(ada, "c3")
    keys.press("Space")
    walks_to(ada, "g3")
    keys.press("Space")
    ada.sees("Now choose a building and a lot for it.")
    keys.press("Escape")
    expect(ada.square("c3")).to_have_accessible_name(re.compile("^c3, architect"))
    keys.press("3")
    walks_to(ada, "d4")
    keys.press("Enter")
    ada.sees("Build a tower on d4?")
    keys.press("Enter")
    expect(bruno.square("d4")).to_have_accessible_name(re.compile("black tower"))


def test_urtown_by_keys(ada: Person, player: Players) -> None:
    others = player("Bruno"), player("Carla")
    table = table_of("urtown", [player(ada), *others])
    ada.opens_table(table)
    ada.waits_for_turn()
    places_by_keys(ada)
    for other in others:
        plays_anything(other, table)
    ada.waits_for_turn()
    places_by_keys(ada)


def places_by_keys(person: Person) -> None:
    """Place the first tile of the rack on the last square that it fits on."""
    keys = person.page.keyboard
    tile = person.until(lambda: person.rack, "the rack")[0]
    tabs_to(person, f"^{tile}$")
    keys.press("Enter")
    square = person.finds("you can place a tile here")[-1]
    tabs_to(person, ON_BOARD, back=True)
    walks_to(person, square, row_first=True)
    keys.press("Enter")
    expect(person.button(f"Place on {square}")).to_be_visible()
    keys.press("Enter")
    expect(person.square(square)).to_have_accessible_name(re.compile(f"{square}, {tile}"))


def plays_anything(player: Player, table: str) -> None:
    seen = player.tell("watch", table)
    player.tell("play", table, ply=seen["ply"], decisions=seen["legal"][:1])


def test_the_keys_are_listed(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")]))
    ada.waits_for_turn()
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_hidden()


def test_the_first_page_by_keys(ada: Person) -> None:
    """It takes two presses to play against the computer."""
    ada.opens()
    ada.sees("Your tables")
    tabs_to(ada, "^Urtown: play the computer$")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    tabs_to(ada, "^Start$")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("grid", name="Board of Urtown")).to_be_visible()


def test_arrows_look_back_and_confirming_keeps_the_focus(ada: Person, player: Players) -> None:
    """Where nothing else takes them: the focus is neither on the board nor in a list."""
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], "e5 c3 1c5 1e3"))
    ada.waits_for_turn()
    keys = ada.page.keyboard
    keys.press("ArrowLeft")
    ada.sees("Looking back.")
    keys.press("ArrowRight")
    ada.does_not_see("Looking back.")
    keys.press("1")
    ada.sees("Choose a lot for the house.")
    ada.square("d4").focus()
    keys.press("Enter")
    tabs_to(ada, "Build house")
    keys.press("Enter")
    ada.sees("Waiting for Bruno…")
    assert re.search(ON_BOARD, focused(ada))
