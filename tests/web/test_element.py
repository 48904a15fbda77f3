"""`<contrada-board>` in pages that are not ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from contrada import record, replay
from tests.web.person import Person
from tests.web.serving import Server

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html>
<html lang="it">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; script-src SERVER; connect-src 'self'; img-src data:" />
    <link rel="icon" href="data:," />
    <title>A club evening</title>
    <script type="module" src="SERVER/element/contrada-board.js"></script>
  </head>
  <body>
    <h1>A club evening</h1>
    <contrada-board src="game.json" step="4" controls></contrada-board>
  </body>
</html>
"""


class Quietly(SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def foreign(server: Server, tmp_path: Path) -> Iterator[str]:
    """Another site, with a page that shows one of our games."""
    game = record.loads((ROOT / "examples" / "urbino-game.json").read_text(encoding="utf-8"))
    shown = replay.replay_of(game.position, game.names)
    (tmp_path / "game.json").write_text(json.dumps(shown), encoding="utf-8")
    (tmp_path / "index.html").write_text(PAGE.replace("SERVER", server.url), encoding="utf-8")
    yield from serve(tmp_path)


@pytest.fixture
def example() -> Iterator[str]:
    """The project's own files, served as docs/element.md says."""
    yield from serve(ROOT)


def serve(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quietly, directory=str(folder))) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()
        thread.join()


def test_a_foreign_page_shows_a_game_in_its_own_language(ada: Person, foreign: str) -> None:
    ada.page.goto(foreign)
    expect(ada.page.get_by_text(re.compile(r"^4 / \d+$"))).to_be_visible()
    assert len(ada.squares()) == 81
    ada.presses("Un passo avanti")
    expect(ada.page.get_by_text(re.compile(r"^5 / \d+$"))).to_be_visible()
    ada.page.keyboard.press("End")
    steps = ada.page.evaluate("document.querySelector('contrada-board').length")
    expect(ada.page.get_by_text(f"{steps} / {steps}")).to_be_visible()


def test_the_example_shows_a_game_twice(ada: Person, example: str) -> None:
    ada.forgives("favicon")
    ada.page.goto(f"{example}/examples/board.html")
    expect(ada.page.get_by_role("grid", name="Board of Urbino")).to_have_count(2)
    first = ada.page.locator("contrada-board").first
    expect(first.get_by_text(re.compile(r"^40 / \d+$"))).to_be_visible()
    first.get_by_role("button", name="One step forward").click()
    expect(first.get_by_text(re.compile(r"^41 / \d+$"))).to_be_visible()
