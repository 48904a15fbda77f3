"""`contrada arena`: bots play each other."""

from __future__ import annotations

import json
from collections.abc import Generator
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
from contrada.errors import OptionError
from contrada.lab import arena as arenas
from contrada.lab import arena_chart, engines, parts, ratings
from contrada.lab.arena import Contest, Played
from contrada.lab.ratings import Report, Standing

INTERRUPTED = 130  # exit status after Ctrl-C


def arena(
    game: arguments.GameName,
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT BOT...", help=f"The bots: {entrants.KNOWN}.")
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            help="Games for each pair of bots, or for each combination at larger tables; rounded "
            "up so that every deal is played in every rotation of the seats.",
        ),
    ] = 100,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds a bot may think about a turn."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Search iterations for each turn.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Search nodes for each turn.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="K", help="Number of seats; 2 by default.")
    ] = None,
    workers: arguments.Workers = None,
    on: arguments.On = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the deals.")] = 0,
    option: arguments.Options = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Log every game to this file; if it already holds games, continue from there.",
        ),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a chart to this file, .svg or .png.")
    ] = None,
    no_times: arguments.NoTimes = False,
    as_json: arguments.AsJson = False,
    components: arguments.Components = None,
    shard: arguments.ShardText = None,
    out: arguments.Out = None,
) -> None:
    """Let bots play each other and rate them.

    Every deal is played in every rotation of the seats. The report gives each bot's share of the
    points with a 95 % confidence interval, and Elo ratings.
    """
    arguments.use_components(components)
    if chart:
        arena_chart.check_path(chart)
    unfit = (("--chart", chart), ("--json", as_json), ("--no-times", no_times))
    piece = arguments.piece(shard, out, *(name for name, wanted in unfit if wanted))
    if piece and log:
        raise OptionError("a part is its own log: give --shard and --out, and no --log")
    place = engines.engine(on, workers)
    limits = Limits(seconds, iterations, nodes)
    chosen = compiling.load_with_progress(game, arguments.read_options(option))
    contest = arenas.contest(chosen, bots, games=games, seats=seats, limits=limits, seed=seed)
    if contest.games != games:
        rotations = f"all {contest.seats} rotations of each deal"
        _note(f"{games} games are rounded up to {contest.games}: {rotations}")
    if piece:
        steps = parts.play_contest(contest, *piece, place)
        _played(contest, steps, len(piece[0].of_games(len(contest))), piece[1])
        return
    steps = arenas.play(contest, log=log, engine=place)
    found = ratings.report(contest, _played(contest, steps, len(contest), log))
    show(found, chart, no_times=no_times, as_json=as_json)


def show(found: Report, drawing: Path | None, *, no_times: bool, as_json: bool) -> None:
    """Print a report and draw its chart."""
    if drawing:
        arena_chart.check_path(drawing)
    if no_times:
        found = found.without_times()
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False))
    else:
        _print(found)
    if drawing:
        arena_chart.write(drawing, found)
        _note(f"Drawn to {drawing}")


def _note(sentence: str) -> None:
    compiling.err.print(Text(screen.printable(sentence)), soft_wrap=True)


# --- Playing -------------------------------------------------------------------------------------


def _played(
    contest: Contest, playing: Generator[Played, None, None], total: int, log: Path | None
) -> list[Played]:
    """Play with a progress bar; after Ctrl-C, say how to continue."""
    done: list[Played] = []
    try:
        with _bar() as bar, closing(playing) as games:
            steps = bar.add_task("Playing", total=total)
            for game in games:
                done.append(game)
                bar.update(steps, advance=1, description=_so_far(contest, done))
    except KeyboardInterrupt:
        kept = f"run it again to continue from {log}" if log else "with --log you could continue"
        _note(f"Interrupted after {len(done)} of {total} games; {kept}")
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
    """Return the score between two bots; with more, it would not fit."""
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
        *(["s/turn"] if _timed(found) else []),
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
        *([] if standing.seconds is None else [f"{standing.seconds:.3f}"]),
    ]


def _timed(found: Report) -> bool:
    return all(standing.seconds is not None for standing in found.standings)


def _line(row: list[str], widths: list[int]) -> str:
    """Align the name to the left and the figures to the right."""
    name, *figures = (
        cell.rjust(width) if number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([name, *figures])


def _reading(found: Report) -> str:
    """Explain how to read the figures."""
    fair = f"A fair share is {100 * found.fair:.3g} %."
    zero = f"Elo is relative to {found.settings['names'][0]}."
    return f"{fair} {zero} ± and brackets are 95 % confidence intervals."
