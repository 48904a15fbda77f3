"""Every page and state of the page, each reached without words of any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import expect

from tests.web.checks import SIZES
from tests.web.person import Person
from tests.web.serving import ME, OPEN, Player, Server, bot, table_of, turns_of_a_game

URBINO = """
    i9 c2 1b2 c2-d3,1c3 d3-d6,1a9 i9-b3,1d1 b3-f4,2d2 d6-c9,2c4 c9-e8,1f7 f4-f9,1f8 e8-d4,1d7
    d4-i1,2i6 f9-a7,1c7 i1-h8,1d4 h8-c6,1b6 a7-a6,3a8 a6-b1,2e4 b1-a4,2b5 a4-e6,3d6 c6-h1,3h3
    h1-e8,2e7 e8-g7,1g4
"""
URTOWN = """
    A A4; D D6; skyline E4; 1 D1; skyline D5; car I3; lamp E1; cards H5; 4 D4; E E2; I I5; I I4;
    5 A5; 6 E6; H H4; saxophone F7; E E7; $ D3; 3 A3; F F6; G G4; 8 F8; H H6; cards G5; $ D2;
    ring C5; C C3; champagne G8; B B5; E E5; 4 B4; champagne H7; F F4
"""
# After these turns the first seat can renew the park on C6 with green 3 and one more card.
URBANIA = (
    "draw pool 2 [green 3], pool 5 [gray 3]; renew D6 bank [gray 3] +5 | "
    "draw pile, pile; draw project, pile | "
    "renew C3 residential [red 3] +2; draw pool 4 [gray 1+$2], pool 1 [pink 1+$2]"
)


@dataclass(frozen=True)
class Tables:
    """Ada's tables in every state, and the token that makes a browser hers."""

    token: str
    waiting: str
    urbino: str
    urtown: str
    urbania: str
    urbe: str
    ended: str


def prepare(server: Server) -> Tables:
    ada, bruno, carla = people = [Player(server, name) for name in ("Ada", "Bruno", "Carla")]
    tables = Tables(
        token=ada.token,
        waiting=ada.make_table("urtown", ME, OPEN, bot(4), listed=True),
        urbino=table_of("urbino", [ada, bruno], URBINO, listed=True),
        urtown=table_of("urtown", [ada, bruno, carla], URTOWN),
        urbania=table_of("urbania", people, URBANIA),
        urbe=table_of("urbe", people, " | ".join(turns_of_a_game("urbe", 3)[:24])),
        ended=table_of("urtown", [ada, bruno, carla], "; ".join(turns_of_a_game("urtown", 3))),
    )
    for player in people:
        player.leave()
    return tables


@dataclass(frozen=True)
class State:
    """Its address, what is there when it has loaded, what to do then, and how to undo it."""

    path: str
    shows: Literal["heading", "article", "combobox", "listitem", "textbox", "grid"] = "heading"
    act: Callable[[Person], None] = lambda _person: None
    sizes: tuple[str, ...] = ("wide", "phone")
    loads: dict[str, str] = field(default_factory=dict)  # a heading fetched in each language
    undo: Callable[[Person], None] = lambda _person: None

    def reach(self, person: Person, tables: Tables) -> None:
        """Come to this state from another of the same address, or from anywhere else."""
        address = person.server.url + self.path.format(**vars(tables))
        person.resizes_to(SIZES[self.sizes[0]])
        if person.page.url != address:
            person.page.goto(address)
            expect(person.page.get_by_role(self.shows).first).to_be_visible()
        self.act(person)

    def speaks(self, person: Person, language: str) -> None:
        """Change the language in place, and wait until everything has changed."""
        person.speaks(language)
        if language in self.loads:
            heading = person.page.get_by_role("heading", name=self.loads[language])
            expect(heading).to_be_visible()


def has(what: str) -> Callable[[Person], None]:
    """Wait for something that loads later than the rest."""

    def act(person: Person) -> None:
        expect(person.page.locator(what).first).to_be_visible()

    return act


