"""From an invitation to the first move: who sends the link, and who opens it."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.checks import (
    LANGUAGES,
    LARGE,
    LARGER_PHONE,
    axe_finds_nothing,
    fits_everywhere,
    fits_the_screen,
    nothing_is_left_in_english,
)
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import ME, OPEN

# Counts every press, whatever it hits.
COUNT = "window.presses = 0; addEventListener('click', () => (window.presses += 1), true)"

# Notes that something is said, even if it is gone when somebody looks.
HEAR = """(words) => {
  const look = () => (window.told ||= document.body.innerText.includes(words));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def invites(host: Person, game: str, *choices: str) -> str:
    """Make a table in the short dialog and return its link."""
    host.opens()
    host.presses(f"{game}: play with friends")
    for choice in choices:
        host.chooses(choice)
    host.presses("Make the link")
    host.page.wait_for_url("**/t/*")
    return host.page.get_by_role("textbox", name="Link to this table").input_value()


@pytest.mark.parametrize("size", [LARGE, PHONE], ids=["1440", "360"])
def test_three_presses_lead_from_the_link_to_the_first_move(
    ada: Person, somebody: Somebody, size: ViewportSize
) -> None:
    link = invites(ada, "Urbino", "White")
    newcomer = somebody(viewport=size)
    newcomer.page.goto(link)
    newcomer.page.evaluate(COUNT)
    heading = newcomer.page.get_by_role("heading", name="Ada invites you to Urbino")
    expect(heading).to_be_visible()
    newcomer.sees("10 minutes each, and 5 seconds back after every move")
    newcomer.sees("You play Black.")
    newcomer.sees("Ada is here")
    ada.sees("Somebody has opened the link")
    for each in (LARGER_PHONE, PHONE) if size == PHONE else (size,):
        newcomer.resizes_to(each)
        button = newcomer.button("Sit down").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= each["height"], "it needs no scrolling"

    ada.page.evaluate(HEAR, "Guest sat down.")  # nobody is given another name unasked
    newcomer.presses("Sit down")
    newcomer.places_architect("e5")
    assert newcomer.page.evaluate("window.presses") == 3
    expect(ada.square("e5")).to_have_accessible_name(re.compile("architect"))
    ada.page.wait_for_function("window.told")


def test_the_host_sees_guests_arrive_and_computers_fill_the_rest(
    ada: Person, somebody: Somebody
) -> None:
    link = invites(ada, "Urtown", "4")
    ada.sees("1 of 4 have arrived")
    bruno = somebody()
    bruno.page.goto(link)
    ada.sees("Somebody has opened the link")
    bruno.sees("3 seats are free.")
    bruno.page.get_by_role("textbox", name="Your name").fill("Bruno")
    bruno.page.get_by_role("textbox", name="Your name").press("Enter")
    for person in (ada, bruno):
        person.sees("2 of 4 have arrived")
    seats = ada.page.get_by_role("listitem")
    expect(seats.filter(has_text="Bruno")).to_contain_text("sat down just now")
    ada.does_not_see("Somebody has opened the link")
    expect(bruno.button("Close the table")).to_have_count(0)
    ada.presses("Start now, computers fill the rest")
    for person in (ada, bruno):
        expect(person.page.get_by_role("grid", name="Board of Urtown")).to_be_visible()


def test_the_seat_is_kept_during_the_lesson(
    ada: Person, bruno: Person, somebody: Somebody, player: Players
) -> None:
    table = player(ada).make_table("urbino", ME, OPEN)
    ada.opens_table(table)
    carla = somebody(viewport=PHONE)
    carla.opens_table(table)
    carla.page.get_by_role("textbox", name="Your name").fill("Carla")
    carla.page.get_by_role("link", name=re.compile("^Never played?")).click()
    back = carla.page.get_by_role("complementary", name="The way back to the table")
    expect(back).to_contain_text("Ada is waiting for you.")
    expect(carla.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()
    expect(back).to_contain_text(re.compile(r"White is kept for you until \d\d:\d\d\."))
    fits_the_screen(carla)
    expect(ada.page.get_by_role("listitem").filter(has_text="Carla")).to_contain_text(
        "taking the lesson; kept until"
    )
    ada.does_not_see("Somebody has opened the link")  # that is Carla, who is listed
    bruno.opens_table(table)
    bruno.sees("Carla is taking the lesson first.")
    expect(bruno.button("Sit down")).to_be_disabled()
    back.get_by_role("button", name="Sit down").click()
    carla.page.wait_for_url(f"**/t/{table}")
    ada.sees("Carla")
    ada.places_architect("e5")
    carla.waits_for_turn()


def test_a_seat_that_is_taken_during_the_lesson(
    ada: Person, somebody: Somebody, player: Players
) -> None:
    host = player(ada)
    table = host.make_table("urbino", ME, OPEN)
    ada.opens_table(table)
    carla = somebody(viewport=PHONE)
    carla.opens_table(table)
    carla.page.get_by_role("link", name=re.compile("^Never played?")).click()
    back = carla.page.get_by_role("complementary", name="The way back to the table")
    expect(back).to_contain_text("is kept for you")
    host.tell("give", table, seat=1, level=1)
    expect(back).to_contain_text("This seat is taken.")
    fits_the_screen(carla)
    back.get_by_role("button", name="Ask Ada for another table").click()
    expect(back).to_contain_text("The answer comes in the chat of this table.")
    back.get_by_role("link", name="Watch").click()
    expect(carla.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()
    expect(ada.page.get_by_role("button", name=re.compile("^Chat, 1 unread"))).to_be_visible()


def test_who_comes_second_may_watch_or_ask_for_another_table(
    ada: Person, bruno: Person, somebody: Somebody, player: Players
) -> None:
    table = player(ada).make_table("urbino", ME, OPEN)
    carla = somebody("Carla")
    for person in (ada, bruno, carla):
        person.opens_table(table)
    expect(carla.button("Sit down")).to_be_visible()
    expect(carla.page.get_by_role("textbox", name="Your name")).to_have_value("Carla")
    bruno.presses("Sit down")
    carla.sees("This seat is taken.")
    expect(carla.page.get_by_role("grid")).to_have_count(0)
    carla.presses("Ask Ada for another table")
    carla.sees("The answer comes in the chat of this table.")
    ada.page.get_by_role("button", name=re.compile("^Chat, 1 unread")).click()
    ada.sees("I’d like to play too.")
    carla.presses("Watch")
    expect(carla.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()


def test_who_only_watches_waits_for_the_board(
    ada: Person, bruno: Person, somebody: Somebody, player: Players
) -> None:
    table = player(ada).make_table("urbino", ME, OPEN)
    carla = somebody()
    carla.opens_table(table)
    carla.presses("Only watch")
    carla.sees("The board opens here when the game begins.")
    bruno.opens_table(table)
    bruno.presses("Sit down")
    expect(carla.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()


def test_a_table_is_closed_by_its_host(ada: Person, bruno: Person, player: Players) -> None:
    table = player(ada).make_table("urbino", ME, OPEN)
    for person in (ada, bruno):
        person.opens_table(table)
    ada.presses("Close the table")
    ada.sees("The link will stop working.")
    ada.page.get_by_role("group", name="Close the table").get_by_role(
        "button", name="Close the table"
    ).click()
    bruno.sees("Ada has closed this table")
    ada.sees("This table has been closed")


# --- The link ------------------------------------------------------------------------------------


def read_code(page: Page) -> str:
    """Read the QR code as a camera would."""
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    with Image.open(io.BytesIO(code.screenshot())) as picture:
        found = zxingcpp.read_barcodes(picture)
    assert [each.format.name for each in found] == ["QRCode"]
    return str(found[0].text)


SHARE = (
    "Object.defineProperty(navigator, 'share', { value: async (what) => (window.shared = what) })"
)


def test_the_link_is_copied_shared_and_read_by_a_camera(
    somebody: Somebody, player: Players
) -> None:
    ada = somebody("Ada", permissions=["clipboard-read", "clipboard-write"])
    ada.altered_page.add_init_script(SHARE)
    table = player(ada).make_table("urbino", ME, OPEN)
    ada.opens_table(table)
    link = ada.page.get_by_role("textbox", name="Link to this table").input_value()
    assert link.endswith(f"/t/{table}")
    assert read_code(ada.page) == link
    ada.presses("Copy")
    expect(ada.button("Copied")).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()") == link
    expect(ada.button("Copy")).to_be_visible()  # after a moment, for the next time
    ada.presses("Share the link…")
    shared: dict[str, Any] = ada.page.evaluate("window.shared")
    assert shared == {"title": "Ada invites you to Urbino", "url": link}
    ada.page.emulate_media(color_scheme="dark")
    ada.resizes_to(PHONE)
    ada.presses("Show QR code")
    assert read_code(ada.page) == link, "also on a phone at night"


# --- How it looks --------------------------------------------------------------------------------


def test_friends_are_invited_in_a_short_dialog(ada: Person) -> None:
    ada.opens()
    ada.presses("Invite friends")
    dialog = ada.page.get_by_role("dialog", name="Play with friends")
    ada.chooses("Urbania")
    expect(dialog.get_by_role("radio", name="At one sitting")).to_be_checked()
    expect(dialog).to_contain_text("10 + 5")
    expect(dialog).to_contain_text("usual rules · only with the link")
    axe_finds_nothing(ada)
    for language in LANGUAGES:
        ada.resizes_to(PHONE)
        ada.speaks(language)
        fits_the_screen(ada)
    ada.speaks("en")
    dialog.get_by_text("More choices").click()
    dialog.get_by_role("link", name="Seats, other clocks and everything else").click()
    ada.page.wait_for_url("**/new?game=urbania&with=friends")


def test_invitations_fit_every_screen_in_every_language(
    ada: Person, somebody: Somebody, player: Players
) -> None:
    table = player(ada).make_table("urbania", ME, OPEN, OPEN, OPEN)
    guest = somebody()
    for person, button in ((ada, "Close the table"), (guest, "Sit down")):
        person.opens_table(table)
        expect(person.button(button)).to_be_visible()
        axe_finds_nothing(person)
        nothing_is_left_in_english(fits_everywhere(person))
