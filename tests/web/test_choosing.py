"""Choosing a turn: step by step, with a preview, undone, refused, looked back at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Players
from tests.web.serving import ME, bot, table_of

# Red to move: taking I4 would part the yellow tiles on H4 and I3.
URTOWN = """
    A A4; D D6; skyline E4; 1 D1; skyline D5; car I3; lamp E1; cards H5; 4 D4; E E2; I I5; I I4;
    5 A5; 6 E6; H H4
"""


@pytest.fixture
def urbino(ada: Person, player: Players) -> str:
    table = table_of("urbino", [player(ada), player("Bruno")], "e5 c3 1c5 1e3")
    ada.opens_table(table)
    ada.waits_for_turn()
    return table


# --- Step by step --------------------------------------------------------------------------------


def test_what_can_be_built_is_offered_step_by_step(ada: Person, urbino: str) -> None:
    assert ada.offered("you can build here") == ["d4"]
    assert ada.offered("you can reposition it") == ["e5", "c3"]
    ada.presses_square("e5")
    ada.sees("Choose a new square for the architect on e5.")
    assert "e6" in ada.offered("you can reposition the architect here")
    ada.presses_square("e6")
    ada.sees("Now choose a building and a lot for it.")
    assert ada.finds("you can build here") == ["f6", "e5", "c4", "b3"]
    ada.takes("tower")
    ada.sees("Choose a lot for the tower.")
    ada.presses_square("e5")
    ada.sees("Build a tower on e5?")
    ada.presses("Build tower")
    expect(ada.square("e5")).to_have_accessible_name(re.compile("black tower"))


def test_the_lot_may_be_chosen_before_the_building(ada: Person, urbino: str) -> None:
    ada.presses_square("d4")
    ada.sees("Choose a building for d4.")
    ada.takes("palace")
    ada.presses("Build palace")
    expect(ada.square("d4")).to_have_accessible_name(re.compile("black palace"))


def test_pointing_at_a_lot_tells_what_building_there_would_change(ada: Person, urbino: str) -> None:
    ada.takes("tower")
    ada.square("d4").hover()
    ada.sees("Black 0 → 0, White 0 → 0")


def test_a_building_is_dragged_to_its_lot(ada: Person, urbino: str) -> None:
    tower = ada.page.get_by_role("button", name="3 towers")
    tower.hover()
    ada.page.mouse.down()
    ada.square("d4").hover()
    ada.page.mouse.up()
    ada.sees("Build a tower on d4?")
    ada.presses("Build tower")
    expect(ada.square("d4")).to_have_accessible_name(re.compile("black tower"))


def test_a_button_without_a_square_goes_on_from_a_hint(ada: Person, player: Players) -> None:
    ada.opens_table(player(ada).make_table("urbino", ME, bot()))
    ada.places_architect("e5")
    ada.sees("Choose who builds first.")
    ada.presses("Hint")
    hinted = ada.page.get_by_role("list", name="Best moves here").get_by_role("button")
    white = hinted.and_(ada.page.get_by_role("button", name=re.compile("White")))
    if white.get_attribute("aria-pressed") != "true":
        white.click()
    expect(white).to_have_attribute("aria-pressed", "true")
    ada.presses("Let Black build first")
    ada.sees("Choose the first building and a lot for it. The architects stay where they are.")
    ada.steps_back()
    ada.sees("You play Black. Choose who builds first.")
    ada.presses("Let White build first")  # says it all: there is nothing to confirm
    expect(ada.moves.nth(2)).to_contain_text("let White build first")


def test_turns_end_at_once_if_one_likes(ada: Person, urbino: str) -> None:
    ada.decides_at_once()
    ada.takes("house")
    ada.presses_square("d4")
    expect(ada.moves).to_have_count(5)


# --- Taking back ---------------------------------------------------------------------------------


def test_stepping_back_takes_back_picks_and_then_decisions(ada: Person, urbino: str) -> None:
    ada.sends_architect("e5", "e6")
    ada.takes("house")
    ada.presses_square("c4")
    ada.sees("Build a house on c4?")
    ada.steps_back()
    ada.sees("Choose a lot for the house.")
    ada.steps_back()
    ada.sees("Now choose a building and a lot for it.")
    ada.steps_back()
    expect(ada.square("e5")).to_have_accessible_name(re.compile("^e5, architect"))
    expect(ada.button("Step back")).to_be_disabled()


def test_stepping_back_keeps_the_focus(ada: Person, urbino: str) -> None:
    ada.sends_architect("e5", "e6")
    ada.button("Step back").press("Enter")
    expect(ada.square("e5")).to_have_accessible_name(re.compile("^e5, architect"))
    expect(ada.button("Step back")).to_be_disabled()
    expect(ada.button("Step back")).to_be_focused()


def test_a_reload_in_mid_turn_changes_nothing(ada: Person, urbino: str) -> None:
    ada.sends_architect("e5", "e6")
    ada.page.reload()
    expect(ada.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))
    ada.sees("Now choose a building and a lot for it.")
    ada.steps_back()
    expect(ada.square("e5")).to_have_accessible_name(re.compile("^e5, architect"))
    ada.builds("house", "d4")
    expect(ada.moves).to_have_count(5)


# --- Refusals ------------------------------------------------------------------------------------


def looks(person: Person, square: str) -> bytes:
    """A picture of a square, without the pointer over it."""
    person.page.mouse.move(0, 0)
    return person.square(square).screenshot()


def test_a_refused_lot_is_explained_and_pointed_at(ada: Person, urbino: str) -> None:
    before = {square: looks(ada, square) for square in ("a1", "e5", "i9")}
    ada.takes("house")
    ada.presses_square("a1")
    ada.sees("a1 is not a building lot: the architect on e5 can’t see it.")
    ada.sees("URBINO-LOT-3")
    assert looks(ada, "e5") != before["e5"], "the architect is pointed at"
    assert looks(ada, "a1") != before["a1"], "so is the square that was tried"
    assert looks(ada, "i9") == before["i9"]
    ada.presses_square("d4")
    ada.sees("Build a house on d4?")
    ada.does_not_see("URBINO-LOT-3")


def test_a_tile_is_told_where_it_belongs(ada: Person, player: Players) -> None:
    """No decision puts it there, so the page cannot ask the server why."""
    ada.opens_table(player(ada).make_table("urtown", ME, bot(1), random_seats=False))
    ada.waits_for_turn()
    tile = next(each for each in ada.rack if re.search(r" [1-8]$", each))
    ada.presses(tile)
    ada.presses_square(f"E{int(tile[-1]) + 1}")
    ada.sees(f"The {tile[-1]} goes in column {tile[-1]}, not on")


def test_a_refused_tile_is_explained_and_pointed_at(ada: Person, player: Players) -> None:
    players = [player(ada), player("Bruno"), player("Carla")]
    ada.opens_table(table_of("urtown", players, URTOWN))
    ada.waits_for_turn()
    ada.presses("red I")
    expect(ada.square("I4")).to_have_accessible_name(re.compile("can’t be captured"))
    before = {square: looks(ada, square) for square in ("H4", "I3", "I4", "A9")}
    ada.presses_square("I4")
    ada.sees("You can’t capture I4: that would split the yellow group.")
    ada.sees("URTOWN-CAPTURE-1")
    assert {square for square, old in before.items() if looks(ada, square) != old} == {
        "H4",
        "I3",
        "I4",
    }


# --- Looking back --------------------------------------------------------------------------------


def test_a_turn_of_the_log_shows_how_it_was(ada: Person, urbino: str) -> None:
    ada.page.get_by_role("button", name="Bruno placed an architect on c3").click()
    ada.sees("Looking back.")
    expect(ada.square("c5")).to_have_accessible_name(re.compile("c5, empty"))
    assert not ada.offered("can "), "what was cannot be changed"
    ada.presses("Back to the game")
    expect(ada.square("c5")).to_have_accessible_name(re.compile("black house"))
    assert ada.offered("you can build here") == ["d4"]


# --- Pointing ------------------------------------------------------------------------------------


def test_a_colour_or_group_pointed_at_is_outlined_and_counted(ada: Person, player: Players) -> None:
    players = [player(ada), player("Bruno"), player("Carla")]
    ada.opens_table(table_of("urtown", players, URTOWN))
    ada.waits_for_turn()
    board = ada.page.get_by_role("region", name="Board").locator("svg[aria-hidden]").first
    groups = ada.page.get_by_role("region", name="Groups")
    sizes = board.get_by_text(re.compile("^[0-9]$"))
    before = sizes.count()
    for pointed, counted in ((re.compile("^yellow"), 2), (re.compile("^Group of"), 1)):
        groups.get_by_role("button", name=pointed).first.hover()
        expect(sizes).to_have_count(before + counted)
        assert ada.offered("last move") == ["H4"], "what is pointed at was not played"
