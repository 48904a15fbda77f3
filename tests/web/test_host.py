"""The host's page: one evening in a club, from a report to a closed door; in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.checks import (
    LARGE,
    axe_finds_nothing,
    fits_everywhere,
    nothing_is_left_in_english,
)
from tests.web.person import Person, Somebody
from tests.web.serving import Player, Server, table_of

SECTIONS = 9
NAME = "Circolo del Giovedì"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory, built_page: None) -> Iterator[Server]:
    """Start a server of its own: what its host does concerns everybody there."""
    found = Server(tmp_path_factory.mktemp("house"))
    yield found
    found.stop()


def link_of(house: Server) -> str:
    found = re.search(r"with this link: http://[^/]+(/host#\S+)", house.log.read_text("utf-8"))
    assert found
    return found[1]


class Evening:
    """A table of Ada and Bruno, and the host in a browser of their own."""

    def __init__(self, house: Server, somebody: Somebody) -> None:
        self._house, self._somebody = house, somebody
        self.ada, self.bruno = somebody("Ada", at=house), Player(house, "Bruno")
        players = [Player(house, token=self.ada.token), self.bruno]
        self.table = table_of("urtown", players)
        self.host = self.comes(viewport=LARGE)
        self.host.forgives("401")  # before the link is opened
        self.sections = self.host.page.locator(".halves nav button")

    def comes(self, **wishes: Any) -> Person:
        return self._somebody(at=self._house, **wishes)

    def opens_section(self, number: int) -> None:
        self.sections.nth(number).click()
        expect(self.host.page.locator(".shown h2").first).to_be_visible()


def test_a_host_keeps_order(house: Server, somebody: Somebody) -> None:
    evening = Evening(house, somebody)
    report_and_block(evening)
    enter(evening, link_of(house))
    read_every_section(evening)
    mute(evening)
    announce(evening)
    dress_up(evening)
    set_limits(evening)
    keep_less(evening)
    invitation = close_the_door(evening)
    carla = come_with_the_password(evening)
    come_with_an_invitation(evening, invitation)
    ban(evening, carla)
    evening.bruno.leave()


def report_and_block(evening: Evening) -> None:
    """Ada reports what Bruno has said, and blocks him."""
    ada = evening.ada
    evening.bruno.tell("chat", evening.table, text="Urbe! Urbe!")
    ada.opens_table(evening.table)
    ada.panel("Chat")
    ada.presses("Report or block Bruno")
    ada.page.get_by_label("Anything to add?").fill("Urbe?")
    axe_finds_nothing(ada, ["wide"], within="dialog[open]")
    ada.presses("Report")
    ada.sees("Thank you. The host will see your report.")
    ada.presses("Report or block Bruno")
    ada.presses("Block Bruno")
    ada.sees("A message from somebody you have blocked")


def enter(evening: Evening, link: str) -> None:
    host = evening.host
    host.opens("/host")
    host.sees("This page is for the host")
    host.opens("/theme.js")  # a link that differs only after # does not load the page
    host.opens(link)
    host.sees("Keep order")
    assert "#" not in host.page.url


def read_every_section(evening: Evening) -> None:
    """Every section fits and can be read in every language, on a large screen and on phones."""
    said: dict[str, set[str]] = {"en": set(), "it": set(), "ru": set()}
    expect(evening.sections).to_have_count(SECTIONS)
    for number in range(SECTIONS):
        evening.opens_section(number)
        for language, words in fits_everywhere(evening.host).items():
            said[language] |= words
        axe_finds_nothing(evening.host, ["phone"], ["dark" if number % 2 else "light"])
        evening.host.resizes_to(LARGE)
    nothing_is_left_in_english(said)


def mute(evening: Evening) -> None:
    host = evening.host
    evening.opens_section(2)
    host.sees("Urbe! Urbe!")
    host.page.get_by_role("button", name="Ban or mute: Bruno").first.click()
    axe_finds_nothing(host, ["wide"], within="dialog[open]")
    host.resizes_to(LARGE)
    host.page.get_by_role("dialog").get_by_role("button", name="Mute", exact=True).click()
    host.sees("Done. It holds at once.")
    host.presses("Done")
    expect(host.button("Not done yet")).to_be_visible()


def announce(evening: Evening) -> None:
    evening.opens_section(3)
    evening.host.page.get_by_label("Text", exact=True).fill("Tea at five")
    evening.host.presses("Announce")
    evening.ada.sees("Tea at five")
    evening.ada.presses("Hide the announcement")
    evening.ada.does_not_see("Tea at five")


def dress_up(evening: Evening) -> None:
    """Give the house a name and a colour, which can be read by day and by night."""
    host = evening.host
    evening.opens_section(5)
    host.page.get_by_label("Name of the house").fill(NAME)
    host.page.get_by_role("switch", name="A colour of our own").check(force=True)
    host.page.locator("input[type=color]").fill("#7a1f3d")
    host.page.get_by_label("Welcome text: English").fill("We play on Thursdays.")
    host.presses("Save")
    expect(evening.ada.page.get_by_role("link", name=NAME)).to_be_visible()
    for theme in ("light", "dark"):
        axe_finds_nothing(host, ["wide"], [theme])
    host.page.emulate_media(color_scheme="light")
    host.resizes_to(LARGE)


def set_limits(evening: Evening) -> None:
    """Move a slider; what it says holds, and is there again when the page is opened anew."""
    host = evening.host
    evening.opens_section(6)
    host.page.get_by_role("slider", name="New tables of a guest").fill("2")
    host.sees("2 a minute")
    host.presses("Save")
    host.sees("Saved. It holds from now on.")
    host.page.reload()
    evening.opens_section(6)
    expect(host.page.get_by_role("slider", name="New tables of a guest")).to_have_value("2")


def keep_less(evening: Evening) -> None:
    """Change for how long tables are kept, and read that on the privacy page."""
    host = evening.host
    evening.opens_section(7)
    host.page.get_by_label("Waiting tables").fill("12")
    host.presses("Save")
    host.sees("Saved. It holds from now on.")
    host.page.get_by_role("link", name="Privacy").first.click()
    host.sees("A table that waits for players is closed after 12 days without a change.")
    host.opens("/host")
    host.sees("Keep order")


def close_the_door(evening: Evening) -> str:
    """Let strangers in only with a password or an invitation; return the path of one."""
    host = evening.host
    evening.opens_section(4)
    host.page.get_by_role("radio", name="Only people who know the password").check(force=True)
    host.page.get_by_label("Password", exact=True).fill("piazza")
    host.presses("Save")
    host.presses("Create a link")
    link = host.page.get_by_label("Invitation link").input_value()
    return link[link.index("/come#") :]


def come_with_the_password(evening: Evening) -> Person:
    carla = evening.comes()
    carla.forgives("401")
    carla.forgives("403")
    carla.opens(f"/t/{evening.table}")
    carla.sees("We play on Thursdays.")
    fits_everywhere(carla)
    axe_finds_nothing(carla)
    carla.page.get_by_label("Password").fill("strada")
    carla.presses("Come in")
    carla.sees("That isn’t the password.")
    carla.page.get_by_label("Name").fill("Carla")
    carla.page.get_by_label("Password").fill("piazza")
    carla.presses("Come in")
    expect(carla.page.get_by_role("grid").first).to_be_attached()
    return carla


def come_with_an_invitation(evening: Evening, path: str) -> None:
    dino = evening.comes()
    dino.forgives("401")
    dino.opens(path)
    dino.sees("You have an invitation.")
    dino.presses("Come in")
    expect(dino.page.get_by_role("article").first).to_be_visible()


def ban(evening: Evening, carla: Person) -> None:
    """Ban somebody, who sees why; the log tells all of it."""
    host = evening.host
    evening.opens_section(1)
    host.page.get_by_role("button", name="Ban or mute: Carla").click()
    host.page.get_by_role("radio", name="Ban", exact=True).check(force=True)
    host.page.get_by_label("Reason").fill("Shouting")
    host.page.get_by_role("dialog").get_by_role("button", name="Ban", exact=True).click()
    carla.sees("Reason: Shouting")
    fits_everywhere(carla)
    axe_finds_nothing(carla)
    evening.opens_section(8)
    for act in ("Banned Carla", "Muted Bruno", "Announced: Tea at five", "Created an invitation"):
        host.sees(act)
