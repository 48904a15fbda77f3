"""What `contrada hint` and the word `hint` at the table show: the best decisions of a position."""

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

FEW, FEWER = 5, 3  # decisions that are shown
TURNS = 3  # of the line that is expected to follow


def given(player: SearchPlayer, position: Position, limits: Limits, seed: int) -> Advice:
    """Search a position for the seat to move; Ctrl-C ends that early."""
    return thinking.until_interrupted(
        player, lambda: analysis.advise(player, position, limits, seed)
    )


def percent(value: float | None) -> str:
    """Write a part of 1; nobody knows what was not looked at."""
    return "?" if value is None else f"{100 * value:.1f} %"


def expected(choice: Choice) -> str:
    """Write what to expect of a decision."""
    return f"{percent(choice.value)}{', certain' if choice.certain else ''}"


def shown(found: Advice, position: Position, most: int | None = FEW) -> RenderableType:
    """Lay out the best decisions, what each seat may expect, and how much was searched."""
    names = position.game.facts.seat_names
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", min_width=8)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(ratio=1)
    heads = (f"{names[found.seat]} can", "expects", "looked at", "then")
    grid.add_row(*(Text(head, style="dim") for head in heads))
    for choice in found.choices[:most]:
        cells = (choice.text, expected(choice), percent(choice.share), _line(position, choice))
        grid.add_row(*(Text(screen.printable(cell)) for cell in cells))
    return Group(grid, Text(_sums(found, position), style="dim"))


def _line(position: Position, choice: Choice) -> str:
    """Write what is expected after a decision: the rest of its turn, then a few turns."""
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
        f"{found.iterations:,} iterations, {found.rate:,.0f} a second."
    )
