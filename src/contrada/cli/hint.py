"""`contrada hint`, and `hint` at the terminal table: the best decisions in a position."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.cli import screen, thinking
from contrada.games.contract import Position
from contrada.lab import analysis
from contrada.lab.analysis import Advice, Choice

FEW, FEWER = 5, 3  # decisions to show: by the command, at the table
TURNS = 3  # turns to show of the expected continuation


def given(player: SearchPlayer, position: Position, limits: Limits, seed: int) -> Advice:
    """Search a position for the seat to move; Ctrl-C ends the search early."""
    return thinking.until_interrupted(
        player, lambda: analysis.advise(player, position, limits, seed)
    )


def percent(value: float | None) -> str:
    """Format a fraction as a percentage; None, for what was not searched, becomes `?`."""
    return "?" if value is None else f"{100 * value:.1f} %"


def expected(choice: Choice) -> str:
    """Format the expected result of a decision."""
    return f"{percent(choice.value)}{', certain' if choice.certain else ''}"


def shown(found: Advice, position: Position, most: int | None = FEW) -> RenderableType:
    """Lay out the best decisions, the expected results, and the size of the search."""
    names = position.game.facts.seat_names
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", min_width=8)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(ratio=1)
    heads = (f"{names[found.seat]} can play", "expected", "searched", "then")
    grid.add_row(*(Text(head, style="dim") for head in heads))
    for choice in found.choices[:most]:
        cells = (choice.text, expected(choice), percent(choice.share), _line(position, choice))
        grid.add_row(*(Text(screen.printable(cell)) for cell in cells))
    return Group(grid, Text(_sums(found, position), style="dim"))


def _line(position: Position, choice: Choice) -> str:
    """Return the expected continuation: the rest of the turn, then a few more turns."""
    separator = position.game.definition.notation.separator
    turns = choice.turns[:TURNS]
    if turns and turns[0] == choice.text:
        turns = turns[1:]
    return f"{separator.strip() or ''} ".join(turns)


def _sums(found: Advice, position: Position) -> str:
    names = position.game.facts.seat_names
    values = ", ".join(
        f"{name} {percent(value)}"
        for name, value in zip(names[: len(found.values)], found.values, strict=True)
    )
    left = len(found.choices)
    return (
        f"Expected results: {values}. {left} choice{'' if left == 1 else 's'}, "
        f"{found.iterations:,} iterations, {found.rate:,.0f} per second."
    )
