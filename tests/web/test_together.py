"""Several people at one table, each with their own browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Players, Somebody
from tests.web.serving import ME, OPEN, table_of, turns_of_a_game
from tests.web.test_whole_games import takes_turn_of_urtown

BUILT = "e5 c3 1c5 1e3"  # both architects stand, and both have a house


@pytest.fixture
def urbino(ada: Person, bruno: Person, player: Players) -> str:
    """A game of Urbino between Ada, Black, and Bruno; Ada is to move."""
    table = table_of("urbino", [player(ada), player(bruno)], BUILT)
    for person in (ada, bruno):
        person.opens_table(table)
        expect(person.moves).to_have_count(4)
    return table


# --- Sitting down --------------------------------------------------------------------------------


def test_friends_sit_down_by_a_link(ada: Person, bruno: Person, somebody: Somebody) -> None:
    ada.opens("/new?game=urbino&with=friends")
    ada.page.get_by_label("Shuffle the seats when the game starts").uncheck(force=True)
    ada.presses("Open the table")
    ada.sees("Send this to a friend")
    link = ada.page.get_by_role("textbox", name="Link to this table").input_value()
    bruno.page.goto(link)
    bruno.presses("Sit down")
    carla = somebody()
    carla.page.goto(link)

    ada.places_architect("e5")
    bruno.places_architect("c3")
    ada.builds("house", "c5")
    bruno.sends_architect("c3", "g3")
    bruno.builds("palace", "g7")
    for person in (ada, bruno, carla):
        expect(person.moves).to_have_count(4)
        expect(person.square("g7")).to_have_accessible_name(re.compile("white palace"))
    carla.sees("Waiting for Ada…")
    ada.sees("1 watching")
    assert not carla.offered("can ")


def test_a_table_of_the_lobby_is_found_at_once(bruno: Person, somebody: Somebody) -> None:
    dora = somebody("Dora")
    bruno.opens()
    dora.opens("/new?game=urtown&listed=1")
    dora.presses("Open the table")
    lobby = bruno.page.get_by_role("region", name="Lobby").get_by_role("listitem")
    lobby.filter(has_text="Dora").get_by_role("button", name="Sit down").click()
    for person in (dora, bruno):
        expect(person.page.get_by_role("grid", name="Board of Urtown")).to_be_visible()


def test_a_personal_link_makes_another_browser_the_same_person(
    ada: Person, urbino: str, somebody: Somebody
) -> None:
    ada.opens("/me")
    ada.presses("Create a link")
    link = ada.page.get_by_role("textbox", name="Personal link").input_value()
    elsewhere = somebody()
    elsewhere.page.goto(link)
    elsewhere.sees("Hello, Ada")
    assert "#" not in elsewhere.page.url, "the secret stays out of the address bar"
    elsewhere.opens()
    yours = elsewhere.page.get_by_role("region", name="Your tables").get_by_role("listitem")
    yours.filter(has_text="Bruno").get_by_role("link", name="Play").click()
    elsewhere.builds("house", "d4")
    expect(elsewhere.moves).to_have_count(5)


def test_devices_are_signed_out_and_a_link_is_renewed(ada: Person, somebody: Somebody) -> None:
    ada.opens("/me")
    ada.presses("Create a link")
    box = ada.page.get_by_role("textbox", name="Personal link")
    link = box.input_value()
    elsewhere, late = somebody(), somebody()
    elsewhere.page.goto(link)
    elsewhere.sees("Hello, Ada")
    ada.page.reload()
    devices = ada.page.get_by_role("region", name="Your devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    expect(devices.first).to_contain_text("This device")
    devices.last.get_by_role("button").click()
    expect(devices).to_have_count(1)
    elsewhere.sees(re.compile("^There are no accounts here"))
    elsewhere.does_not_see("Hello, Ada")
    ada.presses("Renew the link")
    expect(box).not_to_have_value(link)
    late.forgives("401")
    late.page.goto(link)
    late.sees("This personal link doesn’t work. Check that you copied all of it.")
    late.page.goto(box.input_value())
    late.sees("Hello, Ada")
    ada.page.reload()
    expect(devices).to_have_count(2)
    ada.presses("Sign out everywhere else")
    ada.page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    ada.sees("You’re now signed in on this device only.")
    expect(ada.button("Create a link")).to_be_visible()
    late.does_not_see("Hello, Ada")


def test_two_tabs_of_one_player_stay_in_step(ada: Person, urbino: str) -> None:
    second = ada.opens_a_second_tab()
    ada.sends_architect("e5", "e6")
    expect(second.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))
    second.steps_back()
    expect(ada.square("e5")).to_have_accessible_name(re.compile("^e5, architect"))
    second.builds("house", "d4")
    expect(ada.moves).to_have_count(5)


# --- What is hidden ------------------------------------------------------------------------------


def test_who_looks_on_sees_no_hand_before_the_end(
    ada: Person, bruno: Person, somebody: Somebody, player: Players
) -> None:
    *turns, red, green = turns_of_a_game("urtown")
    table = table_of("urtown", [player(ada), player(bruno)], "; ".join(turns))
    carla = somebody()
    for person in (ada, bruno, carla):
        person.opens_table(table)
        expect(person.page.get_by_role("grid", name="Board of Urtown")).to_be_visible()
    assert hands(ada) == 1, "her own, of the colour that is not finished"
    assert hands(carla) == 0

    places(ada, red)
    places(bruno, green)
    for person in (ada, bruno, carla):
        person.sees(re.compile("win"))
        person.sees("What was hidden")


def hands(person: Person) -> int:
    return person.page.get_by_role("group", name=re.compile("^Rack")).count()


def places(person: Person, turn: str) -> None:
    """Play a turn as it is written: red skyline xE5."""
    tile, square = turn.replace(" x", " ").rsplit(" ", 1)
    person.places(tile, square)


# --- Asking the other ----------------------------------------------------------------------------


def test_a_turn_is_taken_back_if_the_other_agrees(ada: Person, bruno: Person, urbino: str) -> None:
    ada.builds("palace", "d4")
    bruno.waits_for_turn()
    ada.panel("More")
    ada.presses("Ask to take back a turn")
    ada.sees("Bruno hasn’t answered yet.")
    bruno.sees("Ada wants to take back their last turn.")
    bruno.presses("Let them take it back")
    for person in (ada, bruno):
        expect(person.square("d4")).to_have_accessible_name(re.compile("empty"))
    ada.waits_for_turn()
    ada.panel("Moves")
    ada.builds("house", "d4")
    bruno.waits_for_turn()


def test_a_turn_stays_if_the_other_declines(ada: Person, bruno: Person, urbino: str) -> None:
    ada.builds("house", "d4")
    ada.panel("More")
    ada.presses("Ask to take back a turn")
    bruno.presses("Play on")
    ada.sees("Bruno plays on. Your turn stands.")
    ada.presses("OK")
    ada.does_not_see("Your turn stands.")
    expect(ada.square("d4")).to_have_accessible_name(re.compile("black house"))


def test_a_draw_is_offered_and_agreed(ada: Person, bruno: Person, urbino: str) -> None:
    ada.panel("More")
    ada.presses("Offer a draw")
    bruno.sees("Ada offers a draw.")
    ada.presses("Withdraw")
    bruno.does_not_see("Ada offers a draw.")
    ada.presses("Offer a draw")
    bruno.presses("Agree to the draw")
    for person in (ada, bruno):
        person.sees("Draw by agreement.")


def test_a_rematch_has_the_seats_rotated(ada: Person, bruno: Person, urbino: str) -> None:
    bruno.panel("More")
    bruno.presses("Resign")
    bruno.sees("Resign and lose the game?")
    bruno.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    ada.sees("You win.")
    ada.sees("Bruno resigned.")
    bruno.sees("Ada wins.")

    ada.presses("Rematch")
    bruno.sees("You would play Black.")
    bruno.presses("Play again")
    bruno.places_architect("a1")  # Black begins, and that is Bruno now
    ada.places_architect("a9")
    expect(bruno.moves).to_have_count(2)


# --- Talking -------------------------------------------------------------------------------------


def test_what_is_said_is_text_and_can_be_silenced(ada: Person, bruno: Person, urbino: str) -> None:
    says(bruno, "<b>Hello</b> & <img src=x onerror=alert(1)>")
    ada.button("Chat, 1 unread message").click()
    ada.sees("<b>Hello</b> & <img src=x onerror=alert(1)>")
    ada.presses("Mute Bruno")
    bruno.sees("The host has muted you.")
    ada.presses("Mute Bruno")
    says(bruno, "Thank you")
    ada.sees("Thank you")


def says(person: Person, text: str) -> None:
    person.panel("Chat")
    person.page.get_by_role("textbox", name="Say something").fill(text)
    person.presses("Send")


def test_a_new_name_is_seen_at_the_table(ada: Person, bruno: Person, urbino: str) -> None:
    bruno.page.get_by_role("link", name="Bruno: your games and data").click()
    bruno.page.get_by_role("textbox", name="Name").fill("Bruna")
    bruno.presses("Save")
    expect(ada.page.get_by_role("region", name="Bruna")).to_be_visible()


# --- Several at one screen -----------------------------------------------------------------------


def opens_for_two(person: Person, game: str) -> None:
    """Make a table where Carla sits beside the person who makes it."""
    person.opens(f"/new?game={game}")
    person.page.get_by_label("Shuffle the seats when the game starts").uncheck(force=True)
    person.page.get_by_label("Seat 2").select_option("Someone at this screen")
    person.page.get_by_role("textbox", name="Name of player 2").fill("Carla")
    person.presses("Start")


def test_two_at_one_screen_where_nothing_is_hidden(ada: Person) -> None:
    opens_for_two(ada, "urbino")
    ada.places_architect("e5")
    ada.places_architect("c3")
    ada.builds("house", "c5")
    expect(ada.moves).to_have_count(3)
    for name in ("Ada", "Carla"):
        expect(ada.page.get_by_role("region", name=name)).to_be_visible()
    assert [str(each.get_attribute("aria-label"))[:5] for each in ada.moves.all()] == [
        "Ada p",
        "Carla",
        "Ada b",
    ]
    ada.panel("More")
    names = ada.page.get_by_role("group", name="Names at this screen")
    names.get_by_role("textbox").fill("Chiara")
    names.get_by_role("textbox").press("Enter")
    expect(ada.page.get_by_role("region", name="Chiara")).to_be_visible()


@pytest.mark.parametrize("game", ["urtown", "urbania", "urbe"])
def test_the_screen_is_covered_until_it_has_been_passed(ada: Person, game: str) -> None:
    opens_for_two(ada, game)
    covered = ada.page.get_by_role("heading", name=re.compile("^Pass the screen to (Ada|Carla)$"))
    expect(covered).to_be_visible()
    expect(ada.page.get_by_role("gridcell")).to_have_count(0)
    name = covered.inner_text().removeprefix("Pass the screen to ")
    ada.presses(f"I’m {name}")
    expect(ada.page.get_by_role("gridcell").first).to_be_visible()
    ada.page.reload()
    ada.presses(f"I’m {name}")  # whoever comes back may be somebody else
    expect(ada.page.get_by_role("gridcell").first).to_be_visible()


def test_the_next_one_at_the_screen_has_another_rack(ada: Person) -> None:
    opens_for_two(ada, "urtown")
    covered = ada.page.get_by_role("heading", name=re.compile("^Pass the screen to"))
    players = []
    for _ in range(3):
        name = covered.inner_text().removeprefix("Pass the screen to ")
        players.append(name)
        ada.presses(f"I’m {name}")
        ada.waits_for_turn()
        ada.decides_at_once()
        takes_turn_of_urtown(ada)
        expect(covered).not_to_have_text(f"Pass the screen to {name}")
    assert players[0] != players[1]
    assert players[0] == players[2]


TILE = re.compile("singleton|group of")


def test_nobody_looks_back_through_the_eyes_of_another(ada: Person) -> None:
    opens_for_two(ada, "urtown")
    covered = ada.page.get_by_role("heading", name=re.compile("^Pass the screen to"))
    for turn in range(3):
        name = covered.inner_text().removeprefix("Pass the screen to ")
        ada.presses(f"I’m {name}")
        ada.waits_for_turn()
        ada.decides_at_once()
        if turn > 0:
            looks_at_the_start(ada)
            other = ada.page.get_by_role("region", name="Carla" if name == "Ada" else "Ada")
            expect(other.get_by_role("img")).to_have_count(0)  # a tile that is seen has a name
            assert hands(ada) > 0
            ada.presses("Back to the game")
        takes_turn_of_urtown(ada)
        expect(covered).not_to_have_text(f"Pass the screen to {name}")


def test_who_takes_the_screen_over_sees_the_game_as_it_is(
    ada: Person, bruno: Person, player: Players
) -> None:
    table = player(ada).make_table("urtown", ME, OPEN, {"kind": "here", "name": "Carla"})
    player(bruno).sit(table, 1)
    for person in (ada, bruno):
        person.opens_table(table)
    ada.presses("I’m Ada")
    for person in (ada, bruno):
        person.waits_for_turn()
        person.decides_at_once()
        takes_turn_of_urtown(person)
        if person is ada:
            looks_at_the_start(ada)
    ada.presses("I’m Carla")
    ada.waits_for_turn()
    ada.does_not_see("Looking back.")
    expect(ada.page.get_by_role("gridcell", name=TILE)).to_have_count(2)


def looks_at_the_start(person: Person) -> None:
    person.settles()  # before the first turn has been told, there is nothing to look back at
    person.presses("Start")
    person.sees("Looking back.")
    expect(person.page.get_by_role("gridcell", name=TILE)).to_have_count(0)
