"""Days off: taken on one's own page, and seen by those who wait."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.checks import LARGER_PHONE, axe_finds_nothing, fits_the_screen
from tests.web.person import PHONE, WIDE, Person, Players
from tests.web.serving import table_of

DATE = r"\d{1,2} [A-Z][a-z]+"
OFF = re.compile(f"days off until {DATE}")


def test_days_off_are_taken_and_the_others_see_it(
    ada: Person, bruno: Person, player: Players
) -> None:
    clock = {"kind": "turn", "hours": 24}
    table = table_of("urbino", [player(ada), player(bruno)], clock=clock)
    bruno.opens_table(table)
    ada.opens("/me")
    ada.sees("0 days used in")
    ada.page.get_by_label("How many days").select_option("3")
    ada.presses("Take off")
    ada.sees(re.compile(r"You have days off until \w+ .*\d\d:\d\d"))
    ada.sees("3 days used in")
    bruno.sees(OFF)  # without doing anything
    expect(bruno.page.get_by_role("timer", name=re.compile("^Ada.*stopped"))).to_be_visible()
    for size in (PHONE, LARGER_PHONE):
        bruno.resizes_to(size)
        bruno.sees(re.compile(f"Ada has days off until {DATE}."))
        fits_the_screen(bruno)
        axe_finds_nothing(bruno)
    for size in (LARGER_PHONE, PHONE, WIDE):
        ada.resizes_to(size)
        fits_the_screen(ada)
        axe_finds_nothing(ada)
    ada.presses("Take more")
    ada.sees("4 days used in")
    ada.presses("End days off")
    ada.sees("1 day used in")
    bruno.does_not_see(re.compile("days off"))
