"""Lessons and puzzles: somebody who has never seen a game does what the page says."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from contrada import lessons
from tests.web.person import PHONE, WIDE, Person, Somebody

GAMES = ("urbino", "urtown", "urbania", "urbe")
WRONG = "That’s allowed, but this step asks for something else"


class Learner:
    """Somebody at a lesson, in the words of the lesson."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.game = game
        self.steps = len(lessons.lessons(game).steps)
        person.opens(f"/learn/{game}")

    @property
    def strip(self) -> Locator:
        return self.person.page.get_by_role("region", name=re.compile("^Step|^First lesson"))

    def at(self, step: int) -> None:
        expect(self.strip).to_contain_text(f"Step {step} of {self.steps}")

    def hears(self, words: str) -> None:
        expect(self.strip).to_contain_text(words)

    def goes_on(self) -> None:
        self.strip.get_by_role("button", name=re.compile("^(Next|Finish)$")).click()

    def goes_on_by_key(self) -> None:
        button = self.strip.get_by_role("button", name="Next")
        expect(button).to_be_enabled()  # once the others have answered
        button.focus()
        self.person.page.keyboard.press("Enter")

    def is_refused(self, rule: str) -> None:
        """The strip explains it, with a link to the rule."""
        link = self.strip.get_by_role("link", name="Read the rule")
        expect(link).to_have_attribute("href", f"/rules/{self.game}#{rule}")
        self.goes_on()

    def presses(self, name: str) -> None:
        """Press a button of the table whose name begins like this."""
        self.person.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    def square(self, name: str) -> None:
        self.person.square(name).first.click()


def urbino(ada: Learner) -> None:
    def builds(kind: str, square: str) -> None:
        ada.person.takes(kind)
        ada.square(square)
        ada.presses(f"Build {kind}")

    ada.square("f5")
    ada.presses("Place architect")
    ada.hears("White has placed the other one on e6")
    ada.goes_on()
    ada.at(2)
    ada.square("d5")
    ada.hears("Both architects see this square")
    ada.goes_on()
    builds("palace", "d5")
    ada.hears(WRONG)
    ada.hears("Once more: Press a house")
    builds("house", "g6")
    ada.hears("Hint: Your supply")
    builds("house", "e4")
    ada.hears("White scores 2 points")
    ada.goes_on()
    builds("palace", "e5")
    ada.hears("4–3 to White")
    ada.goes_on()
    ada.at(5)
    ada.person.takes("house")
    ada.square("f5")
    ada.is_refused("URBINO-LOT-3")
    ada.square("a6")
    ada.square("f7")
    ada.hears("It’s still your turn")
    ada.goes_on()
    ada.person.takes("palace")
    ada.square("f5")
    ada.is_refused("URBINO-TWIN-2")
    ada.person.takes("house")
    ada.square("d7")
    ada.is_refused("URBINO-DISTRICT-3")
    builds("tower", "f5")
    ada.hears("6–0")


def urtown(ada: Learner) -> None:
    def takes(tile: str) -> None:
        ada.person.presses(f"red {tile}")

    def places(tile: str, square: str) -> None:
        takes(tile)
        ada.square(square)
        ada.person.page.get_by_role(
            "button", name=re.compile(f"^(Place on|Capture) {square}$")
        ).click()

    ada.goes_on()
    ada.at(2)
    places("5", "A5")
    ada.hears(WRONG)
    places("5", "D5")
    ada.hears("3 → 2")
    ada.goes_on()
    places("D", "D7")
    ada.hears("you still have two groups")
    ada.goes_on()
    places("lamp", "D3")
    ada.goes_on()
    takes("skyline")
    ada.square("D5")
    ada.is_refused("URTOWN-PLACE-3")
    places("E", "E4")
    ada.hears("2 → 1")
    ada.goes_on()
    takes("ring")
    ada.square("C5")
    ada.is_refused("URTOWN-CAPTURE-1")
    takes("ring")
    ada.square("C4")
    ada.presses("Capture C4")
    ada.hears("Blue still has one group")
    ada.goes_on()
    places("money tile", "D8")
    ada.hears("You still have one group")


