"""English, Italian, Russian: chosen by the browser, changed in the bar."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import table_of

HOME = {
    "en-US": ("en", "Four games"),
    "it-IT": ("it", "Quattro giochi"),
    "ru-RU": ("ru", "Четыре игры"),
    "de-DE": ("en", "Four games"),  # none of ours
}


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


# --- What is loaded ----------------------------------------------------------------------------

WORDS = re.compile(r"/assets/(\w+-(?:en|it|ru))-[^/]+\.js$")
KEPT = """async () => {
  const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(open.map((cache) => cache.keys()));
  return kept.flat().map((request) => request.url);
}"""


def words_in(addresses: list[str]) -> list[str]:
    return [found[1] for address in addresses if (found := WORDS.search(address))]


def test_only_the_language_in_use_is_loaded(ada: Person, player: Players) -> None:
    asked: list[str] = []
    ada.altered_page.on("request", lambda request: asked.append(request.url))
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")]))
    ada.page.wait_for_load_state("networkidle")
    assert sorted(set(words_in(asked))) == ["urbino-en", "words-en"]
    ada.speaks("it")
    assert sorted(set(words_in(asked))) == ["urbino-en", "urbino-it", "words-en", "words-it"]


def test_a_language_that_cannot_be_loaded_is_not_spoken(ada: Person) -> None:
    ada.forgives("ERR_FAILED")
    ada.altered_page.route(re.compile("/words-it-"), lambda route: route.abort())
    ada.opens()
    language = ada.page.get_by_role("combobox", name="Language")
    language.select_option("Italiano")
    ada.sees("No connection.")
    expect(language).to_have_value("en")
    ada.sees(re.compile("Four games"))


def test_the_worker_keeps_the_words_of_the_first_page(somebody: Somebody) -> None:
    ada = somebody("Ada", locale="ru-RU", service_workers="allow")
    ada.opens()
    ada.until(lambda: words_in(ada.page.evaluate(KEPT)) or None, "words in the cache")
    assert words_in(ada.page.evaluate(KEPT)) == ["words-ru"]
