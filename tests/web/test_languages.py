"""English, Italian, Russian: chosen by the browser, changed in the bar, and nothing left over."""

from __future__ import annotations

import re

import pytest

from tests.web.person import PHONE, Person, Somebody
from tests.web.states import STATES, Tables

HOME = {
    "en-US": ("en", "Four games"),
    "it-IT": ("it", "Quattro giochi"),
    "ru-RU": ("ru", "Четыре игры"),
    "de-DE": ("en", "Four games"),  # none of ours
}
NAMES = {"ada", "bruno", "carla", "contrada", "json", "urbania", "urbe", "urbino", "urtown"}
NAMES |= {"heath", "kory", "uptown"}  # of the rules
# Words that are the same in Italian.
ITALIAN = {"browser", "champagne", "chat", "computer", "file", "link", "menu", "min", "server"}
ITALIAN |= {"all", "beige", "dir", "pile", "rose"}

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


@pytest.mark.parametrize("locale", HOME)
def test_the_browser_chooses_the_language(somebody: Somebody, locale: str) -> None:
    language, words = HOME[locale]
    person = somebody(locale=locale)
    person.opens()
    person.sees(re.compile(words))
    assert person.page.locator("html").get_attribute("lang") == language


def test_a_language_once_chosen_is_kept(ada: Person) -> None:
    ada.opens()
    ada.page.get_by_role("combobox", name="Language").select_option("Italiano")
    ada.sees(re.compile("Quattro giochi"))
    ada.page.get_by_role("combobox", name="Lingua").select_option("Русский")
    ada.sees(re.compile("Четыре игры"))
    ada.page.reload()
    ada.sees(re.compile("Четыре игры"))


def test_the_menu_of_a_phone_changes_the_language(somebody: Somebody) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.opens()
    ada.presses("Menu")
    ada.chooses("Русский")
    ada.presses("Закрыть")
    ada.sees(re.compile("Четыре игры"))


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_left_in_english(state: str, readers: dict[str, Person], tables: Tables) -> None:
    said = {}
    for language, reader in readers.items():
        STATES[state].reach(reader, tables)
        said[language] = words_of(reader)
        assert reader.complaints == []
    assert said["en"], "something is said"
    assert said["it"] & said["en"] - NAMES - ITALIAN == set()
    assert {word for word in said["ru"] if re.match("[a-z]", word)} - NAMES == set()


@pytest.mark.parametrize("language", ["it", "ru"])
@pytest.mark.parametrize("state", [name for name in STATES if "phone" in STATES[name].sizes])
def test_long_words_fit_a_phone(
    state: str, language: str, readers: dict[str, Person], tables: Tables
) -> None:
    reader = readers[language]
    STATES[state].reach(reader, tables, "phone")
    wide, there = reader.page.evaluate(
        "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
    )
    assert wide <= there


def words_of(person: Person) -> set[str]:
    """The words of three letters or more."""
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", person.page.evaluate(WORDS))}
