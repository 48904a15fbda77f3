"""What a phone shows on every tab, offers that are asked for again, the end, and the rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.web.checks import LARGE, LARGER_PHONE, axe_finds_nothing, fits_the_screen
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.playing import Presses
from tests.web.serving import ME, Player, table_of

URBINO = "e5 c3 1c5 1e3"
CLOCK = {"kind": "game", "minutes": 10, "increment": 5}


def on_a_phone(somebody: Somebody, name: str, size: ViewportSize = PHONE, **more: Any) -> Person:
    return somebody(name, viewport=size, has_touch=True, is_mobile=True, **more)


def resign(player: Player, table: str) -> None:
    player.tell("resign", table, ply=ply_of(player, table))


def ply_of(player: Player, table: str) -> int:
    return int(player.tell("watch", table)["ply"])


def test_an_offer_is_seen_on_any_tab_and_asked_for_again(
    somebody: Somebody, player: Players
) -> None:
    ada, bruno = on_a_phone(somebody, "Ada"), somebody("Bruno", viewport=LARGE)
    players = [player(ada), player(bruno)]
    table = table_of("urbino", players, URBINO, clock=CLOCK)
    ada.opens_table(table)
    bruno.opens_table(table)
    for tab in ("Moves", "Districts", "More", "Chat"):
        ada.presses(tab)
        expect(ada.page.get_by_role("timer")).to_have_count(2)
        ada.sees("Bruno built a house on e3")
    bruno.panel("More")
    bruno.presses("Offer a draw")
    ada.sees("Bruno offers a draw.")
    expect(ada.button("Board, your turn")).to_be_visible()
    ada.presses("Answer")
    axe_finds_nothing(ada, ("phone",))
    ada.page.keyboard.press("Escape")
    expect(ada.button("Answer")).to_be_focused()  # nothing is agreed to
    ada.presses("Answer")
    ada.sees(re.compile(r"^You are level, 0–0\. Your clock shows \d+:\d\d\.$"))
    ada.presses("Play on")
    bruno.sees("Ada plays on.")
    axe_finds_nothing(bruno)
    bruno.presses("OK")
    bruno.does_not_see("Ada plays on.")

    ada.presses("More")
    ada.presses("Offer a draw")
    ada.presses("Back")
    bruno.does_not_see("Ada offers a draw.")
    ada.presses("Offer a draw")
    ada.presses("Offer it")
    bruno.sees("Ada offers a draw.")
    ada.presses("Withdraw")
    bruno.does_not_see("Ada offers a draw.")
    players[1].tell("chat", table, text="No hurry")
    expect(ada.button("Chat, 1 new")).to_be_visible()
    axe_finds_nothing(ada, ("phone",))


@pytest.mark.parametrize(
    ("size", "language", "again"),
    [
        (PHONE, "en-GB", "Play again"),
        (LARGER_PHONE, "it-IT", "Gioca ancora"),
        (LARGE, "ru-RU", "Сыграть ещё"),
    ],
    ids=["360 English", "390 Italian", "1440 Russian"],
)
def test_a_rematch_takes_one_press_each(
    somebody: Somebody, player: Players, size: ViewportSize, language: str, again: str
) -> None:
    ada, bruno = somebody("Ada", viewport=size, locale=language), on_a_phone(somebody, "Bruno")
    players = [player(ada), player(bruno)]
    table = table_of("urbino", players, URBINO, clock=CLOCK)
    for person in (ada, bruno):
        person.opens_table(table)
    bruno.presses("Moves")
    resign(players[0], table)
    bruno.sees("You win.")  # the row says so, and nobody is sent to another tab
    expect(bruno.page.get_by_role("timer")).to_have_count(2)
    bruno.presses("Result")
    ending = bruno.page.locator(".ending")
    assert ending.evaluate("each => each.scrollHeight <= each.clientHeight"), "it is not cut"
    bruno.presses("Board")
    if size is PHONE:  # his is the same each time
        axe_finds_nothing(bruno, ("phone",))
    counted = [Presses(ada), Presses(bruno)]
    bruno.presses("Rematch")
    bruno.sees("You’ve asked for a rematch.")
    expect(bruno.button("Withdraw")).to_have_count(1)  # said once
    expect(ada.button(again)).to_be_visible()
    axe_finds_nothing(ada, ("wide" if size is LARGE else "phone",))
    fits_the_screen(ada)
    ada.button(again).click()
    for person, presses in zip((ada, bruno), counted, strict=True):
        person.page.wait_for_url(re.compile(f"/t/(?!{re.escape(table)})"))
        expect(person.page.get_by_role("grid")).to_be_visible()
        assert int(presses) == 1
    bruno.sees("You play Black.")  # he was White
    bruno.places_architect("a1")
    row = bruno.page.locator(".event")  # the time for her first move stands beside his latest
    expect(row).to_contain_text("architect on a1")
    expect(row).to_contain_text(re.compile(r"First move\s*\d+ s"))


def test_a_rematch_that_is_refused_is_told(somebody: Somebody, player: Players) -> None:
    ada, bruno = on_a_phone(somebody, "Ada"), somebody("Bruno")
    ada.forgives("409")  # no help in a study of the start while others, of any test, play it
    players = [player(ada), player(bruno)]
    table = table_of("urbino", players, URBINO)
    for person in (ada, bruno):
        person.opens_table(table)
    resign(players[1], table)
    ada.presses("Rematch")
    bruno.presses("Not now")
    ada.sees("Bruno doesn’t want another game now.")
    ada.presses("Invite someone else")
    asking = ada.page.get_by_role("dialog")
    expect(asking.get_by_role("button", name="Make the link")).to_be_visible()
    expect(asking.get_by_role("radio", name="No clock")).to_be_checked()
    ada.page.keyboard.press("Escape")
    ada.follows("Study this game")
    expect(ada.page.get_by_role("slider")).to_be_visible()
    bruno.presses("Rematch")  # he has changed his mind, and she hears of it where she is
    ada.sees("Bruno wants a rematch.")
    fits_the_screen(ada)
    axe_finds_nothing(ada, ("phone",))
    ada.presses("Play again")
    for person in (ada, bruno):
        person.page.wait_for_url(re.compile(f"/t/(?!{re.escape(table)})"))


def test_three_agree_on_a_rematch(somebody: Somebody, player: Players) -> None:
    people = [somebody("Ada", viewport=LARGE), on_a_phone(somebody, "Bruno"), somebody("Carla")]
    players = [player(each) for each in people]
    table = table_of("urtown", players)
    for each in people:
        each.opens_table(table)
    ada, bruno, carla = people
    for name, leaving in (("Ada", ada), ("Bruno", bruno)):
        (leaving.panel if leaving is ada else leaving.presses)("More")
        leaving.presses("Resign")
        leaving.page.get_by_role("group", name="Resign").get_by_role(
            "button", name="Resign"
        ).click()
        carla.sees(re.compile(f"{name}.*resigned|resigned"))
    carla.sees("You win.")
    carla.presses("Rematch")
    bruno.presses("Play again")
    for each in (bruno, carla):
        each.page.wait_for_url(re.compile(f"/t/(?!{re.escape(table)})"))


def test_a_rematch_against_the_computer_takes_one_press(
    somebody: Somebody, player: Players
) -> None:
    ada = on_a_phone(somebody, "Ada")
    host = player(ada)
    table = host.make_table("urbino", ME, {"kind": "bot", "level": 1})
    ada.opens_table(table)
    ada.presses("More")
    resign(host, table)
    ada.presses("Another game…")
    dialog = ada.page.get_by_role("dialog", name="Play the computer")
    expect(dialog.get_by_role("radio", name="Urbino")).to_be_checked()
    expect(dialog.get_by_role("radio", name=re.compile("^1,"))).to_be_checked()
    expect(dialog.get_by_role("radio", name="No clock")).to_be_checked()
    axe_finds_nothing(ada, ("phone",))
    fits_the_screen(ada)
    ada.page.keyboard.press("Escape")
    ada.presses("Rematch")  # below every tab
    ada.page.wait_for_url(re.compile(f"/t/(?!{re.escape(table)})"))
    expect(ada.page.get_by_role("grid")).to_be_visible()


# --- Places are fixed ----------------------------------------------------------------------------

# Notes what moves, from now on, but for what lies in elements that may.
SHIFTS = """(free) => {
  const element = ({ node }) => (node instanceof Element ? node : node?.parentElement);
  const isFixed = (each) => !free || !each?.closest(free);
  window.shifts = [];
  window.noting?.disconnect();
  window.noting = new PerformanceObserver((found) => {
    for (const { value, sources } of found.getEntries()) {
      const moved = sources.map(element).filter(isFixed);
      const shown = moved.map((each) => each?.outerHTML.slice(0, 90));
      if (moved.length) window.shifts.push([value, ...shown]);
    }
  });
  window.noting.observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("size", [PHONE, LARGER_PHONE, LARGE], ids=["360", "390", "1440"])
def test_nothing_moves_from_step_to_step(
    somebody: Somebody, player: Players, size: ViewportSize
) -> None:
    ada = somebody("Ada", viewport=size)
    players = [player(ada), player("Bruno")]
    table = table_of("urbino", players, URBINO, clock=CLOCK)
    ada.opens_table(table)
    ada.waits_for_turn()
    expect(ada.page.get_by_role("grid")).to_be_visible()
    ada.settles()
    ada.page.evaluate(SHIFTS)
    if size == LARGE:
        button, supply = ada.button("Confirm").bounding_box(), ada.supply("house").bounding_box()
        assert button
        assert supply
        assert abs(button["y"] - supply["y"]) < 100
        assert 0 < supply["x"] - button["x"] - button["width"] < 200
    ada.takes("house")
    ada.presses_square("d4")
    ada.sees("Build a house on d4?")
    ada.presses_square("a1")  # refused: why is said over the board
    ada.sees(re.compile("lot"))
    ada.presses("Build house")
    ada.sees("Waiting for Bruno…")
    bruno = players[1]
    bruno.tell("ask", table, ply=ply_of(bruno, table), what="draw")
    ada.sees("Bruno offers a draw.")
    bruno.tell("withdraw", table, ply=ply_of(bruno, table), what="draw")
    ada.does_not_see("Bruno offers a draw.")
    legal = bruno.tell("watch", table)["legal"]
    bruno.tell("play", table, ply=ply_of(bruno, table), decisions=legal[:1])
    resign(bruno, table)
    ada.sees("You win.")
    bruno.tell("rematch", table)
    ada.sees("Bruno wants a rematch.")
    assert ada.page.evaluate("window.shifts") == []


@pytest.mark.parametrize("game", ["urbino", "urtown"])
def test_a_turn_is_on_one_screen_of_a_small_phone(
    somebody: Somebody, player: Players, game: str
) -> None:
    ada = on_a_phone(somebody, "Ada")
    players = [player(ada), player("Bruno")]
    table_of("urbino", players)  # waits too, as a number in the bar
    ada.opens_table(table_of(game, players, clock=CLOCK))
    ada.waits_for_turn()
    expect(ada.page.get_by_role("link", name="1 Your turn")).to_be_visible()
    box = ada.page.evaluate(
        """() => {
          const at = (selector) => document.querySelector(selector).getBoundingClientRect();
          const small = [...document.querySelectorAll("main button, header button, header a")]
            .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
            .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44));
          return {
            square: at("[role=gridcell]").width,
            letters: Math.min(...[...document.querySelectorAll("svg .sign")].map((each) =>
              each.getScreenCTM().a * parseFloat(getComputedStyle(each).fontSize))),
            cut: at("[role=grid]").bottom > at(".dock").top || at(".tabs").bottom > innerHeight,
            small: small.map(([text, { width, height }]) => [text, width, height]),
          };
        }"""
    )
    assert box["square"] >= 36
    if game == "urbino":  # the other board makes room for a larger rack
        assert box["letters"] >= 11
    else:
        ada.sees("The fewest groups win.")  # the strip has only figures
    assert not box["cut"]
    assert box["small"] == []
    fits_the_screen(ada)


# What grows with the game may grow: moves, groups, hands, tiles and the digits of counts.
LISTS = "ol, ul, [role=group], [role=img], .count"


def turn_of(player: Player, table: str) -> tuple[dict[str, Any], int]:
    """Return a table as a player sees it, and the number of the current turn."""
    seen = player.tell("watch", table)
    return seen, sum(line["done"] for line in seen["log"]) + 1


def plays_turn(players: list[Player], table: str) -> None:
    """Let whoever is to move play a whole turn, not by the page."""
    seen, turn = turn_of(players[0], table)
    now = turn
    while now == turn:
        mover = players[seen["to_move"]]
        seen = mover.tell("watch", table)
        mover.tell("play", table, ply=seen["ply"], decisions=seen["legal"][:1])
        seen, now = turn_of(players[0], table)


def moves_nothing_by_placing(ada: Person, players: list[Player], table: str) -> None:
    while turn_of(players[0], table)[0]["to_move"] != 0:
        plays_turn(players, table)
    ada.waits_for_turn()
    ada.settles()
    ada.page.evaluate(SHIFTS, LISTS)
    places_a_tile(ada)
    ada.settles()
    assert ada.page.evaluate("window.shifts") == []


def places_a_tile(person: Person) -> None:
    """Choose a tile and a square, think again, and place it: a turn of Urtown, step by step."""
    for tile in person.rack[1::-1]:
        person.presses(tile)
        square = person.finds("you can place a tile here")[0]
        person.presses_square(square)
        person.sees(re.compile(f"^Place the .* on {square}"))
    person.presses(f"Place on {square}")


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
def test_nothing_moves_while_others_play(somebody: Somebody, player: Players, game: str) -> None:
    ada = somebody("Ada", viewport=PHONE)
    players = [player(ada), player("Bruno"), player("Carla")]
    table = table_of(game, players)
    ada.opens_table(table)
    for size in (PHONE, LARGER_PHONE, LARGE):
        ada.resizes_to(size)
        if game == "urtown":
            moves_nothing_by_placing(ada, players, table)
        while turn_of(players[0], table)[0]["to_move"] != 1:
            plays_turn(players, table)
        expect(ada.page.get_by_text("Waiting for Bruno…")).to_be_visible()
        ada.settles()
        ada.page.evaluate(SHIFTS, LISTS)
        while turn_of(players[0], table)[0]["to_move"] == 1:
            plays_turn(players, table)
        turn = turn_of(players[0], table)[1]
        expect(ada.page.get_by_text(f"turn {turn}", exact=True).first).to_be_visible()
        assert ada.page.evaluate("window.shifts") == [], size
