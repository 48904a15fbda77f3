"""How smoothly things move at a table: the time between frames while cards, tiles and points fly.

python -m bench.frames             # a phone with a processor four times slower than this one
python -m bench.frames --slower 1  # as fast as this one

Needs the page (`make page`) and a browser (`make browser`). Time between frames is absolute: it
says something only where nothing else runs. How much of a frame the script, the layout and the
drawing take is counted in processor time, which other programs do not change.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright
from tests.web.person import PHONE, Person, context_of, start_browser
from tests.web.playing import nearly_over
from tests.web.serving import Player, Server, table_of
from tests.web.states import URBINO, URTOWN

TURNS_LEFT = 24  # a full board moves most
GAMES: dict[str, tuple[int, Callable[[], str]]] = {  # seats, and how a game has gone so far
    "urbino": (2, lambda: URBINO),
    "urtown": (3, lambda: URTOWN),
    "urbania": (3, lambda: nearly_over("urbania", 3, TURNS_LEFT)),
    "urbe": (3, lambda: nearly_over("urbe", 3, TURNS_LEFT)),
}
DECISIONS = 40
FRAME = 1000 / 60  # milliseconds
LATE = 1.5 * FRAME  # a frame that comes later has left one out
REST = 150  # milliseconds in which nothing flies: the next may begin

# Notes the time between frames while something moves, and how long the script held one up.
WATCH = """() => {
  window.frames = [];
  window.held = [];
  let before = null;
  const look = (now) => {
    const moves = document.querySelector(".flying") !== null;
    if (moves && before !== null) window.frames.push(now - before);
    before = moves ? now : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((found) => {
    for (const { duration } of found.getEntries()) window.held.push(duration);
  }).observe({ type: "longtask" });
}"""


@dataclass(frozen=True)
class Motion:
    """Frames of one game, in milliseconds between two of them, and what took the script longest."""

    frames: list[float]
    held: list[float]
    busy: float  # processor time of the page

    def __str__(self) -> str:
        late = sum(each > LATE for each in self.frames)
        lost = sum(round(each / FRAME) - 1 for each in self.frames if each > LATE)
        return (
            f"{self.busy / len(self.frames):4.1f} ms of work a frame; "
            f"{len(self.frames):5} frames, middle {statistics.median(self.frames):.1f} ms, "
            f"95 % within {statistics.quantiles(self.frames, n=20)[-1]:.1f} ms, "
            f"{late / len(self.frames):.1%} late, {lost} of {lost + len(self.frames)} left out; "
            f"{len(self.held)} tasks over 50 ms, the longest {max(self.held, default=0):.0f} ms"
        )


def plays_one(players: list[Player], table: str) -> bool:
    """Let whoever is to move decide what comes first; return whether the game goes on."""
    now = players[0].tell("watch", table)
    if now["to_move"] is None:
        return False
    mover = players[now["to_move"]]
    legal = mover.tell("watch", table)["legal"]
    mover.tell("play", table, ply=now["ply"], decisions=[legal[len(legal) // 2]])
    return True


def busy(session: CDPSession) -> float:
    """Return how many milliseconds of processor time the page has taken so far."""
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float({each["name"]: each["value"] for each in found}["TaskDuration"])


def watch(page: Page, session: CDPSession, players: list[Player], table: str) -> Motion:
    page.evaluate(WATCH)
    before = busy(session)
    for _ in range(DECISIONS):
        if not plays_one(players, table):
            break
        page.wait_for_timeout(REST)  # so that what it sets in motion has begun
        expect(page.locator(".flying")).to_have_count(0)
    taken = busy(session) - before
    return Motion(page.evaluate("window.frames"), page.evaluate("window.held"), taken)


def measure(browser: Browser, server: Server, game: str, slower: float) -> Motion:
    """Ada looks on from a phone, while she and the others play."""
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    ada = Person(context_of(browser, reduced_motion="no-preference", **phone), server, "Ada")
    seats, line = GAMES[game]
    names = ("Bruno", "Carla")[: seats - 1]
    players = [Player(server, token=ada.token), *(Player(server, name) for name in names)]
    table = table_of(game, players, line())
    ada.opens_table(table)
    ada.waits_for_turn()
    session = ada.context.new_cdp_session(ada.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    found = watch(ada.page, session, players, table)
    for player in players:
        player.leave()
    ada.context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4, help="how often the processor is slower")
    slower = parser.parse_args().slower
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = start_browser(playwright)
        try:
            for game in GAMES:
                print(f"{game:8} {measure(browser, server, game, slower)}", flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
