"""The commands and their options. The modules beside this one do the work."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from contrada import __version__, games, record
from contrada import replay as replays
from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.cli import (
    admin,
    arena,
    assistants,
    compiling,
    lab,
    opponents,
    screen,
    table,
    thinking,
)
from contrada.cli import analyse as analysing
from contrada.cli import bench as benchmarks
from contrada.cli import doctor as doctoring
from contrada.cli import hint as hints
from contrada.cli import serve as serving
from contrada.cli import verify as verifying
from contrada.cli.arguments import (
    FORMATS,
    GAMES,
    After,
    AsJson,
    Components,
    From,
    GameName,
    Options,
    PositionText,
    Seats,
    Seed,
    read_options,
    use_components,
)
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Game, Position, check_seed

INTERRUPTED = 130  # exit status after Ctrl-C

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Play, replay and study games about building a city.",
    epilog="Without a command, contrada starts the server. Add --help to a command for details.",
)

app.add_typer(lab.app, name="lab")
app.add_typer(admin.app, name="admin")
app.command()(serving.serve)  # the help lists commands in this order
app.command()(serving.think)
app.command()(doctoring.doctor)


# --- Running -------------------------------------------------------------------------------------


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an expected error prints one sentence and exits with status 2."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # escape what the terminal cannot show
    sys.exit(_status(arguments))


def _status(arguments: Sequence[str] | None) -> int:
    try:
        status = app(arguments, prog_name="contrada", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has stopped, as in `contrada … | head`
        _drop_output()
        return 1
    except OSError as wrong:
        _drop_output()
        return _complain(f"{wrong.filename or 'the output'}: {wrong.strerror}")
    except ContradaError as wrong:
        return _complain(str(wrong))
    except typer.TyperException as wrong:
        return _complain(_in_a_sentence(wrong))
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return int(status or 0)


def _complain(sentence: str) -> int:
    print(f"contrada: {screen.printable(sentence)}", file=sys.stderr)
    return 2


def _in_a_sentence(wrong: typer.TyperException) -> str:
    """Return the error in one sentence, with a pointer to the help."""
    said = " ".join(wrong.format_message().split()).rstrip(".")
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else "contrada"
    stop = "" if said.endswith("?") else ";"
    return f"{said[:1].lower()}{said[1:]}{stop} see '{command} --help'"


def _drop_output() -> None:
    """Discard what is still buffered for an output that cannot be written to."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _version(wanted: bool) -> None:
    if wanted:
        print(f"contrada {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _common(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does it all
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        serving.serve_as_usual()


# --- Commands ------------------------------------------------------------------------------------


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"The game: {GAMES}. Default: {games.NAMES[0]}."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Your seat, by name or number; 'all' to play every seat, 'none' to watch. "
            "Default: the first.",
        ),
    ] = None,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Random seed of the shuffles and the opponents."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help=f"Opponent: {opponents.KNOWN}. Repeat it to choose seat by seat; the last one "
            f"also plays the remaining seats. Default: {opponents.USUAL}.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Continue a saved game; 'last' is the most recent one."),
    ] = None,
    components: Components = None,
) -> None:
    """Play a game in the terminal.

    While playing, type 'help' to list the commands and 'hint' for advice. Leave whenever you like:
    the game is saved after every turn, and --resume last continues it.
    """
    use_components(components)
    if resume is None:
        chosen = compiling.load_with_progress(game or games.NAMES[0], read_options(option))
        table.sit_down(table.new(chosen, seats, seat, seed, against or []))
        return
    if option or seats is not None or seed is not None:
        raise OptionError("a saved game already has its options, seats and seed; leave them out")
    if game:
        compiling.load_with_progress(game, {})
    table.sit_down(table.resumed(resume, game, seat, against or []))


