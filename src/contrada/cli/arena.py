"""Bots against each other from the command line: `contrada arena`."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from contrada.bots import entrants
from contrada.bots.player import Limits
from contrada.cli import arguments, compiling, screen
from contrada.lab import arena as arenas
from contrada.lab import arena_chart, ratings
from contrada.lab.arena import Contest, Played
from contrada.lab.ratings import Report, Standing

INTERRUPTED = 130  # the status of a program that Ctrl-C has ended


def arena(
    game: arguments.GameName,
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT...", help=f"Who plays: {entrants.KNOWN}.")
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            help="Games of each pair, or of each combination at larger tables; rounded up so that "
            "every deal is played with every rotation of the seating.",
        ),
    ] = 100,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds that a bot may think about a turn."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Iterations of a search for a turn.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes of a search for a turn.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="K", help="How many sit at a table; 2 if not given.")
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="W", min=1, help="How many games are played at once.")
    ] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Have the same deals again.")] = 0,
    option: arguments.Options = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep every game in this file, and go on from those it has."
        ),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw a chart to this file: .svg or .png.")
    ] = None,
    as_json: arguments.AsJson = False,
    components: arguments.Components = None,
) -> None:
    """Let bots play each other, and report who is stronger.

    Every deal is played with every rotation of the seating. Shares of points come with 95 %
    confidence intervals, and with Elo ratings.
    """
    arguments.use_components(components)
    if chart:
        arena_chart.check_path(chart)
    limits = Limits(seconds, iterations, nodes)
    chosen = compiling.load_with_progress(game, arguments.read_options(option))
    contest = arenas.contest(chosen, bots, games=games, seats=seats, limits=limits, seed=seed)
    if contest.games != games:
        rotations = f"all {contest.seats} rotations of each deal"
        _note(f"{games} games are rounded up to {contest.games}: {rotations}")
    found = ratings.report(contest, _played(contest, workers, log))
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False))
    else:
        _print(found)
    if chart:
        arena_chart.write(chart, found)
        _note(f"Drawn to {chart}")


def _note(sentence: str) -> None:
    compiling.err.print(Text(screen.printable(sentence)), soft_wrap=True)


# --- Playing -------------------------------------------------------------------------------------


def _played(contest: Contest, workers: int, log: Path | None) -> list[Played]:
    """Play with a progress bar; whoever is interrupted is told how to go on."""
    done: list[Played] = []
    try:
        with _bar() as bar, closing(arenas.play(contest, workers=workers, log=log)) as games:
            steps = bar.add_task("Playing", total=len(contest))
            for game in games:
                done.append(game)
                bar.update(steps, advance=1, description=_so_far(contest, done))
    except KeyboardInterrupt:
        kept = f"the same command goes on from {log}" if log else "with --log it could go on"
        _note(f"Interrupted after {len(done)} of {len(contest)} games; {kept}")
        raise typer.Exit(INTERRUPTED) from None
    return done


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=compiling.err,
        transient=True,
        disable=not compiling.err.is_terminal,
        redirect_stdout=False,
    )


def _so_far(contest: Contest, done: list[Played]) -> str:
    """Say how it stands between two; more would not fit."""
    if len(contest.bots) != ratings.TWO:
        return "Playing"
    points = [0.0, 0.0]
    for game in done:
        for bot, result in zip(game.seats, game.results, strict=True):
            points[bot] += result
    return " – ".join(f"{name} {got:g}" for name, got in zip(contest.names, points, strict=True))


# --- Printing ------------------------------------------------------------------------------------


def _print(found: Report) -> None:
    console = Console(highlight=False)
    console.print(Text(arena_chart.heading(found), style="bold"), soft_wrap=True)
    console.print(Text(f"{arena_chart.about(found)}\n"), soft_wrap=True)
    head = [
        "",
        "games",
        "won",
        "shared",
        "lost",
        "share of points",
        "score",
        "Elo",
        "s/turn",
    ]
    rows = [head, *(_row(found, standing) for standing in found.standings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        line = _line(row, widths)
        console.print(Text(line, style="" if number else "dim"), soft_wrap=True)
    console.print(Text(f"\n{_reading(found)}", style="dim"), soft_wrap=True)


def _row(found: Report, standing: Standing) -> list[str]:
    counts = standing.games, standing.wins, standing.shared, standing.losses
    return [
        screen.printable(standing.name),
        *map(str, counts),
        arena_chart.percent(standing.share),
        f"{standing.score:.1f}",
        arena_chart.rating(found, standing),
        f"{standing.seconds:.3f}",
    ]


def _line(row: list[str], widths: list[int]) -> str:
    """Put the name at the left and figures at the right."""
    name, *figures = (
        cell.rjust(width) if number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([name, *figures])


def _reading(found: Report) -> str:
    """Say what the figures are measured by."""
    fair = f"{100 * found.fair:.3g} % is fair."
    return f"{fair} Elo counts from {found.settings['names'][0]}. ± and brackets: 95 %."
