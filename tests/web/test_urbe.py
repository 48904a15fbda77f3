"""Urbe in a browser: whole games by clicking, previews, refusals, undo, keys, phones, languages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

import contrada
from contrada import Position
from contrada.games.english import listed
from tests.web.checks import axe_finds_nothing
from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.playing import Presses, answering, has_score_sheet, nearly_over, plays_to_the_end
from tests.web.serving import ME, SEED, bot, table_of

# --- Taking part ---------------------------------------------------------------------------------

ON_MARKET = (
    *("you can mark it", "you can take back", "you can take it too"),
    *("you can send the Archbishop", "Treasurer can take"),
)
PAYS = ("Pay", "Give up coin card")  # what is proposed waits for this
DECLINES = ("No second tile", "Not now", "Don’t swap", "Keep for later")


def halves(person: Person) -> Locator:
    """The halves of coin cards that pay now, or cards that may be given up."""
    paying = re.compile("(pays now|you can give it up)$")
    return person.page.get_by_role("button", name=paying, pressed=False)


def cards(person: Person) -> Locator:
    """Characters to choose from."""
    names = re.compile("^(Sides of your character|Useful characters)$")
    return person.page.get_by_role("group", name=names).get_by_role("button")


def waiting(person: Person) -> Locator:
    return person.page.get_by_role("list", name="Tiles to place").get_by_role("button")


def around(person: Person) -> Locator:
    """Borders and places outside where the chosen tile can be placed."""
    return person.page.get_by_role("button", name=re.compile("^(Border|Outside).* here$"))


def acts_once(person: Person) -> None:
    """Do whatever is offered first, by pressing the thing itself."""
    for words in ON_MARKET:
        if places := person.offered(words):
            return person.square(places[len(places) // 2]).click()
    for name in PAYS:
        if person.button(name).is_visible():
            return person.presses(name)
    for found in (halves(person), cards(person)):
        if found.count():
            return found.first.click()
    if not places_something(person):
        person.presses(person.until(lambda: offered_button(person), "a button to press"))
    return None


def offered_button(person: Person) -> str | None:
    """What else can be pressed; the position may have changed while one looked."""
    return next((name for name in (*PAYS, *DECLINES) if person.button(name).is_visible()), None)


def places_something(person: Person) -> bool:
    for slot in range(waiting(person).count()):
        tile = waiting(person).nth(slot)
        if tile.is_visible() and tile.get_attribute("aria-pressed") != "true":
            tile.click()
        if cells := person.offered("you can place a tile here"):
            person.square(cells[len(cells) // 2]).click()
            return True
        if around(person).count():
            around(person).first.click()
            return True
    return False


# --- To the end of a game ------------------------------------------------------------------------


def tells_all(person: Person) -> None:
    """The log has words for everything that was done."""
    person.panel("Moves")
    told = person.moves.evaluate_all("turns => turns.map(turn => turn.ariaLabel)")
    assert len(told) > 30
    for kind in ("marked the", "took the .* with", "placed the .* on [A-D][1-4]", "fountain of"):
        assert any(re.search(kind, turn) for turn in told), kind
    assert all(re.search("chose|marked|took|placed|kept|swapped|gave up", turn) for turn in told)


LAST_ROUND = 10  # turns: two seats mark twice, take twice and place
PRESSES_IN_A_ROUND = 16


def test_the_last_turns_of_a_game(ada: Person, player: Players) -> None:
    people = [player(ada), player("Bruno")]
    table = table_of("urbe", people, nearly_over("urbe", 2, LAST_ROUND))
    ada.opens_table(table)
    ada.decides_at_once()
    presses = Presses(ada)
    plays_to_the_end(ada, acts_once, answering(people[1], table))
    assert int(presses) <= PRESSES_IN_A_ROUND
    has_score_sheet(ada, seats=2)
    ada.sees(re.compile("brought \\d+ of \\d+ points"))
    ada.sees("Game over")
    assert not ada.offered("can ")
    tells_all(ada)


def test_points_of_a_resigned_game_are_those_of_the_sheet(ada: Person, player: Players) -> None:
    """Bruno has fulfilled a decree by then, but the game ends before it counts."""
    people = [player(ada), player("Bruno")]
    table = table_of("urbe", people, nearly_over("urbe", 2, 6, choices=1316))
    now = people[1].tell("watch", table)
    people[1].tell("resign", table, ply=now["ply"])
    ada.opens_table(table)
    has_score_sheet(ada, seats=2)
    ada.sees("Bruno resigned.")


@pytest.mark.soak
def test_a_whole_game_of_two(ada: Person) -> None:
    ada.sits_down_against_computer("Urbe", level=1)
    ada.decides_at_once()
    presses = Presses(ada)
    plays_to_the_end(ada, acts_once)
    assert int(presses) <= 1 + 4 * PRESSES_IN_A_ROUND  # the side of the character is chosen once
    has_score_sheet(ada, seats=2)
    tells_all(ada)


@pytest.mark.soak
def test_a_whole_game_of_four_with_the_useful_eight(ada: Person, player: Players) -> None:
    bots = [bot()] * 3
    options = {"useful_eight": "beside"}
    ada.opens_table(player(ada).make_table("urbe", ME, *bots, options=options))
    ada.decides_at_once()
    presses = Presses(ada)
    plays_to_the_end(ada, acts_once)
    assert int(presses) <= 2 + 8 * PRESSES_IN_A_ROUND  # two characters are chosen first
    has_score_sheet(ada, seats=4)
    ada.sees("What was hidden")


# --- A game that has come to where a test begins -------------------------------------------------


def played(seats: int, reached: Callable[[Position], bool], seed: int = 5) -> str:
    """Turns to a position where the first seat is to move, as one line."""
    choose = random.Random(seed)
    for _ in range(200):
        here = contrada.game("urbe").start_fast(seats, SEED)
        while not here.is_over:
            if here.to_move == 0 and here.turn_begins and reached(here):
                return " | ".join(here.moves())
            here = here.play_one(choose.choice(here.legal()))
    raise LookupError("no such position")


def due(*words: str, least_round: int = 1) -> Callable[[Position], bool]:
    def reached(here: Position) -> bool:
        view = here.view(0)
        return view["due"] in words and view["round"] >= least_round

    return reached


def sits_at(person: Person, player: Players, reached: Callable[[Position], bool]) -> str:
    table = table_of("urbe", [player(person), player("Bruno")], played(2, reached))
    person.opens_table(table)
    person.waits_for_turn()
    return table


def placings(here: Position) -> Iterator[tuple[int, dict[str, object], Position]]:
    """What each tile to place could lead to."""
    for decision in here.legal():
        if here.game.parts()[decision]["does"] == "place":
            yield decision, here.account(decision), here.play_one(decision)


def own(here: Position) -> dict[str, object]:
    found: dict[str, object] = here.view(0)["players"][0]
    return found


def nearness(here: Position) -> list[int]:
    decrees = here.view(0)["players"][0]["decrees"]
    return [9 if each["missing"] is None else each["missing"] for each in decrees]


def brings_both(before: Position, done: dict[str, object], after: Position) -> bool:
    """A fountain and progress with a decree, without losing one."""
    pairs = [*zip(nearness(before), nearness(after), strict=True)]
    return (
        bool(done["fountains"])
        and any(now < then for then, now in pairs)
        and all(now <= then for then, now in pairs)
        and len(before.view(0)["players"][0]["waiting"]) > 1  # the turn goes on
    )


def may_bring_both(here: Position) -> bool:
    return here.view(0)["due"] == "place" and any(
        brings_both(here, done, after) for _, done, after in placings(here)
    )


# --- What a placing would bring ------------------------------------------------------------------


def test_a_ghost_shows_fountains_and_decrees_to_come(ada: Person, player: Players) -> None:
    line = played(2, may_bring_both)
    here = contrada.game("urbe").start_fast(2, SEED)
    for turn in line.split(" | "):
        here = here.play(turn)
    found = [
        (here.game.parts()[decision], done)
        for decision, done, after in placings(here)
        if brings_both(here, done, after)
    ]
    parts, done = found[0]
    ada.opens_table(table_of("urbe", [player(ada), player("Bruno")], line))
    ada.waits_for_turn()
    waiting(ada).nth(int(str(parts["slot"]))).click()
    ada.square(str(parts["location"])).hover()
    points = listed([str(each) for each in done["fountains"]])  # type: ignore[attr-defined]
    ada.sees(re.compile(f"fountains? of {points}"))
    decrees = ada.page.get_by_role("region", name="Decrees").get_by_role("listitem")
    expect(decrees.filter(has_text=re.compile("→ .*(missing|fulfilled)")).first).to_be_visible()
    ada.square("D4").hover() if parts["location"] != "D4" else ada.square("A1").hover()
    ada.page.mouse.move(2, 2)
    expect(decrees.filter(has_text="→")).to_have_count(0)


def test_half_a_coin_shows_what_it_could_take(ada: Person, player: Players) -> None:
    sits_at(ada, player, due("mark", least_round=2))
    coins = ada.page.get_by_role("list", name="Coin cards").get_by_role("button")
    half = coins.filter(visible=True).nth(0)
    half.hover()
    label = str(half.get_attribute("aria-label"))
    lit = [] if "take nothing" in label else ada.finds("this half of the coin card pays for it")
    assert len(lit) == len(re.findall(r"\b(?:purple|blue|yellow|green) \d", label.split("take")[1]))


def test_a_tile_shows_what_it_would_cost_and_bring(ada: Person, player: Players) -> None:
    """By pointer and by keys, before it is marked; the coins that could pay are marked, too."""
    sits_at(ada, player, due("mark", least_round=2))
    places = ada.finds("you can mark it")
    for place in places:
        ada.square(place).hover()
        ada.sees(re.compile("of your coin cards pays? for it|any coin card pays for it"))
        could = ada.page.get_by_role("button", name=re.compile("could pay for the tile"))
        expect(could.first).to_be_visible()
        expect(ada.page.locator(".coin .could")).to_have_count(could.count())
    ada.page.mouse.move(2, 2)
    ada.sees("Press a tile to see what it would cost and bring.")
    ada.presses_square(places[0])
    ada.sees(re.compile("of your coin cards pays? for it|any coin card pays for it"))
    ada.square(places[0]).focus()
    ada.page.keyboard.press("i")
    expect(ada.page.get_by_role("tooltip")).to_have_text(re.compile(f"{places[0]}, |[.]$"))
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("tooltip")).to_be_hidden()


# --- Refusals, undo ------------------------------------------------------------------------------


def test_a_half_that_does_not_pay_is_refused_with_the_tile_pointed_at(
    ada: Person, player: Players
) -> None:
    sits_at(ada, player, due("pay", "meeple", least_round=2))
    if meeples := ada.offered("you can take back"):
        ada.presses_square(meeples[0])
    halves(ada).first.wait_for()
    coins = ada.page.get_by_role("list", name="Coin cards").get_by_role("button")
    wrong = [
        each for each in coins.all() if "pays now" not in str(each.get_attribute("aria-label"))
    ]
    wrong[0].click()
    ada.sees("URBE-TAKE-1")
    ada.sees(re.compile("For this tile you need"))
    marks = ada.page.locator("[stroke='var(--refuse)']")
    expect(marks.first).to_be_attached()
    ada.page.keyboard.press("Escape")
    ada.does_not_see("URBE-TAKE-1")


def test_a_cell_that_touches_nothing_is_refused(ada: Person, player: Players) -> None:
    sits_at(ada, player, lambda here: due("place", least_round=2)(here) and plain(here))
    waiting(ada).first.click()
    apart = [name for name, said in ada.squares().items() if "empty" in said and "can" not in said]
    ada.presses_square(next(name for name in apart if name[0].isalpha()))
    ada.sees(re.compile("^(URBE-PLACE-1)$"))


def plain(here: Position) -> bool:
    """Two coloured tiles to place, and room in the city."""
    tiles = here.view(0)["players"][0]["waiting"]
    filled = sum(cell["tile"] is not None for cell in here.view(0)["players"][0]["city"])
    return len(tiles) == 2 and not any(tile["power"] for tile in tiles) and 1 < filled < 6


def test_a_tile_that_was_placed_can_be_taken_up_again(ada: Person, player: Players) -> None:
    sits_at(ada, player, lambda here: due("place", least_round=2)(here) and plain(here))
    expect(waiting(ada)).to_have_count(2)
    waiting(ada).first.click()
    (cell, *_) = ada.finds("you can place a tile here")
    ada.presses_square(cell)
    expect(waiting(ada)).to_have_count(1)
    expect(ada.square(cell)).not_to_have_accessible_name(re.compile("empty"))
    ada.steps_back()
    expect(waiting(ada)).to_have_count(2)
    expect(ada.square(cell)).to_have_accessible_name(re.compile("empty"))


# --- Keys, phone, languages ----------------------------------------------------------------------


IS_TILE_NOT_IN_HAND = """() => document.activeElement.ariaPressed === "false"
    && document.activeElement.closest("[aria-label='Tiles to place']") !== null"""


def test_a_turn_by_keys_alone(ada: Person, player: Players) -> None:
    sits_at(ada, player, lambda here: due("place", least_round=2)(here) and plain(here))
    press = ada.page.keyboard.press
    for _ in range(60):
        press("Tab")
        if focus(ada).startswith(("A", "B", "C", "D")) and "," in focus(ada):
            break
        if ada.page.evaluate(IS_TILE_NOT_IN_HAND):
            press("Enter")
    for step in ["Home", *["ArrowUp"] * 3, *(["ArrowRight"] * 3 + ["ArrowDown", "Home"]) * 4]:
        if "you can place a tile here" in focus(ada):
            break
        press(step)
    here = focus(ada)[:2]
    press("Enter")
    expect(waiting(ada)).to_have_count(1)
    expect(ada.square(here)).not_to_have_accessible_name(re.compile("empty"))


def focus(person: Person) -> str:
    return str(person.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def test_a_turn_on_a_phone(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True)
    sits_at(ada, player, due("mark", least_round=2))
    places = ada.offered("you can mark it")
    ada.square(places[0]).tap()
    ada.sees(re.compile("^Mark "))
    told = ada.page.locator(".prospects").evaluate("told => told.getBoundingClientRect().bottom")
    assert told <= ada.page.locator(".dock").evaluate("dock => dock.getBoundingClientRect().top")
    ada.button("Mark").tap()
    expect(ada.square(places[0])).to_have_accessible_name(re.compile("meeple of"))
    for tab in ("Decrees", "Cities", "Points"):
        ada.button(tab).tap()
        expect(ada.page.get_by_role("grid")).to_have_count(0)
        if tab == "Decrees":
            ada.holds(ada.page.get_by_role("listitem").get_by_role("button").first)
            expect(ada.page.get_by_role("tooltip")).to_contain_text("even turned or mirrored")
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


TOLD = {
    "it": ("Metti il segnalino su una tessera", "Mercato"),
    "ru": ("Поставьте мипл на плитку", "Рынок"),
}


def test_other_languages(ada: Person, player: Players) -> None:
    line = played(2, due("mark", least_round=2))
    ada.opens_table(table_of("urbe", [player(ada), player("Bruno")], line))
    for language, (asks, name) in TOLD.items():
        ada.speaks(language)
        ada.sees(re.compile(asks))
        expect(ada.page.get_by_role("grid", name=name)).to_be_visible()
        says_nothing_in_english(ada)


def says_nothing_in_english(person: Person) -> None:
    said = " ".join(person.squares().values())
    assert not re.search(r"\b(yellow|purple|empty|icons)\b", said)
    turns = person.page.get_by_role("list").get_by_role("button", name=re.compile("^(Ada|Bruno) "))
    for label in turns.evaluate_all("all => all.map(each => each.ariaLabel)"):
        assert not re.search(r"\b(took|placed|marked|chose|the)\b", label), label


# --- Eyes and ears -------------------------------------------------------------------------------


def test_axe_finds_nothing_while_tiles_are_placed(ada: Person, player: Players) -> None:
    """Marking is among the states that are checked in every way."""
    sits_at(ada, player, due("place", least_round=2))
    axe_finds_nothing(ada)


def test_who_looks_on_sees_no_decree(ada: Person, bruno: Person, player: Players) -> None:
    table = sits_at(ada, player, due("mark", least_round=2))
    decrees = ada.page.get_by_role("region", name="Decrees").get_by_role("button")
    expect(decrees).to_have_count(3)
    names = [
        label.split(",")[0] for label in decrees.evaluate_all("all => all.map(b => b.ariaLabel)")
    ]
    bruno.opens_table(table)
    bruno.sees("3 secret decrees, shown at the end")
    whole = bruno.page.content()
    assert not [name for name in names if name in whole]
    bruno.panel("Points")
    bruno.sees("?")
