"""Status lines while a search is compiled or running, and ending a search with Ctrl-C."""

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
MOMENT = 0.4  # seconds before a status line appears


def prepare(game: Game) -> None:
    """Compile the search for a game, with a status line if it takes a while."""
    with showing(compiling.err, f"Compiling the search for {game.facts.title}, once…"):
        search_player.load(game.definition)


@contextmanager
def showing(console: Console, words: str) -> Iterator[None]:
    """Show a status line in a terminal if the block takes longer than a moment."""
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
    """Run a search; on Ctrl-C, stop it and return what it has found so far."""
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(search)
        try:
            return job.result()
        except KeyboardInterrupt:
            player.stop()
            found = job.result()
            player.begin_anew()  # or the next search would stop at once
            return found
