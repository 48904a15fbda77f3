"""What Urbania looks like: nothing covers a figure, everything can be read, at three widths."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.checks import LANGUAGES, LARGE, LARGER_PHONE
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.playing import nearly_over
from tests.web.serving import table_of
from tests.web.states import URBANIA

WIDTHS = (LARGE, LARGER_PHONE, PHONE)
LEAST_TEXT = 11  # pixels

# Texts of a picture that overlap each other, that something drawn later lies on, or that are small.
UNREADABLE = """(svg, least) => {
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
}"""


def city(person: Person) -> Locator:
    return person.page.locator("[role=grid]").locator("..").locator("> svg")


def city_can_be_read(person: Person, *changes: Callable[[Person], None]) -> None:
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
            expect(city(person)).to_be_visible()
            for change in (as_it_is, *changes):
                change(person)
                wrong = city(person).evaluate(UNREADABLE, LEAST_TEXT)
                if wrong:
                    found[language, size["width"], change.__name__] = wrong
    assert found == {}


def as_it_is(person: Person) -> None:
    """With what the last turn renewed, and pegs."""
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[role=grid] [aria-selected=true], .refusal")).to_have_count(0)


def refused(person: Person) -> None:
    person.presses_square("G1")
    person.sees(re.compile("URBANIA-RENEW-1"))


def chosen(person: Person) -> None:
    as_it_is(person)  # on a phone, what was refused lies on this space until then
    person.presses_square("C6")
    expect(person.square("C6")).to_have_attribute("aria-selected", "true")


def test_no_figure_of_the_city_is_covered(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbania", [player(ada), player("Bruno"), player("Carla")], URBANIA))
    ada.waits_for_turn()
    city_can_be_read(ada, refused, chosen)


def test_no_figure_is_covered_in_the_last_turns(ada: Person, player: Players) -> None:
    line = nearly_over("urbania", 2, 4)
    ada.opens_table(table_of("urbania", [player(ada), player("Bruno")], line))
    ada.waits_for_turn()
    city_can_be_read(ada)


# --- Five seats in Russian on a small phone -----------------------------------------------------

# Texts that are too small, targets that a finger misses, and things behind the dock.
CRAMPED = """least => {
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const seen = node.textContent.trim() && parent.checkVisibility() && !parent.closest("svg");
    const size = seen ? parseFloat(getComputedStyle(parent).fontSize) : least;
    if (size < least) wrong.push(`${node.textContent.trim()}: ${size} px`);
  }
  for (const one of document.querySelectorAll("button, a, [role=gridcell]")) {
    const { top, width, height } = one.getBoundingClientRect();
    if (top >= 0 && one.checkVisibility() && width > 1 && (width < 44 || height < 44))
      wrong.push(`${one.ariaLabel ?? one.textContent.trim()}: ${width} x ${height}`);
  }
  const room = document.querySelector(".scene, .sheet");
  if (room.scrollHeight > room.clientHeight + 1)
    wrong.push(`${room.scrollHeight - room.clientHeight} px lie behind the dock`);
  return wrong;
}"""


def test_five_seats_fit_a_small_phone_in_russian(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True, locale="ru-RU")
    names = ("Бруно", "Кьяра", "Александра", "Даниил")
    ada.opens_table(table_of("urbania", [player(ada), *map(player, names)]))
    expect(ada.page.get_by_role("grid")).to_be_visible()
    tabs = ada.page.get_by_role("navigation").last.get_by_role("button")
    found = {}
    for number, tab in enumerate(("city", "market", "projects")):
        tabs.nth(number).click()
        expect(tabs.nth(number)).to_have_attribute("aria-current", "true")
        if wrong := ada.page.evaluate(CRAMPED, LEAST_TEXT):
            found[tab] = wrong
    assert found == {}
    strip = ada.page.get_by_role("region", name="Александра")
    expect(strip.locator("[aria-hidden]").filter(has_text="Александра")).to_be_visible()