def is_drawn(person: Person) -> None:
    """Wait until all pictures of the rules are there."""
    expect(person.page.locator("[data-figure]").first).to_be_attached()
    expect(person.page.locator(".drawing.coming")).to_have_count(0)


def opens_dialog(number: int) -> Callable[[Person], None]:
    """Press a button of the first game: play the computer, or with friends."""

    def act(person: Person) -> None:
        person.page.get_by_role("article").first.get_by_role("button").nth(number).click()
        expect(person.page.get_by_role("dialog")).to_be_visible()

    return act


def closes_dialog(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def opens_menu(person: Person) -> None:
    """Press the last button of the bar of a phone."""
    person.page.get_by_role("banner").get_by_role("button").last.click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def asks_for_keys(person: Person) -> None:
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog")).to_be_visible()


def opens_last_panel(person: Person) -> None:
    """Open the panel with everything besides playing."""
    person.page.get_by_role("toolbar").get_by_role("button").last.click()


def opens_tab(number: int) -> Callable[[Person], None]:
    """Open a tab of a table on a phone: board, result if any, moves, worth, chat, more."""

    def act(person: Person) -> None:
        person.page.get_by_role("navigation").get_by_role("button").nth(number).click()
        expect(person.page.get_by_role("grid")).to_have_count(0)

    return act


def is_refused(person: Person) -> None:
    """Choose the first building and try a square that is not a lot."""
    person.page.keyboard.press("1")
    person.presses_square("i1")
    person.sees("URBINO-LOT-3")


def drops_the_refusal(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".refusal")).to_have_count(0)


PHONE_ONLY = ("phone",)
IN_TWO_MINUTES = {"en": "In two minutes", "it": "In due minuti", "ru": "За две минуты"}
STATES = {
    "home": State("/", "article", has("main li")),
    "against the computer": State("/", "article", opens_dialog(0), undo=closes_dialog),
    "with friends": State("/", "article", opens_dialog(1), undo=closes_dialog),
    "menu": State("/", "article", opens_menu, PHONE_ONLY, undo=closes_dialog),
    "new table": State("/new", "combobox"),
    "waiting room": State("/t/{waiting}", "textbox"),
    "urbino": State("/t/{urbino}", "grid"),
    "refused": State("/t/{urbino}", "grid", is_refused, undo=drops_the_refusal),
    "keys": State("/t/{urbino}", "grid", asks_for_keys, ("wide",), undo=closes_dialog),
    "more": State("/t/{urbino}", "grid", opens_last_panel, ("wide",)),
    "moves, on a phone": State("/t/{urbino}", "grid", opens_tab(1), PHONE_ONLY),
    "districts, on a phone": State("/t/{urbino}", "grid", opens_tab(2), PHONE_ONLY),
    "more, on a phone": State("/t/{urbino}", "grid", opens_tab(4), PHONE_ONLY),
    "urtown": State("/t/{urtown}", "grid"),
    "urbania": State("/t/{urbania}", "grid"),
    "urbe": State("/t/{urbe}", "grid"),
    "game over": State("/t/{ended}", "grid"),
    "result, on a phone": State("/t/{ended}", "grid", opens_tab(1), PHONE_ONLY),
    "replay": State("/t/{ended}/replay", "grid"),
    "upload": State("/replay"),
    "verify": State("/verify", "textbox"),
    "privacy": State("/privacy", act=has("main li")),
    "me": State("/me", "textbox", has("main li")),
    "watch": State("/watch", "listitem"),
    "learn": State("/learn", act=has("a[href='/learn/urbe/1']")),
    "lesson": State("/learn/urbania", "grid"),
    "puzzle": State("/learn/urbe/1", "grid"),
    "all rules": State("/rules", act=has("a[href='/rules/urbe']")),
    "rules": State("/rules/urtown", act=is_drawn, loads=IN_TWO_MINUTES),
    "no such table": State("/t/nothing"),
    "no such page": State("/nowhere"),
}

# The names of the states of each address, which is opened once for all of them.
PAGES: dict[str, list[str]] = {}
for _name, _state in STATES.items():
    PAGES.setdefault(_state.path, []).append(_name)
