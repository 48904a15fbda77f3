"""The commands and their options; what they do lives in the modules beside this one."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from contrada import __version__, games, record
from contrada.cli import bench as benchmarks
from contrada.cli import compiling, table
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Position

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Games about building a city: play, replay and study them.",
    epilog="Every command says more with --help. Bad input ends with one sentence and status 2.",
)
out = Console(highlight=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(games.NAMES)}.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game, e.g. monuments=true."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text for people.")]
From = Annotated[
    str,
    typer.Option(
        "--from", metavar="FORMAT", help="How the file is written: contrada, abstractplay."
    ),
]


def run() -> None:
    """Run the command line; turn every foreseen error into a sentence and status 2."""
    try:
        app()
    except ContradaError as wrong:
        print(f"contrada: {wrong}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"contrada {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def read_options(pairs: list[str] | None) -> dict[str, bool | str]:
    """Read `name=value` pairs; yes/no words become truth values."""
    words: dict[str, bool] = {"true": True, "yes": True, "false": False, "no": False}
    options: dict[str, bool | str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"an option is written NAME=VALUE, not {pair!r}")
        options[name] = words.get(value.lower(), value)
    return options


def _start(name: str, options: list[str] | None, seats: int | None, text: str | None) -> Position:
    """Set up the position a command starts from."""
    game = compiling.load_with_progress(name, read_options(options))
    return game.position(text, seats) if text else game.start(seats)


@app.command()
def play(
    game: GameName = games.NAMES[0],
    option: Options = None,
    seat: Annotated[
        str, typer.Option(help="Your seat: its name or number, 'both' for two people, or 'none'.")
    ] = "0",
    seed: Annotated[int | None, typer.Option(help="Seed of the game and of the opponent.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on with a saved game; 'last' is the latest one."),
    ] = None,
) -> None:
    """Play in the terminal against an opponent that moves at random, or with a friend."""
    compiling.load_with_progress(game, {})
    table.play(game, read_options(option), seat, seed, resume)


@app.command()
def legal(
    game: GameName,
    after: Annotated[str, typer.Option(help="Turns already played, separated by spaces.")] = "",
    position: Annotated[str | None, typer.Option(help="Start from this position text.")] = None,
    turns: Annotated[bool, typer.Option("--turns", help="List full turns, not decisions.")] = False,
    option: Options = None,
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what may be played: the next decisions, or with --turns the full turns."""
    here = _start(game, option, seats, position)
    for ply, turn in enumerate(after.split(), 1):
        try:
            here = here.play(turn)
        except ContradaError as wrong:
            raise ContradaError(f"--after, turn {ply}: {wrong}") from None
    texts = here.turns() if turns else [here.decision_text(number) for number in here.legal()]
    if as_json:
        kind = "turns" if turns else "decisions"
        _print_json(
            {"game": game, "position": here.text, "to_move": here.to_move, "count": len(texts)}
            | {kind: texts}
        )
        return
    out.print(*texts, sep="\n")


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records to replay.")],
    form: From = record.OURS,
    check: Annotated[
        bool, typer.Option("--check", help="Also recount legal turns where the file gives them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay games: every decision and result is checked by the rules."""
    rows = []
    for found in compiling.tracked(_records(files, form, recount=check), "Replaying"):
        row = _summary(found)
        rows.append(row)
        if not as_json and not check:
            out.print(_summary_line(len(rows), row))
    plies = sum(row["plies"] for row in rows)
    if as_json:
        _print_json({"games": rows, "count": len(rows), "plies": plies})
    else:
        out.print(f"{len(rows)} games, {plies} plies: every decision and result holds.")


def _records(files: list[Path], form: str, *, recount: bool) -> Iterator[record.Record]:
    if form != record.OURS:
        record.foreign_format(form)
    for file in files:
        yield from record.read(file, form, recount=recount)


def _summary(found: record.Record) -> dict[str, Any]:
    outcome = found.position.outcome()
    return {
        "game": found.game.name,
        "title": found.title,
        "seats": list(found.names),
        "plies": len(found.position.moves()),
        "scores": list(found.position.scores()),
        "winners": list(outcome.winners) if outcome else None,
        "decided_by": outcome.decided_by if outcome else None,
    }


def _summary_line(number: int, row: dict[str, Any]) -> str:
    scores = ", ".join(
        f"{name} {score}" for name, score in zip(row["seats"], row["scores"], strict=True)
    )
    if row["winners"] is None:
        ending = "not finished"
    elif len(row["winners"]) > 1:
        ending = "drawn"
    else:
        ending = f"{row['seats'][row['winners'][0]]} wins by {row['decided_by']}"
    return f"{number:4}  {row['game']}  {row['plies']} plies  {scores}  {ending}"


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    ply: Annotated[int | None, typer.Option(help="After this ply; the end if not given.")] = None,
    number: Annotated[int, typer.Option("--game", help="Which game of the file.")] = 1,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw to an SVG file.")] = None,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it.")] = None,
    districts: Annotated[bool, typer.Option("--districts", help="Show what scores.")] = False,
    theme: Annotated[str, typer.Option(help="Of the SVG: light or dark.")] = "light",
    form: From = record.OURS,
) -> None:
    """Show a position of a recorded game, in the terminal or as a picture."""
    if theme not in ("light", "dark"):
        raise OptionError(f"a theme is light or dark, not {theme!r}")
    here = _at(file, form, number, ply)
    if svg is None:
        out.print(here.terminal(seat, districts=districts), markup=False)
        out.print(here.text, markup=False, soft_wrap=True)
        return
    record.write_text(svg, here.svg(seat, districts=districts, theme=theme))
    out.print(f"Drawn to {svg}", markup=False)


def _at(file: Path, form: str, number: int, ply: int | None) -> Position:
    """Find a position of one game in a file."""
    skipped = itertools.islice(_records([file], form, recount=False), max(number - 1, 0), None)
    found = next(skipped, None)
    if found is None or number < 1:
        raise OptionError(f"{file} has no game {number}")
    turns = found.position.turns_played()
    if ply is None or ply == len(turns):
        return found.position
    if not 0 <= ply < len(turns):
        raise OptionError(f"game {number} has plies 0 to {len(turns)}, not {ply}")
    return turns[ply][0]


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.")],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The file to write: .json for one game, or .jsonl."),
    ],
    form: From = record.OURS,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="How to write.")] = record.OURS,
) -> None:
    """Convert records from one format to another, checking every game on the way."""
    if to != record.OURS:
        record.foreign_format(to)
    found = compiling.tracked(_records([source], form, recount=True), "Converting")
    count = record.write(target, found, to)
    out.print(f"{count} games written to {target}", markup=False)


@app.command()
def bench(
    game: GameName = games.NAMES[0],
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="For each figure.")] = 2.0,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules run on this machine."""
    chosen = compiling.load_with_progress(game, read_options(option))
    figures = benchmarks.measure(chosen, seconds)
    if as_json:
        _print_json(figures)
        return
    for label, value in benchmarks.in_words(figures):
        out.print(f"{label:<42} {value}")


@app.command()
def warm(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME…", help="All games if none is named.")
    ] = None,
) -> None:
    """Compile the rules ahead of time, so that nothing has to wait for it later."""
    for name in names or games.NAMES:
        compiling.warm(name)


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))
