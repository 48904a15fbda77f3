"""Urbania in a browser: a whole game, payments card by card, refusals, keys, phone, languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Position, ViewportSize, expect

from tests.web.checks import SIZES, axe_finds_nothing, violations
from tests.web.person import PHONE, WIDE, Person, Players, Somebody
from tests.web.playing import Presses, answering, has_score_sheet, nearly_over, plays_to_the_end
from tests.web.serving import ME, OPEN, SEED, Player, bot, table_of
from tests.web.states import URBANIA
from tests.web.test_keyboard import focused, tabs_to

MIDDLING: ViewportSize = {"width": 900, "height": 700}
EDGE: Position = {"x": 6, "y": 24}  # what cards of a full hand show of themselves
PAID = "Ada renewed the park on C6 for 6 points, kept 1 green coin"


@pytest.fixture
def table(ada: Person, player: Players) -> str:
    return table_of("urbania", [player(ada), player("Bruno"), player("Carla")], URBANIA)


def hand(person: Person) -> Locator:
    return person.page.get_by_role("group", name="Your hand")


def card(person: Person, name: str) -> Locator:
    return hand(person).get_by_role("button", name=re.compile(f"^{name}"))


# --- To the end of a game ------------------------------------------------------------------------


ANY = random.Random(SEED)
CONFIRMS = re.compile(r"^(Pay \d|Draw$|Renew$|Hire$|Submit$)")


def takes_a_step(person: Person) -> None:
    """Press what a newcomer would: something that says it can be used."""
    confirm = person.page.get_by_role("button", name=CONFIRMS)
    if confirm.count() and confirm.first.is_enabled():
        return confirm.first.click()
    return to_be_pressed(person).click(position=EDGE)


class OnAPhone:
    """The same with tabs: the open one first; counts how often a turn changes them."""

    def __init__(self, presses: Presses) -> None:
        self._presses = presses
        self._turn, self._before = "", 0
        self.most = 0  # in one turn

    def __call__(self, person: Person) -> None:
        turn = person.page.get_by_role("banner").inner_text()
        if turn != self._turn:
            self._turn, self._before = turn, self._presses.on_tabs
        said = person.page.get_by_role("main").inner_text()
        stayed = self._presses.on_tabs == self._before
        has_city = person.page.get_by_role("grid").count() > 0
        is_paying = hand(person).get_by_role("button", name=re.compile("can pay")).count() > 0
        if has_city and not is_paying and not person.offered("can be renewed"):
            person.presses("Market")  # for specialists and cards
        elif not has_city and stayed and "your second action. You can renew" in said:
            person.presses("City")
        takes_a_step(person)
        self.most = max(self.most, self._presses.on_tabs - self._before)


def to_be_pressed(person: Person) -> Locator:
    page = person.page
    said = page.get_by_role("main").inner_text()
    can_pay = hand(person).get_by_role("button", name=re.compile("can pay"), pressed=False)
    can_hire = page.get_by_role("button", name=re.compile("can be hired"))
    projects = page.get_by_role("region", name="Projects").get_by_role("button")
    renewable = person.offered("can be renewed")
    proposed = page.get_by_role("button", name=re.compile(r"^Pay \d"))
    if proposed.count():
        return proposed
    if can_pay.count():
        # Not always the first: of two that replace each other, both would be pressed for ever.
        return can_pay.nth(ANY.randrange(can_pay.count()))
    if projects.count() and "You can" in said and "submit a project" in said:
        return projects.first
    if renewable:
        return person.square(renewable[0])
    if can_hire.count():
        return can_hire.first
    in_reach = page.get_by_role("button", name="Card from the pile")  # in the dock of a phone
    if in_reach.count() and in_reach.is_visible():
        return in_reach
    source = (
        "^Project pile" if "You have no projects yet" in said else r"^(Pool \d: |Resource pile)"
    )
    return page.get_by_role("button", name=re.compile(source)).first


WANTED = ("pay", "renew", "hire", "draw")


def builder(parts: list[dict[str, Any]]) -> Callable[[int], tuple[int, bool]]:
    """Rank decisions for somebody who builds whenever possible."""

    def rank(decision: int) -> tuple[int, bool]:
        does = parts[decision]["does"]
        kind = WANTED.index(does) if does in WANTED else len(WANTED)
        return kind, parts[decision].get("from") != "pool"

    return rank


# On average in a turn, on a phone besides one of a tab; late turns bring more free cards.
PRESSES, PRESSES_LATE = 5, 5.5

# Notes each announcement from now on: its words, and how much of it is on the screen.
ANNOUNCED = """() => {
  const seen = new Set();
  window.announced = [];
  new MutationObserver(() => {
    const band = document.querySelector("[role=status] > .band");
    if (!band || seen.has(band) || !band.checkVisibility({ opacityProperty: true })) return;
    seen.add(band);
    const { top, bottom, width } = band.getBoundingClientRect();
    window.announced.push({ said: band.innerText, top, bottom, width });
  }).observe(document.body, { childList: true, subtree: true });
}"""


def plays_with(
    ada: Person, bruno: Player, table: str, act: Callable[[Person], None], presses: Presses
) -> float:
    """Ada plays, Bruno answers, until the score sheet adds up; return presses by turns."""
    answer = ada.context.request.get(f"{ada.server.url}/api/games/urbania/decisions")
    before = turns_of_ada(bruno, table)
    plays_to_the_end(ada, act, answering(bruno, table, builder(answer.json()["parts"])))
    turns = turns_of_ada(bruno, table) - before
    average = (int(presses) - presses.on_tabs) / turns
    ada.panel("Result")
    expect(ada.page.get_by_role("main")).to_contain_text("Renewed buildings")
    scores = bruno.tell("watch", table)["result"]["scores"]
    assert sorted(has_score_sheet(ada, seats=len(scores))) == sorted(scores)
    ada.panel("Moves")
    log = [str(each.get_attribute("aria-label")) for each in ada.moves.all()]
    assert any(re.match(r"Ada renewed the \w+", line) for line in log)
    assert any(re.search("for \\d coins?", line) for line in log if line.startswith("Ada"))
    return average


def turns_of_ada(bruno: Player, table: str) -> int:
    return sum(line["seat"] == 0 and line["done"] for line in bruno.tell("watch", table)["log"])


def test_the_last_turns_of_a_game_on_a_phone(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    host, bruno = player(ada), player("Bruno")
    table = table_of("urbania", [host, bruno], nearly_over("urbania", 2, 24))
    ada.opens_table(table)
    ada.waits_for_turn()
    presses = Presses(ada)
    act = OnAPhone(presses)
    ada.page.evaluate(ANNOUNCED)
    assert plays_with(ada, bruno, table, act, presses) <= PRESSES_LATE
    assert act.most <= 1
    (band,) = ada.page.evaluate("window.announced")
    assert re.match("The last turns\n+2 run-down buildings in the ", band["said"])
    assert 0 <= band["top"] < band["bottom"] <= PHONE["height"]
    assert band["width"] == PHONE["width"]


@pytest.mark.soak
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_whole_game_with_somebody_and_a_bot(
    somebody: Somebody, player: Players, size: str
) -> None:
    phone = size == "phone"
    ada = somebody("Ada", viewport=SIZES[size], has_touch=phone, is_mobile=phone)
    host, bruno = player(ada), player("Bruno")
    table = host.make_table("urbania", ME, OPEN, bot(1))
    bruno.sit(table, 1)
    ada.opens_table(table)
    ada.waits_for_turn() if phone else ada.decides_at_once()
    presses = Presses(ada)
    act = OnAPhone(presses) if phone else takes_a_step
    assert plays_with(ada, bruno, table, act, presses) <= PRESSES


# --- One turn, closely ----------------------------------------------------------------------------


def test_a_payment_grows_card_by_card(ada: Person, table: str) -> None:
    ada.opens_table(table)
    ada.waits_for_turn()
    ada.sees("Choose your first action.")
    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    ada.sees("You need 4 green workers")
    expect(ada.square("C6")).to_have_attribute("aria-selected", "true")
    names = [
        str(each.get_attribute("aria-label")) for each in hand(ada).get_by_role("button").all()
    ]
    assert sorted(name for name in names if "can pay" in name) == [
        "green card: 2 workers and 1 coin, can pay",
        "green card: 3 workers, can pay",
        "grey card: 1 rainbow worker and 1 coin, can pay",
    ]

    card(ada, "grey card: 1 rainbow").click()  # not in the order of the rule book
    ada.sees("1 of 4 paid, 3 to go.")
    card(ada, "green card: 3 workers").click()
    expect(ada.button("Pay 2 cards")).to_be_visible()
    card(ada, "green card: 2 workers").click()  # takes the place of the rainbow worker
    expect(card(ada, "grey card: 1 rainbow")).to_have_attribute("aria-pressed", "false")
    ada.sees("5 → 11 points.")
    ada.sees("You lose a surplus of 1.")
    ada.sees("You keep 1 green coin on the table.")
    ada.presses("Pay 2 cards")

    ada.sees("Draw a free card for the card icon, or decline it.")
    ada.page.get_by_role("button", name=re.compile("^Project pile")).click()
    ada.sees("Draw a project?")
    ada.presses("Draw")
    ada.sees("Choose your second action.")
    line = ada.moves.last
    expect(line).to_have_accessible_name(re.compile(re.escape(PAID) + " and drew the project "))
    expect(card(ada, "green card: 1 coin, on the table")).to_be_visible()  # its workers are spent


def test_a_choice_is_changed_and_taken_back(ada: Person, table: str) -> None:
    ada.opens_table(table)
    ada.waits_for_turn()
    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    ada.page.get_by_role("button", name=re.compile("^Banker")).click()  # instead of the park
    ada.sees("Pay for the Banker.")
    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    card(ada, "green card: 3 workers").click()
    ada.sees("3 of 4 paid, 1 to go.")
    ada.steps_back()
    ada.sees("You need 4 green workers")
    ada.presses_square("C6")  # the same again: it is let go
    ada.sees("Choose your first action.")

    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    for name in ("green card: 3 workers", "green card: 2 workers"):
        card(ada, name).click()
    ada.presses("Pay 2 cards")
    ada.sees("Draw a free card for the card icon, or decline it.")
    ada.steps_back()
    ada.sees("3 of 4 paid, 1 to go.")
    expect(
        hand(ada).get_by_role("img", name=re.compile("green card: 3 workers, paid"))
    ).to_be_visible()
    ada.steps_back()
    ada.steps_back()
    ada.sees("Choose your first action.")


def test_what_the_rules_refuse_is_said_and_pointed_at(ada: Person, table: str) -> None:
    ada.opens_table(table)
    ada.waits_for_turn()
    crosses = ada.page.locator("circle[fill='var(--refuse)']")
    ada.presses_square("G1")
    ada.sees("touches no renewed building.")
    ada.sees("URBANIA-RENEW-1")
    expect(crosses).to_have_count(1)
    card(ada, "red card").click()
    ada.sees("First choose a building to renew or a specialist to hire.")
    ada.page.get_by_role("button", name=re.compile("^Small Business Owner")).click()
    ada.sees("You need 1 pink coin to hire the Small Business Owner")
    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    ada.does_not_see("You need 1 pink coin")
    card(ada, "red card").click()
    ada.sees("The red card (2 workers and 1 coin) gives no green workers.")
    ada.page.keyboard.press("Escape")
    ada.does_not_see("gives no green workers")


def test_a_turn_by_keys_alone(ada: Person, table: str) -> None:
    ada.opens_table(table)
    ada.waits_for_turn()
    keys, about = ada.page.keyboard, ada.page.get_by_role("tooltip")
    keys.press("i")  # what cannot get the focus explains itself one by one
    expect(about).to_have_text(re.compile("run-down buildings in the north-west. The end phase"))
    keys.press("i")
    expect(about).to_have_text(re.compile("in the north-east"))
    keys.press("Shift+I")
    expect(about).to_have_text(re.compile("in the north-west"))
    keys.press("Escape")
    expect(about).to_be_hidden()
    tabs_to(ada, r"^[A-G][1-7], ")
    walks_down_to(ada, "C6")
    keys.press("Enter")
    ada.sees("Pay for the park on C6.")
    for name in ("^grey card: 1 rainbow", "^green card: 3"):
        tabs_to(ada, name)
        keys.press("Space")
    tabs_to(ada, "^Pay 2 cards$", back=True)
    keys.press("Enter")
    ada.sees("Draw a free card for the card icon, or decline it.")
    tabs_to(ada, "^Decline card$", back=True)
    keys.press("Enter")
    ada.sees("Choose your second action.")
    draws = {"^Pool 1: ": "Draw your second card.", "^Resource pile": "Waiting for Bruno…"}
    for name, then in draws.items():
        tabs_to(ada, name)
        keys.press("Enter")
        tabs_to(ada, "^Draw$", back=True)
        keys.press("Enter")
        ada.sees(then)


def walks_down_to(person: Person, space: str) -> None:
    """Press arrows until a space has the focus; rows count from the north."""
    for _ in range(14):
        here = focused(person)[:2]
        if here == space:
            return
        if here[0] != space[0]:
            person.page.keyboard.press("ArrowRight" if here[0] < space[0] else "ArrowLeft")
        else:
            person.page.keyboard.press("ArrowDown" if here[1] < space[1] else "ArrowUp")
    raise AssertionError(f"no way by arrows to {space}")


def test_a_turn_on_a_phone(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    table = table_of("urbania", [player(ada), player("Bruno"), player("Carla")], URBANIA)
    ada.opens_table(table)
    ada.waits_for_turn()
    about = ada.page.get_by_role("tooltip")
    ada.holds(ada.square("C6"))
    expect(about).to_contain_text("Renewing it takes 4 workers of its colour and scores 6 at once")
    ada.sees("Choose your first action.")  # holding is no press
    ada.holds(ada.page.locator("[data-place='hand green 3']"))
    expect(about).to_contain_text("Its workers renew parks and residential buildings")
    ada.square("C6").tap()
    ada.sees("Pay for the park on C6.")
    expect(about).to_be_hidden()
    for name in ("green card: 3 workers", "green card: 2 workers"):
        card(ada, name).tap()
    ada.button("Pay 2 cards").tap()
    ada.sees("Draw a free card for the card icon, or decline it.")
    in_reach = ada.page.get_by_role("button", name="Card from the pile")
    in_reach.dispatch_event("click", {"detail": 2})  # a double press on what was there before
    ada.settles()
    ada.sees("Draw a free card for the card icon, or decline it.")
    ada.button("Market").tap()
    ada.page.get_by_role("button", name=re.compile("^Pool 1: ")).tap()
    ada.button("Draw").tap()
    ada.sees("Choose your second action.")
    ada.page.get_by_role("button", name=re.compile("^Banker")).tap()
    ada.sees("Pay for the Banker.")
    ada.button("Pay 1 card").tap()  # the other card has a surplus: this one is proposed
    ada.sees("Waiting for Bruno…")
    ada.button("Market").tap()
    ada.holds(ada.page.locator("[data-place='track Doctor'] > *"))
    expect(about).to_contain_text("for every renewed hospital")
    for tab in ("Projects", "Moves", "More", "City"):
        ada.button(tab).tap()
        wide = ada.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], tab


# Of texts of a picture: how large they are on the screen.
SEEN_SIZES = """
  all => all.map((text) => text.getScreenCTM().a * parseFloat(getComputedStyle(text).fontSize))