@app.command()
def legal(
    game: GameName,
    after: After = "",
    position: PositionText = None,
    turns: Annotated[
        bool, typer.Option("--turns", help="List whole turns, not single decisions.")
    ] = False,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """List the legal decisions, or the legal turns.

    Prints one decision per line in the game's notation, or with --turns one whole turn per line.
    """
    use_components(components)
    chosen = compiling.load_with_progress(game, read_options(option))
    here = _played(_start(chosen, seats, seed, position), chosen.read_line(after))
    found_texts = here.each_turn() if turns else iter(screen.choices(here))
    if as_json:
        texts = list(found_texts)
        found = {"game": game, "position": here.text, "to_move": here.to_move, "count": len(texts)}
        _print_json(found | {"turns" if turns else "decisions": texts})
        return
    for text in found_texts:
        print(text)


def _start(game: Game, seats: int | None, seed: int, text: str | None) -> Position:
    try:
        return game.start(seats, seed) if text is None else game.position(text, seats)
    except ContradaError as wrong:
        raise ContradaError(str(wrong) if text is None else f"--position: {wrong}") from None


def _played(here: Position, turns: list[str]) -> Position:
    for ply, turn in enumerate(turns, 1):
        try:
            here = here.play(turn)
        except ContradaError as wrong:
            raise ContradaError(f"--after, turn {ply}: {wrong}") from None
    return here


@app.command()
def hint(
    game: GameName,
    after: After = "",
    position: PositionText = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds to search; 2 by default."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Search iterations. Without --time, and with one thread, the answer is always "
            "the same.",
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Number of threads.")
    ] = 1,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every decision, not just the best five.")
    ] = False,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Suggest what to play.

    Lists the best decisions for the seat to move. For each it shows the expected result as a
    percentage of a win, the share of the search spent on it, and the expected continuation. The
    search knows only what that seat may see. Ctrl-C ends it early.
    """
    use_components(components)
    limits = _limits(seconds, iterations, 2.0)
    chosen = compiling.load_with_progress(game, read_options(option))
    here = _played(_start(chosen, seats, seed, position), chosen.read_line(after))
    if here.is_over:
        raise OptionError("the game is over, so there is nothing to decide")
    thinking.prepare(chosen)
    player = SearchPlayer(chosen, seed, threads=threads)
    with thinking.showing(compiling.err, "Searching…"):
        found = hints.given(player, here, limits, seed)
    if as_json:
        seen = here.view(found.seat)["text"]
        _print_json({"game": game, "position": seen} | found.data())
    else:
        shown = hints.shown(found, here, None if everything else hints.FEW)
        Console(highlight=False).print(shown)


def _limits(seconds: float | None, iterations: int | None, usual: float) -> Limits:
    if seconds is None and iterations is None:
        return Limits(usual)
    return Limits(seconds, iterations)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record to analyse.")],
    number: Annotated[int, typer.Option("--game", metavar="N", help="Which game of the file.")] = 1,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds for each decision; 1 by default."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Search iterations for each decision. Without --time the answer is always the "
            "same.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Analyse only this seat, by name or number."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the search.")] = 0,
    chart: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write a chart to this file, .svg.")
    ] = None,
    form: From = record.OURS,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Analyse every decision of a recorded game.

    Shows what was played, what was best, and what the difference cost as a percentage of a win;
    then a chart of the game and its turning points. Each decision is judged by what its seat could
    see at the time. Forced decisions are skipped. Ctrl-C ends the analysis early.
    """
    use_components(components)
    limits = _limits(seconds, iterations, 1.0)
    check_seed(seed)
    if chart:
        analysing.check_chart(chart)
    found = _find(file, form, number)
    here = found.position
    judged = None if seat is None else screen.seat_number(here.game.facts, seat, here.seats)
    analysis, whole = analysing.looked_at(found, limits, judged, seed)
    (analysing.print_json if as_json else analysing.show)(analysis)
    if chart and analysis.judgements:
        analysing.write_chart(chart, analysis)
    if not whole:
        raise typer.Exit(INTERRUPTED)


