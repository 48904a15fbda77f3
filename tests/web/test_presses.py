"""No press is lost: it is applied, kept until the answer arrives, or visibly impossible."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

import contrada
from tests.web.line import Line
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import ME, SEED, Player, bot, table_of

PRESSES = 25
START = "e5 c3 1c5 1e3"  # Black to move: only d4 is a lot, unless an architect goes elsewhere


@pytest.fixture
def line(ada: Person) -> Line:
    return Line(ada)


@pytest.fixture
def urbino(ada: Person, line: Line, player: Players) -> str:
    table = table_of("urbino", [player(ada), player("Bruno")], START)
    ada.opens_table(table)
    ada.waits_for_turn()
    return table


def plays_on(player: Player, table: str) -> None:
    """Black repositions an architect from where nothing can be built, and builds a house."""
    urbino = contrada.game("urbino")
    position = urbino.start(2, SEED)
    for turn in urbino.read_line(START):
        position = position.play(turn)
    ply = player.tell("watch", table)["ply"]
    for later, decision in enumerate(position.read("e5-e6,1b3")):
        player.tell("play", table, ply=ply + later, decisions=[decision])


# --- While an answer is under way ----------------------------------------------------------------


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "asked first"])
def test_a_building_may_be_chosen_before_the_architect_has_arrived(
    at_once: bool, ada: Person, line: Line, urbino: str
) -> None:
    """Two presses for the next position, made before the page has received it."""
    if at_once:
        ada.decides_at_once()
    ada.presses_square("e5")
    line.hold()
    ada.presses_square("e6")
    ada.waits_for_an_answer()
    ada.takes("tower")
    ada.presses_square("e5")
    ada.sees("Sending…")
    line.release()
    if not at_once:
        ada.presses("Build tower")
    expect(ada.square("e5")).to_have_accessible_name(re.compile("black tower"))


def test_keys_are_kept_in_order_too(ada: Person, line: Line, urbino: str) -> None:
    ada.presses_square("e5")
    line.hold()
    ada.presses_square("e6")
    ada.waits_for_an_answer()
    for key in ("3", "ArrowDown", "Enter"):  # a tower, on the square below, which is a lot then
        ada.page.keyboard.press(key)
    line.release()
    ada.sees("Build a tower on e5?")


def test_a_second_press_on_the_same_square_says_yes_once(
    ada: Person, line: Line, urbino: str
) -> None:
    """It does not also press what is on the square by then."""
    ada.presses_square("e5")
    line.hold()
    ada.presses_square("e6")
    ada.waits_for_an_answer()
    ada.presses_square("e6")
    line.release()
    ada.settles()
    ada.sees("Now choose a building and a lot for it.")
    expect(ada.page.locator(".refusal")).to_have_count(0)


def test_a_press_after_the_button_is_no_second_yes(ada: Person, line: Line, urbino: str) -> None:
    """The square was chosen before, but something else was pressed in between."""
    ada.takes("tower")
    ada.presses_square("d4")
    line.hold()
    ada.presses("Build tower")
    ada.waits_for_an_answer()
    ada.presses_square("d4")
    line.release()
    ada.sees("It’s not your turn yet.")


def test_a_double_click_builds(ada: Person, line: Line, urbino: str) -> None:
    """The second press comes before the page knows whether the first needs confirming."""
    ada.takes("tower")
    line.hold()
    ada.square("d4").dblclick()
    line.release()
    expect(ada.square("d4")).to_have_accessible_name(re.compile("black tower"))


def test_a_building_dragged_too_early_arrives(ada: Person, line: Line, urbino: str) -> None:
    ada.presses_square("e5")
    line.hold()
    ada.presses_square("e6")
    ada.waits_for_an_answer()
    ada.supply("tower").hover()
    ada.page.mouse.down()
    ada.square("e5").hover()
    ada.page.mouse.up()
    line.release()
    ada.sees("Build a tower on e5?")


def test_what_is_pressed_after_the_turn_is_not_kept_for_the_next(
    ada: Person, line: Line, player: Players, urbino: str
) -> None:
    ada.decides_at_once()
    ada.takes("house")
    line.hold()
    ada.presses_square("d4")
    ada.waits_for_an_answer()
    ada.presses_square("e4")
    line.release()
    ada.sees("It’s not your turn yet.")
    ada.sees("Waiting for Bruno…")
    expect(ada.moves).to_have_count(5)


def test_presses_that_built_upon_a_refusal_are_not_applied(
    ada: Person, line: Line, urbino: str
) -> None:
    """The position has changed in another tab: choose again."""
    other = ada.opens_a_second_tab()
    other.waits_for_turn()
    line.hold()
    other.sends_architect("c3", "c4")
    ada.presses_square("e5")
    ada.presses_square("e6")
    ada.waits_for_an_answer()
    ada.takes("tower")
    line.release()
    ada.sees("That’s no longer possible. Choose again.")
    expect(ada.square("e5")).to_have_accessible_name(re.compile("architect"))


def test_the_next_player_at_one_screen_may_press_at_once(ada: Person, line: Line) -> None:
    """The turn is over, but this screen ended it: nobody else has changed anything."""
    ada.opens("/new?game=urbino")
    ada.page.get_by_label("Shuffle the seats when the game starts").uncheck(force=True)
    ada.page.get_by_label("Seat 2").select_option("Someone at this screen")
    ada.presses("Start")
    ada.waits_for_turn()
    ada.presses_square("e5")
    line.hold()
    ada.presses("Place architect")
    ada.waits_for_an_answer()
    ada.presses_square("c3")
    line.release()
    ada.presses("Place architect")
    expect(ada.moves).to_have_count(2)


# --- When it is not one's turn -------------------------------------------------------------------


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_press_before_the_turn_is_answered(
    size: str, somebody: Somebody, player: Players
) -> None:
    wishes = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if size == "phone" else {}
    ada = somebody("Ada", **wishes)
    table = table_of("urbino", [player("Bruno"), player(ada)], START)
    ada.opens_table(table)
    ada.sees("Waiting for Bruno…")
    ada.does_not_see("It’s not your turn yet.")
    ada.square("d4").tap() if size == "phone" else ada.presses_square("d4")
    ada.sees("It’s not your turn yet.")
    ada.does_not_see("It’s not your turn yet.")  # for a moment only


def test_a_press_that_the_turn_comes_into_is_taken(ada: Person, player: Players) -> None:
    """The pointer goes down on a picture of a tower, and up on the button it has become."""
    bruno = player("Bruno")
    table = table_of("urbino", [bruno, player(ada)], START)
    ada.opens_table(table)
    ada.sees("Waiting for Bruno…")
    supply = ada.page.get_by_role("group", name="White’s supply")
    box = supply.get_by_text("3 towers").locator("..").bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.page.mouse.down()
    plays_on(bruno, table)
    ada.waits_for_turn()
    ada.page.mouse.up()
    ada.sees("Choose a lot for the tower.")


def test_only_a_press_that_chooses_nothing_is_said_to(ada: Person, urbino: str) -> None:
    vain = ada.page.locator(".vain")
    ada.presses_square("d4")
    ada.sees("Choose a building for d4.")
    ada.page.evaluate(
        "() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn)))"
    )
    expect(vain).to_have_count(0)
    ada.steps_back()
    ada.page.get_by_role("gridcell", name="a9, empty").press("Enter")
    ada.sees("a9 is not a building lot")  # it was refused, which says more
    expect(vain).to_have_count(0)


# --- At any moment -------------------------------------------------------------------------------

# All that a press may change.
LOOKS = """() => JSON.stringify([
  ...document.querySelectorAll("main :is(button, [role=gridcell], p), .refusal, [aria-busy]"),
].map((one) => [
  one.getAttribute("aria-busy") ?? one.getAttribute("aria-label") ?? one.textContent,
  one.getAttribute("aria-selected") ?? one.getAttribute("aria-pressed"),
]))"""
# Presses one of what chooses something, or where nothing does, one of the squares; tells which.
PRESS = """(chance) => {
  document.querySelectorAll(".vain").forEach((said) => (said.dataset.was = "said"));
  const all = [...document.querySelectorAll("[data-presses=choice] :is(button, [role=gridcell])")]
    .filter((one) => one.closest("[data-presses]").dataset.presses === "choice")
    .filter((one) => !one.disabled && one.ariaDisabled !== "true" && one.checkVisibility());
  const acting = all.filter((one) => one.matches("button, .acts"));
  const some = acting.length ? acting : all;
  const target = some[Math.floor(chance * some.length)];
  const said = target.outerHTML;
  target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  target.click();
  return said;
}"""


@pytest.mark.parametrize("game", ["urbino", "urtown", "urbania", "urbe"])
def test_nothing_is_swallowed_at_any_moment(game: str, somebody: Somebody, player: Players) -> None:
    """Press anything while the bot thinks, an answer is pending, or the board moves.

    The moments are chosen by what the page has received so far, so they are the same each time.
    """
    ada = somebody("Ada", reduced_motion="no-preference")
    line, choose = Line(ada), random.Random(f"{game} {SEED}")
    ada.opens_table(player(ada).make_table(game, ME, bot(1)))
    expect(ada.page.get_by_role("grid").first).to_be_visible()
    ada.decides_at_once()
    line.hold()
    for _ in range(PRESSES):
        for _ in range(choose.choice((0, 0, 1, 2))):
            line.let_one_pass()
        presses_something(ada, choose)
        if choose.random() < 0.3:
            line.release()
            ada.settles()
            line.hold()
    line.release()
    assert ada.moves.count() > 0, "some of it was a turn"


def presses_something(person: Person, choose: random.Random) -> None:
    """Press, and check that it does something, is kept, or is said to do nothing."""
    before = person.page.evaluate(LOOKS)
    what = person.page.evaluate(PRESS, choose.random())
    said_anew = person.page.locator(".vain:not([data-was])")
    person.until(
        lambda: person.page.evaluate(LOOKS) != before or said_anew.count() > 0,
        f"what comes of pressing {what}",
    )
