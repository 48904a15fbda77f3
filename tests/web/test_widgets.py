"""Widgets of notebooks in a real browser: stepping through a game, and playing one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import contrada
from contrada import notebooks
from tests.web.notebook import Notebook, recorded

Open = Callable[..., Notebook]


@pytest.fixture
def cell(browser: Browser, built_page: None) -> Iterator[Open]:
    """Show a widget as the output of a cell; errors of the page fail the test."""
    wrong: list[str] = []
    context = browser.new_context(reduced_motion="reduce")

    def shown(make: Callable[[], Any], **wishes: str) -> Notebook:
        with recorded():
            widget = make()
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.extend([said.text] * (said.type == "error")))
        return Notebook(page, widget, **wishes)

    yield shown
    context.close()
    assert wrong == []


def test_a_game_is_stepped_through_in_the_page_and_from_python(cell: Open) -> None:
    end = contrada.game("urbino").start().play("f2").play("d6").play("1d4").play("stay").play("1f4")
    book = cell(lambda: notebooks.show(end, step=1), lang="it", theme="false")
    page = book.page
    expect(page.get_by_text("1 / 6")).to_be_visible()
    page.get_by_role("button", name="Un passo avanti").click()
    expect(page.get_by_text("2 / 6")).to_be_visible()
    assert book.widget.step == 2
    book.widget.step = 6
    book.flush()
    expect(page.get_by_text("6 / 6")).to_be_visible()
    board = page.locator("contrada-board")
    expect(board).to_have_attribute("theme", "dark")
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    expect(board).to_have_attribute("theme", "light")
    page.evaluate("window.leave()")
    expect(board).to_have_count(0)


def test_a_game_is_played_in_the_page_and_bots_answer(cell: Open) -> None:
    start = contrada.game("urbino").start().play("a1").play("i9").play("black")
    book = cell(lambda: notebooks.play(start, level=1, seed=3))
    table, page = book.widget, book.page
    page.get_by_role("gridcell", name=re.compile("^a5")).click()
    expect(page.get_by_text("a5 is not a building lot")).to_be_visible()
    assert len(table.position.history()) == 4
    page.get_by_role("button", name=re.compile("houses?$")).click()
    page.get_by_role("gridcell", name=re.compile("^e5")).click()
    page.get_by_role("button", name=re.compile("^Build")).click()
    expect(page.get_by_text("You", exact=True).locator("..")).to_contain_text("to move")
    assert table.position.moves()[2] == "1e5"
    assert table.position.to_move == 0
    assert table.position.turn_begins
    legal = table.position.legal()
    expect(page.get_by_text(re.compile(rf"^{table.step} / {table.step}$"))).to_be_visible()
    table.play(legal[0])
    book.flush()
    page.get_by_role("button", name="Step back", exact=True).click()
    expect(page.get_by_text(re.compile(rf"^{table.step} / {table.step}$"))).to_be_visible()
    assert table.position.legal() == legal
