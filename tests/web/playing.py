"""Plays on in a browser until a game is over, whatever the game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

import contrada
from contrada import Position
from tests.web.person import Person
from tests.web.serving import SEED, Player


def is_over(person: Person) -> bool:
    return re.search(r"\bwins?\b|share the win", person.page.title()) is not None


def plays_to_the_end(
    person: Person, act: Callable[[Person], object], others: Callable[[], object] = lambda: None
) -> None:
    """Act whenever it is this person's turn, and let the others play in between."""

    def may_go_on() -> bool:
        others()
        return is_over(person) or person.is_to_move

    while True:
        person.until(may_go_on, "one's turn, or the end")
        if is_over(person):
            return
        act(person)
        person.settles()


def answering(
    player: Player, table: str, rank: Callable[[int], Any] = lambda _decision: 0
) -> Callable[[], None]:
    """Somebody without a browser who always makes the lowest-ranked decision."""

    def answer() -> None:
        now = player.tell("watch", table)
        if now["legal"]:
            decision = min(now["legal"], key=rank)
            player.tell("play", table, ply=now["ply"], decisions=[decision])

    return answer


class Presses:
    """Counts the presses of a person from now on, and which of them were on tabs of a phone."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._page.evaluate(
            """() => {
              window.pressed = { all: 0, tabs: 0 };
              addEventListener("click", ({ target }) => {
                window.pressed.all += 1;
                if (target.closest("nav.tabs")) window.pressed.tabs += 1;
              }, true);
            }"""
        )

    def __int__(self) -> int:
        return int(self._page.evaluate("window.pressed.all"))

    @property
    def on_tabs(self) -> int:
        return int(self._page.evaluate("window.pressed.tabs"))


def has_score_sheet(person: Person, seats: int) -> list[int]:
    """The panel with the result has opened by itself, and adds up, folded and unfolded.

    Return the totals, the winner's first.
    """
    sheet = person.page.get_by_role("region", name="Score sheet").get_by_role("table")
    expect(sheet.get_by_role("columnheader")).to_have_count(seats)
    kinds = _figures(sheet.locator("tr.kind"))
    (totals,) = _figures(sheet.locator("tfoot tr"))
    assert [sum(column) for column in zip(*kinds, strict=True)] == totals
    for kind in sheet.locator("[aria-expanded]").all():
        kind.click()
    for number, kind in enumerate(sheet.locator("tbody").all()):
        lines = _figures(kind.locator("tr.line"))
        unfolded = [sum(column) for column in zip(*lines, strict=True)]
        assert unfolded in ([], kinds[number]), lines
    return totals


def _figures(rows: Locator) -> list[list[int]]:
    """What each row of a table says in its cells; nothing counts as 0."""
    texts = [row.locator("td").all_inner_texts() for row in rows.all()]
    return [[int(text) if text not in ("", "–") else 0 for text in row] for row in texts]


def nearly_over(game: str, seats: int, turns_left: int, choices: int = SEED) -> str:
    """Turns of a random game until about this many are left and the first seat is to move."""
    choose = random.Random(choices)
    path = [contrada.game(game).start_fast(seats, SEED)]
    while not path[-1].is_over:
        path.append(path[-1].play_one(choose.choice(path[-1].legal())))
    last = len(path[-1].moves()) - turns_left

    def is_there(here: Position) -> bool:
        return here.to_move == 0 and here.turn_begins and len(here.moves()) <= last

    return " | ".join(next(here for here in reversed(path) if is_there(here)).moves())
