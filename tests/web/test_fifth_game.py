"""A game is one folder: with the one from docs/adding-a-game.md, the page has five games.

This is a single test, because building a page is expensive.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from contrada import games
from tests import guide
from tests.web.person import Person, Somebody
from tests.web.serving import ROOT, Server

WEB = ROOT / "web"


def build_page(folder: Path) -> None:
    """Build the page from a folder with its game, as `make page` does, but without the element."""
    others = shutil.ignore_patterns("node_modules", ".svelte-check")
    shutil.copytree(WEB, folder / "web", ignore=others, dirs_exist_ok=True)
    (folder / "web" / "node_modules").symlink_to(WEB / "node_modules")
    build = [sys.executable, "web/npm.py", "exec", "--", "vite", "build", "--logLevel", "warn"]
    done = subprocess.run(
        [*build, "--outDir", str(folder / "page")],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Server]:
    """A server with five games."""
    guide.write(tmp_path)
    build_page(tmp_path)
    server = Server(tmp_path, program=("tests.web.fifth", str(tmp_path)))
    yield server
    server.stop()


def test_a_fifth_game_is_on_every_page(five: Server, somebody: Somebody) -> None:
    ada, bruno = somebody("Ada", at=five), somebody("Bruno", at=five)
    is_on_the_first_page(ada)
    is_played(ada, bruno)
    is_learned(ada)
    can_be_read(ada)


def is_on_the_first_page(ada: Person) -> None:
    ada.opens()
    ada.sees("Five games,")
    cards = ada.page.get_by_role("article")
    expect(cards).to_have_count(len(games.NAMES) + 1)
    expect(cards.last).to_contain_text("Sticks")
    expect(cards.last).to_contain_text("2 players · 2 min")
    expect(cards.last).to_contain_text("Take one, two or three. The last stick wins.")
    expect(cards.last.locator("path[stroke-linecap]")).to_have_count(5)  # its picture


def is_played(ada: Person, bruno: Person) -> None:
    """From a new table to the score sheet."""
    ada.opens("/new?game=sticks&with=friends")
    expect(ada.page.get_by_role("radio", name="Sticks 2 players")).to_be_checked()
    expect(ada.page.locator("symbol#sticks-three")).to_have_count(1)
    expect(ada.page.locator("use[href='#sticks-three']")).to_be_visible()
    ada.sees("Twenty-one sticks instead of twelve.")
    ada.presses("Open the table")
    ada.page.wait_for_url("**/t/*")
    bruno.page.goto(ada.page.url)
    bruno.presses("Sit down")
    for left in (12, 9, 6, 3):
        mover, other = (ada, bruno) if left in (12, 6) else (bruno, ada)
        expect(sticks(mover)).to_have_count(left)
        takes(mover, 3)
        expect(sticks(other)).to_have_count(left - 3)
    bruno.sees("You win.")
    expect(bruno.page.get_by_role("row", name="The last stick 1")).to_be_visible()


def is_learned(ada: Person) -> None:
    ada.opens("/learn")
    ada.follows("First lesson: Sticks")
    ada.sees("Seven sticks")
    ada.presses("Next")
    takes(ada, 3)
    ada.sees("Four is bad for your opponent")
    ada.presses("Next")
    takes(ada, 3)
    ada.sees("The last stick is yours.")


def can_be_read(ada: Person) -> None:
    ada.opens("/rules")
    ada.sees("Two players, about 2 minutes, nothing hidden.")
    ada.follows("Read the rules of Sticks")
    expect(ada.page.locator("li[id=STICKS-TAKE-1]")).to_contain_text("no more than there are")
    ada.sees("Nobody knows who played Sticks first.")


def sticks(person: Person) -> Locator:
    return person.page.get_by_role("button", name=re.compile(r"^Take \d"))


def takes(person: Person, number: int) -> None:
    person.presses(f"Take {number} sticks")
    person.presses("Do it")
