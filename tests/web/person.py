"""Somebody with a browser, in the words of a user: every press goes by role and name."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    WebError,
    expect,
)

from tests.web.serving import Found, Player, Server, until

YOUR_TURN = r"^(\(\d+\) )?Your turn"  # a title, after the number of other tables that wait
SLOW = 90_000  # milliseconds, more than the page itself waits; no test asserts a time
expect.set_options(timeout=SLOW)

# The shell has no window to draw and needs half the processor time for the same pages.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Copies of the page in every step of a trace cost a quarter of the time of all these tests.
SNAPSHOTS = os.environ.get("CONTRADA_TEST_SNAPSHOTS") == "1"
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
NOWHERE = (-9, -9)  # where a pointer points at nothing


def start_browser(playwright: Playwright) -> Browser:
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    if not found:
        raise FileNotFoundError(
            f"The tests of the page need a browser, one of {', '.join(BROWSERS)}: `make browser`"
        )
    return playwright.chromium.launch(executable_path=found[0], args=FLAGS)


def context_of(browser: Browser, **wishes: Any) -> BrowserContext:
    """A browser in English, wide, without motion or a service worker, unless asked otherwise.

    Everyone new would first install the worker, which fetches the whole page again.
    """
    usual = {"locale": "en-GB", "viewport": WIDE, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, "service_workers": "block", **wishes})
    context.set_default_timeout(SLOW)
    context.tracing.start(snapshots=SNAPSHOTS)
    return context


class Contexts:
    """Contexts that tests use one after another, each with its page: they forget everything but the
    files of the page, which need not be read and compiled once more."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}
        self._wishes: dict[BrowserContext, dict[str, Any]] = {}

    def take(self, **wishes: Any) -> BrowserContext:
        free = self._free.setdefault(repr(sorted(wishes.items())), [])
        found = free.pop() if free else context_of(self._browser, **wishes)
        self._wishes[found] = wishes
        return found

    def give_back(self, context: BrowserContext, origin: str, *, with_page: bool) -> None:
        """Let somebody else have it, as if it were new; its page only if that is as it was."""
        wishes = self._wishes[context]
        context.tracing.stop_chunk()
        context.set_offline(False)
        for each in context.pages[1:]:
            each.close()
        page = context.pages[0] if context.pages else context.new_page()
        if with_page and "service_workers" not in wishes:
            park(page, origin)
            forget(context, page, origin)
            page.mouse.move(*NOWHERE)
            page.emulate_media(color_scheme="light")
            page.set_viewport_size(wishes.get("viewport", WIDE))
        else:
            page.goto("about:blank")
            forget(context, page, origin)
            page.close()
        context.tracing.start_chunk()
        self._free[repr(sorted(wishes.items()))].append(context)


def park(page: Page, origin: str) -> None:
    """Leave the page for a file of the same site, where nothing runs that may store something.

    For `about:blank` the browser would start another process, which compiles everything again.
    """
    page.goto(f"{origin}/theme.js")


def forget(context: BrowserContext, page: Page, origin: str) -> None:
    """Delete all that the page has stored."""
    browser = context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    browser.detach()
    context.clear_cookies()


