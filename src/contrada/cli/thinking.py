"""What the terminal shows while a search is compiled or under way, and how it is cut short."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Timer
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from contrada.bots import search_player
from contrada.bots.search_player import SearchPlayer
from contrada.cli import compiling
from contrada.games.contract import Game

Found = TypeVar("Found")
MOMENT = 0.4  # seconds that nobody minds waiting


def prepare(game: Game) -> None:
    """Have the search for a game compiled; if that takes its time, show it."""
    with showing(compiling.err, f"Compiling the search for {game.facts.title}, once…"):
        search_player.load(game.definition)


@contextmanager
def showing(console: Console, words: str) -> Iterator[None]:
    """Show some words at a terminal while something takes longer than a moment."""
    if not console.is_terminal:
        yield
        return
    status = console.status(Text(words))
    timer = Timer(MOMENT, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def until_interrupted(player: SearchPlayer, search: Callable[[], Found]) -> Found:
    """Search; Ctrl-C ends that early, and what has been found by then is the answer."""
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(search)
        try:
            return job.result()
        except KeyboardInterrupt:
            player.stop()
            found = job.result()
            player.begin_anew()  # the next search is not to be cut short
            return found
