"""Addresses of positions, free boards, marks, and the ways to share what was found."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, expect

import contrada
from contrada import games
from tests.web.checks import (
    LANGUAGES,
    axe_finds_nothing,
    fits_the_screen,
    nothing_is_left_in_english,
    words_of,
)
from tests.web.person import PHONE, WIDE, Person, Somebody
from tests.web.serving import Player, Server, table_of, until

ARCHITECT = re.compile("^..,? architect")
WRONG = "This address doesn’t fit the game exactly; here is the nearest position."


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    """A table of Urbino where somebody has resigned after three turns."""
    players = [Player(server, name) for name in ("Ada", "Bruno")]
    table = table_of("urbino", players, "e5 c3 1d4")
    players[1].tell("resign", table, ply=decisions("e5 c3 1d4"))
    return table


def decisions(line: str) -> int:
    position = contrada.game("urbino").start(2, 0)
    for turn in line.split():
        position = position.play(turn)
    return len(position.history()) - 1


def is_at(person: Person, address: str) -> None:
    expect(person.page).to_have_url(person.server.url + address)


def tab(person: Person, name: str) -> None:
    person.page.get_by_role("tab", name=re.compile(f"^{name}")).click()


def middle(square: Locator) -> tuple[float, float]:
    box = square.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def copied(person: Person, way: str) -> str:
    """What a way to share has put on the clipboard."""
    person.page.evaluate("() => navigator.clipboard.writeText('nothing')")
    person.page.get_by_role("button", name=re.compile(f"^{way}")).click()

    def look() -> str | None:
        text = str(person.page.evaluate("() => navigator.clipboard.readText()"))
        return None if text == "nothing" else text

    return until(look, f"what “{way}” copies")


# --- The address ---------------------------------------------------------------------------------


def test_the_address_names_the_turn_and_the_line(somebody: Somebody, finished: str) -> None:
    ada = somebody("Ada")
    study = f"/t/{finished}/study"
    ada.opens(f"{study}/2")
    ada.sees("After turn 2 of 3.")
    ada.presses("Go to the start")
    is_at(ada, study)
    ada.presses_square("g7")
    ada.presses("Place architect")
    expect(ada.page).to_have_url(re.compile(rf"{study}/0/\d+$"))
    tried = ada.page.url
    ada.page.go_back()
    is_at(ada, study)
    expect(ada.square("g7")).not_to_have_accessible_name(ARCHITECT)
    ada.page.go_forward()
    expect(ada.page).to_have_url(tried)
    expect(ada.square("g7")).to_have_accessible_name(ARCHITECT)
    # Somebody else, on a phone, sees the same; the line is kept when they step out of it.
    bruno = somebody("Bruno", viewport=PHONE, has_touch=True, is_mobile=True)
    bruno.page.goto(tried)
    bruno.sees(re.compile("^Variation after turn 0 of 3"))
    expect(bruno.square("g7")).to_have_accessible_name(ARCHITECT)
    fits_the_screen(bruno)
    bruno.presses("Back to the game")
    bruno.presses("Analysis")
    tab(bruno, "Lines")
    bruno.page.get_by_role("list", name="Lines you tried").get_by_role("button").first.click()
    expect(bruno.page).to_have_url(tried)


@pytest.mark.parametrize(
    ("place", "shown"),
    [("/99", "/3"), ("/2/e5", "/2"), ("/first", ""), ("/0/999-1", "")],
)
def test_a_wrong_address_leads_to_the_nearest(
    ada: Person, finished: str, place: str, shown: str
) -> None:
    ada.forgives("409")
    ada.forgives("422")
    ada.opens(f"/t/{finished}/study{place}")
    ada.sees(WRONG)
    is_at(ada, f"/t/{finished}/study{shown}")


def test_the_address_of_a_replay(ada: Person, finished: str) -> None:
    replay = f"/t/{finished}/replay"
    ada.opens(f"{replay}/2")
    ada.sees("After turn 2 of 3.")
    ada.moves.first.click()
    is_at(ada, f"{replay}/1")
    ada.page.go_back()
    ada.sees("After turn 2 of 3.")
    ada.opens(f"{replay}/40")
    ada.sees(WRONG)
    is_at(ada, f"{replay}/3")


# --- Sharing and marks ---------------------------------------------------------------------------


def test_what_is_shared(somebody: Somebody, finished: str) -> None:
    ada = somebody("Ada", permissions=["clipboard-read", "clipboard-write"])
    ada.forgives("409")  # nothing can be built where the last press is
    ada.opens(f"/t/{finished}/study/2")
    ada.sees("After turn 2 of 3.")
    mouse, board = ada.page.mouse, ada.square
    mouse.move(*middle(board("e5")))
    mouse.down(button="right")
    mouse.move(*middle(board("e7")), steps=3)
    mouse.up(button="right")
    ada.page.keyboard.down("Shift")
    mouse.click(*middle(board("d6")), button="right")
    ada.page.keyboard.up("Shift")
    address = f"/t/{finished}/study/2?marks=ge5-e7,rd6"
    is_at(ada, address)
    tab(ada, "Share")
    axe_finds_nothing(ada, ["wide"], ["light"])
    assert copied(ada, "Copy the link") == ada.server.url + address
    text = copied(ada, "Copy as text").splitlines()
    assert text[1:] == [
        "1. e5  2. c3",
        contrada.game("urbino").start(2, 0).play("e5").play("c3").text,
        ada.server.url + address,
    ]
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name=re.compile("^Save a picture")).click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    snippet = copied(ada, "Put it on a web page")
    src = re.search(r'contrada-board src="([^"]+)"', snippet)
    assert src
    shown = ada.page.request.get(src[1].replace("&amp;", "&")).json()
    assert [step["text"] for step in shown["steps"]] == ["", "e5", "c3"]
    # Who opens the link sees the marks; a press on the board clears them.
    ada.page.reload()
    said = ada.page.get_by_role("status").filter(has_text="arrow from e5 to e7 and ring on d6")
    expect(said).to_have_count(1)
    mouse.click(*middle(board("a1")))
    is_at(ada, f"/t/{finished}/study/2")


def test_marks_by_finger(somebody: Somebody, finished: str) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.opens(f"/t/{finished}/study/2")
    ada.sees(re.compile("^After turn 2"))
    x, y = middle(ada.square("d6"))
    touch = ada.context.new_cdp_session(ada.page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(ada.page.locator("svg.marks circle")).to_have_count(1)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    is_at(ada, f"/t/{finished}/study/2?marks=gd6")
    expect(ada.square("d6")).to_have_attribute("aria-selected", "false")  # it was no press


# --- Free boards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.NAMES)
def test_a_free_board_of_each_game(ada: Person, game: str) -> None:
    """Deals, lets somebody move, and asks for the best move."""
    ada.opens(f"/study/{game}?seats=2&seed=5")
    ada.presses("Ask for the best move")
    best = ada.page.get_by_role("list", name="Best moves here").get_by_role("button").first
    best.click()
    ada.presses("Try this")
    expect(ada.page).to_have_url(re.compile(rf"/study/{game}/[\d-]+\?seats=2&seed=5$"))
    ada.presses("One turn back")
    is_at(ada, f"/study/{game}?seats=2&seed=5")
    ada.presses("One turn forward")  # the line is kept
    expect(ada.page).to_have_url(re.compile(rf"/study/{game}/[\d-]+\?seats=2&seed=5$"))
    if game == "urbe":
        axe_finds_nothing(ada, ["wide"], ["light"])


def test_a_position_is_set_up_by_hand(ada: Person) -> None:
    ada.forgives("422")
    ada.resizes_to(PHONE)
    ada.opens("/study/urbino")
    modes, board = ada.button("Set up").bounding_box(), ada.page.get_by_role("grid").bounding_box()
    assert modes
    assert board
    assert modes["y"] + modes["height"] <= board["y"], "above the board, not in a tab"
    assert board["width"] >= 9 * 36
    ada.presses("Set up")
    ada.resizes_to(WIDE)
    ada.sees("This position can be played.")
    for piece, squares in (("architect", ("f3", "d6")), ("black palace", ("d5",))):
        ada.button(piece).click()
        for square in squares:
            ada.presses_square(square)
    ada.presses_square("e5")  # a second palace beside the first
    ada.sees(re.compile("^This position can’t come up in a game: .*URBINO-TWIN-2"))
    expect(ada.button("Play from this position")).to_be_disabled()
    ada.presses_square("e5")
    ada.button("white house").click()
    ada.presses_square("d4")
    ada.page.get_by_role("radio", name="White to move").check(force=True)
    ada.sees("This position can be played.")
    axe_finds_nothing(ada, ["phone", "wide"])
    ada.presses("Play from this position")
    ada.sees("White to move.")
    asked = parse_qs(urlsplit(ada.page.url).query)
    assert asked["position"] == ["9/9/9/9/3p5/3H5/9/9/9 f3,d6 w turn 0 base"]


def test_the_address_of_a_free_board(ada: Person) -> None:
    ada.forgives("422")
    ada.opens("/study/urbino?position=nothing")
    ada.sees("The address held no possible position; here is the start of the game.")
    is_at(ada, "/study/urbino?seats=2&seed=0")
    ada.opens("/study/chess")
    ada.sees("There is no such game")
    ada.follows("Urtown")
    expect(ada.page.get_by_role("grid").first).to_be_visible()
    expect(ada.page).to_have_url(re.compile(r"/study/urtown\?seats=2&seed=\d+$"))


def test_free_boards_speak_all_languages(ada: Person) -> None:
    ada.opens("/study/urbino?seats=2&seed=0")
    ada.sees("Ask for the best move")
    said: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for at in (0, 1, 2, None):
        if at is None:
            ada.page.get_by_role("group").get_by_role("button").first.click()
        else:
            ada.page.get_by_role("tab").nth(at).click()
        for language in LANGUAGES:
            ada.speaks(language)
            said[language] |= words_of(ada)
    nothing_is_left_in_english(said)