def urbania(ada: Learner) -> None:
    ada.goes_on()
    ada.square("F2")
    ada.is_refused("URBANIA-RENEW-1")
    ada.presses("Resource pile")
    ada.presses("Draw")
    ada.hears(WRONG)
    ada.square("D2")
    ada.hears("Now pay")
    ada.presses("green card: 2 workers")
    ada.presses("Pay 1 card")
    ada.hears("You score 3 points")
    ada.goes_on()
    ada.presses("Project pile")
    ada.presses("Draw")
    ada.hears("Take the second card")
    ada.presses("Pool 3")
    ada.presses("Draw")
    ada.hears("hired the Parks Director")
    ada.goes_on()
    ada.presses("Small Business Owner")
    ada.hears("Pay with a pink coin")
    ada.presses("pink card: 3 coins")
    ada.presses("Pay 1 card")
    ada.hears("now works for you")
    ada.goes_on()
    ada.presses("Small Business Owner")
    ada.is_refused("URBANIA-HIRE-2")
    ada.presses("Businesses")
    ada.presses("Submit")
    ada.hears("has already scored you 2 points")
    ada.goes_on()
    ada.square("C5")
    ada.hears("the third worker is lost")
    ada.presses("beige card: 3 workers")
    ada.presses("Pay 1 card")
    ada.hears("Now draw your free card")
    ada.presses("Resource pile")
    ada.presses("Draw")
    ada.hears("have a new card")
    ada.goes_on()
    ada.presses("School Superintendent")
    ada.hears("Pay with the rainbow coin")
    ada.presses("grey card: 1 worker and 1 rainbow coin")
    ada.presses("Pay 1 card")
    ada.hears("Two specialists now work for you")


def urbe(ada: Learner) -> None:
    ada.presses("Ferrywoman")
    ada.presses("Choose")
    ada.hears("has chosen the Gardener")
    ada.goes_on()
    ada.goes_on()
    ada.square("3")
    ada.presses("Mark")
    ada.hears(WRONG)
    ada.square("2")
    ada.presses("Mark")
    ada.hears("has marked the Weigh House")
    ada.goes_on()
    ada.square("1")
    ada.hears("Each coin card has two halves")
    ada.presses("flags: blue, can take")
    ada.hears("The flags have paid")
    ada.goes_on()
    ada.square("7")
    ada.presses("Take")
    ada.hears("You took two tiles with one card")
    ada.goes_on()
    ada.presses("flags: green, can take")
    ada.is_refused("URBE-TAKE-1")
    ada.presses("flags: purple and green")
    ada.hears("With its guild half")
    ada.square("4")
    ada.presses("Take")
    ada.hears("You have four tiles for two cards")
    ada.goes_on()
    ada.presses("blue 6, Pearl House")
    ada.square("B2")
    ada.hears("From now on")
    ada.goes_on()
    ada.presses("blue 1, Eel Weir")
    ada.square("D4")
    ada.is_refused("URBE-PLACE-1")
    ada.presses("blue 1, Eel Weir")
    ada.square("C2")
    ada.hears("Two more")
    ada.presses("purple 5, Glass Furnace")
    ada.square("B3")
    ada.hears("One more")
    ada.square("C3")
    ada.presses("Place")
    ada.hears("a fountain of 3")
    ada.goes_on()
    ada.square("D2")
    ada.presses("Place")
    ada.hears("Quay Street is fulfilled")


LESSONS: dict[str, Callable[[Learner], None]] = {
    "urbino": urbino,
    "urtown": urtown,
    "urbania": urbania,
    "urbe": urbe,
}


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_ends_with_a_game(somebody: Somebody, game: str) -> None:
    person = somebody()
    person.forgives("409")  # what is refused is refused over HTTP
    ada = Learner(person, game)
    LESSONS[game](ada)
    ada.goes_on()
    ada.hears("Now you can play")
    ada.presses("Play against level 1")
    ada.person.page.wait_for_url("**/t/*")
    ada.person.sees("Newcomer")
    ada.person.opens("/learn")
    expect(ada.person.page.get_by_text("Repeat the lesson")).to_have_count(1)


def test_second_lessons_lead_through_all_their_ideas(somebody: Somebody) -> None:
    """Each idea explains itself on the board that it is about; the last one ends the lesson."""
    ada = somebody()
    for game in GAMES:
        ada.opens(f"/learn/{game}/second")
        steps = len(lessons.lessons(game).ideas)
        for number in range(1, steps + 1):
            ada.sees(f"Playing well · Step {number} of {steps}")
            expect(ada.page.get_by_role("grid").first).to_be_visible()
            if number == steps:
                ada.resizes_to(PHONE)
            ada.presses("Show the move")
            ada.sees(re.compile("Our engine gives you"))
            assert number < steps or shows_all_it_says(ada)
            ada.presses("Finish" if number == steps else "Next")
        ada.sees("Now you can play well")
        ada.resizes_to(WIDE)
    ada.resizes_to(PHONE)
    ada.presses("Play against level 3")
    ada.page.wait_for_url("**/t/*")
    ada.opens("/learn")
    expect(ada.page.get_by_text(re.compile(r"ideas\s· done"))).to_have_count(len(GAMES))


def shows_all_it_says(person: Person) -> bool:
    """Nothing of what explains a move is cut off."""
    cut = "words => words.scrollHeight - words.clientHeight"
    return bool(person.page.locator("section.strip .words").evaluate(cut) <= 1)


# --- Puzzles -------------------------------------------------------------------------------------


