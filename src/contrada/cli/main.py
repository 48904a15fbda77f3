"""The commands and their options; what they do lives in the modules beside this one."""

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
from contrada.cli import analyse as analysing
from contrada.cli import arena, compiling, lab, opponents, screen, table, thinking
from contrada.cli import bench as benchmarks
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

INTERRUPTED = 130  # the status of a program that Ctrl-C has ended

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Games about building a city: play, replay and study them.",
    epilog="'contrada' alone serves the page to play at. Every command tells more with --help.",
)

app.add_typer(lab.app, name="lab")
app.command()(arena.arena)
app.command()(serving.serve)
app.command()(verifying.verify)


# --- Running -------------------------------------------------------------------------------------


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; every foreseen error becomes a sentence and status 2."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal cannot show is no error
    sys.exit(_status(arguments))


def _status(arguments: Sequence[str] | None) -> int:
    try:
        status = app(arguments, prog_name="contrada", standalone_mode=False)
        if sys.stdout:
            sys.stdout.flush()
    except BrokenPipeError:  # somebody has seen enough, as in `contrada … | head`
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
    """Say what is wrong with the arguments, and where to read what they are."""
    said = " ".join(wrong.format_message().split()).rstrip(".")
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else "contrada"
    stop = "" if said.endswith("?") else ";"
    return f"{said[:1].lower()}{said[1:]}{stop} '{command} --help' tells what there is"


def _drop_output() -> None:
    """Let nothing more be written to an output that takes nothing."""
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
        typer.Argument(metavar="GAME", help=f"The game: {GAMES}. If not given, {games.NAMES[0]}."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Your seat: its name or number, 'all' to play every seat here, 'none' to watch. "
            "If not given, the first.",
        ),
    ] = None,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Have the same shuffles and the same opponent again."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help=f"Who plays the other seats: {opponents.KNOWN}; may be repeated, seat by seat, "
            f"and the last plays the rest. If not given, {opponents.USUAL}.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on with a saved game; 'last' is the latest played."),
    ] = None,
    components: Components = None,
) -> None:
    """Play a game in the terminal.

    Type 'help' at the table for what you can do there, and 'hint' for advice. The game is kept
    after every turn: leave whenever you like; with --resume last you go on.
    """
    use_components(components)
    if resume is None:
        chosen = compiling.load_with_progress(game or games.NAMES[0], read_options(option))
        table.sit_down(table.new(chosen, seats, seat, seed, against or []))
        return
    if option or seats is not None or seed is not None:
        raise OptionError("a saved game has its options, seats and seed; leave them out")
    if game:
        compiling.load_with_progress(game, {})
    table.sit_down(table.resumed(resume, game, seat, against or []))


