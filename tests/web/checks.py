"""What must be true of every page: no axe violations, one language, no sideways scrolling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import ViewportSize

from contrada.server.tables import bots
from tests.web.person import PHONE, WIDE, Person

SIZES = {"wide": WIDE, "phone": PHONE}
LANGUAGES = ("en", "it", "ru")
THEMES = ("light", "dark")


# --- axe -----------------------------------------------------------------------------------------


def axe_finds_nothing(
    person: Person,
    sizes: Iterable[str] = SIZES,
    themes: Iterable[str] = THEMES,
    within: str = "body",
) -> None:
    """Check the page, or a part of it, as it is now, in these sizes and colours.

    Sizes share the themes: wide is light, the phone dark. `make soak` tries every pair.
    """
    sizes, themes = tuple(sizes), tuple(themes)
    if len(sizes) == len(themes):
        looks = [(size, [theme]) for size, theme in zip(sizes, themes, strict=True)]
    else:
        looks = [(size, list(themes)) for size in sizes]
    axe_finds_nothing_in(person, looks, within)


def axe_finds_nothing_in(
    person: Person, looks: Iterable[tuple[str, Sequence[str]]], within: str = "body"
) -> None:
    """The same for pairs of a size and its themes; the first theme is checked by all rules."""
    found = {}
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE_SCRIPT)
    for size, (theme, *other_themes) in looks:
        person.resizes_to(SIZES[size])
        person.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        found[size, theme] = violations(person, within=within)
        for other in other_themes:
            person.page.emulate_media(color_scheme=other)  # type: ignore[arg-type]
            found[size, other] = violations(person, RULES_ABOUT_COLOURS, within)
    assert {where: what for where, what in found.items() if what} == {}


# A theme changes colours and nothing else; these are the rules of axe that look at them.
RULES_ABOUT_COLOURS = ("color-contrast", "link-in-text-block")


def violations(person: Person, rules: Sequence[str] = (), within: str = "body") -> list[str]:
    """Return what axe finds by these rules, or by all, in the page or in a part of it."""
    report: dict[str, Any] = person.page.evaluate(
        """([rules, within]) => axe.run(within === "body" ? document : within, {
          resultTypes: ["violations"],
          ...(rules.length ? { runOnly: rules } : {}),
        })""",
        [rules, within],
    )
    return [
        f"{found['id']}: {node['failureSummary']} {node['html'][:200]}"
        for found in report["violations"]
        for node in found["nodes"]
    ]


# --- Languages -----------------------------------------------------------------------------------

NAMES = {"ada", "bruno", "carla", "contrada", "json", "urbania", "urbe", "urbino", "urtown"}
NAMES |= {"blockers", "heath", "kory", "uptown"}  # of the rules
NAMES |= {"chrome", "linux"}  # of devices
NAMES |= {"alt", "png", "shift"}  # of keys, and of a format
NAMES |= {name.lower() for name in bots.NAMES}
# Words that are the same in Italian.
ITALIAN = {
    "browser",
    "champagne",
    "chat",
    "computer",
    "cookie",
    "file",
    "link",
    "log",
    "mail",
    "menu",
    "min",
    "password",
    "privacy",
    "server",
    "web",
}
ITALIAN |= {"all", "beige", "come", "decide", "dir", "pile", "rose"}

# All that is shown or read out, but what says of itself that it is in another language, or code.
WORDS = """() => {
  const own = document.documentElement.lang;
  const foreign = (e) => e.closest(`[lang]:not([lang=${own}]), code, kbd`);
  const said = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!foreign(parent) && parent.checkVisibility()) said.push(node.textContent);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
    for (const e of document.querySelectorAll(`[${name}]`))
      if (!foreign(e) && e.checkVisibility()) said.push(e.getAttribute(name));
  return said.join("\\n");
}"""


def words_of(person: Person) -> set[str]:
    """Return the words of three letters or more."""
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", person.page.evaluate(WORDS))}


def nothing_is_left_in_english(said: dict[str, set[str]]) -> None:
    """The texts in English, Italian and Russian have only names in common."""
    assert said["en"], "something is said"
    left = said["it"] & said["en"] - NAMES - ITALIAN
    assert not left, f"in Italian: {left}"
    left = {word for word in said["ru"] if re.match("[a-z]", word)} - NAMES
    assert not left, f"in Russian: {left}"


# --- Width ---------------------------------------------------------------------------------------


def fits_the_screen(person: Person) -> None:
    wide, there = person.page.evaluate(
        "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
    )
    assert wide <= there, person.page.url


LARGE: ViewportSize = {"width": 1440, "height": 900}
LARGER_PHONE: ViewportSize = {"width": 390, "height": 844}


def fits_everywhere(person: Person) -> dict[str, set[str]]:
    """Check the page as it is now in every language, on a large screen and two phones.

    Return its words, for `nothing_is_left_in_english`.
    """
    said = {}
    for language in LANGUAGES:
        person.resizes_to(LARGE)  # the bar of a table on a phone has no languages
        person.speaks(language)
        fits_the_screen(person)
        said[language] = words_of(person)
        for size in (LARGER_PHONE, PHONE):
            person.resizes_to(size)
            fits_the_screen(person)
    person.resizes_to(LARGE)
    person.speaks("en")
    return said
