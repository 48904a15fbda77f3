"""Studying: the analysis of a finished game, variations, hints, and your own data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import contrada
from tests.web.checks import (
    LANGUAGES,
    LARGER_PHONE,
    axe_finds_nothing,
    fits_everywhere,
    fits_the_screen,
    nothing_is_left_in_english,
    words_of,
)
from tests.web.person import PHONE, WIDE, Person, Players, Somebody
from tests.web.serving import ME, OPEN, SEED, Player, Server, bot, table_of

# Short games are analysed soon: so many decisions, and then somebody has had enough.
DECISIONS = {"urbino": 12, "urtown": 5, "urbania": 6, "urbe": 8}
ANALYSED = 180_000  # milliseconds; several games may wait for their turn
ALTERNATIVES = "Best moves here"
ARCHITECT = re.compile("^..,? architect")


@pytest.fixture(scope="module")
def people(server: Server) -> list[Player]:
    return [Player(server, name) for name in ("Ada", "Bruno")]


@pytest.fixture(scope="module")
def finished(people: list[Player]) -> dict[str, str]:
    """A table of each game where Bruno has resigned."""
    return {game: given_up(game, people, length) for game, length in DECISIONS.items()}


def given_up(game: str, people: list[Player], length: int) -> str:
    table = people[0].make_table(game, ME, OPEN)
    people[1].sit(table, 1)
    position = contrada.game(game).start_fast(2, SEED)
    for ply in range(length):
        decision = position.legal()[len(position.legal()) // 3]
        assert position.to_move is not None
        people[position.to_move].tell("play", table, ply=ply, decisions=[decision])
        position = position.play_one(decision)
    people[1].tell("resign", table, ply=length)
    return table


@pytest.fixture
def reader(somebody: Somebody, people: list[Player]) -> Person:
    """Ada, with her browser."""
    return somebody(token=people[0].token)


# --- What one sees there -------------------------------------------------------------------------


def studies(person: Person, table: str) -> None:
    person.opens_table(f"{table}/study")
    expect(chart(person)).to_be_visible()


def chart(person: Person) -> Locator:
    return person.page.get_by_role("slider")


def waits_for_analysis(person: Person) -> None:
    replay = person.page.get_by_role("link", name="Replay", exact=True)
    expect(replay).to_be_visible(timeout=ANALYSED)


def alternatives(person: Person) -> Locator:
    return person.page.get_by_role("list", name=ALTERNATIVES).get_by_role("listitem")


def opens_tab(person: Person, name: str) -> None:
    person.page.get_by_role("tab", name=re.compile(f"^{name}")).click()


def turn_shown(person: Person) -> int:
    return int(chart(person).get_attribute("aria-valuenow") or -1)


def goes_to_turn(person: Person, turn: int) -> None:
    chart(person).press("Home")
    for _ in range(turn):
        chart(person).press("ArrowRight")
    expect(chart(person)).to_have_attribute("aria-valuenow", str(turn))


def record_of(table: str, person: Person) -> str:
    return person.page.request.get(f"{person.server.url}/api/tables/{table}/record").text()


# --- The analysis --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DECISIONS)
def test_a_finished_game_is_analysed(reader: Person, finished: dict[str, str], game: str) -> None:
    studies(reader, finished[game])
    reader.sees(re.compile(r"(You|Bruno) would win about \d+% of games from here"))
    waits_for_analysis(reader)
    goes_to_turn(reader, 1)
    expect(alternatives(reader).nth(1)).to_be_visible()
    names = (
        alternatives(reader)
        .get_by_role("button")
        .evaluate_all("rows => rows.map(row => row.getAttribute('aria-label'))")
    )
    assert all(
        re.search(r"\. (You|Bruno) would win about \d+% of games from here", name) for name in names
    )
    assert [name for name in names if name.endswith("This was played.")]
    said = chart(reader).get_attribute("aria-valuetext") or ""
    assert "After turn 1 of" in said
    assert re.search(r"Chances: Ada \d+% and Bruno \d+%\.", said)


def test_the_chart_leads_through_the_game(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    opens_tab(reader, "Moves")
    turns = reader.moves.count()
    chart(reader).press("End")
    expect(chart(reader)).to_have_attribute("aria-valuenow", str(turns))
    reader.sees(f"After turn {turns} of {turns}.")
    reader.presses("One turn back")
    reader.sees(f"After turn {turns - 1} of {turns}.")
    reader.moves.first.click()
    expect(chart(reader)).to_have_attribute("aria-valuenow", "1")
    box = chart(reader).bounding_box()
    assert box is not None
    chart(reader).click(position={"x": box["width"] - 12, "y": 60})
    expect(chart(reader)).to_have_attribute("aria-valuenow", str(turns))


def test_two_seats_share_one_line(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    line = chart(reader).locator("path.line")
    expect(line).to_have_count(1)
    waits_for_analysis(reader)
    left = line.evaluate("line => line.getBoundingClientRect().left")
    for label in chart(reader).locator("text").all():
        right = label.evaluate("text => text.getBoundingClientRect().right")
        assert right < left, "nothing crosses it"
        assert label.evaluate("text => parseFloat(getComputedStyle(text).fontSize)") >= 11


def test_turning_points_are_told_and_jumped_to(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    waits_for_analysis(reader)
    opens_tab(reader, "Turning points")
    panel = reader.page.get_by_role("tabpanel")
    points = panel.get_by_role("button", name=re.compile("^Turn"))
    expect(points.first).to_contain_text(re.compile(r"Turn \d+.*\d+%.*Better: .*instead of"))
    expect(points.first).to_have_accessible_name(re.compile("inaccuracy|mistake|blunder"))
    expect(panel).to_contain_text(re.compile(r"Accuracy: Ada \d+% and Bruno \d+%\."))
    goes_to_turn(reader, 0)
    # The very first decision may be one; then that is where the game starts.
    starts_there = points.first.get_attribute("aria-current") == "step"
    following = points.nth(1 if starts_there and points.count() > 1 else 0)
    reader.presses("Next turning point")
    expect(following).to_have_attribute("aria-current", "step")
    expect(panel.locator("[aria-current=step]")).to_have_count(1)
    first = turn_shown(reader)
    points.last.click()
    expect(points.last).to_have_attribute("aria-current", "step")
    assert turn_shown(reader) >= first
    # What was better is drawn on the board, and a press there drops it.
    better = panel.get_by_role("button", name=re.compile("^Show the better move"))
    better.first.click()
    expect(better.first).to_have_attribute("aria-pressed", "true")
    named = re.search(r"[a-i][1-9]", better.first.get_attribute("aria-label") or "")
    assert named
    reader.sees(re.compile(rf"(Build|Place|Reposition).*{named[0]}.*\?$"))
    better.first.click()
    expect(better.first).to_have_attribute("aria-pressed", "false")
    opens_tab(reader, "Moves")
    expect(
        reader.page.get_by_role("button", name=re.compile("(inaccuracy|mistake|blunder)$")).first
    ).to_be_visible()
    opens_tab(reader, "Best moves")
    reader.sees(re.compile(r"(your|their) chances fell by \d+%"))


def test_an_alternative_is_shown_on_the_board(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    waits_for_analysis(reader)
    best = alternatives(reader).first.get_by_role("button").first
    best.hover()
    named = re.search(r"[a-i][1-9]", best.get_attribute("aria-label") or "")
    assert named
    reader.sees(f"Place the architect on {named[0]}?")
    chart(reader).hover()
    reader.sees("Place the first architect.")
    best.press("Enter")
    reader.sees(f"Place the architect on {named[0]}?")


# --- Trying things out ---------------------------------------------------------------------------


def test_trying_does_not_disturb_the_game(reader: Person, finished: dict[str, str]) -> None:
    table = finished["urbino"]
    studies(reader, table)
    before = record_of(table, reader)
    reader.presses_square("e5")
    reader.presses("Place architect")
    reader.sees("You’re only trying this out. The game stays as it is.")
    expect(reader.square("e5")).to_have_accessible_name(ARCHITECT)
    reader.presses_square("c3")
    reader.presses("Place architect")
    expect(reader.square("c3")).to_have_accessible_name(ARCHITECT)
    reader.sees(
        re.compile(r"would win about \d+% of games from here")
    )  # what is tried is judged too
    reader.presses("Step back")
    expect(reader.square("c3")).not_to_have_accessible_name(ARCHITECT)
    reader.presses("Back to the game")
    reader.does_not_see("You’re only trying this out. The game stays as it is.")
    expect(reader.square("e5")).not_to_have_accessible_name(ARCHITECT)
    assert record_of(table, reader) == before


def test_what_is_forbidden_is_told_there_too(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    reader.presses_square("e5")
    reader.presses("Place architect")
    reader.settles()
    reader.forgives("409")
    reader.presses_square("e5")
    reader.sees(re.compile("URBINO-SETUP-3"))


def test_the_computer_answers_what_is_tried(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbino"])
    reader.page.get_by_role("combobox", name="Level").select_option(index=0)
    reader.page.get_by_role("switch", name="Let the computer play for the others").check(force=True)
    architects = reader.page.get_by_role("gridcell", name=ARCHITECT)
    alternatives(reader).first.get_by_role("button").first.click()
    reader.presses("Try this")
    expect(architects).to_have_count(2)  # Ada's, and the one with which Bruno's seat answers
    reader.presses("Step back")
    expect(architects).to_have_count(0)


def test_the_computer_can_be_asked_to_move(reader: Person, finished: dict[str, str]) -> None:
    studies(reader, finished["urbe"])
    reader.page.get_by_role("combobox", name="Level").select_option(index=0)
    reader.presses("Let it move")
    reader.sees(re.compile("^Variation after turn 0 of"))


# --- The ways there ------------------------------------------------------------------------------


def test_it_is_reached_from_the_end_of_a_game(reader: Person, finished: dict[str, str]) -> None:
    reader.opens_table(finished["urtown"])
    reader.follows("Study this game")
    expect(chart(reader)).to_be_visible()
    waits_for_analysis(reader)
    reader.follows("Replay")
    reader.follows("Study this game")
    expect(chart(reader)).to_be_visible()


def test_a_record_is_studied(reader: Person, finished: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(record_of(finished["urtown"], reader), encoding="utf-8")
    reader.opens("/replay")
    with reader.page.expect_file_chooser() as chooser:
        reader.page.get_by_text("Choose a record").click()
    chooser.value.set_files(file)
    reader.presses("Study this game")
    expect(chart(reader)).to_be_visible()
    reader.sees(re.compile(r"Ada would win about \d+% of games from here"))
    goes_to_turn(reader, 3)
    expect(alternatives(reader).first).to_be_visible()


def test_a_game_that_runs_is_not_studied(ada: Person, player: Players) -> None:
    ada.forgives("409")
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], "e5 c3") + "/study")
    ada.sees("This game isn’t over yet")
    ada.follows("Go to the table")
    expect(ada.page.get_by_role("grid")).to_be_visible()


# --- Hints ---------------------------------------------------------------------------------------


def test_a_hint_against_a_bot(ada: Person, player: Players) -> None:
    ada.opens_table(player(ada).make_table("urbino", ME, bot()))
    ada.presses("Hint")
    ada.sees(re.compile(r"With the best move you’d win about \d+% of games from here\."))
    best = alternatives(ada).first.get_by_role("button").first
    named = re.search(r"[a-i][1-9]", best.get_attribute("aria-label") or "")
    assert named
    ada.sees(f"Place the architect on {named[0]}?")  # it is on the board
    axe_finds_nothing(ada, ["wide"], ["light"])
    ada.presses("Play this")
    expect(ada.square(named[0])).to_have_accessible_name(ARCHITECT)
    expect(alternatives(ada)).to_have_count(0)


def test_the_button_does_what_the_line_says_while_a_hint_is_shown(
    ada: Person, player: Players
) -> None:
    ada.opens_table(player(ada).make_table("urtown", ME, bot()))
    ada.waits_for_turn()
    ada.presses(ada.rack[0])
    ada.presses_square(ada.offered("you can place a tile here")[0])
    ada.presses("Hint")
    ada.sees(re.compile(r"With the best move you’d win about \d+% of games from here\."))
    yes = ada.page.get_by_role("button", name=re.compile("^(Place on|Capture) .[1-9]$"))
    hinted = yes.inner_text().split()[-1]
    yes.click()
    expect(ada.moves.first).to_have_attribute("aria-label", re.compile(f"on {hinted}"))


def test_a_hint_on_a_phone(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ada.opens_table(player(ada).make_table("urbino", ME, bot()))
    ada.presses("Hint")
    ada.presses("Next choice")
    ada.sees("2/5")
    fits_the_screen(ada)
    ada.presses("Play this")
    expect(ada.button("Play this")).to_have_count(0)


def test_no_hints_where_they_are_not_allowed(ada: Person, player: Players) -> None:
    ada.opens_table(player(ada).make_table("urbino", ME, bot(), hints=False))
    ada.waits_for_turn()
    expect(ada.button("Hint")).to_have_count(0)
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")]))
    ada.waits_for_turn()
    expect(ada.button("Hint")).to_have_count(0)


def test_the_form_asks_for_hints_among_bots_only(ada: Person) -> None:
    hints = ada.page.get_by_role("switch", name="Allow hints")
    ada.opens("/new?game=urbino")
    ada.sees("Open the table")
    expect(hints).to_have_count(0)
    ada.opens("/new?game=urbino&with=computer")
    expect(hints).to_be_checked()
    hints.uncheck(force=True)
    ada.page.get_by_role("checkbox", name=re.compile("^Shuffle")).uncheck(force=True)
    ada.presses("Start")
    ada.waits_for_turn()
    expect(ada.button("Hint")).to_have_count(0)


# --- What is one's own ---------------------------------------------------------------------------


def test_games_and_results_are_listed(reader: Person, finished: dict[str, str]) -> None:
    reader.opens("/me")
    games = reader.page.get_by_role("region", name="Your games")
    expect(games.get_by_role("listitem")).to_have_count(len(finished))
    expect(games.get_by_role("listitem").first).to_contain_text("Urbe against Bruno")  # the latest
    row = reader.page.get_by_role("row", name=re.compile("^Urtown"))
    expect(row.get_by_role("cell")).to_have_text(["People", "2", "1", "1", "0", "0", "1"])
    reader.resizes_to(PHONE)
    table = reader.page.get_by_role("group", name="Results")
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth"), "it scrolls sideways"
    reader.resizes_to(WIDE)
    reader.page.get_by_role("combobox", name="Filter by game").select_option("Urtown")
    expect(games.get_by_role("listitem")).to_have_count(1)
    games.get_by_role("link", name="Study").click()
    expect(chart(reader)).to_be_visible()


def test_everything_can_be_taken_along(reader: Person, finished: dict[str, str]) -> None:
    reader.opens("/me")
    with reader.page.expect_download() as download:
        reader.follows("Download everything")
    found = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert found["guest"]["name"] == "Ada"
    assert {each["table"]["id"] for each in found["games"]} == set(finished.values())


def test_whoever_is_deleted_is_nobody(ada: Person, player: Players) -> None:
    token = ada.token
    table = table_of("urbino", [player(ada), player("Bruno")], "e5 c3")
    ada.opens("/me")
    ada.presses("Delete…")
    ada.sees(re.compile("^This can’t be undone."))
    sure = ada.button("Delete forever")
    expect(sure).to_be_disabled()
    axe_finds_nothing(ada, ["wide"], ["light"])
    ada.page.get_by_role("textbox", name=re.compile("type your name")).fill("Ada")
    sure.click()
    ada.sees("Your data has been deleted. Your name will disappear from your tables in a moment.")
    assert ada.page.url == f"{ada.server.url}/"
    expect(ada.page.get_by_role("listitem").filter(has_text="against Bruno")).to_have_count(0)
    who = {"Authorization": f"Bearer {token}"}
    assert ada.page.request.get(f"{ada.server.url}/api/me", headers=who).status == 401
    ada.opens_table(table)
    ada.sees("Bruno wins.")
    ada.does_not_see(re.compile(r"\bAda\b"))


# --- Phones, languages, axe ----------------------------------------------------------------------


@pytest.mark.parametrize("game", DECISIONS)
def test_studying_on_a_phone(
    somebody: Somebody, people: list[Player], finished: dict[str, str], game: str
) -> None:
    ada = somebody(token=people[0].token, viewport=PHONE, has_touch=True, is_mobile=True)
    ada.opens_table(f"{finished[game]}/study")
    ada.presses("One turn forward")
    ada.sees(re.compile("^After turn 1 of"))
    fits_the_screen(ada)
    in_sight(ada, chart(ada))
    if game != "urbe":  # where the market comes first, and the city below it
        in_sight(ada, ada.page.get_by_role("grid").first)
    reach = chart(ada).bounding_box()
    assert reach is not None
    assert reach["height"] >= 44
    if game == "urbino":
        fits_everywhere(ada)
        ada.resizes_to(LARGER_PHONE)
        in_sight(ada, chart(ada), ada.page.get_by_role("grid").first)
        ada.resizes_to(PHONE)
    ada.presses("Analysis")
    expect(chart(ada)).to_be_visible()
    fits_the_screen(ada)
    alternatives(ada).first.get_by_role("button").first.click()
    expect(ada.button("One turn forward")).to_be_visible()  # the board is in sight again
    fits_the_screen(ada)
    ada.presses("Try this")
    ada.sees(re.compile("^Variation after turn 1 of"))
    ada.presses("Back to the game")
    ada.sees(re.compile("^After turn 1 of"))


def in_sight(person: Person, *parts: Locator) -> None:
    """Check that all of them are on the screen at once, whole."""
    height = person.page.evaluate("innerHeight")
    for part in parts:
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def test_axe_finds_nothing(reader: Person, finished: dict[str, str]) -> None:
    """Everything but the board is the same for all games, apart from the names of moves."""
    for game, table in finished.items():
        reader.resizes_to(WIDE)
        reader.opens_table(f"{table}/study")
        expect(alternatives(reader).first).to_be_visible()
        if game != "urbino":
            axe_finds_nothing(reader, ["wide"], ["light"])
            continue
        axe_finds_nothing(reader, ["wide"])  # with the best moves
        for tab in ("Turning points", "Moves", "Lines", "Share"):
            opens_tab(reader, tab)
            axe_finds_nothing(reader, ["wide"], within=":has(> [role=tabpanel])")
        reader.resizes_to(PHONE)
        reader.presses("Analysis")
        axe_finds_nothing(reader, ["phone"])


@pytest.mark.parametrize("game", ["urbino", "urbania"])
def test_nothing_is_left_in_english(reader: Person, finished: dict[str, str], game: str) -> None:
    studies(reader, finished[game])
    waits_for_analysis(reader)
    said: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for tab in reader.page.get_by_role("tab").all():
        tab.click()
        for language in LANGUAGES:
            reader.speaks(language)
            said[language] |= words_of(reader)
    nothing_is_left_in_english(said)
