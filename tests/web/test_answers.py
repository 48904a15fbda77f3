"""What is prepared while others think, and what clocks wait for, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

import contrada
from tests.web.checks import SIZES, axe_finds_nothing, fits_everywhere
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import ME, OPEN, Player, Server, table_of

DAYS = {"kind": "turn", "hours": 48}
MINUTES = {"kind": "game", "minutes": 10, "increment": 5}
MIDDLING: ViewportSize = {"width": 900, "height": 700}
SOON = 3000  # milliseconds
TURNS = "e5 d4 1e3"  # then it is Bruno's turn


def shows_house(person: Person, square: str) -> None:
    """Show on the board where a house is built, theirs or one's own."""
    person.takes("house")
    person.presses_square(square)


def theirs_or_own(chip: Locator) -> str:
    fill = chip.locator("rect").first.get_attribute("fill")
    assert fill is not None
    return fill.removeprefix("var(").removesuffix(")")


def test_an_answer_is_prepared_on_the_board_and_played_at_once(
    ada: Person, player: Players
) -> None:
    bruno = player("Bruno")
    table = table_of("urbino", [player(ada), bruno], TURNS, clock=DAYS)
    ada.opens_table(table)
    place = ada.page.get_by_role("grid").bounding_box()
    ada.presses("Prepare answers")
    ada.sees("If Bruno…")
    assert ada.page.get_by_role("grid").bounding_box() == place, "the board stays where it is"
    expect(ada.page.get_by_role("timer")).to_have_count(2)
    ada.sees("turn 4")
    shows_house(ada, "e4")  # nothing to confirm: it is only shown
    ada.sees("Then you…")
    shows_house(ada, "d5")
    ada.presses("Keep this answer")  # the one press that ends the turn keeps it
    expect(ada.button("Another “if”").first).to_be_visible()
    expect(ada.page.get_by_role("button", name=re.compile("^then Ada built .*d5"))).to_be_visible()
    chips = ada.page.get_by_role("grid").locator("..").locator("svg .chip")  # in the order of play
    assert chips.all_text_contents() == ["1", "2"]
    assert [theirs_or_own(each) for each in chips.all()] == ["--last", "--accent"]
    axe_finds_nothing(ada, ("wide",), ("light",))
    fits_everywhere(ada)
    ada.presses("Back to the game")
    expect(ada.button("1 prepared answer")).to_be_visible()
    position = contrada.game("urbino").start()
    for turn in TURNS.split():
        position = position.play(turn)
    ply = len(position.history()) - 1
    bruno.tell("play", table, ply=ply, decisions=position.read("1e4"))
    ada.sees(re.compile("^Your answer .*d5 was played at"))
    expect(ada.moves).to_have_count(5)


@pytest.mark.parametrize("game", ["urbania", "urbe"])
def test_boards_keep_their_place_while_answers_are_prepared(
    ada: Person, player: Players, game: str
) -> None:
    ada.opens_table(table_of(game, [player("Bruno"), player(ada)], clock=DAYS))
    grids = ada.page.get_by_role("grid")
    for size in SIZES["wide"], MIDDLING:
        ada.resizes_to(size)
        ada.sees("Waiting for Bruno…")
        ada.settles()
        places = [each.bounding_box() for each in grids.all()]
        ada.presses("Prepare answers")
        ada.sees("If Bruno…")
        ada.settles()
        assert [each.bounding_box() for each in grids.all()] == places, "boards stay where they are"
        ada.presses("Back to the game")


def test_a_premove_is_shown_and_cancelled(ada: Person, player: Players) -> None:
    bruno = player("Bruno")
    table = table_of("urbino", [player(ada), bruno], TURNS, clock=MINUTES)
    ada.opens_table(table)
    ada.presses("Prepare answers")
    ada.sees("Whatever Bruno does, you…")
    shows_house(ada, "d5")
    ada.presses("Keep this move")
    cancel = ada.page.get_by_role("button", name=re.compile("^Don’t play .*d5"))
    expect(cancel).to_be_visible()
    cancel.click()
    expect(cancel).to_have_count(0)

    place = ada.page.get_by_role("grid").bounding_box()
    ada.presses_square("d5")  # a press on the board begins one too
    ada.sees("Whatever Bruno does, you…")
    expect(ada.square("d5")).to_be_focused()
    assert ada.page.get_by_role("grid").bounding_box() == place, "nothing moves"
    ada.presses("Back to the game")
    ada.does_not_see("Whatever Bruno does, you…")
    ada.presses_square("d5")
    ada.resizes_to(PHONE)
    ada.sees("It is played as soon as it is your turn.")
    expect(ada.page.get_by_role("region", name="Bruno")).to_contain_text("(to move)")
    bruno.tell("chat", table, text="Take your time")  # people go on talking meanwhile
    ada.page.get_by_role("button", name=re.compile("^Chat, 1")).click()
    ada.sees("Take your time")
    ada.page.get_by_role("textbox", name="Say something").fill("Thank you")
    ada.presses("Send")
    expect(ada.page.get_by_role("log")).to_contain_text("Thank you")
    ada.presses("Board")
    ada.takes("house")
    ada.presses("Build house")
    expect(cancel).to_be_visible()


def test_a_pause_is_asked_for_and_ended(ada: Person, bruno: Person, player: Players) -> None:
    table = table_of("urbino", [player(ada), player(bruno)], TURNS, clock=MINUTES)
    for person in (ada, bruno):
        person.opens_table(table)
    ada.panel("More")
    ada.presses("Ask for a pause")
    bruno.sees("Ada asks for a pause. All clocks would stop.")
    bruno.presses("Pause")
    for person in (ada, bruno):
        person.sees("Paused.")
    ada.presses("Go on")
    for person in (ada, bruno):
        person.does_not_see("Paused.")


@pytest.fixture(scope="module")
def hasty(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a few seconds for a first move."""
    server = Server(tmp_path_factory.mktemp("hasty"), first_move_within=SOON, games=["urbino"])
    yield server
    server.stop()


def test_a_table_without_a_first_move_is_open_again(hasty: Server, somebody: Somebody) -> None:
    ada, bruno = somebody("Ada", at=hasty), somebody("Bruno", at=hasty)
    host = Player(hasty, token=ada.token)
    table = host.make_table("urbino", ME, OPEN, clock=MINUTES)
    for person in (ada, bruno):
        person.opens_table(table)
    bruno.presses("Sit down")
    bruno.sees(re.compile("^Ada didn’t make the first move in time"))
    ada.sees(re.compile("^You didn’t make your first move in time"))
    expect(ada.button("Sit here")).to_be_visible()
    host.leave()
