"""`contrada analyse`: every decision of a game, how the game went, and its turning points."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid
from rich.text import Text

from contrada import record
from contrada.bots.player import Limits
from contrada.cli import compiling, screen, thinking
from contrada.cli.hint import percent
from contrada.errors import OptionError
from contrada.lab import analysis, analysis_chart
from contrada.lab.analysis import Analysis, Judgement
from contrada.record import Record

BETTER = 2  # how many better decisions to name
HEIGHT, WIDTH = 11, 66  # size of the text chart, in characters
OVER = "*"  # drawn where two lines meet


def check_chart(path: Path) -> None:
    """Fail before the analysis, not after it, if the chart cannot be written."""
    if path.suffix.lower() != ".svg":
        raise OptionError(f"--chart needs a file name that ends in .svg, not {path}")
    if not path.parent.is_dir():
        raise OptionError(f"--chart: there is no folder {path.parent}")


def looked_at(found: Record, limits: Limits, seat: int | None, seed: int) -> tuple[Analysis, bool]:
    """Analyse a game with a progress bar; also return whether it got to the end."""
    total = analysis.count(found, seat)
    if total == 0:
        raise OptionError("there is no decision to analyse: none was played, or all were forced")
    thinking.prepare(found.game)
    done: list[Judgement] = []
    try:
        steps = analysis.judge(found, limits, seat, seed)
        done.extend(track(steps, "Analysing", total, **_at_terminal()))
    except KeyboardInterrupt:
        note(f"Interrupted after {len(done)} of {total} decisions")
    return analysis.gathered(found, done), len(done) == total


def _at_terminal() -> dict[str, Any]:
    return {
        "console": compiling.err,
        "transient": True,
        "disable": not compiling.err.is_terminal,
    }


def note(sentence: str) -> None:
    """Print a remark on standard error."""
    compiling.err.print(Text(screen.printable(sentence)), soft_wrap=True)


def write_chart(path: Path, found: Analysis) -> None:
    """Write the chart of an analysis to a file."""
    record.write_text(path, analysis_chart.svg(found))
    note(f"Drawn to {path}")


def print_json(found: Analysis) -> None:
    """Print an analysis as JSON."""
    print(json.dumps(found.data(), ensure_ascii=False))


# --- Printing ------------------------------------------------------------------------------------


def show(found: Analysis) -> None:
    """Print the decisions, a chart of the expected result, and the turning points."""
    console = Console(highlight=False)
    say(console, analysis_chart.heading(found), "bold")
    say(console, f"{analysis_chart.about(found)}\n")
    console.print(_decisions(found))
    if not found.judgements:
        return
    say(console, "\nExpected result, by turn", "bold")
    for line in text_chart(found):
        say(console, line)
    _print_turning_points(console, found)


def say(console: Console, words: str, style: str = "") -> None:
    """Print text from a record, with control characters escaped."""
    lines = "\n".join(screen.printable(line) for line in words.split("\n"))
    console.print(Text(lines, style=style), soft_wrap=True)


def _decisions(found: Analysis) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for justify in ("right", "left", "left", "right", "right", "left"):
        grid.add_column(justify=justify)
    heads = ("turn", "seat", "played", "expects", "lost", "better")
    grid.add_row(*(Text(head, style="dim") for head in heads))
    turning = found.turning_points()
    for each in found.judgements:
        style = "bold red" if each in turning else ""
        grid.add_row(*(Text(screen.printable(cell), style=style) for cell in _row(found, each)))
    return grid


def _row(found: Analysis, each: Judgement) -> Sequence[str]:
    lost = "best" if each.was_best else f"{each.sign} {percent(each.loss)}".strip()
    seat = found.seat_names[each.seat]
    return (str(each.ply), seat, each.played.text, percent(each.played.value), lost, _better(each))


def _better(each: Judgement) -> str:
    value = each.played.value or 0.0
    better = [choice for choice in each.choices[:BETTER] if (choice.value or 0.0) > value]
    if each.was_best or each.loss == 0:
        return ""
    return ", ".join(f"{choice.text} {percent(choice.value)}" for choice in better)


def _print_turning_points(console: Console, found: Analysis) -> None:
    turning = found.turning_points()
    say(console, "\nTurning points" if turning else "\nNo decision was a big mistake.", "bold")
    for number, each in enumerate(turning, 1):
        say(console, f"{number}. {analysis_chart.gave_away(found, each)}")
    pairs = zip(found.names, found.given_away(), strict=True)
    means = ", ".join(f"{name} {percent(loss)}" for name, loss in pairs if loss is not None)
    say(console, f"\nAverage loss per decision: {means}", "dim")
    pairs = zip(found.names, found.accuracy(), strict=True)
    shares = ", ".join(f"{name} {percent(share)}" for name, share in pairs if share is not None)
    say(console, f"Accuracy: {shares}", "dim")


# --- The text chart ------------------------------------------------------------------------------


def text_chart(found: Analysis) -> list[str]:
    """Draw each seat's expected result as a line of its letter, over the turns of the game."""
    marks = _letters(found.seat_names)
    columns = min(WIDTH, max(found.plies, 1))
    field = [[" "] * columns for _ in range(HEIGHT)]
    for column in range(columns):
        values = _values_at(found, (column + 1) * found.plies / columns)
        for seat, value in enumerate(values):
            row = round((1 - value) * (HEIGHT - 1))
            field[row][column] = OVER if field[row][column] != " " else marks[seat]
    labels = {0: "100 %", HEIGHT // 2: " 50 %", HEIGHT - 1: "  0 %"}
    lines = [f"{labels.get(row, ''):>5} |{''.join(marks)}" for row, marks in enumerate(field)]
    legend = ", ".join(f"{mark} {name}" for mark, name in zip(marks, found.names, strict=True))
    return [*lines, f"      +{'-' * columns}", _turning_line(found, columns), f"       {legend}"]


def _letters(names: Sequence[str]) -> list[str]:
    """Return the initials of the seats, or A, B, C if two seats share an initial."""
    initials = [name[0] for name in names]
    if len(set(initials)) == len(names):
        return initials
    return [chr(ord("A") + seat) for seat in range(len(names))]


def _values_at(found: Analysis, place: float) -> tuple[float, ...]:
    """Return the expected results at this point of the game."""
    course = found.course()
    reached = (moment for moment in reversed(course) if moment.place <= place)
    return next(reached, course[0]).values


def _turning_line(found: Analysis, columns: int) -> str:
    """Number the turning points below their columns."""
    line = [" "] * columns
    for number, each in enumerate(found.turning_points(), 1):
        column = min(columns - 1, int((each.ply - 1) * columns / max(found.plies, 1)))
        if line[column] == " ":
            line[column] = str(number)
    return f" turn  {''.join(line)}"
