"""The server is killed or stopped in mid-game: the page waits, reconnects and continues."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Somebody
from tests.web.serving import ME, PAGE, Player, Server, bot, table_of
from tests.web.test_learn import LESSONS, PUZZLES, Learner


@pytest.fixture(scope="module")
def own_page(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the page, of which there can be another version."""
    return shutil.copytree(PAGE, tmp_path_factory.mktemp("own") / "page")


@pytest.fixture(scope="module")
def mortal(own_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed: no other test uses it."""
    folder = tmp_path_factory.mktemp("killed")
    server = Server(folder, games=["urbino", "urtown"], page=str(own_page))
    yield server
    server.stop()


@pytest.fixture
def own_server(mortal: Server) -> Server:
    """The same server, running: a test that failed may have left it stopped."""
    if not mortal.is_running:
        mortal.start_again()
    return mortal


@pytest.fixture
def ada(own_server: Server, somebody: Somebody) -> Person:
    return without_fear(somebody("Ada", at=own_server))


@pytest.fixture
def bruno(own_server: Server, somebody: Somebody) -> Person:
    return without_fear(somebody("Bruno", at=own_server))


def without_fear(person: Person) -> Person:
    """Ignore the browser's messages about failed connections."""
    person.forgives("WebSocket connection")
    person.forgives("ERR_CONNECTION_REFUSED")
    return person


def comes_back(person: Person) -> None:
    """Reconnect at once, unless the page has already done so: then there is no such button."""
    person.button("Try now").evaluate_all("all => all.forEach((button) => button.click())")


def test_nothing_is_lost_when_the_server_is_killed_or_stopped(
    own_server: Server, ada: Person, bruno: Person
) -> None:
    players = [Player(own_server, token=person.token) for person in (ada, bruno)]
    table = table_of("urbino", players, "e5 c3 1c5 1e3")
    for player in players:
        player.leave()
    for person in (ada, bruno):
        person.opens_table(table)
    ada.sends_architect("e5", "e6")
    expect(bruno.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))

    own_server.kill()
    for person in (ada, bruno):
        person.sees("No connection. Nothing is lost; we’ll keep trying.")
        person.sees("The game will continue when you’re back online.")
    assert not ada.offered("can "), "nothing can be pressed that nobody would hear"

    own_server.start_again()
    for person in (ada, bruno):
        comes_back(person)
        person.does_not_see("No connection. Nothing is lost; we’ll keep trying.")
        expect(person.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))
        expect(person.moves).to_have_count(5)
    ada.builds("house", "e5")
    bruno.builds("house", "c4")
    for person in (ada, bruno):
        expect(person.moves).to_have_count(6)

    plays_on_after_a_stop(own_server, ada)


def plays_on_after_a_stop(own_server: Server, ada: Person) -> None:
    """Stop the same server politely this time, with a bot at the table."""
    player = Player(own_server, token=ada.token)
    ada.opens_table(player.make_table("urtown", ME, bot(), bot()))
    ada.waits_for_turn()
    own_server.stop()
    ada.sees("The server is restarting and will be back in a moment. Games and clocks are safe.")
    own_server.start_again()
    comes_back(ada)
    ada.does_not_see("The server is restarting")
    tile = ada.until(lambda: ada.rack, "the rack")[0]
    ada.presses(tile)
    square = ada.finds("you can place a tile here")[0]
    ada.presses_square(square)
    ada.presses(f"Place on {square}")
    expect(ada.square(square)).to_have_accessible_name(re.compile(f"{square}, {tile}"))
    ada.waits_for_turn()


# --- Without a server ----------------------------------------------------------------------------

MEANWHILE = "Lessons, puzzles, rules and replays you’ve seen still work"
# Whether the service worker has fetched this address.
HAS = "async (address) => (await caches.match(address)) !== undefined"


def test_an_installed_page_teaches_and_shows_without_a_server(
    own_server: Server, own_page: Path, somebody: Somebody
) -> None:
    ada = without_fear(somebody("Ada", at=own_server, service_workers="allow"))
    ada.forgives("ERR_INTERNET_DISCONNECTED")
    ada.forgives("ERR_FAILED")  # this server has only two of the games whose lessons are looked for
    table = has_seen_a_replay(ada)
    own_server.stop()
    ada.context.set_offline(True)
    for path in ("/", "/learn"):
        ada.opens(path)
        expect(ada.page.get_by_role("article")).to_have_count(4)
        ada.sees(MEANWHILE)
    learns(ada, "urbino")
    ada.opens("/rules/urtown")
    ada.sees(MEANWHILE)
    expect(ada.page.locator("li[id=URTOWN-PLACE-1]")).to_be_visible()
    expect(ada.page.locator("figure svg").first).to_be_visible()
    number, solve = PUZZLES["urtown"]
    ada.opens(f"/learn/urtown/{number}")
    solve(ada)
    ada.sees("That’s it!")
    ada.opens("/replay")
    ada.sees("Seen on this device")
    ada.follows("Replay")
    ada.page.wait_for_url(f"**/t/{table}/replay")
    expect(ada.moves).to_have_count(4)
    gets_a_new_page(ada, own_server, own_page)
    forgets_what_was_seen(ada)


def has_seen_a_replay(ada: Person) -> str:
    """Install the page, wait until all of it is there, and look at a finished game."""
    players = [Player(ada.server, token=ada.token), Player(ada.server, "Bruno")]
    table = table_of("urbino", players, "e5 c3 1c5 1e3")
    players[0].tell("resign", table, ply=6)
    for player in players:
        player.leave()
    ada.opens()
    ada.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    for address in (f"/api/lessons/{game}/positions" for game in ("urbino", "urtown")):
        ada.until(lambda a=address: ada.page.evaluate(HAS, a), address)  # type: ignore[misc]
    ada.opens(f"/t/{table}/replay")
    expect(ada.moves).to_have_count(4)
    return table


def learns(ada: Person, game: str) -> None:
    lesson = Learner(ada, game)
    LESSONS[game](lesson)
    lesson.goes_on()
    lesson.hears("Now you can play")
    lesson.presses("Play against level 1")
    ada.sees("No connection. Try again in a moment.")  # this needs the server


def gets_a_new_page(ada: Person, server: Server, page: Path) -> None:
    """Publish another version while the server is down; the old page finds it, and asks."""
    for name, old, new in (
        ("index.html", "<head>", '<head><meta name="edition" content="second">'),
        ("sw.js", 'const VERSION = "', 'const VERSION = "second-'),
    ):
        text = (page / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (page / name).write_text(text.replace(old, new), encoding="utf-8")
    server.start_again()
    ada.context.set_offline(False)
    ada.presses("Reload")
    expect(ada.page.locator("meta[name=edition]")).to_have_attribute("content", "second")
    ada.does_not_see("There’s a new version of this page.")


def forgets_what_was_seen(ada: Person) -> None:
    """Whoever signs out leaves no replays for the next one at this device."""
    assert ada.page.evaluate("() => caches.has('contrada-seen')")
    ada.context.clear_cookies()
    ada.opens()  # not the replay, which would be kept anew
    ada.until(lambda: not ada.page.evaluate("() => caches.has('contrada-seen')"), "an empty cache")