class Person:
    """A browser, its user, and its error messages."""

    def __init__(
        self, context: BrowserContext, server: Server, name: str = "", token: str = ""
    ) -> None:
        self.context = context
        self.server = server
        self.name = name
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.has_altered_page = False
        context.on("console", self._hear)
        context.on("weberror", self._hear_error)
        if name:
            self._becomes("guests", {"name": name})
        if token:
            self._becomes("sessions", {"token": token})
        self.page: Page = context.pages[0] if context.pages else context.new_page()

    def _becomes(self, what: str, body: dict[str, str]) -> None:
        answer = self.context.request.post(f"{self.server.url}/api/{what}", data=body)
        assert answer.ok, answer.text()

    def save_trace(self, file: Path | None = None) -> None:
        """Save what was done so far, or drop it; then start another trace."""
        self.context.tracing.stop_chunk(path=file)
        self.context.tracing.start_chunk()

    def opens_a_second_tab(self) -> Person:
        """Open the same address in another tab, for the same person."""
        other = self.looks_at(self.context.new_page())
        other.page.goto(self.page.url)
        return other

    def looks_at(self, page: Page) -> Person:
        """The same person, in a tab that is already open."""
        other = copy(self)
        other.page = page
        return other

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _hear_error(self, wrong: WebError) -> None:
        self.complaints.append(str(wrong.error))

    @property
    def altered_page(self) -> Page:
        """The page, for routes and scripts that stay as long as it is open: nobody else gets it."""
        self.has_altered_page = True
        return self.page

    def leaves(self) -> None:
        """Stop listening to the browser."""
        self.context.remove_listener("console", self._hear)
        self.context.remove_listener("weberror", self._hear_error)

    def forgives(self, words: str) -> None:
        """Ignore errors with these words: the test provokes them."""
        self._forgiven.append(words)

    @property
    def unforgiven(self) -> list[str]:
        return [
            each for each in self.complaints if not any(words in each for words in self._forgiven)
        ]

    def until(self, look: Callable[[], Found | None], what: str) -> Found:
        """Check again and again until there is something, or something went wrong."""

        def look_carefully() -> Found | None:
            assert self.unforgiven == []
            return look()

        return until(look_carefully, what)

    @property
    def token(self) -> str:
        (cookie,) = [each for each in self.context.cookies() if each.get("name") == "contrada"]
        return str(cookie.get("value"))

    # --- going about ---

    def opens(self, path: str = "/") -> None:
        self.page.goto(self.server.url + path)

    def resizes_to(self, size: ViewportSize) -> None:
        """Resize the window, and wait until the page is drawn in the new size.

        The page learns about the size in the next frame, and its changes are there in the
        one after that.
        """
        self.page.set_viewport_size(size)
        self.page.evaluate(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )

    def speaks(self, language: str) -> None:
        """Change the language in the bar, even if the bar is small or covered."""
        self.page.locator("header select:has([lang])").select_option(language, force=True)
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def opens_table(self, table: str) -> None:
        self.opens(f"/t/{table}")

    @property
    def table(self) -> str:
        """The table that is open."""
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found, f"no table is open at {self.page.url}"
        return found[1]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def presses(self, name: str) -> None:
        self.button(name).click()

    def follows(self, name: str) -> None:
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def chooses(self, name: str) -> None:
        """Choose an option in a form."""
        self.page.get_by_role("radio", name=name, exact=True).check(force=True)

    def sees(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def does_not_see(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(words)).to_have_count(0)

    def panel(self, name: str) -> None:
        """Open moves, chat, result or more, next to the board or in the tabs of a phone."""
        button = self.button(name)
        if button.get_attribute("aria-pressed") != "true":
            button.click()

    def sits_down_against_computer(self, game: str, level: int = 1, opponents: int = 1) -> None:
        self.opens()
        self.presses(f"{game}: play the computer")
        self.page.get_by_role("radio", name=re.compile(f"^{level},")).check(force=True)
        if opponents > 1:
            self.chooses(str(opponents))
        self.presses("Start")
        self.page.wait_for_url("**/t/*")

    # --- at a table ---

    def waits_for_turn(self) -> None:
        expect(self.page).to_have_title(re.compile(YOUR_TURN))

    @property
    def is_to_move(self) -> bool:
        return re.search(YOUR_TURN, self.page.title()) is not None

    @property
    def room(self) -> Locator:
        """The container of the table; it is busy until a press has been answered."""
        return self.page.locator(".room[aria-busy]")

    def waits_for_an_answer(self) -> None:
        expect(self.room).to_have_attribute("aria-busy", "true")

    def settles(self) -> None:
        """Wait until all presses have been answered."""
        expect(self.room).to_have_attribute("aria-busy", "false")

    def square(self, name: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(f"^{name},"))

    def squares(self) -> dict[str, str]:
        """Return the label of each square of the board."""
        labels = self.page.get_by_role("gridcell").evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label'))"
        )
        return {label.split(",")[0]: label for label in labels}

    def offered(self, words: str) -> list[str]:
        """Return the squares whose label says this."""
        return [square for square, label in self.squares().items() if words in label]

    def finds(self, words: str) -> list[str]:
        """Wait until there are such squares."""
        return self.until(lambda: self.offered(words), f"squares with {words!r}")

    def presses_square(self, name: str) -> None:
        self.square(name).click()

    def steps_back(self) -> None:
        self.presses("Step back")

    @property
    def moves(self) -> Locator:
        """The turns of the log, without the start."""
        return self.page.get_by_role("list", name="Moves").get_by_role(
            "button", name=re.compile("^(?!Start$)")
        )

    def decides_at_once(self, back_to: str = "Moves") -> None:
        """Turn off the question before ending a turn."""
        self.panel("More")
        self.page.get_by_role("switch", name="Ask before ending a turn").uncheck(force=True)
        self.panel(back_to)

    def holds(self, what: Locator) -> None:
        """Hold a finger on something until it explains itself."""
        box = what.bounding_box()
        assert box is not None
        point = {"x": box["x"] + min(12, box["width"] / 2), "y": box["y"] + box["height"] / 2}
        finger = self.context.new_cdp_session(self.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(self.page.get_by_role("tooltip")).to_be_visible()
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # --- Urbino ---

    def places_architect(self, square: str) -> None:
        self.waits_for_turn()
        self.presses_square(square)
        self.presses("Place architect")

    def sends_architect(self, there: str, to: str) -> None:
        self.waits_for_turn()
        self.presses_square(there)
        self.presses_square(to)
        expect(self.square(to)).to_have_accessible_name(re.compile(f"^{to}, architect"))

    def supply(self, kind: str) -> Locator:
        """The buildings of a kind that are left and can be chosen: "12 houses"."""
        return self.page.get_by_role("button", name=re.compile(f"^\\d+ {kind}s?$"))

    def has(self, kind: str) -> bool:
        return not self.supply(kind).inner_text().startswith("0")

    def takes(self, kind: str) -> None:
        self.supply(kind).click()

    def builds(self, kind: str, square: str) -> None:
        self.waits_for_turn()
        self.takes(kind)
        self.presses_square(square)
        self.presses(f"Build {kind}")

    # --- Urtown ---

    @property
    def rack(self) -> list[str]:
        """The tiles that can be chosen now, by name."""
        tiles = self.page.get_by_role("group", name=re.compile("^Rack")).get_by_role("button")
        names = tiles.evaluate_all("tiles => tiles.map(tile => tile.getAttribute('aria-label'))")
        return [str(name) for name in names]

    def places(self, tile: str, square: str) -> None:
        self.waits_for_turn()
        self.presses(tile)
        self.presses_square(square)
        self.page.get_by_role("button", name=re.compile(f"^(Place on|Capture) {square}$")).click()


Somebody = Callable[..., Person]  # what the fixtures `somebody` and `player` are
Players = Callable[[str | Person], Player]
