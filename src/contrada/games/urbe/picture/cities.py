"""Draws cities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contrada.games import drawing
from contrada.games.drawing import FRAME, SQUARE, View, rect, text
from contrada.games.urbe.picture.tiles import (
    BESIDE_BRIDGE,
    LARGE,
    SMALL,
    fountain,
    plate,
    plate_size,
    scaled,
    tile_at,
)
from contrada.games.urbe.picture.words import COLUMNS, ROWS, Player, laid, touched

CELLS = [column + row for row in ROWS for column in COLUMNS]
CITY = len(COLUMNS) * SQUARE + 2 * FRAME  # before it is scaled


def centre(place: str) -> complex:
    """Return where something is: on a cell, on a border `A1-B1`, outside: `above B1`."""
    cells = [
        drawing.centre(COLUMNS.index(cell[0]), ROWS.index(cell[1]))
        for cell in re.findall("[A-D][1-4]", place)
    ]
    middle = sum(cells) / len(cells)
    out = {"above": -1j, "right of": 1, "below": 1j, "left of": -1}.get(place[:-3], 0)
    return middle + out * (SQUARE / 2 + FRAME / 2)


def is_upright(place: str) -> bool:
    """Whether a bridge or a watchtower there is drawn upright."""
    return place.startswith(("left", "right")) or place[-1] == place[1]


def city(
    view: View, player: Player, last: Sequence[str], corner: complex, scale: float
) -> Iterator[str]:
    """Yield a city: its frame, its tiles, decrees that are fulfilled, and what is between tiles."""
    form, larger = (LARGE, 1.0) if scale > 0.9 else (SMALL, 1.3)
    narrow = [cell for place, _ in laid(player) if is_upright(place) for cell in place.split("-")]
    yield scaled(corner, scale)
    yield from city_frame(player, 28 * larger + 11)
    for i, cell in enumerate(player["city"]):
        middle = centre(cell["cell"])
        yield drawing.slab(middle, i // len(COLUMNS), i % len(COLUMNS))
        if cell["tile"]:
            beside = form is LARGE and cell["cell"] in narrow
            looks = BESIDE_BRIDGE if beside else form
            yield from tile_at(view, cell["tile"], cell["worth"], middle, looks)
    yield from outlines(player)
    yield from last_placed(touched(player, last), larger)
    for place, tile in laid(player):
        yield from plate(tile, centre(place), larger, upright=is_upright(place))
    for each in player["fountains"]:
        middle = centre(each["square"]) + complex(SQUARE, SQUARE) / 2
        yield fountain(view, each["vp"], middle, 44 * larger)
    yield "</g>"


def city_frame(player: Player, aside: float) -> Iterator[str]:
    """Yield the frame with coordinates, leaving room for watchtowers."""
    yield from drawing.frame(len(COLUMNS))
    taken = [tower["outside"] for tower in player["watchtowers"]]
    for column, row in zip(COLUMNS, ROWS, strict=True):
        above, left = f"above {column}1", f"left of A{row}"
        top = centre(above) - (aside if above in taken else 0)
        side = centre(left) - (aside * 1j if left in taken else 0)
        yield text(column, top + 7j, 20, "frame-ink")
        yield text(row, side + 7j, 20, "frame-ink")


def outlines(player: Player) -> Iterator[str]:
    """Yield a green outline around the cells of each fulfilled decree, one inside the other."""
    drawn: list[set[str]] = []
    for decree in player["decrees"] or ():
        inset = 2 + 6 * sum(not cells.isdisjoint(decree["cells"]) for cells in drawn)
        path = drawing.circuit(map(centre, decree["cells"]), inset=inset, corner=6)
        for token, line in (("surface", 5.5), ("accent", 3)) if decree["met"] else ():
            yield f'<path d="{path}" fill="none" stroke="var(--{token})" stroke-width="{line}"/>'
        drawn.append(set(decree["cells"]))


def last_placed(places: Sequence[str], scale: float) -> Iterator[str]:
    """Mark what was placed: an outline around cells, a background for what takes no cell."""
    yield from double_line([centre(place) for place in places if place in CELLS])
    for place in places:
        if place not in CELLS:
            size = plate_size(scale, upright=is_upright(place)) + complex(15, 15)
            looks = 'rx="12" fill="var(--last-soft)" stroke="var(--last)" stroke-width="4"'
            yield rect(centre(place) - size / 2, size.real, size.imag, looks)


def double_line(squares: Sequence[complex]) -> Iterator[str]:
    """Yield the mark of the last turn; squares that touch share one outline."""
    path = drawing.circuit(squares, inset=2, corner=8)
    for token, line in (("last", 11), ("last-soft", 5)) if squares else ():
        yield f'<path d="{path}" fill="none" stroke="var(--{token})" stroke-width="{line}"/>'
