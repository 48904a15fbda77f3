"""The pages around the tables: records, shuffles, installing, motion; and error reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from contrada import shuffle
from tests.web.person import Person, Players, Somebody
from tests.web.serving import ME, OPEN, SEED, bot, table_of, until
from tests.web.states import Tables

RECORD = Path(__file__).parents[2] / "examples" / "urbino-game.json"


# --- The first page ------------------------------------------------------------------------------


def test_two_presses_lead_to_a_game_against_the_computer(somebody: Somebody) -> None:
    newcomer = somebody()
    newcomer.opens()
    newcomer.presses("Play the computer")
    newcomer.presses("Start")
    expect(newcomer.page.get_by_role("grid")).to_be_visible()


def test_all_four_games_are_there(ada: Person) -> None:
    ada.opens()
    titles = ada.page.get_by_role("article").get_by_role("heading")
    expect(titles).to_have_text(["Urbino", "Urtown", "Urbania", "Urbe"])


def test_a_game_of_a_table_is_watched_from_the_list(tables: Tables, somebody: Somebody) -> None:
    carla = somebody()
    carla.opens("/watch")
    carla.page.get_by_role("listitem").filter(has_text="Ada and Bruno").get_by_role("link").click()
    expect(carla.page.get_by_role("grid", name="Board of Urbino")).to_be_visible()


def test_lists_go_on(ada: Person, player: Players) -> None:
    host = player(ada)
    for _ in range(103):
        host.make_table("urbino", ME, OPEN)
    waits = host.make_table("urbino", ME, bot())
    for _ in range(2):
        host.make_table("urtown", ME, OPEN)
    ada.opens()
    yours = ada.page.get_by_role("region", name="Your tables")
    rows = yours.get_by_role("listitem").filter(has=ada.page.get_by_role("link"))
    expect(rows).to_have_count(100)
    play = rows.first.get_by_role("link", name="Play")
    expect(play).to_have_attribute("href", f"/t/{waits}")
    yours.get_by_role("button", name="Show more tables").click()
    expect(rows).to_have_count(106)
    expect(yours.get_by_role("button", name="Show more tables")).to_have_count(0)
    host.make_table("urtown", ME, OPEN)  # moves one from the first part into the next
    expect(rows).to_have_count(107)


def test_a_name_that_nobody_can_see_is_refused(ada: Person) -> None:
    ada.forgives("422")
    ada.opens("/me")
    ada.page.get_by_role("textbox", name="Name").fill("\u3164")
    ada.presses("Save")
    ada.sees(re.compile("^That name can’t be used."))


# --- Records -------------------------------------------------------------------------------------


def test_a_record_is_uploaded_and_replayed(ada: Person) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    uploads(ada, RECORD)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(record["title"] or "Urbino")
    expect(ada.moves).to_have_count(len(record["turns"]))
    ada.presses("Go to the end")
    ada.sees(f"After turn {len(record['turns'])} of {len(record['turns'])}.")
    ada.presses("One turn back")
    ada.sees(f"After turn {len(record['turns']) - 1} of {len(record['turns'])}.")
    ada.moves.first.click()
    ada.sees(f"After turn 1 of {len(record['turns'])}.")
    ada.page.keyboard.press("End")
    ada.sees(f"After turn {len(record['turns'])} of {len(record['turns'])}.")


def test_a_record_that_breaks_a_rule_is_refused(ada: Person, tmp_path: Path) -> None:
    ada.forgives("422")
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    wrong = {**record, "turns": ["e5", "e5"], "result": None, "comments": {}}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    uploads(ada, tmp_path / "wrong.json")
    ada.sees("This record can’t be played:")
    ada.sees(re.compile("URBINO-SETUP-3"))


def test_a_file_that_is_no_record_is_refused(ada: Person, tmp_path: Path) -> None:
    (tmp_path / "letter.json").write_text("Dear Bruno,", encoding="utf-8")
    uploads(ada, tmp_path / "letter.json")
    ada.sees("This file isn’t a record of a game.")


def uploads(person: Person, file: Path) -> None:
    person.opens("/replay")
    with person.page.expect_file_chooser() as chooser:
        person.page.get_by_text("Choose a record").click()
    chooser.value.set_files(file)


def test_a_finished_game_is_downloaded_and_seen_by_each_seat(
    somebody: Somebody, tables: Tables, tmp_path: Path
) -> None:
    ada = somebody(token=tables.token)
    ada.opens_table(tables.ended)
    with ada.page.expect_download() as download:
        ada.follows("Download the record")
    download.value.save_as(tmp_path / "game.json")
    uploads(ada, tmp_path / "game.json")
    expect(ada.moves).to_have_count(72)

    ada.opens_table(f"{tables.ended}/replay")
    eyes = ada.page.get_by_role("combobox", name="As seen by")
    expect(eyes).to_have_value("0")
    eyes.select_option("Bruno")
    expect(ada.page.get_by_role("combobox", name="As seen by")).to_have_value("1")


# --- Shuffles ------------------------------------------------------------------------------------


def test_a_shuffle_is_checked(ada: Person) -> None:
    ada.opens("/verify")
    fields = {"Fingerprint": shuffle.commitment(SEED, "salty"), "Salt": "salty", "Seed": str(SEED)}
    for field, value in fields.items():
        ada.page.get_by_role("textbox", name=field).fill(value)
    ada.presses("Check")
    ada.sees("It matches.")
    ada.page.get_by_role("textbox", name="Salt").fill("sweet")
    ada.presses("Check")
    ada.sees("It doesn’t match.")


# --- Installing ----------------------------------------------------------------------------------


def test_the_page_can_be_installed(ada: Person) -> None:
    ada.opens()
    address = ada.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = ada.page.request.get(f"{ada.server.url}{address}").json()
    assert manifest["name"] == "Contrada"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        answer = ada.page.request.get(ada.server.url + icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]


OFFLINE = {
    "/": "one small town.",
    "/me": "Your name",
    "/learn": "A first lesson takes five minutes",
    "/rules/urbino": "A building lot is a free square that both architects see.",
    "/t/nothing/study": "Contrada",  # what it would show is on the server
}


def test_an_installed_page_opens_without_a_network(somebody: Somebody) -> None:
    ada = somebody("Ada", service_workers="allow")
    ada.forgives("ERR_INTERNET_DISCONNECTED")
    ada.forgives("ERR_FAILED")  # what the service worker cannot answer either
    ada.forgives("404")
    ada.opens()
    assert ada.page.evaluate("async () => (await navigator.serviceWorker.ready).active.scriptURL")
    for path, shows in OFFLINE.items():
        ada.opens(path)  # now by the worker
        ada.sees(shows)
        ada.page.wait_for_load_state("networkidle")
    ada.context.set_offline(True)
    for path, shows in OFFLINE.items():
        ada.opens(path)
        ada.sees(shows)
        ada.sees("No connection. Nothing is lost; we’ll keep trying.")
    ada.context.set_offline(False)
    ada.does_not_see("No connection. Nothing is lost; we’ll keep trying.")


# --- What is kept ------------------------------------------------------------------------------


def test_sounds_are_as_they_were_left(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")]))
    sounds = ada.page.get_by_role("switch", name="Sounds", exact=True)
    ada.panel("More")
    expect(sounds).to_be_checked()
    for is_on in (False, True):
        sounds.set_checked(is_on, force=True)
        ada.page.reload()
        ada.panel("More")
        expect(sounds).to_be_checked(checked=is_on)


# --- Motion --------------------------------------------------------------------------------------

# Counts movements that last.
MOVED = """
  const animate = Element.prototype.animate;
  window.moved = 0;
  Element.prototype.animate = function (frames, options) {
    if ((options?.duration ?? options) > 0) window.moved += 1;
    return animate.call(this, frames, options);
  };
"""


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_pieces_move_unless_somebody_asks_for_less(
    somebody: Somebody, player: Players, wish: str, moves: bool
) -> None:
    ada = somebody("Ada", reduced_motion=wish)
    ada.altered_page.add_init_script(MOVED)
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], "e5 c3 1c5 1e3"))
    ada.sends_architect("e5", "e6")
    ada.builds("house", "c4")
    expect(ada.square("c4")).to_have_accessible_name(re.compile("black house"))
    assert (ada.page.evaluate("window.moved") > 0) == moves


# --- These tests themselves ----------------------------------------------------------------------


def test_errors_of_the_page_are_heard(ada: Person) -> None:
    ada.opens()
    ada.page.evaluate("console.error('something')")
    ada.page.evaluate("setTimeout(() => { throw new Error('went wrong') })")
    ada.page.evaluate("document.body.setAttribute('style', 'color: red')")  # forbidden by policy
    expected = ("something", "went wrong", "Content Security Policy")

    def are_heard() -> bool:
        ada.page.title()  # or nothing comes in
        heard = "\n".join(ada.complaints)
        return all(words in heard for words in expected)

    until(are_heard, "the complaints")
    for words in expected:
        ada.forgives(words)
