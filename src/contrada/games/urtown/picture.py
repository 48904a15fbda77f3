"""Draws a view of Urtown, as an SVG document and as plain text; knows no rule.

What a tile looks like is in `pieces.svg`, what all games share in `drawing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

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

Colour = Mapping[str, Any]

COLOURS = ("red", "blue", "yellow", "green", "violet")  # as numbered in `pieces.svg`
ROWS, COLUMNS = "ABCDEFGHI", "123456789"

# The symbols as the boxes lie, and what stands for them in plain text.
NAMES = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
SHORT = ("man", "rng", "wmn", "lmp", "sky", "sax", "car", "crd", "chm")
SYMBOLS = dict(zip(NAMES, SHORT, strict=True))

# What the scores count and what is good, by the option `scoring`.
SCORING = {
    "urtown": ("groups", "fewest groups wins"),
    "blockers": ("points", "fewest points win"),
}

EDGE, BETWEEN = 18, 8  # inside the panel of a seat, and from one to the next
FLAG, SMALL, SLOTS = 48, 36, 5
TEXT_WIDTH = 78


# ---- what the view says, in words ---------------------------------------------------------------


def colours_of(view: View, seat: int | None) -> list[Colour]:
    return [colour for colour in view["colours"] if colour["owner"] == seat]


def own_racks(view: View) -> list[Colour]:
    """Choose the colours that the looker has on racks."""
    return [colour for colour in colours_of(view, view["seat"]) if colour["rack"]]


def colour_and_tile(view: View, lying: Mapping[str, Any]) -> tuple[Colour, str]:
    return view["colours"][lying["colour"]], lying["tile"]


def known(view: View, seat: int) -> list[tuple[Colour, Sequence[str]]]:
    """List, by colour, what all know of a rack and what is left over; not the looker's rack."""
    lines = []
    for colour in colours_of(view, seat):
        rack = None if seat == view["seat"] else colour["rack"]
        if tiles := colour["set_aside"] or rack or colour["shown"]:
            lines.append((colour, tiles))
    return lines


def why_known(lines: Iterable[tuple[Colour, Sequence[str]]]) -> str:
    return "left over" if all(colour["finished"] for colour, _ in lines) else "known"


