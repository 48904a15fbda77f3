"""One server and one browser for all tests of this folder, and a context for each person.

They live only as long as this folder is being tested: while Playwright runs, nothing else in the
same thread can have an event loop.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web import evidence
from tests.web.person import (
    Contexts,
    Person,
    Players,
    Somebody,
    context_of,
    park,
    start_browser,
)
from tests.web.serving import PAGE, Player, Server
from tests.web.states import Tables, prepare

PEOPLE = pytest.StashKey[list[Person]]()
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save what everyone sees while they are still there."""
    report = yield
    people = item.stash.get(PEOPLE, [])
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    if report.failed and report.when != "teardown" and people:
        folder = evidence.keep(item.nodeid, people)
        report.sections.append(("what the test has left", f"see {folder}/README.txt"))
    return report


@pytest.fixture(scope="package")
def built_page() -> None:
    if not (PAGE / "index.html").is_file():
        pytest.fail("The page has not been built: run `make page` first", pytrace=False)


@pytest.fixture(scope="package")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            browser = start_browser(playwright)
        except FileNotFoundError as wrong:
            pytest.fail(str(wrong), pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture(scope="package")
def tables(server: Server) -> Tables:
    return prepare(server)


@pytest.fixture(scope="package")
def ada_at_tables(browser: Browser, server: Server, tables: Tables) -> Person:
    """Ada, who has tables in every state."""
    return Person(context_of(browser), server, token=tables.token)


@pytest.fixture
def reader(ada_at_tables: Person, request: pytest.FixtureRequest) -> Person:
    """The same; errors of earlier tests are forgotten."""
    park(ada_at_tables.page, ada_at_tables.server.url)
    ada_at_tables.complaints.clear()
    ada_at_tables.save_trace()
    request.node.stash[PEOPLE] = [ada_at_tables]
    return ada_at_tables


@pytest.fixture
def somebody(
    contexts: Contexts, server: Server, request: pytest.FixtureRequest
) -> Iterator[Somebody]:
    """Return a function that makes people with their own browser contexts; errors fail the test."""
    people: list[Person] = []
    request.node.stash[PEOPLE] = people

    def come(name: str = "", token: str = "", *, at: Server = server, **wishes: Any) -> Person:
        people.append(Person(contexts.take(**wishes), at, name, token))
        return people[-1]

    yield come
    complaints = [complaint for person in people for complaint in person.unforgiven]
    kept = evidence.keep(request.node.nodeid, people) if complaints else None
    for person in people:
        person.leaves()
        as_it_was = not (person.has_altered_page or request.node.stash[FAILED])
        contexts.give_back(person.context, person.server.url, with_page=as_it_was)
    assert complaints == [], f"see {kept}"


@pytest.fixture
def ada(somebody: Somebody) -> Person:
    return somebody("Ada")


@pytest.fixture
def bruno(somebody: Somebody) -> Person:
    return somebody("Bruno")


@pytest.fixture
def player(server: Server) -> Iterator[Players]:
    """Make players without a browser; a person given is that person."""
    players: list[Player] = []

    def come(who: str | Person) -> Player:
        known = {"name": who} if isinstance(who, str) else {"token": who.token}
        players.append(Player(server, **known))
        return players[-1]

    yield come
    for player in players:
        player.leave()
