"""The SVG document: panels in three columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from contrada.games import drawing
from contrada.games.drawing import GAP, Column, Theme, View, looker
from contrada.games.urbe.picture.market import coins, market, strip
from contrada.games.urbe.picture.seats import points, tall_seat, wide_seat
from contrada.games.urbe.picture.words import description

# Three columns: market and coins, the looker's city, the others. Spectators have no city.
LEFT, MIDDLE, RIGHT = 540, 636, 580


def svg(view: View, *, last: Sequence[str] = (), theme: Theme = "light") -> str:
    """Return the position as a self-contained SVG document, for screen and print.

    `last` holds what the last turn touched: `market 5`, `0:B2` in the city of the first seat.
    """
    columns = spread(view, last)
    foot = max(column.corner.imag for column in columns) - GAP
    right = columns[-1].corner.real + columns[-1].width
    size, pieces = (round(right), round(foot)), Path(__file__).parents[1] / "pieces.svg"
    layers = [column.lines for column in columns]
    return drawing.document("Urbe", description(view), size, layers, pieces, theme)


def spread(view: View, last: Sequence[str]) -> list[Column]:
    """Put the panels into columns of a similar height, with the viewer's city in the middle."""
    own, others = looker(view), [p for p in view["players"] if p["seat"] != view["seat"]]
    both = MIDDLE + RIGHT
    widths = (LEFT, MIDDLE, RIGHT) if own else (LEFT, both // 2, both - both // 2)
    starts = (0, widths[0] + GAP, widths[0] + widths[1] + 2 * GAP)
    columns = [Column(complex(x, 0), width) for x, width in zip(starts, widths, strict=True)]
    left, middle, right = columns
    left.add(view, strip, partial(market, last), coins)
    if own:
        middle.add(view, partial(tall_seat, own, last))
    form = tall_seat if view["seats"] == 2 else wide_seat
    for player in others:
        sides = [left, right] if own else [middle, right]
        lowest(sides).add(view, partial(form, player, last))
    lowest(columns).add(view, points)
    return columns


def lowest(columns: Sequence[Column]) -> Column:
    """Return the column with most room left."""
    return min(columns, key=lambda column: column.corner.imag)