def scores(view: View) -> str:
    pairs = zip(view["seat_names"], view["scores"], strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def sentence(view: View) -> str:
    """Say who is to move, or the end: `Game over: First 3, Second 1; fewest groups wins.`."""
    _, good = SCORING[view["options"]["scoring"]]
    end = f": {scores(view)}; {good}" if view["to_move"] is None else ""
    return f"{whose_move(view)}{end}."


def title(view: View, seat: int) -> str:
    return f"{view['seat_names'][seat]}{' (you)' if seat == view['seat'] else ''}"


def summed(numbers: Iterable[int]) -> str:
    """Write one number, or those of two colours in their order: `18+12`."""
    return "+".join(map(str, numbers))


def spelled(colour: Colour) -> str:
    return f"Your {colour['name']} rack: {', '.join(colour['rack'])}."


def description(view: View, *, groups: bool) -> str:
    """Say the position to those who hear it."""
    said = [sentence(view), f"Tiles on the board: {len(view['tiles'])}."]
    if groups:
        each = (f"{colour['name']} {len(colour['groups'])}" for colour in view["colours"])
        said.append(f"Groups: {', '.join(each)}.")
    return " ".join([*said, *map(spelled, own_racks(view))])


# ---- the SVG document ---------------------------------------------------------------------------


def svg(
    view: View, *, last: Sequence[str] = (), groups: bool = True, theme: Theme = "light"
) -> str:
    """Return the position as an SVG document that stands alone, on a screen and on paper.

    `last` holds the square of the last move; `groups` says how many groups there are.
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
    said, pieces = description(view, groups=groups), Path(__file__).with_name("pieces.svg")
    size = (BOARD, foot + strip_height(view))
    return drawing.document("Urtown", said, size, layers, pieces, theme)


def centre(square: str) -> complex:
    return drawing.centre(COLUMNS.index(square[1]), ROWS.index(square[0]))


def symbol_on(square: str) -> str:
    """Name the symbol printed on a square, that of its box."""
    return NAMES[ROWS.index(square[0]) // 3 * 3 + COLUMNS.index(square[1]) // 3]


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
    """Draw what a tile of this size says: a symbol, money, or a number or letter."""
    ink = f"seat-{number_of(colour)}-ink"
    if tile in SYMBOLS or tile == "$":
        symbol, share = ("money", 0.52) if tile == "$" else (tile, 0.6)
        return use(f"ut-{symbol}", middle, size * share, f' color="var(--{ink})"')
    return text(tile, middle + size * 0.165j, round(size / 2), ink, BOLD + SERIF)


# ---- below the board; `left` is where something begins, in the middle of its height -------------


def seat_height(view: View) -> int:
    return 112 if view["seats"] == 2 else 84


def seat_panel(view: View, seat: int, *, groups: bool) -> Iterator[str]:
    """Yield a seat's colours, name and pile, its numbers, and the tiles lying before it."""
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
    yield from lying_before(view, seat, left + 24)


def pile(colours: Sequence[Colour]) -> str:
    if all(colour["finished"] for colour in colours):
        return "finished"
    return f"{summed(colour['pile_size'] for colour in colours)} in pile"


def numbers(view: View, seat: int, *, groups: bool) -> Iterator[tuple[int, str]]:
    """Yield how many groups a seat has, its points if they are something else, its captures."""
    counts, _ = SCORING[view["options"]["scoring"]]
    if groups:
        each = [len(colour["groups"]) for colour in colours_of(view, seat)]
        yield sum(each), f"{summed(each)} groups" if len(each) > 1 else "groups"
    if counts != "groups":
        yield view["scores"][seat], counts
    yield len(view["captured"][seat]), "captured"


def lying_before(view: View, seat: int, left: complex) -> Iterator[str]:
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
    """Return how large so many tiles can be, 3 apart, to fit in."""
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
    """Yield the strip at the foot: who is to move, and the racks of the looker."""
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


# ---- plain text ---------------------------------------------------------------------------------


# A letter before a tile names its colour; each brings its own ground.
TILE = r"(?:[1-9A-I$]|:[a-z]{3})(?=[ <|]|$)"
styles: tuple[tuple[str, str], ...] = (
    (rf"(?<=[ >])r{TILE}", "bold color(231) on color(130)"),
    (rf"(?<=[ >])b{TILE}", "bold color(234) on color(74)"),
    (rf"(?<=[ >])y{TILE}", "bold color(234) on color(221)"),
    (rf"(?<=[ >])g{TILE}", "bold color(231) on color(29)"),
    (rf"(?<=[ >])v{TILE}", "bold color(231) on color(54)"),
    (r"(?<=   )[a-z]{3}(?= )", "dim"),
)


def terminal(view: View, *, last: Sequence[str] = (), groups: bool = True) -> str:
    """Return the position as plain text: `r5` is a red 5, `r:rng` a red ring, `rng` empty.

    All lines are equally long, at most 78, and plain ASCII, so that nothing shifts anywhere.
    """
    lines = [*board_in_text(view, last), *legend(), "", *seats_in_text(view, groups=groups), ""]
    for said in (*known_in_text(view), *map(spelled, own_racks(view)), sentence(view)):
        lines += wrap(said, TEXT_WIDTH)
    return drawing.justified(lines)


def tile_in_text(colour: Colour, tile: str) -> str:
    return f"{colour['name'][0]}:{SYMBOLS[tile]}" if tile in SYMBOLS else colour["name"][0] + tile


def board_in_text(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield the board; `>r5   <` is the last move."""
    marks = {t["square"]: tile_in_text(*colour_and_tile(view, t)) for t in view["tiles"]}
    line = "   +" + 3 * f"{'-' * 21}+"
    yield "    " + " ".join(thirds([column.center(7) for column in COLUMNS]))
    for i, row in enumerate(ROWS):
        if i % 3 == 0:
            yield line
        squares = [row + column for column in COLUMNS]
        words = [marks.get(square, f"  {SYMBOLS[symbol_on(square)]}") for square in squares]
        ends = ["><" if square in last else "  " for square in squares]
        cells = [f"{e[0]}{word:<5}{e[1]}" for e, word in zip(ends, words, strict=True)]
        yield f" {row} |{'|'.join(thirds(cells))}|"
    yield line


def thirds(cells: Sequence[str]) -> list[str]:
    return ["".join(cells[i : i + 3]) for i in (0, 3, 6)]


def legend() -> Iterator[str]:
    yield "r5 is a red 5, r:rng a red ring, rng alone an empty square with a ring."
    yield " ".join(f"{short}={name}" for name, short in SYMBOLS.items() if short != name)


def seats_in_text(view: View, *, groups: bool) -> Iterator[str]:
    """Yield a table of the seats; captured tiles go on below themselves if they are many."""
    rows = [seat_in_text(view, seat, groups=groups) for seat in range(view["seats"])]
    widths = {head: max(len(head), *(len(row[head]) for row in rows)) for head in rows[0]}
    yield "  ".join(head.ljust(width) for head, width in widths.items())
    for row, captured in zip(rows, view["captured"], strict=True):
        cells = "  ".join(row[head].ljust(width) for head, width in widths.items()) + "  "
        tiles = " ".join(tile_in_text(*colour_and_tile(view, lying)) for lying in captured)
        for i, line in enumerate(wrap(tiles or "-", TEXT_WIDTH - len(cells))):
            yield (" " * len(cells) if i else cells) + line


def seat_in_text(view: View, seat: int, *, groups: bool) -> dict[str, str]:
    colours, (counts, _) = colours_of(view, seat), SCORING[view["options"]["scoring"]]
    cells = {"Seat": title(view, seat), "Colour": "+".join(colour["name"] for colour in colours)}
    if groups:
        cells["Groups"] = summed(len(colour["groups"]) for colour in colours)
    if counts != "groups":
        cells[counts.capitalize()] = str(view["scores"][seat])
    cells["Pile"] = summed(colour["pile_size"] for colour in colours)
    cells["Captured"] = str(len(view["captured"][seat]))
    return cells


def known_in_text(view: View) -> Iterator[str]:
    for seat in range(view["seats"]):
        if lines := known(view, seat):
            colours = (f"{colour['name']} {', '.join(tiles)}" for colour, tiles in lines)
            yield f"{title(view, seat)}, {why_known(lines)}: {'; '.join(colours)}."
