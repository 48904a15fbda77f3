"""The server is killed or stopped in mid-game: the page waits, reconnects and continues."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.person import Person, Somebody
from tests.web.serving import ME, Player, Server, bot, table_of


@pytest.fixture(scope="module")
def mortal(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed: no other test uses it."""
    server = Server(tmp_path_factory.mktemp("killed"), games=["urbino", "urtown"])
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
