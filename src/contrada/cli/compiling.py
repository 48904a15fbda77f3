"""Progress bars: while rules are compiled, and while files are worked through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from contrada import games
from contrada.games.contract import Game, all_entry_points, load

Thing = TypeVar("Thing")
err = Console(stderr=True, highlight=False)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
        redirect_stdout=False,  # what is printed may go elsewhere than the bar
    )


def warm(name: str) -> None:
    """Compile a game with a progress bar, and say what was done."""
    if games.is_compiled(name):
        games.game(name)
        err.print(f"{name}: ready, from the cache")
        return
    definition = games.definition(name)
    with _bar() as bar:
        steps = bar.add_task(f"Compiling {name}", total=len(all_entry_points(definition)))
        load(definition, lambda _: bar.advance(steps))
    err.print(f"{name}: compiled")


def load_with_progress(name: str, options: dict[str, bool | str]) -> Game:
    """Return a game; if its rules have to be compiled first, show that something is going on."""
    chosen = Game(games.definition(name), **options)
    if not games.is_compiled(name):
        warm(name)
    return games.game(name, **chosen.options)


def tracked(things: Iterable[Thing], doing: str) -> Iterator[Thing]:
    """Count things as they pass, on the error output of a terminal."""
    with _bar() as bar:
        steps = bar.add_task(doing, total=None)
        for thing in things:
            yield thing
            bar.advance(steps)
