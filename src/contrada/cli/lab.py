"""`contrada lab`: statistics over many games, and fitting the weights of the search."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from contrada import record
from contrada.bots import weights
from contrada.cli import arena, arguments, compiling, screen
from contrada.errors import OptionError
from contrada.lab import chart, engines, parts
from contrada.lab import fit as fitting
from contrada.lab.balance import Balance, Study
from contrada.lab.chart import Section
from contrada.lab.puzzles import quarry
from contrada.lab.puzzles.quarry import Quarry
from contrada.lab.teaching import chart as teaching_chart
from contrada.lab.teaching.course import Course, Generation, Plan, give_way

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
)
Workers = Annotated[int, typer.Option(metavar="N", min=1, help="Number of processes to play in.")]
ROUNDS = ("2000x0", "500x200", "500x400", "500x800")
FEWEST_GAMES = 2 * fitting.HELD_BACK
BAR = 16  # width of a full bar, in characters


@app.callback()
def _study() -> None:
    """Run statistics over thousands of games."""


@app.command()
def balance(
    game: arguments.GameName,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", help="Number of games to play.")
    ] = 2000,
    seats: arguments.Seats = None,
    player: Annotated[
        str,
        typer.Option(
            metavar="BOT", help="The bot for all seats: random, a level, or any bot of the arena."
        ),
    ] = "random",
    workers: arguments.Workers = None,
    on: arguments.On = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the games.")] = 0,
    option: arguments.Options = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a chart to this file, .svg.")
    ] = None,
    as_json: arguments.AsJson = False,
    components: arguments.Components = None,
    shard: arguments.ShardText = None,
    out: arguments.Out = None,
) -> None:
    """Report who wins and where the points come from.

    Plays many games. The report compares seats and whatever else sets players apart, such as
    guilds or characters. It also shows how often each goal is fulfilled and what it earns. Every
    figure has a 95 % confidence interval.
    """
    arguments.use_components(components)
    unfit = [name for name, wanted in (("--svg", svg), ("--json", as_json)) if wanted]
    piece = arguments.piece(shard, out, *unfit)
    place = engines.engine(on, workers)
    chosen = compiling.load_with_progress(game, arguments.read_options(option))
    study = Study(chosen, chosen.check_seats(seats), games, seed, player)
    if piece:
        steps = parts.play_study(study, *piece, place)
        for _ in compiling.tracked(steps, "Playing", len(piece[0].of_games(games))):
            pass
        return
    _show(_last(compiling.tracked(study.run(place), "Playing", games)), svg, as_json=as_json)


@app.command()
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="PART...", help="All parts.")],
    drawing: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            "--chart",
            metavar="OUT",
            help="Write a chart to this file, .svg; that of a contest can also be a .png.",
        ),
    ] = None,
    no_times: arguments.NoTimes = False,
    as_json: arguments.AsJson = False,
    components: arguments.Components = None,
) -> None:
    """Report on a study or contest played in parts, with --shard.

    The report is the same as if all games had been played in one place.
    """
    arguments.use_components(components)
    found = parts.merge(files)
    if isinstance(found, Balance):
        _show(found, drawing, as_json=as_json)
    else:
        arena.show(found, drawing, no_times=no_times, as_json=as_json)


def _show(found: Balance, svg: Path | None, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False))
    else:
        _print(found)
    if svg:
        record.write_text(svg, chart.svg(found))
        compiling.err.print(screen.printable(f"Drawn to {svg}"), soft_wrap=True)


@app.command()
def fit(
    game: arguments.GameName,
    rounds: Annotated[
        list[str] | None,
        typer.Option(
            "--round",
            metavar="GAMESxITERATIONS",
            help="A round of self-play: the number of games, and of search iterations for each "
            f"decision (0 plays at random); may be repeated. Default: {' '.join(ROUNDS)}.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the games.")] = 0,
    workers: Workers = 1,
    go_on: Annotated[
        bool, typer.Option("--go-on", help="Start from the current weights instead of from zero.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to write the weights; by default the game's own file."
        ),
    ] = None,
    components: arguments.Components = None,
) -> None:
    """Fit the weights of a game's features from self-play.

    Each round plays with the weights of the round before. The weights for positions are fitted to
    the results of the games, those for decisions to how often the search visited them.
    """
    arguments.use_components(components)
    plan = [_round(text) for text in rounds or ROUNDS]
    chosen = compiling.load_with_progress(game, {})
    evaluation = chosen.definition.evaluation
    begin = weights.fitted(chosen.definition).weights if go_on else weights.NO_WEIGHTS
    for step in compiling.tracked(fitting.rounds(chosen, plan, seed, workers, begin), "Playing"):
        if step is None:
            continue
        assert evaluation is not None
        weights.write(evaluation, step.fitted, out or evaluation.weights)
        print(
            f"round {step.round + 1}: {step.games} games, {step.positions} positions; "
            f"loss for results {step.value_loss:.4f} (baseline {step.value_loss_even:.4f}), "
            f"for decisions {step.choice_loss:.4f} (baseline {step.choice_loss_even:.4f})",
            flush=True,
        )


@app.command()
def teach(
    game: arguments.GameName,
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="Where everything is kept; the course goes on here.")
    ],
    hours: Annotated[
        float, typer.Option(metavar="H", min=0.0, help="How long to teach, this time.")
    ] = 1.0,
    workers: Workers = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the course.")] = 0,
    games: Annotated[
        int,
        typer.Option("--games", "-n", metavar="N", min=2, help="Games to play in a generation."),
    ] = Plan.games,
    iterations: Annotated[
        int,
        typer.Option(metavar="N", min=8, help="Iterations of a full search in these games."),
    ] = Plan.iterations,
    contest: Annotated[
        int, typer.Option(metavar="N", min=2, help="Games to decide whether a network is kept.")
    ] = Plan.contest,
    thought: Annotated[
        int, typer.Option(metavar="N", min=8, help="Iterations for a turn in these games.")
    ] = Plan.thought,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A setting of the search that goes with the network; may be repeated.",
        ),
    ] = None,
    components: arguments.Components = None,
) -> None:
    """Teach a game's network by self-play, generation after generation.

    In each generation the search plays against itself with the best network so far, a new network
    learns from the latest games, and it is kept if it wins against the best one. You can stop at
    any moment and go on later with the same command. Other work on the machine goes first.
    """
    arguments.use_components(components)
    chosen = compiling.load_with_progress(game, {})
    give_way()
    settings = dict(_setting(text) for text in search or ())
    plan = Plan(game, seed, games, iterations, contest, thought, search=settings)
    course = Course(chosen, plan, folder, workers)
    for step in compiling.followed(course.run(hours)):
        title = chosen.facts.title
        record.write_text(folder / "strength.svg", teaching_chart.svg(title, course.generations))
        print(_told(step), flush=True)


@app.command()
def puzzles(
    game: arguments.GameName,
    folder: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where everything is kept; the search goes on here."),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="Games to go through in all.")
    ] = 100,
    seats: arguments.Seats = None,
    workers: Workers = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the games.")] = 0,
    iterations: Annotated[
        int,
        typer.Option(metavar="N", min=100, help="Iterations for each decision of these games."),
    ] = quarry.Plan.iterations,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add the puzzles to this file, after those in it."),
    ] = None,
    most: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many puzzles the file may have in all.")
    ] = 150,
    as_json: arguments.AsJson = False,
) -> None:
    """Find puzzles in games of the search against itself.

    Where one decision stands out, ten times the thought checks it against the others, and each
    level tries to find it. You can stop at any moment and go on later
    with the same command. Other work on the machine goes first.
    """
    chosen = compiling.load_with_progress(game, {})
    give_way()
    plan = quarry.Plan(game, chosen.check_seats(seats), seed, iterations)
    found = Quarry(chosen, plan, folder)
    for each in compiling.followed(found.run(games, workers)):
        if each and not as_json:
            print(*(_about(entry) for entry in each), sep="\n", flush=True)
    if as_json:
        print(json.dumps(quarry.document(found.entries), ensure_ascii=False))
    if out:
        new = quarry.added(out, found.entries, most)
        compiling.err.print(screen.printable(f"{new} puzzles added to {out}"), soft_wrap=True)


def _about(entry: quarry.Entry) -> str:
    """Describe a puzzle in a line."""
    values = f"{entry.value:.0%} against {entry.rival_value:.0%}"
    return f"{entry.id}: {entry.best[0]} ({values}), level {entry.level}, {', '.join(entry.themes)}"


def _setting(text: str) -> tuple[str, float]:
    """Read a setting of the search."""
    name, _, value = text.partition("=")
    try:
        return name, int(value) if value.lstrip("-").isdecimal() else float(value)
    except ValueError:
        raise OptionError(f"--search takes NAME=NUMBER, such as cutoff=2, not {text!r}") from None


def _told(step: Generation) -> str:
    """Describe a generation in a line."""
    parts = [
        f"generation {step.number}: {step.positions:,} positions",
        f"loss {step.loss:.4f} (features alone {step.loss_by_features:.4f})",
        f"points within {step.points:.1f}",
        f"wins {chart.percent(step.share)}",
        "kept" if step.kept else "not kept",
    ]
    if step.strength:
        parts.append(f"against no network {chart.percent(step.strength)}")
    return f"{', '.join(parts)}; {step.hours:.2f} h"


def _round(text: str) -> tuple[int, int]:
    games, _, iterations = text.partition("x")
    if not (games.isdecimal() and iterations.isdecimal() and int(games) >= FEWEST_GAMES):
        raise OptionError(
            f"--round takes GAMESxITERATIONS, such as 500x200, with at least {FEWEST_GAMES} games, "
            f"not {text!r}"
        )
    return int(games), int(iterations)


def _last(steps: Iterable[Balance | None]) -> Balance:
    *_, found = steps
    assert found is not None
    return found


def _print(found: Balance) -> None:
    console = Console(highlight=False)
    console.print(Text(chart.heading(found), style="bold"))
    for section in chart.sections(found):
        fair = "" if section.fair is None else f" (fair share: {100 * section.fair:.1f} %)"
        console.print(Text(f"\n{section.title}{fair}", style="bold"))
        console.print(_rows(section))


def _rows(section: Section) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column()
    for _ in section.heads:
        grid.add_column(justify="right")
    grid.add_row("", "", *(Text(head, style="dim") for head in section.heads))
    most = max((abs(row.estimate.mean) for row in section.rows), default=0) or 1
    for name, estimate, figures in section.rows:
        bar = "#" * round(BAR * max(estimate.mean, 0) / most)
        grid.add_row(Text(name), Text(bar, style="green"), *figures)
    return grid
