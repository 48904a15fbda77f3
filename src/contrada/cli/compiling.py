"""Compiling games with a progress bar, and progress bars for other long jobs."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from contrada import games
from contrada.bots import search_player
from contrada.games.contract import Game, all_entry_points, load
from contrada.lab.processes import Doing

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
        redirect_stdout=False,  # results may go to a file while the bar is on the terminal
    )


def warm(names: Iterable[str]) -> None:
    """Compile games and their search in parallel, and report each one."""
    cold = [name for name in names if not search_player.is_compiled(games.definition(name))]
    for name in names:
        if name not in cold:
            search_player.load(games.definition(name))
            err.print(f"{name}: ready, from the cache")
    workers = min(len(cold), os.cpu_count() or 1)
    if not cold:
        return
    spawning = multiprocessing.get_context("spawn")
    with _bar() as bar, ProcessPoolExecutor(workers, spawning) as pool:
        steps = bar.add_task(f"Compiling {', '.join(cold)}", total=len(cold))
        # The newest games have the most rules, so start with them.
        for done in as_completed([pool.submit(_compile, name) for name in reversed(cold)]):
            bar.advance(steps)
            err.print(f"{done.result()}: compiled")


def _compile(name: str) -> str:
    search_player.load(games.definition(name))
    return name


def _warm_rules(name: str) -> None:
    definition = games.definition(name)
    with _bar() as bar:
        steps = bar.add_task(f"Compiling {name}", total=len(all_entry_points(definition)))
        load(definition, lambda _: bar.advance(steps))
    err.print(f"{name}: compiled")


def load_with_progress(name: str, options: dict[str, bool | str]) -> Game:
    """Return a game; show a progress bar if its rules have to be compiled first."""
    chosen = Game(games.definition(name), **options)
    if not games.is_compiled(name):
        _warm_rules(name)
    return games.game(name, **chosen.options)


def tracked(things: Iterable[Thing], doing: str, total: int | None = None) -> Iterator[Thing]:
    """Yield the things, counting them in a progress bar on standard error."""
    with _bar() as bar:
        steps = bar.add_task(doing, total=total)
        for thing in things:
            yield thing
            bar.advance(steps)


def followed(steps: Iterable[Thing | Doing]) -> Iterator[Thing]:
    """Yield the steps, except those that only say how far something is: they move a bar."""
    with _bar() as bar:
        task = bar.add_task("Starting", total=None)
        for step in steps:
            if isinstance(step, Doing):
                bar.update(task, description=step.what, completed=step.done, total=step.total)
            else:
                yield step