"""


def test_figures_can_be_read_on_a_phone(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    ada.opens_table(table_of("urbania", [player(ada), player("Bruno"), player("Carla")], URBANIA))
    ada.waits_for_turn()
    board = ada.page.get_by_role("grid", name="City").locator("..")
    box = board.bounding_box()
    assert box is not None
    assert box["width"] == PHONE["width"], "edge to edge"
    assert min(board.locator("svg text").evaluate_all(SEEN_SIZES)) >= 11
    tabs = ada.page.get_by_role("navigation").last.locator("use")
    icons = tabs.evaluate_all("all => all.map(use => use.getAttribute('href'))")
    assert len(set(icons)) == len(icons) == 5


# Everybody draws and nobody spends.
HOARD = " | ".join(["draw pile, pile; draw pile, pile"] * 6)


def test_many_cards_overlap_rather_than_shrink(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbania", [player(ada), player("Bruno"), player("Carla")], HOARD))
    ada.waits_for_turn()
    cards = hand(ada).get_by_role("button")
    boxes = cards.evaluate_all("all => all.map(card => card.getBoundingClientRect().toJSON())")
    assert len(boxes) > 10
    pictures = cards.locator("> svg").evaluate_all(
        "all => all.map(card => card.getBoundingClientRect().toJSON())"
    )
    assert min(one["width"] for one in pictures) >= 58
    assert max(one["bottom"] for one in pictures) <= WIDE["height"], "nothing is cut"
    city = ada.page.get_by_role("grid", name="City").locator("..").bounding_box()
    assert city is not None
    assert boxes[-1]["right"] <= city["x"] + city["width"] + 1
    assert all(one["x"] + 15 < other["x"] for one, other in pairwise(boxes)), "each can be pressed"


# --- Others who look, other languages -------------------------------------------------------------


def test_onlookers_see_no_hand(somebody: Somebody, player: Players) -> None:
    people = [player(name) for name in ("Ada", "Bruno", "Carla")]
    table = table_of("urbania", people, URBANIA)
    zoe = somebody("Zoe")
    zoe.opens_table(table)
    zoe.sees("Waiting for Ada…")
    expect(zoe.page.get_by_role("grid", name="The city")).to_be_visible()
    expect(zoe.page.get_by_role("group", name=re.compile("hand", re.IGNORECASE))).to_have_count(0)
    ada = zoe.page.get_by_role("region", name="Ada", exact=True)
    expect(ada).to_contain_text("6 cards in hand")  # how many, and what all have seen
    bruno = zoe.page.get_by_role("region", name="Bruno", exact=True)
    turn = bruno.locator("[data-about^='Bruno drew 3 cards']")  # the last one, in pictures
    expect(turn.locator("svg")).to_have_count(4)
    expect(turn).to_be_visible()
    expect(zoe.page.get_by_role("region", name="Projects")).to_contain_text("1 project in hand")


TOLD = {
    "it": (
        "Prima azione.",
        "Tabella dei valori",
        "ha rinnovato la banca in D6 (+5 punti)",
    ),
    "ru": ("Первое действие.", "Шкала ценности", "обновляет банк на D6 (+5 очков)"),
}


def test_in_other_languages(ada: Person, player: Players) -> None:
    table = table_of("urbania", [player(ada), player("Bruno"), player("Carla")], URBANIA)
    ada.opens_table(table)
    for language, (*words, renewed) in TOLD.items():
        ada.speaks(language)
        for each in words:
            ada.sees(each)
        line = ada.page.get_by_role("button", name=re.compile(re.escape(renewed)))
        expect(line).to_be_visible()
    ada.presses_square("G1")
    ada.sees("URBANIA-RENEW-1")
    for language in TOLD:
        ada.speaks(language)
        said = ada.page.locator(".refusal").inner_text()
        assert "renewed" not in said
        assert "touches" not in said


def test_axe_finds_nothing(ada: Person, table: str) -> None:
    ada.opens_table(table)
    ada.waits_for_turn()
    ada.presses_square("C6")
    ada.sees("Pay for the park on C6.")
    card(ada, "green card: 3 workers").click()
    axe_finds_nothing(ada)
    for tab in ("Market", "Projects"):
        ada.presses(tab)
        axe_finds_nothing(ada, ["phone"], ["light"])
    ada.resizes_to(MIDDLING)
    assert violations(ada) == []


def test_a_replay_shows_track_pool_and_hand(ada: Person, table: str) -> None:
    ada.opens(f"/t/{table}/replay")
    expect(ada.page.get_by_role("grid", name="The city")).to_be_visible()
    worth = ada.page.get_by_role("region", name="Track and pool")
    expect(worth.get_by_role("img", name=re.compile("^Pool 1: "))).to_be_visible()
    expect(worth.get_by_role("img", name=re.compile("^Banker, costs"))).to_be_visible()
    ada.page.keyboard.press("End")
    expect(ada.square("D6")).to_have_accessible_name(re.compile("renewed"))
    expect(hand(ada).get_by_role("img", name=re.compile("^green card: 3"))).to_be_visible()
