"""Time at a table: running clocks, and seats whose people have left."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.web.person import Person, Players, Somebody
from tests.web.serving import ME, OPEN, Player, Server, table_of

SOON = 100  # milliseconds


# --- Clocks --------------------------------------------------------------------------------------


def clock_of(person: Person, name: str) -> Locator:
    return person.page.get_by_role("timer", name=re.compile(f"^{name}, time left"))


def seconds_left(clock: Locator) -> float:
    said = str(clock.get_attribute("aria-label")).rsplit(" ", 1)[1]
    minutes, _, seconds = said.rpartition(":")
    return 60 * int(minutes or 0) + float(seconds)


def test_a_clock_counts_down_and_the_other_stands(ada: Person, player: Players) -> None:
    clock = {"kind": "game", "minutes": 10, "increment": 0}
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], "e5 d4", clock=clock))
    ada.waits_for_turn()
    first = seconds_left(clock_of(ada, "Ada"))
    assert first <= 600
    ada.until(lambda: seconds_left(clock_of(ada, "Ada")) < first, "Ada's clock to count down")
    assert seconds_left(clock_of(ada, "Bruno")) == 600
    expect(clock_of(ada, "Ada").locator("svg")).to_have_count(0)  # there is plenty


def test_little_time_is_shown_and_time_that_ran_out_is_claimed(
    ada: Person, bruno: Person, player: Players
) -> None:
    clock = {"kind": "game", "minutes": 0.1, "increment": 0}
    table = table_of("urbino", [player(ada), player(bruno)], "e5 d4", clock=clock)
    for person in (ada, bruno):
        person.opens_table(table)
    expect(clock_of(bruno, "Ada").locator("svg")).to_be_visible()  # the picture of a clock
    expect(clock_of(bruno, "Bruno").locator("svg")).to_have_count(0)
    bruno.presses("Ada ran out of time. Claim the win")
    for person in (ada, bruno):
        person.sees("Ada ran out of time.")
    bruno.sees("You win.")


# --- Seats that are left -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where a seat soon counts as abandoned."""
    folder = tmp_path_factory.mktemp("hasty")
    server = Server(folder, abandoned_after=SOON, games=["urbino"])
    yield server
    server.stop()


def test_a_seat_that_was_left_is_given_to_a_bot_and_taken_back(
    hasty: Server, somebody: Somebody
) -> None:
    ada, bruno = somebody("Ada", at=hasty), somebody("Bruno", at=hasty)
    host = Player(hasty, token=ada.token)
    table = host.make_table("urbino", ME, OPEN)
    host.leave()
    for person in (ada, bruno):
        person.opens_table(table)
    bruno.presses("Sit down")
    ada.places_architect("e5")
    bruno.waits_for_turn()
    bruno.opens("/")

    ada.page.get_by_text("Bruno has left. Let the computer take over?").click()
    ada.presses("Let it take over")
    expect(ada.moves.nth(1)).to_be_visible()  # the bot has played
    bruno.opens_table(table)
    bruno.presses("Take your seat back")
    expect(bruno.button("Take your seat back")).to_have_count(0)
    bruno.panel("More")
    expect(bruno.button("Resign")).to_be_visible()  # it is his again
