"""Draws a view of Urtown as an SVG document; `pieces.svg` has the tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from contrada.games import drawing
from contrada.games.drawing import (
    BOARD,
    BOLD,
    FRAME,
    GAP,
    SERIF,
    SQUARE,
    START,
    Theme,
    View,
    text,
    use,
    whose_move,
)
from contrada.games.urtown.picture.words import (
    COLUMNS,
    ROWS,
    SCORING,
    SYMBOLS,
    Colour,
    colour_and_tile,
    colours_of,
    description,
    known,
    own_racks,
    scores,
    summed,
    symbol_on,
    title,
    why_known,
)

COLOURS = ("red", "blue", "yellow", "green", "violet")  # as numbered in `pieces.svg`

EDGE, BETWEEN = 18, 8  # inside the panel of a seat, and from one to the next
FLAG, SMALL, SLOTS = 48, 36, 5

PIECES = Path(__file__).parents[1] / "pieces.svg"


def svg(
    view: View, *, last: Sequence[str] = (), groups: bool = True, theme: Theme = "light"
) -> str:
    """Return the position as a self-contained SVG document, for screen and print.

    `last` holds the square of the last move; `groups` adds the number of groups.
    """
    foot = BOARD + GAP + view["seats"] * (seat_height(view) + BETWEEN)
    layers: tuple[Iterable[str], ...] = (
        frame(),
        paving(view),
        blocks(view),
        faces(view),
        (drawing.last_move(centre(square)) for square in last),
        *(seat_panel(view, seat, groups=groups) for seat in range(view["seats"])),
        strip(view, complex(0, foot)),
    )
    said = description(view, groups=groups)
    size = (BOARD, foot + strip_height(view))
    return drawing.document("Urtown", said, size, layers, PIECES, theme)


def centre(square: str) -> complex:
    return drawing.centre(COLUMNS.index(square[1]), ROWS.index(square[0]))


def number_of(colour: Colour) -> int:
    return COLOURS.index(colour["name"]) + 1


def frame() -> Iterator[str]:
    """Yield the frame with the coordinates on it."""
    yield from drawing.frame()
    for row, column in zip(ROWS, COLUMNS, strict=True):
        yield text(column, complex(centre("A" + column).real, FRAME - 12), 23, "frame-ink")
        yield text(row, complex(FRAME / 2 - 1, centre(row + "1").imag + 8), 23, "frame-ink")


def paving(view: View) -> Iterator[str]:
    """Yield the slabs, the symbols that no tile covers, and the joints between the boxes."""
    covered = {lying["square"] for lying in view["tiles"]}
    for i, row in enumerate(ROWS):
        for j, column in enumerate(COLUMNS):
            square = row + column
            yield drawing.slab(centre(square), i, j)
            if square not in covered:
                yield use(f"ut-{symbol_on(square)}", centre(square), 46, ' color="var(--inlay)"')
    far, thirds = BOARD - FRAME, (FRAME + 3 * SQUARE, FRAME + 6 * SQUARE)
    joints = "".join(f"M{third} {FRAME}V{far}M{FRAME} {third}H{far}" for third in thirds)
    yield f'<path d="{joints}" stroke="var(--joint)" stroke-width="5"/>'


def blocks(view: View) -> Iterator[str]:
    """Yield the tiles without their faces, those of a group as one block."""
    yield f'<g transform="translate({FRAME} {FRAME})">'  # so that patterns begin with a square
    for colour in view["colours"]:
        for group in colour["groups"]:
            yield block({centre(square) - complex(FRAME, FRAME) for square in group}, colour)
    yield "</g>"


def block(places: set[complex], colour: Colour) -> str:
    """Draw a block: its shadow, its pattern, a light edge, and the seams between its tiles."""
    edge = drawing.circuit(places, inset=4, corner=8)
    return (
        f'<path d="{edge}" transform="translate(0 2)" fill="#000" fill-opacity="0.2"/>'
        f'<path d="{edge}" fill="url(#ut-pattern-{number_of(colour)})"/>'
        f'<path d="{edge}{"".join(seams(places))}" '
        'fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="2"/>'
    )


def seams(places: set[complex]) -> Iterator[str]:
    for place in sorted(places, key=drawing.far_left):
        if place + SQUARE in places:
            yield f"M{place.real + 50:g} {place.imag - 46:g}v92"
        if place + SQUARE * 1j in places:
            yield f"M{place.real - 46:g} {place.imag + 50:g}h92"


def faces(view: View) -> Iterator[str]:
    for lying in view["tiles"]:
        (colour, tile), middle = colour_and_tile(view, lying), centre(lying["square"])
        yield drawing.box(middle, 66, f'fill="var(--seat-{number_of(colour)})"', 4)
        yield glyph(colour, tile, middle, 92)


def glyph(colour: Colour, tile: str, middle: complex, size: float) -> str:
    """Draw the face of a tile of this size: a symbol, money, or a number or letter."""
    ink = f"seat-{number_of(colour)}-ink"
    if tile in SYMBOLS or tile == "$":
        symbol, share = ("money", 0.52) if tile == "$" else (tile, 0.6)
        return use(f"ut-{symbol}", middle, size * share, f' color="var(--{ink})"')
    return text(tile, middle + size * 0.165j, round(size / 2), ink, BOLD + SERIF)


# ---- below the board; `left` is where something begins, in the middle of its height -------------


def seat_height(view: View) -> int:
    return 112 if view["seats"] == 2 else 84


def seat_panel(view: View, seat: int, *, groups: bool) -> Iterator[str]:
    """Yield a seat's colours, name and pile, its numbers, and the tiles in front of it."""
    height, colours = seat_height(view), colours_of(view, seat)
    corner = complex(0, BOARD + GAP + seat * (height + BETWEEN))
    yield drawing.panel(corner, BOARD, height, to_move=view["to_move"] == seat)
    left = corner + EDGE + height * 0.5j
    for colour in colours:
        yield use(f"ut-flag-{number_of(colour)}", left + FLAG / 2, FLAG)
        left += FLAG + 8
    yield text(title(view, seat), left + 8 - 5j, 24, "ink", BOLD + START)
    yield text(pile(colours), left + 8 + 22j, 20, "ink-2", START)
    left += 176
    for number, label in numbers(view, seat, groups=groups):
        yield text(number, left + 54 - 1j, 34, "ink", BOLD + SERIF)
        yield text(label, left + 54 + 23j, 18, "ink-2")
        left += 82 + 14 * len(colours)
    yield from in_front_of(view, seat, left + 24)


