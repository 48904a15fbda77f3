"""Looks of tables: nothing covers a text on a board; a phone can read and press everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.checks import LANGUAGES, LARGE, LARGER_PHONE
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.playing import nearly_over
from tests.web.serving import table_of
from tests.web.states import URBANIA, URBINO, URTOWN
from tests.web.test_urbe import due, played

WIDTHS = (LARGE, LARGER_PHONE, PHONE)
LEAST_TEXT = 11  # pixels

# Texts of a picture that overlap each other, that something drawn later lies on, or that are small.
UNREADABLE = """(svgs, least) => svgs.flatMap((svg) => {
  const drawn = [...svg.querySelectorAll("text, rect, path, circle, use")];
  const texts = drawn.filter((one) => one.tagName === "text");
  // Each is measured once: there are hundreds, and every text is compared with all that follow.
  const boxes = new Map(drawn.map((one) => [one, one.getBoundingClientRect()]));
  const styles = new Map(drawn.map((one) => [one, getComputedStyle(one)]));
  const said = (one) => `${one.textContent || one.outerHTML.slice(0, 90)}`;
  const wrong = [];
  const points = ({ left, top, width, height }) =>
    [0.1, 0.5, 0.9].flatMap((i) =>
      [0.25, 0.5, 0.75].map((j) => [left + i * width, top + j * height]));
  const touch = (a, b) =>
    a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
  const covers = (one, [x, y]) => {
    const { left, right, top, bottom } = boxes.get(one);
    if (x < left || x > right || y < top || y > bottom) return false;
    if (!one.isPointInFill) return true; // a symbol
    const at = new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse());
    const { fill, stroke } = styles.get(one);
    if (fill !== "none" && one.isPointInFill(at)) return true;
    return stroke !== "none" && one.isPointInStroke(at);
  };
  texts.forEach((text, i) => {
    const box = boxes.get(text);
    const size = text.getScreenCTM().a * parseFloat(styles.get(text).fontSize);
    if (size < least) wrong.push(`${said(text)} is ${size} px`);
    for (const other of texts.slice(i + 1)) {
      const { left, right, top, bottom } = boxes.get(other);
      const aside = left >= box.right || right <= box.left; // a fifth of a line is air
      if (!aside && top < box.bottom - box.height / 5 && bottom > box.top + box.height / 5)
        wrong.push(`${said(text)} overlaps ${said(other)}`);
    }
    for (const later of drawn.slice(drawn.indexOf(text) + 1)) {
      if (later.tagName === "text" || !touch(box, boxes.get(later))) continue;
      if (points(box).some((point) => covers(later, point)))
        wrong.push(`${said(later)} covers ${said(text)}`);
    }
  });
  return wrong;
})"""


def boards(person: Person) -> Locator:
    """The pictures under grids, and the value track of Urbania."""
    page = person.page
    under = page.locator("[role=grid]").locator("..").locator("> svg")
    return under.or_(page.locator(".track > svg")).filter(visible=True)


@dataclass(frozen=True)
class Dense:
    """A position with much on the board, and what is done there besides looking."""

    game: str
    seats: int
    line: Callable[[], str]
    changes: tuple[Callable[[Person], None], ...] = ()


def boards_can_be_read(person: Person, *changes: Callable[[Person], None]) -> None:
    """In every language and at every width, as it is and after each of these changes.

    A window that changes its size is drawn anew as a whole, so it does that as rarely as can be.
    """
    found: dict[tuple[str, int, str], Any] = {}
    for language in LANGUAGES:
        person.resizes_to(LARGE)  # its bar has the languages
        person.speaks(language)
        for size in WIDTHS:
            person.resizes_to(size)
            if size is not LARGE:
                person.page.get_by_role("navigation").last.get_by_role("button").first.click()
            expect(boards(person).first).to_be_visible()
            for change in (as_it_is, *changes):
                change(person)
                wrong = boards(person).evaluate_all(UNREADABLE, LEAST_TEXT)
                if wrong:
                    found[language, size["width"], change.__name__] = wrong
    assert found == {}


def as_it_is(person: Person) -> None:
    """With what the last turn changed, and marks of what can be done."""
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[role=grid] [aria-selected=true], .refusal")).to_have_count(0)


def refused(person: Person) -> None:
    person.presses_square("G1")
    person.sees(re.compile("URBANIA-RENEW-1"))


def chosen(person: Person) -> None:
    as_it_is(person)  # on a phone, what was refused lies on this space until then
    person.presses_square("C6")
    expect(person.square("C6")).to_have_attribute("aria-selected", "true")


def market(person: Person) -> None:
    """The last change: on a phone it leaves the board."""
    tab = person.page.get_by_role("navigation").last.locator("[data-place='tab own market']")
    if tab.count():
        tab.click()
    expect(person.page.locator(".track > svg")).to_be_visible()


DENSE = {
    "urbino": Dense("urbino", 2, lambda: URBINO),
    "urtown": Dense("urtown", 3, lambda: URTOWN),
    "urbania": Dense("urbania", 3, lambda: URBANIA, (refused, chosen, market)),
    "urbania, last turns": Dense("urbania", 2, lambda: nearly_over("urbania", 2, 4), (market,)),
    "urbe": Dense("urbe", 3, lambda: nearly_over("urbe", 3, 12)),
    "urbe, a full city": Dense("urbe", 2, lambda: nearly_over("urbe", 2, 1)),
}


@pytest.mark.parametrize("name", DENSE)
def test_no_text_of_a_board_is_covered(name: str, ada: Person, player: Players) -> None:
    there = DENSE[name]
    people = [player(ada), *map(player, ("Bruno", "Carla")[: there.seats - 1])]
    ada.opens_table(table_of(there.game, people, there.line()))
    ada.waits_for_turn()
    boards_can_be_read(ada, *there.changes)


# --- As many seats as there can be, in Russian, on a small phone ---------------------------------

# Texts that are too small, targets that a finger misses, and things behind the dock.
CRAMPED = """([least, cells, still]) => {
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility()) continue;
    const scale = parent.getScreenCTM?.().a ?? 1; // in a picture
    const size = scale * parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.01) wrong.push(`${node.textContent.trim()}: ${size} px`);
  }
  for (const one of document.querySelectorAll(cells ? "button, a, [role=gridcell]" : "button, a")) {
    const { top, width, height } = one.getBoundingClientRect();
    if (top >= 0 && one.checkVisibility() && width > 1 && (width < 44 || height < 44))
      wrong.push(`${one.ariaLabel ?? one.textContent.trim()}: ${width} x ${height}`);
  }
  const dock = document.querySelector(".dock")?.getBoundingClientRect().top;
  const grids = [...document.querySelectorAll("[role=grid]")];
  const first = Math.min(...grids.map((one) => one.getBoundingClientRect().bottom));
  if (grids.length && first > dock)
    wrong.push(`${first - dock} px of what one acts on is behind the dock`);
  const room = document.querySelector(".scene, .sheet");
  if (still && room.scrollHeight > room.clientHeight + 1)
    wrong.push(`${room.scrollHeight - room.clientHeight} px lie behind the dock`);
  return wrong;
}"""

NAMES = ("Бруно", "Кьяра", "Александра", "Даниил")
CELLS_FOR_FINGERS = ("urbania", "urbe")  # nine squares side by side have 40 px each
# Tabs that need no scrolling; market and cities of Urbe are more than a phone can show.
STILL = {"urbino": 1, "urtown": 1, "urbania": 3, "urbe": 0}


MIDDLES: dict[str, Callable[[int], str]] = {
    # There are hands to pay with, specialists at work and coins on tables.
    "urbania": lambda seats: nearly_over("urbania", seats, 30),
    # There are cities, and tiles to mark.
    "urbe": lambda seats: played(seats, due("mark", least_round=4)),
}


BEHIND_THE_DOCK = """() => {
  const [told, dock] = [".prospects", ".dock"].map((one) => document.querySelector(one));
  return told.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
}"""


def tiles_tell_all_above_the_dock(person: Person) -> None:
    """Whatever a tile of Urbe's market would cost and bring is in sight once it is pressed."""
    told, hidden = person.page.locator(".prospects .of"), {}
    for place in person.finds("можно отметить"):
        person.presses_square(place)
        expect(told).to_be_visible()
        if person.page.evaluate(BEHIND_THE_DOCK) > 0:
            hidden[place] = person.page.locator(".prospects").inner_text()
    assert hidden == {}