@app.command()
def legal(
    game: GameName,
    after: After = "",
    position: PositionText = None,
    turns: Annotated[
        bool, typer.Option("--turns", help="List whole turns instead of single decisions.")
    ] = False,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """List what may be played.

    One decision a line, in the notation of the game, or with --turns one whole turn a line.
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
        typer.Option("--time", metavar="S", help="Seconds to search; 2 if nothing is given."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Iterations to search; with these alone and one thread the "
            "answer is always the same.",
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="Search with so many threads.")
    ] = 1,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every decision, not only the best five.")
    ] = False,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Tell what a strong player would do.

    The best decisions of the seat to move, the result to expect of each in per cent of a win, how
    much of the search went into it, and what is expected to follow. It looks only at what that
    seat may see. Ctrl-C ends the search early.
    """
    use_components(components)
    limits = _limits(seconds, iterations, 2.0)
    chosen = compiling.load_with_progress(game, read_options(option))
    here = _played(_start(chosen, seats, seed, position), chosen.read_line(after))
    if here.is_over:
        raise OptionError("the game is over, so there is nothing to decide")
    thinking.prepare(chosen)
    player = SearchPlayer(chosen, seed, threads=threads)
    with thinking.showing(compiling.err, "Looking ahead…"):
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
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record.")],
    number: Annotated[int, typer.Option("--game", metavar="N", help="Which game of the file.")] = 1,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="Seconds for each decision; 1 if nothing given."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Iterations for each decision; with these alone the answer is always the same.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Only the decisions of this seat, by name or number."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the search.")] = 0,
    chart: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw a chart to this file, .svg.")
    ] = None,
    form: From = record.OURS,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Judge every decision of a recorded game.

    What was played, what was best, and what that cost in per cent of a win; then the course of the
    game, and the decisions that turned it. Each is judged by what its seat could see then, and
    forced ones are passed over. Ctrl-C ends the analysis early.
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
        list[Path], typer.Argument(metavar="FILE", help="Records, one game or one on each line.")
    ],
    form: From = record.OURS,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Also recount the legal turns where a file gives their number, and print the sum "
            "only.",
        ),
    ] = False,
    views: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help="Write one game with every view worked out, for programs that know no rules.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--game", metavar="N", help="Which game of the file, with --views.")
    ] = 1,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="As this seat sees it, by name or number, with --views."),
    ] = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Replay recorded games by the rules.

    Every decision and every result is checked; the first that does not hold is named, with its
    file, game, ply and rule.
    """
    use_components(components)
    if views is not None:
        _write_views(views, files, form, number, seat)
        return
    if seat is not None or number != 1:
        raise OptionError("--seat and --game are for replays with views; add --views OUT")
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
        print(f"{sums}: every decision and result holds.")


def _write_views(out: Path, files: list[Path], form: str, number: int, seat: str | None) -> None:
    """Write the replay of one game, as a seat, or everyone, has seen it."""
    if len(files) > 1:
        raise OptionError(f"--views takes one game, so one file and not {len(files)}")
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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    ply: Annotated[
        int | None,
        typer.Option(metavar="N", help="After this many turns; at the end if not given."),
    ] = None,
    number: Annotated[int, typer.Option("--game", metavar="N", help="Which game of the file.")] = 1,
    seat: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="As this seat sees it, by name or number."),
    ] = None,
    districts: Annotated[
        bool, typer.Option("--districts", help="Show the districts and what they score.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Draw a picture to this file.")
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(metavar="THEME", help="Colours of the picture: light, or dark."),
    ] = None,
    form: From = record.OURS,
    components: Components = None,
) -> None:
    """Show a position of a recorded game.

    Drawn in the terminal, with the position on one line below, or as an SVG picture.
    """
    use_components(components)
    if theme not in (None, "light", "dark"):
        raise OptionError(f"--theme is light or dark, not {theme!r}")
    if theme and svg is None:
        raise OptionError("--theme is for pictures; add --svg OUT")
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
    """Find one game in a file."""
    if number < 1:
        raise OptionError(f"--game: games are numbered from 1, not {number}")
    seen = 0
    for seen, found in enumerate(_records([file], form, recount=False), 1):
        if seen == number:
            return found
    raise OptionError(f"--game: {file} has {_counted(seen, 'game')}, so there is no game {number}")


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
        typer.Argument(metavar="OUT", help="The file to write: .json for one game, or .jsonl."),
    ],
    form: From = record.OURS,
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help=f"How to write it: {FORMATS}.")
    ] = record.OURS,
    components: Components = None,
) -> None:
    """Convert records to another format.

    Every game is replayed on the way; if one does not hold, nothing is written.
    """
    use_components(components)
    if to != record.OURS:
        record.foreign_format(to)
    found = compiling.tracked(_records([source], form, recount=True), "Converting")
    count = record.write(target, found, to)
    written = f"{_counted(count, 'game')} written to {target}"
    print(screen.printable(written), file=sys.stderr)


@app.command()
def bench(
    game: GameName = games.NAMES[0],
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.1, max=600, help="How long to measure each figure.")
    ] = 2.0,
    seats: Seats = None,
    option: Options = None,
    as_json: AsJson = False,
    components: Components = None,
) -> None:
    """Measure how fast the rules run here."""
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
        typer.Argument(metavar="GAME", help=f"The games: {GAMES}. If not given, all."),
    ] = None,
    components: Components = None,
) -> None:
    """Compile the rules and the search ahead of time.

    They are compiled when first needed; this way nothing has to wait for it later.
    """
    use_components(components)
    for name in names or games.NAMES:
        games.definition(name)
    compiling.warm(names or games.NAMES)


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))
