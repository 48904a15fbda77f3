"""The city and its frame, as the SVG document draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from contrada.games import drawing
from contrada.games.drawing import (
    BOLD,
    END,
    FRAME,
    SQUARE,
    START,
    View,
    box,
    inked,
    painted,
    text,
    use,
)
from contrada.games.urbania.picture.cards import number_of
from contrada.games.urbania.picture.words import COLUMNS, ROWS

Space = Mapping[str, Any]

# The city with what is below it, and the column beside it.
CITY = len(COLUMNS) * SQUARE + 2 * FRAME

# Where the frame names a district: at its corner.
PLAQUES = {"NW": 38 + 20j, "NE": 740 + 20j, "SW": 38 + 760j, "SE": 740 + 760j}


def city(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield the board: tiles, streets, the monorail, and what the last turn and a payment mark."""
    yield from frame(view)
    for space in view["spaces"]:
        yield from tile(view, space)
    yield from streets(view)
    target = view["payment"]["target"] if view["due"] == "renew" else None
    for space in last:
        if space != target:
            yield drawing.last_move(centre(space))
    if target:
        yield from drawing.chosen(centre(target))


def centre(space: str) -> complex:
    return drawing.centre(COLUMNS.index(space[0]), ROWS.index(space[1]))


def frame(view: View) -> Iterator[str]:
    """Yield the frame with coordinates, districts, and how many run-down buildings each has."""
    yield from drawing.frame(len(COLUMNS))
    for letter, number in zip(COLUMNS, ROWS, strict=True):
        yield text(letter, complex(centre(letter + "1").real, FRAME - 12), 23, "frame-ink")
        yield text(number, complex(FRAME / 2 - 1, centre("A" + number).imag + 8), 23, "frame-ink")
    for name, left in view["undeveloped"].items():
        middle = PLAQUES[name]
        yield text(name, middle - 4 + 6j, 16, "frame-ink", BOLD + END)
        yield use(f"ua-old-{len(view['types'])}", middle + 6, 20, inked("frame-ink"))
        yield text(left, middle + 16 + 6j, 16, "frame-ink", BOLD + START)


def tile(view: View, space: Space) -> Iterator[str]:
    """Yield a building: solid if renewed, otherwise an outline with what it needs and gives."""
    number, middle = number_of(view, space["type"]), centre(space["space"])
    ink, foot = f"type-{number}-ink", middle + 36j
    if space["renewed"]:
        yield use(f"ua-renewed-{number}", middle, SQUARE)
        yield use(f"ua-building-{number}", middle, 66, inked(ink))
        return
    yield use(f"ua-tile-{number}", middle, SQUARE)
    yield use(f"ua-old-{number}", middle - 12j, 52, inked("old-ink"))
    yield use("ua-worker", foot - 34, 21, painted(ink, ink))
    yield text(space["workers"], foot - 21 + 7j, 19, ink, BOLD + START)
    if space["card"]:
        yield use("ua-draw", foot + 6, 23, inked(ink))
    yield text(space["points"], foot + 41 + 7j, 19, ink, BOLD + END)


def district(view: View, name: str, corner: int) -> str:
    """Return the path round a district, or round the centre."""
    places = (centre(s["space"]) for s in view["spaces"] if s["district"] == name)
    return drawing.circuit(places, inset=0, corner=corner)


def streets(view: View) -> Iterator[str]:
    """Yield the streets between the districts, and the monorail round the centre."""
    paths = "".join(district(view, name, 3) for name in view["undeveloped"])
    yield f'<path d="{paths}" fill="none" stroke="var(--frame)" stroke-width="5"/>'
    rail = f'<path d="{district(view, "centre", 14)}" fill="none" stroke='
    yield f'{rail}"var(--frame)" stroke-width="13"/>'
    yield f'{rail}"var(--frame-ink)" stroke-width="7"/>'
    yield f'{rail}"var(--frame)" stroke-width="7" stroke-dasharray="2.5 7"/>'


def small_map(view: View, name: str, middle: complex) -> Iterator[str]:
    scale = 40 / CITY
    corner = middle - complex(20, 20)
    yield f'<g transform="translate({corner.real:g} {corner.imag:g}) scale({scale:.4f})">'
    yield box(complex(CITY, CITY) / 2, CITY - 40, 'fill="var(--old)"', 20)
    yield f'<path d="{district(view, name, 3)}" fill="var(--accent)"/>'
    yield f'<path d="{district(view, "centre", 14)}" fill="var(--ink-3)"/>'
    yield "</g>"