def solves_urbino(ada: Person) -> None:
    ada.takes("house")
    ada.presses_square("c2")
    ada.presses("Build house")
    ada.sees("There’s a better move.")
    ada.sees(re.compile("with the best one, 100"))
    for square in ("c3", "b2"):
        ada.presses_square(square)
    ada.takes("palace")
    ada.presses_square("c2")
    ada.presses("Build palace")


def solves_urtown(ada: Person) -> None:
    ada.presses("yellow money tile")
    ada.presses_square("D3")
    ada.presses("Capture D3")


def solves_urbania(ada: Person) -> None:
    ada.page.get_by_role("button", name=re.compile("^Parks Director")).first.click()


def solves_urbe(ada: Person) -> None:
    ada.square("7").first.click()
    ada.presses("Mark")


PUZZLES: dict[str, tuple[int, Callable[[Person], None]]] = {
    "urbino": (2, solves_urbino),
    "urtown": (1, solves_urtown),
    "urbania": (1, solves_urbania),
    "urbe": (1, solves_urbe),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_remembered(ada: Person, game: str) -> None:
    number, solve = PUZZLES[game]
    ada.opens(f"/learn/{game}/{number}")
    solve(ada)
    ada.sees("That’s it!")
    ada.sees(re.compile("Our engine gives you"))
    ada.follows("Next puzzle")
    ada.page.wait_for_url(f"**/learn/{game}/{number + 1}")
    ada.opens("/learn")
    expect(ada.page.get_by_role("link", name=f"Puzzle {number}, solved")).to_be_visible()


def test_a_solution_can_be_looked_up(ada: Person) -> None:
    ada.opens("/learn/urbino/5")
    ada.presses("Show the solution")
    expect(ada.square("c6")).to_have_accessible_name(re.compile("white house"))
    ada.sees(re.compile("joins your tower on c5"))
    ada.presses("Try it again")
    expect(ada.square("c6")).to_have_accessible_name(re.compile("empty"))


# --- Puzzles that were found by search ---


GOLDEN = 0.618034  # as in daily.ts


def day_of(place: int, many: int) -> int:
    """Return a day whose puzzle is the one at this place among those of the first game."""
    step = max(1, round(many * GOLDEN))
    while math.gcd(step, many) > 1:
        step += 1
    turn = next(turn for turn in range(5000, 5000 + many) if turn * step % many == place)
    return turn * len(GAMES)


def test_the_puzzle_of_the_day_counts_for_streak_and_rating(somebody: Somebody) -> None:
    """Somebody solves it at the first try, and has the solution of another one shown."""
    found = lessons.found("urbino")
    moves = [re.fullmatch(r"(\w\d)-(\w\d)", each.best[0]) for each in found]
    place = next(n for n, each in enumerate(moves) if each and found[n].level == 3)
    here, there = found[place].best[0].split("-")
    number = len(lessons.lessons("urbino").puzzles) + 1 + place
    ada = somebody()
    ada.page.clock.set_fixed_time(86_400 * day_of(place, len(found)))
    ada.opens("/learn")
    ada.follows(f"Urbino, puzzle {number}")
    ada.sees("one move is clearly better than all others")
    ada.presses_square(here)
    ada.presses_square(there)
    ada.sees("That’s it!")
    ada.sees("What it was about: repositioning an architect")
    ada.sees(re.compile(r"Your rating here: 1[56]\d\d \(\+\d+\)"))
    ada.follows("Next puzzle")
    ada.does_not_see("That’s it!")
    ada.presses("Show the solution")
    ada.sees(re.compile(r"Your rating here: 1[3456]\d\d \(−\d+\)"))
    ada.opens("/learn")
    ada.sees("You’ve solved it. Another one comes tomorrow. 1 day in a row.")
    card = ada.page.get_by_role("article").filter(has_text="Urbino").first
    expect(card).to_contain_text(re.compile(rf"1 of {number - place - 1 + len(found)} solved"))
    card.get_by_text(f"{len(found)} more, by level").click()
    expect(card.get_by_role("link", name=f"Puzzle {number}, solved")).to_be_visible()
    expect(card.get_by_role("link", name=re.compile("solution shown$"))).to_be_visible()


# --- For everybody -------------------------------------------------------------------------------


def test_a_newcomer_is_invited_once(somebody: Somebody) -> None:
    ada = somebody()
    ada.opens("/")
    ada.sees("New here?")
    ada.presses("No, thanks")
    ada.does_not_see("New here?")
    ada.opens("/")
    expect(ada.page.get_by_role("article")).to_have_count(4)
    ada.does_not_see("New here?")
    ada.follows("Learn Urtown")
    ada.sees("Few groups")


def test_the_bar_leads_to_everything(ada: Person) -> None:
    ada.opens("/")
    links = ada.page.get_by_role("navigation", name="Main").get_by_role("link")
    expect(links).to_have_text(["Play", "Learn", "Watch", "Study", "Rules"])


def test_a_lesson_on_a_phone(somebody: Somebody) -> None:
    person = somebody(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    person.forgives("409")
    ada = Learner(person, "urbania")
    ada.goes_on()
    person.square("F2").tap()
    ada.is_refused("URBANIA-RENEW-1")
    person.square("D2").tap()
    ada.hears("Now pay")
    person.page.get_by_role("button", name=re.compile("^green card: 2 workers")).first.tap()
    ada.presses("Pay 1 card")
    ada.goes_on()
    ada.hears("under “Market” below")
    person.panel("Market")
    ada.presses("Project pile")
    person.panel("City")
    ada.presses("Draw")
    ada.hears("Take the second card")
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


# Remembers how the board was brought into sight.
BROUGHT = """
  const bring = Element.prototype.scrollIntoView;
  window.brought = null;
  Element.prototype.scrollIntoView = function (how) {
    window.brought = how.behavior;
    return bring.call(this, how);
  };
"""


@pytest.mark.parametrize(("wish", "how"), [("no-preference", "smooth"), ("reduce", "auto")])
def test_the_board_comes_into_sight_at_once_for_whoever_asks(
    somebody: Somebody, wish: str, how: str
) -> None:
    ada = somebody(reduced_motion=wish)
    ada.altered_page.add_init_script(BROUGHT)
    ada.opens("/learn/urbino")
    assert ada.until(lambda: ada.page.evaluate("window.brought"), "the board") == how


def test_rings_follow_what_they_point_at(somebody: Somebody) -> None:
    ada = somebody()
    ada.opens("/learn/urtown")
    rings = ada.page.locator(".ring")
    for width in (1280, 900):
        ada.resizes_to({"width": width, "height": 700})
        for by in (0, 60):
            ada.page.mouse.wheel(0, by)
            expect(rings).to_have_count(3)
            ada.until(lambda: are_on(rings, ada, ("D4", "D6", "F4")), "the rings")
    ada.presses("Next")
    expect(rings).to_have_count(2)  # a tile on the rack and its square


def are_on(rings: Locator, person: Person, squares: tuple[str, ...]) -> bool:
    """Whether each square has its ring, to within a pixel or so."""
    found = sorted(corner(each.bounding_box()) for each in rings.all())
    wanted = sorted(corner(person.square(square).bounding_box()) for square in squares)
    pairs = zip(found, wanted, strict=True)
    return all(abs(a - b) < 2 for ring, square in pairs for a, b in zip(ring, square, strict=True))


def corner(box: FloatRect | None) -> tuple[float, float]:
    assert box is not None
    return box["x"], box["y"]


def test_nothing_can_be_pressed_between_two_steps(somebody: Somebody) -> None:
    """Otherwise a quick press would fall on the board that is about to go."""
    person = somebody()
    ada = Learner(person, "urbino")
    ada.square("f5")
    ada.presses("Place architect")
    ada.hears("White has placed the other one")
    expect(ada.strip.get_by_role("button", name="Next")).to_be_enabled()  # once White has
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    person.altered_page.route("**/api/study", hold)
    ada.goes_on()
    room = person.page.locator(".room")
    expect(room).to_have_attribute("inert", "")
    person.until(lambda: asked, "the page to ask for the next step")[0].continue_()
    ada.at(2)
    expect(room).not_to_have_attribute("inert", "")


def test_a_lesson_by_keyboard_alone(somebody: Somebody) -> None:
    person = somebody()
    person.forgives("409")
    ada = Learner(person, "urbino")
    keys = person.page.keyboard
    person.square("f5").focus()
    keys.press("Enter")
    keys.press("Enter")
    ada.hears("White has placed the other one")
    ada.goes_on_by_key()
    ada.at(2)
    assert person.page.evaluate("document.activeElement.tagName") == "H1"
    person.square("d5").focus()
    keys.press("Enter")
    ada.hears("Both architects see this square")
    ada.goes_on_by_key()
    ada.at(3)
    keys.press("1")
    person.square("e4").focus()
    keys.press("Enter")
    keys.press("Enter")
    ada.hears("scores 2 points")


def test_lessons_speak_the_language_of_the_reader(somebody: Somebody) -> None:
    """So do puzzles, which are among the states."""
    person = somebody()
    person.opens("/learn/urbino")
    first = {"it": "Due architetti", "ru": "Два архитектора"}
    for language, words in first.items():
        person.speaks(language)
        person.sees(words)
    person.square("f5").click()
    person.presses("Поставить архитектора")
    expect(person.button("Дальше")).to_be_enabled()
    person.presses("Дальше")
    person.sees("Нажмите любую точку")
    person.speaks("it")
    person.sees("Premi un punto qualsiasi")