def pile(colours: Sequence[Colour]) -> str:
    if all(colour["finished"] for colour in colours):
        return "finished"
    return f"{summed(colour['pile_size'] for colour in colours)} in pile"


def numbers(view: View, seat: int, *, groups: bool) -> Iterator[tuple[int, str]]:
    """Yield a seat's number of groups, its points if they differ, and its captures."""
    counts, _ = SCORING[view["options"]["scoring"]]
    if groups:
        each = [len(colour["groups"]) for colour in colours_of(view, seat)]
        yield sum(each), f"{summed(each)} groups" if len(each) > 1 else "groups"
    if counts != "groups":
        yield view["scores"][seat], counts
    yield len(view["captured"][seat]), "captured"


def in_front_of(view: View, seat: int, left: complex) -> Iterator[str]:
    """Yield the captured tiles and, at the right, those that are known or left over."""
    width, pitch = BOARD - EDGE - left.real, SMALL + 3
    if lines := known(view, seat):
        across = pitch * max(len(tiles) for _, tiles in lines)
        width -= across
        foot = (pitch * len(lines) + 24) * 0.5j
        for i, (colour, tiles) in enumerate(lines):
            yield from row(colour, tiles, left + width + pitch * (i + 0.5) * 1j - foot, SMALL)
        yield text(why_known(lines), left + width + across / 2 + foot - 8j, 18, "ink-2")
        width -= 20
    yield from captured(view, seat, left, width)


def captured(view: View, seat: int, left: complex, width: float) -> Iterator[str]:
    tiles = view["captured"][seat]
    pitch = fitting_size(len(tiles), width, seat_height(view) - 8) + 3
    across = int(width // pitch)
    down = -(-len(tiles) // across)
    for i, lying in enumerate(tiles):
        middle = left + complex(i % across + 0.5, i // across + 0.5 - down / 2) * pitch
        yield tile_at(*colour_and_tile(view, lying), middle, pitch - 3)


def fitting_size(count: int, width: float, height: float) -> int:
    """Return the largest size at which this many tiles, 3 apart, fit."""
    sizes = (46, SMALL, 30, 24, 18, 14)
    fit = (size for size in sizes if width // (size + 3) * (height // (size + 3)) >= count)
    return next(fit, 11)


def row(colour: Colour, tiles: Sequence[str], left: complex, size: int) -> Iterator[str]:
    for i, tile in enumerate(tiles):
        yield tile_at(colour, tile, left + (size + 3) * (i + 0.5), size)


def tile_at(colour: Colour, tile: str, middle: complex, size: int) -> str:
    return use(f"ut-tile-{number_of(colour)}", middle, size) + glyph(colour, tile, middle, size)


def strip_height(view: View) -> int:
    return 116 if own_racks(view) else 84


def strip(view: View, corner: complex) -> Iterator[str]:
    """Yield the strip at the bottom: who is to move, and the viewer's racks."""
    racks, middle = own_racks(view), strip_height(view) * 0.5j
    size, left = 62 if len(racks) > 1 else 84, corner + BOARD + middle
    for colour in reversed(racks):
        left -= SLOTS * (size + 3) + 18
        yield rack(colour, left + 4j, size)
        left -= GAP
    words = left - left.real / 2
    _, good = SCORING[view["options"]["scoring"]]
    yield text(whose_move(view), words + 4j, 32, "ink", BOLD + SERIF)
    yield text(scores(view) if view["to_move"] is None else good, words + 38j, 22, "ink-2")


def rack(colour: Colour, left: complex, size: int) -> str:
    """Draw a wooden rack with its tiles."""
    return (
        f'<rect x="{left.real + 1:g}" y="{left.imag - size / 2 - 9:g}" '
        f'width="{SLOTS * (size + 3) + 16}" height="{size + 18}" rx="8" '
        'fill="var(--frame)" stroke="var(--frame-hi)" stroke-width="2"/>'
        + "".join(row(colour, colour["rack"], left + 9, size))
    )
