"""The rule pages: in three languages, drawn by the boards, and linked from refused moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from contrada import games
from tests.web.checks import LANGUAGES, axe_finds_nothing, fits_the_screen
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import table_of, turns_of_a_game
from tests.web.states import IN_TWO_MINUTES, is_drawn

RULES = Path(__file__).parents[2] / "docs" / "rules"
URBINO = "e5 c3 1c5 1e3"


def rules_of(game: str) -> list[str]:
    page = (RULES / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"^- ([A-Z]+-[A-Z]+-(?:\d+|[A-Z]+))", page, re.MULTILINE)


def rule(person: Person, name: str) -> Locator:
    return person.page.locator(f"li[id={name}]")


def is_lit(person: Person, name: str) -> None:
    """A rule that a link leads to is highlighted and on the screen."""
    is_drawn(person)  # what is below the pictures moves no more
    expect(rule(person, name)).to_have_class(re.compile(r"\blit\b"))
    expect(rule(person, name)).to_be_in_viewport()


@pytest.mark.parametrize("game", games.NAMES)
def test_the_rules_of_a_game(ada: Person, game: str) -> None:
    """All rules and pictures are there in each language, fit a phone, and pass axe."""
    ada.opens(f"/rules/{game}")
    for language in LANGUAGES:
        turns_to(ada, language)
        all_rules_and_pictures_are_there(ada, game)
    ada.resizes_to(PHONE)
    for language in reversed(LANGUAGES):
        turns_to(ada, language)
        fits_the_screen(ada)
    if game != "urtown":  # those of Urtown are among the states
        axe_finds_nothing(ada, ["phone"], ["dark"])
        axe_finds_nothing(ada, ["wide"], ["light"])


def turns_to(person: Person, language: str) -> None:
    person.speaks(language)
    expect(person.page.get_by_role("heading", name=IN_TWO_MINUTES[language])).to_be_visible()
    is_drawn(person)


def all_rules_and_pictures_are_there(person: Person, game: str) -> None:
    shown = person.page.locator("article li[id]").evaluate_all("rules => rules.map(r => r.id)")
    assert sorted(shown) == sorted(rules_of(game))
    figures = person.page.locator("[data-figure]").evaluate_all(
        """figures => figures.map((one) => [
          one.querySelector(".drawing svg") !== null,
          one.querySelector("figcaption").textContent.trim() !== "",
        ])"""
    )
    assert len(figures) >= 4
    assert all(is_drawn and is_named for is_drawn, is_named in figures)


def test_the_overview_leads_to_every_game(ada: Person) -> None:
    ada.opens("/rules")
    for game in games.NAMES:
        title = games.definition(game).facts.title.split(":")[0]
        ada.follows(f"Read the rules of {title}")
        ada.page.wait_for_url(f"**/rules/{game}")
        expect(ada.page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(ada.page.get_by_role("link", name="First lesson")).to_have_attribute(
            "href", f"/learn/{game}"
        )
        ada.page.go_back()


def test_a_link_leads_to_the_rule(ada: Person) -> None:
    ada.opens("/rules/urbe#URBE-GREY-CASTLE")
    is_lit(ada, "URBE-GREY-CASTLE")
    ada.page.get_by_role("link", name="side of your character").click()
    is_lit(ada, "URBE-CHAR-2")
    expect(rule(ada, "URBE-GREY-CASTLE")).not_to_have_class(re.compile(r"\blit\b"))


def test_the_contents_lead_to_a_section(ada: Person) -> None:
    ada.opens("/rules/urbino")
    is_drawn(ada)
    contents = ada.page.get_by_role("navigation", name="On this page")
    contents.get_by_role("link", name="Districts and blocks").click()
    expect(ada.page.get_by_role("heading", name="Districts and blocks")).to_be_in_viewport()
    here = contents.get_by_role("link", name="Districts and blocks")
    expect(here).to_have_attribute("aria-current", "location")


def test_the_language_changes_in_place(ada: Person) -> None:
    ada.opens("/rules/urtown#URTOWN-CAPTURE-1")
    is_lit(ada, "URTOWN-CAPTURE-1")
    ada.page.get_by_role("combobox", name="Language").select_option("Русский")
    expect(rule(ada, "URTOWN-CAPTURE-1")).to_contain_text("Захват не должен разделять")
    is_lit(ada, "URTOWN-CAPTURE-1")


@pytest.mark.parametrize("game", ["urbania", "urbe"])
def test_components_of_ours_come_first(ada: Person, game: str) -> None:
    ada.opens(f"/rules/{game}")
    first = ada.page.locator("article section").first
    expect(first).to_contain_text(f"src/contrada/games/{game}/components.toml")
    expect(first.get_by_role("heading")).to_contain_text("ours")


def test_there_are_no_rules_of_other_games(ada: Person) -> None:
    ada.opens("/rules/chess")
    expect(ada.page.get_by_role("heading", level=1, name="Page not found")).to_be_visible()


# --- From the table ------------------------------------------------------------------------------


def test_a_refusal_shows_its_rule_and_leads_there(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    ada.waits_for_turn()
    ada.takes("house")
    ada.presses_square("i1")
    ada.sees(re.compile("i1 is not a building lot: the architects? on"))
    expect(ada.page.locator(".refusal b")).to_have_text("i1 is not a building lot:")
    ada.follows("Rule URBINO-LOT-3")
    dialog = ada.page.get_by_role("dialog", name="Rule URBINO-LOT-3")
    expect(dialog).to_contain_text("A building lot is a free square that both architects see.")
    with ada.context.expect_page() as opened:
        dialog.get_by_role("link", name="Open the rules at this point").click()
    reader = ada.looks_at(opened.value)
    is_lit(reader, "URBINO-LOT-3")
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ada.sees(re.compile("i1 is not a building lot"))  # the game was not left


def test_the_log_leads_to_the_rules_of_a_turn(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    link = ada.page.get_by_role("link", name="Rules for this turn")
    link.click()
    dialog = ada.page.get_by_role("dialog", name="Rules for this turn")
    expect(dialog).to_contain_text("URBINO-TURN-2")
    ada.page.keyboard.press("Escape")
    ada.moves.first.click()
    expect(link).to_have_attribute("href", "/rules/urbino#URBINO-SETUP-2")


def test_the_score_sheet_tells_how_it_is_counted(ada: Person, player: Players) -> None:
    people = [player(ada), player("Bruno"), player("Carla")]
    ada.opens_table(table_of("urtown", people, "; ".join(turns_of_a_game("urtown", 3))))
    ada.panel("Result")
    with ada.context.expect_page() as opened:
        ada.follows("How is this scored?")
    reader = ada.looks_at(opened.value)
    is_drawn(reader)
    expect(reader.page.get_by_role("heading", name="Scoring", exact=True)).to_be_in_viewport()


def test_help_leads_to_the_rules(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urtown", [player(ada), player("Bruno")]))
    expect(ada.page.get_by_role("grid")).to_be_visible()
    ada.page.keyboard.press("?")
    link = ada.page.get_by_role("dialog").get_by_role("link", name="Rules of Urtown")
    expect(link).to_have_attribute("href", "/rules/urtown")


# --- For everybody -------------------------------------------------------------------------------


def test_on_a_phone_the_contents_are_folded(somebody: Somebody) -> None:
    ada = somebody(viewport=PHONE, has_touch=True, is_mobile=True)
    ada.opens("/rules/urbe")
    is_drawn(ada)
    fits_the_screen(ada)
    contents = ada.page.get_by_role("navigation", name="On this page")
    expect(contents.get_by_role("link")).to_have_count(0)
    contents.get_by_text("On this page").tap()
    contents.get_by_role("link", name="Grey tiles").tap()
    expect(ada.page.get_by_role("heading", name="Grey tiles")).to_be_in_viewport()
    expect(contents.get_by_role("link")).to_have_count(0)