@pytest.mark.parametrize(
    ("game", "seats"), [("urbino", 2), ("urtown", 5), ("urbania", 5), ("urbe", 4)]
)
def test_a_full_table_fits_a_small_phone_in_russian(
    somebody: Somebody, player: Players, game: str, seats: int
) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True, locale="ru-RU")
    people = [player(ada), *map(player, NAMES[: seats - 1])]
    ada.opens_table(table_of(game, people, MIDDLES[game](seats) if game in MIDDLES else ""))
    expect(ada.page.get_by_role("grid").first).to_be_visible()
    found = {}
    tabs = ada.page.get_by_role("navigation").last.get_by_role("button")
    for number, tab in enumerate(tabs.all()):
        tab.click()
        expect(tab).to_have_attribute("aria-current", "true")
        asked = [LEAST_TEXT, game in CELLS_FOR_FINGERS, number < STILL[game]]
        wrong = ada.page.evaluate(CRAMPED, asked)
        if wrong:
            found[tab.inner_text()] = wrong
    assert found == {}
    if game == "urbe":
        tabs.first.click()
        tiles_tell_all_above_the_dock(ada)
    if seats == 5:
        strip = ada.page.get_by_role("region", name="Александра")
        expect(strip.locator("[aria-hidden]").filter(has_text="Александра")).to_be_visible()
