"""The SVG document: the board, and a strip with both seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from contrada.games import drawing
from contrada.games.drawing import BOARD, BOLD, FRAME, GAP, SERIF, Theme, View, box, text, use
from contrada.games.urbino.picture.words import (
    COLUMNS,
    DUE,
    KINDS,
    ROWS,
    SEATS,
    District,
    description,
    left_and_reached,
    score,
    walled,
    whose_move,
)

SHADES = "dark", "light"

STRIP, PANEL = 104, 364


def svg(
    view: View,
    *,
    last: Sequence[str] = (),
    lots: bool = True,
    districts: bool = False,
    theme: Theme = "light",
) -> str:
    """Return the position as a self-contained SVG document, for screen and print.

    `last` holds the squares of the last move in the order played: `("h6", "d5", "d2")` if an
    architect left h6 for d5 and d2 was built on, `("d2",)` if only that.
    """
    layers: tuple[Iterable[str], ...] = (
        frame(),
        slabs(),
        last_move(last),
        (wall(district) for district in walled(view) if districts),
        (lot(square) for square in view["lots"] if lots),
        pieces(view),
        (plaque(district) for district in walled(view) if districts),
        strip(view),
    )
    size, pieces_file = (BOARD, BOARD + GAP + STRIP), Path(__file__).parents[1] / "pieces.svg"
    return drawing.document("Urbino", description(view), size, layers, pieces_file, theme)


def centre(square: str) -> complex:
    return drawing.centre(COLUMNS.index(square[0]), 8 - ROWS.index(square[1]))


def frame() -> Iterator[str]:
    """Yield the frame with the coordinates on it."""
    yield from drawing.frame()
    for column, row in zip(COLUMNS, ROWS, strict=True):
        yield text(column, complex(centre(column + "1").real, BOARD - 11), 23, "frame-ink")
        yield text(row, complex(FRAME / 2 - 1, centre("a" + row).imag + 8), 23, "frame-ink")


def slabs() -> Iterator[str]:
    for i, column in enumerate(COLUMNS):
        for j, row in enumerate(ROWS):
            yield drawing.slab(centre(column + row), i, j)


def last_move(last: Sequence[str]) -> Iterator[str]:
    left, reached = left_and_reached(last)
    line = 'fill="none" stroke="var(--last)"'
    if left:
        yield box(centre(left), 88, f'{line} stroke-width="3" stroke-dasharray="7 7"')
        faint = ' opacity="0.75" stroke-dasharray="4 3"'
        yield use("ub-architect-ghost", centre(left), 68, faint)
    for square in sorted(reached):
        yield box(centre(square), 97, 'fill="var(--last-soft)"')
        yield box(centre(square), 92, f'{line} stroke-width="4"')


def lot(square: str) -> str:
    """Stake a lot: four pegs and a dot."""
    middle = centre(square)
    pegs = "M-41-21v-20h20M21-41h20v20M41 21v20h-20M-21 41h-20v-20"
    return (
        f'<g transform="translate({middle.real:g} {middle.imag:g})" fill="var(--lot)">'
        + box(0, 82, 'fill="var(--lot-soft)"', 0)
        + f'<path d="{pegs}" fill="none" stroke="var(--lot)" stroke-width="5" '
        'stroke-linecap="square"/><circle r="9"/></g>'
    )


def pieces(view: View) -> Iterator[str]:
    """Yield architects and buildings from the far row to the near."""
    standing = [(centre(square), "ub-architect", 88) for square in view["architects"]]
    for building in view["buildings"]:
        symbol = f"ub-{building['kind']}-{SHADES[building['seat']]}"
        standing.append((centre(building["square"]), symbol, 90))
    for place, symbol, size in sorted(standing, key=lambda piece: drawing.far_left(piece[0])):
        yield use(symbol, place - 2j, size)


def wall(district: District) -> str:
    """Draw the wall around a district: solid if somebody scores it, dotted if nobody does."""
    circuit = drawing.circuit(map(centre, district["squares"]), inset=3, corner=12)
    looks = 'stroke-width="5"'
    if district["scorer"] is None:
        looks = 'stroke-width="6" stroke-dasharray="0.1 10" stroke-linecap="round"'
    return f'<path d="{circuit}" fill="none" stroke="var(--wall-line)" {looks}/>'


def plaque(district: District) -> str:
    """Draw the points at the far left corner."""
    corner = min(map(centre, district["squares"]), key=drawing.far_left) - (51 + 54j)
    scorer = district["scorer"]
    points = "\N{EN DASH}" if scorer is None else district["points"][scorer]
    return points_on_plaque(points, scorer, corner, 69)


def points_on_plaque(points: object, seat: int | None, middle: complex, width: int) -> str:
    """Write points on the shape of their seat: a pitched roof, battlements, or a plain stone."""
    shape = "nobody" if seat is None else SHADES[seat]
    colour = {"nobody": "inlay-ink", "dark": "dark-window", "light": "light-line"}[shape]
    size, foot = round(width * 0.39), middle + width * 0.23j
    return use(f"ub-plaque-{shape}", middle, width) + text(points, foot, size, colour, BOLD)


def strip(view: View) -> Iterator[str]:
    """Yield the strip under the board: Black, who is to move, White."""
    top, middle = (BOARD + GAP) * 1j, complex(BOARD / 2, BOARD + GAP)
    yield from seat_panel(view, 0, top)
    yield text(whose_move(view), middle + 48j, 32, "ink", BOLD + SERIF)
    due = score(view) if view["to_move"] is None else DUE[view["phase"]]
    yield text(due, middle + 81j, 22, "ink-2")
    yield from seat_panel(view, 1, top + BOARD - PANEL)


def seat_panel(view: View, seat: int, corner: complex) -> Iterator[str]:
    """Yield points, name and supply, the points outside."""
    yield drawing.panel(corner, PANEL, STRIP, to_move=view["to_move"] == seat)
    points, name, anchor, supply = ((58, 116, "start", 114), (PANEL - 58, 248, "end", 18))[seat]
    yield points_on_plaque(view["scores"][seat], seat, corner + (points + 48j), 91)
    yield text(SEATS[seat], corner + (name + 34j), 22, "ink-2", f' text-anchor="{anchor}"')
    for kind, icon, number in zip(KINDS, (20, 118, 196), (44, 144, 215), strict=True):
        count, item = view["supply"][seat][kind], corner + supply + 68j
        yield "<g>" if count else '<g opacity="0.45">'
        yield use(f"ub-{kind}-{SHADES[seat]}", item + icon, 44)
        yield text(count, item + number + 10j, 26, "ink", BOLD + ' text-anchor="start"') + "</g>"
