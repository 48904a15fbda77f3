"""English, Italian, Russian: chosen by the browser, changed in the bar."""

from __future__ import annotations

import re

import pytest

from tests.web.person import PHONE, Person, Somebody

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