@app.command()
def replay(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Record files, with one game or one per line."),
    ],
    form: From = record.OURS,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Also compare the number of legal turns where the file gives it, and print only "
            "the totals.",
        ),
    ] = False,
    views: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help="Write one game with the view after every step, for programs without the rules.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--game", metavar="N", help="With --views: which game of the file.")
    ] = 1,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="With --views: as this seat sees it, by name or number."),
    ] = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Replay recorded games and check them against the rules.

    Checks every decision and every result, and stops at the first error with its file, game, ply
    and rule.
    """
    use_components(components)
    if views is not None:
        _write_views(views, files, form, number, seat)
        return
    if seat is not None or number != 1:
        raise OptionError("--seat and --game only work with --views; add --views OUT")
    found = _records(files, form, recount=check)
    if as_json or check:
        rows = [_summary(each) for each in compiling.tracked(found, "Replaying")]
    else:
        rows = [_printed(number, _summary(each)) for number, each in enumerate(found, 1)]
    plies = sum(row["plies"] for row in rows)
    if as_json:
        _print_json({"games": rows, "count": len(rows), "plies": plies})
    else:
        sums = f"{_counted(len(rows), 'game')}, {_counted(plies, 'ply', 'plies')}"
        print(f"{sums}: all decisions and results are correct.")


def _write_views(out: Path, files: list[Path], form: str, number: int, seat: str | None) -> None:
    """Write the replay of one game as a seat, or a spectator, saw it."""
    if len(files) > 1:
        raise OptionError(f"--views takes one file, not {len(files)}")
    found = _find(files[0], form, number)
    here = found.position
    viewer = None if seat is None else screen.seat_number(here.game.facts, seat, here.seats)
    seen = replays.replay_of(here, found.names, viewer, found.title)
    record.write_text(out, json.dumps(seen, ensure_ascii=False) + "\n")
    print(screen.printable(f"{_counted(len(seen['steps']), 'step')} written to {out}"))


def _records(files: list[Path], form: str, *, recount: bool) -> Iterator[record.Record]:
    for file in files:
        yield from record.read(file, form, recount=recount)


def _counted(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _summary(found: record.Record) -> dict[str, Any]:
    outcome = found.position.outcome()
    return {
        "game": found.game.name,
        "title": found.title,
        "seats": list(found.names),
        "plies": len(found.position.turns_played()),
        "scores": list(found.position.scores()),
        "winners": list(outcome.winners) if outcome else None,
        "decided_by": outcome.decided_by if outcome else None,
    }


def _printed(number: int, row: dict[str, Any]) -> dict[str, Any]:
    scores = ", ".join(
        f"{name} {score}" for name, score in zip(row["seats"], row["scores"], strict=True)
    )
    plies = _counted(row["plies"], "ply", "plies")
    print(f"{number:4}  {row['game']}  {plies}  {scores}  {_ending(row)}")
    return row


def _ending(row: dict[str, Any]) -> str:
    if row["winners"] is None:
        return "not finished"
    if row["decided_by"] is None:
        return f"{' and '.join(row['seats'][seat] for seat in row['winners'])} share the win"
    return f"{row['seats'][row['winners'][0]]} wins by {row['decided_by']}"


@app.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record to show.")],
    ply: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show the position after N turns; the last by default."),
    ] = None,
    number: Annotated[int, typer.Option("--game", metavar="N", help="Which game of the file.")] = 1,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Show what this seat sees, by name or number."),
    ] = None,
    districts: Annotated[
        bool, typer.Option("--districts", help="Show the districts and their scores.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw the position to this file.")
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(metavar="THEME", help="Colours of the picture: light or dark."),
    ] = None,
    form: From = record.OURS,
    components: Components = None,
) -> None:
    """Show a position of a recorded game.

    Draws it in the terminal with the position as text below, or as an SVG picture.
    """
    use_components(components)
    if theme not in (None, "light", "dark"):
        raise OptionError(f"--theme must be light or dark, not {theme!r}")
    if theme and svg is None:
        raise OptionError("--theme only works with --svg; add --svg OUT")
    here = _after(_find(file, form, number).position, number, ply)
    viewer = None if seat is None else screen.seat_number(here.game.facts, seat, here.seats)
    extras = ["districts"] if districts else []
    if districts and "districts" not in screen.extras(here):
        raise OptionError(f"{here.game.facts.title} has no districts to show")
    if svg is None:
        console = Console(highlight=False)
        console.print(screen.picture(here, viewer, extras), soft_wrap=True)
        print(here.view(viewer)["text"])
        return
    wishes = dict.fromkeys(extras, True) | ({"theme": theme} if theme else {})
    record.write_text(svg, here.svg(viewer, **wishes))
    print(screen.printable(f"Drawn to {svg}"))


def _find(file: Path, form: str, number: int) -> record.Record:
    if number < 1:
        raise OptionError(f"--game: games are numbered from 1, not {number}")
    seen = 0
    for seen, found in enumerate(_records([file], form, recount=False), 1):
        if seen == number:
            return found
    raise OptionError(f"--game: {file} has {_counted(seen, 'game')}, and no game {number}")


def _after(end: Position, number: int, ply: int | None) -> Position:
    turns = end.turns_played()
    if ply is None or ply == len(turns):
        return end
    if not 0 <= ply < len(turns):
        raise OptionError(f"--ply: game {number} has plies 0 to {len(turns)}, not {ply}")
    return turns[ply][0]


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.")],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The file to write: .json for one game, .jsonl for any number."
        ),
    ],
    form: From = record.OURS,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help=f"Format of the output: {FORMATS}.")
    ] = record.OURS,
    components: Components = None,
) -> None:
    """Convert records to another format.

    Every game is replayed first. If one breaks the rules, nothing is written.
    """
    use_components(components)
    if to != record.OURS:
        record.foreign_format(to)
    found = compiling.tracked(_records([source], form, recount=True), "Converting")
    count = record.write(target, found, to)
    written = f"{_counted(count, 'game')} written to {target}"
    print(screen.printable(written), file=sys.stderr)


app.command()(verifying.verify)
app.command()(arena.arena)
app.command()(assistants.mcp)


@app.command()
def bench(
    game: GameName = games.NAMES[0],
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=600, help="Seconds to measure each figure.")
    ] = 2.0,
    seats: Seats = None,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Measure how fast the rules run on this machine."""
    use_components(components)
    chosen = compiling.load_with_progress(game, read_options(option))
    figures = benchmarks.measure(chosen, chosen.check_seats(seats), seconds)
    if as_json:
        _print_json(figures)
        return
    for label, value in benchmarks.in_words(figures):
        print(f"{label:<42} {value}")


@app.command()
def warm(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help=f"The games: {GAMES}. Default: all."),
    ] = None,
    components: Components = None,
) -> None:
    """Compile the rules and the search ahead of time.

    Otherwise they are compiled when first needed, and you wait then.
    """
    use_components(components)
    for name in names or games.NAMES:
        games.definition(name)
    compiling.warm(names or games.NAMES)


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))
