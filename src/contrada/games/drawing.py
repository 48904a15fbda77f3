"""Drawing shared by all games: colours, boxes, text, the board with its frame.

Drawings name colours by token, `fill="var(--frame)"`. The last step replaces the tokens with the
colours of the theme, so the document needs no style sheet. A game's `pieces.svg` holds its symbols
and patterns, and the game's own tokens: `.urbino-light { --roof: #C8693F; }`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal

View = Mapping[str, Any]
Theme = Literal["light", "dark"]
Corner = tuple[complex, complex, complex]  # its place, the direction in, the direction out
Drawn = tuple[int, list[str]]  # the height of a panel and its drawing
Panel = Callable[[View, complex, int], Drawn]  # draws at a corner, with a width

# The design tokens of the page (web/src/styles/tokens.css) for both themes, except that the light
# ground is transparent. tests/test_colours.py compares them.
TOKENS = {
    "light": """
        --ground: none; --surface: #FAF8F4; --ink: #26221E; --ink-2: #574F47; --ink-3: #6A6158;
        --line: #D6D0C5; --accent: #24594B; --last: #9E6A0A; --last-soft: #F3DDA6; --frame: #4F3B2E;
        --frame-hi: #6A5140; --frame-ink: #EBDDC8; --mortar: #C3B7A3; --slab-1: #E4DBCA;
        --slab-2: #DFD5C3; --slab-3: #E8E0D1; --slab-4: #DBD1BE;
    """,
    "dark": """
        --ground: #14181D; --surface: #1C2127; --ink: #EFE9DE; --ink-2: #BEB7AB; --ink-3: #A49E93;
        --line: #323941; --accent: #86C9AF; --last: #E2A93A; --last-soft: #4B3D1C; --frame: #2B231F;
        --frame-hi: #43372F; --frame-ink: #CFC1AB; --mortar: #2F3338; --slab-1: #4C5056;
        --slab-2: #484C52; --slab-3: #50545A; --slab-4: #45494F;
    """,
}

BOLD = ' font-weight="600"'
START, END = (f' text-anchor="{end}"' for end in ("start", "end"))
SERIF = " font-family=\"Palatino, 'Palatino Linotype', P052, Georgia, serif\""
SANS = "'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

# A board of nine by nine squares, with panels below it, GAP apart.
SQUARE, FRAME, GAP = 100, 40, 16
BOARD = 9 * SQUARE + 2 * FRAME
MARGIN = 10  # around the whole picture
EDGE, HEAD = 20, 56  # inside a panel: padding at its sides, height of its heading
TEXT_WIDTH = 79  # of text pictures, in characters

# A place in the picture is a complex number, with y downwards; times 1j turns clockwise.
SIDES = (-1j, 1 + 0j, 1j, -1 + 0j)


# ---- the document -------------------------------------------------------------------------------


def document(
    name: str,
    said: str,
    size: tuple[int, int],
    layers: Iterable[Iterable[str]],
    pieces: Path | None,
    theme: Theme,
) -> str:
    """Return a self-contained SVG document, with a margin around the drawing.

    `said` describes it for screen readers; `pieces` is the file with the game's symbols.
    """
    drawn = "\n".join([ground(size), *(line for layer in layers for line in layer)])
    colours = tokens(name.lower(), pieces, theme)
    symbols = definitions(name.lower(), pieces, theme)
    return "\n".join([*opening(name, said, size), symbols, coloured(drawn, colours), "</svg>\n"])


def opening(name: str, said: str, size: tuple[int, int]) -> Iterator[str]:
    """Yield the beginning of a document, up to its symbols."""
    title, desc = f"{name.lower()}-title", f"{name.lower()}-desc"
    width, height = (side + 2 * MARGIN for side in size)
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width}" height="{height}" viewBox="{-MARGIN} {-MARGIN} {width} {height}" '
        f'role="img" aria-labelledby="{title} {desc}" '
        f'text-anchor="middle" font-family="{SANS}">'
    )
    yield f'<title id="{title}">{name}</title>'
    yield f'<desc id="{desc}">{escape(said, quote=False)}</desc>'


def ground(size: tuple[int, int]) -> str:
    """Draw the background."""
    width, height = (side + 2 * MARGIN for side in size)
    place = f'x="{-MARGIN}" y="{-MARGIN}" width="{width}" height="{height}"'
    return f'<rect {place} fill="var(--ground)"/>'


@cache
def definitions(game: str, pieces: Path | None, theme: Theme) -> str:
    """Return the coloured symbols of a game, which are the same in all its pictures."""
    found = re.findall("(?s)<symbol.*?</symbol>|<pattern.*?</pattern>", text_of(pieces))
    return coloured("\n".join(["<defs>", *found, "</defs>"]), tokens(game, pieces, theme))


@cache
def text_of(pieces: Path | None) -> str:
    """Read a game's symbols and tokens; empty for a picture without a game."""
    return pieces.read_text(encoding="utf-8") if pieces else ""


@cache
def tokens(game: str, pieces: Path | None, theme: Theme) -> dict[str, str]:
    """Return the colours by token: the common ones and the game's own."""
    own = text_of(pieces).partition(f".{game}-{theme} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", TOKENS[theme] + own))


def coloured(drawing: str, colours: Mapping[str, str]) -> str:
    """Replace tokens with colours; opacity gets its own attribute, as not all read #RRGGBBAA."""

    def colour(token: re.Match[str]) -> str:
        attribute, value = token[1], colours[token[2]]
        opacity = f' {attribute}-opacity="{int(value[7:], 16) / 255:.2f}"' if value[7:] else ""
        return f'{attribute}="{value[:7]}"{opacity}'

    return re.sub(r'(fill|stroke|color)="var\(--([\w-]+)\)"', colour, drawing)


# ---- shapes and text ----------------------------------------------------------------------------


def at(middle: complex, size: float) -> str:
    """Return the attributes that place a square around its middle."""
    corner = middle - complex(size, size) / 2
    return f'x="{corner.real:g}" y="{corner.imag:g}" width="{size:g}" height="{size:g}"'


def box(middle: complex, size: float, looks: str, corner: int = 3) -> str:
    """Draw a square with rounded corners."""
    return f'<rect {at(middle, size)} rx="{corner}" {looks}/>'


def use(symbol: str, middle: complex, size: float, looks: str = "") -> str:
    """Draw a symbol."""
    # Old converters need xlink, and browsers still support it.
    return f'<use xlink:href="#{symbol}" {at(middle, size)}{looks}/>'


def rect(corner: complex, width: float, height: float, looks: str) -> str:
    """Draw a rectangle from its upper left corner."""
    place = f'x="{corner.real:g}" y="{corner.imag:g}" width="{width:g}" height="{height:g}"'
    return f"<rect {place} {looks}/>"


def inked(line: str) -> str:
    """Return the attribute for the line colour of a symbol."""
    return f' color="var(--{line})"'


def painted(fill: str, line: str) -> str:
    """Return the attributes for the fill and line colours of a symbol."""
    paint = fill if fill.startswith("url") else f"var(--{fill})"
    return f' fill="{paint}"{inked(line)}'


def text(words: object, foot: complex, size: int, colour: str, looks: str = "") -> str:
    """Draw text; `foot` is its place on the baseline."""
    place, words = f'x="{foot.real:g}" y="{foot.imag:g}"', escape(str(words), quote=False)
    return f'<text {place} font-size="{size}" fill="var(--{colour})"{looks}>{words}</text>'


def panel(corner: complex, width: int, height: int, *, to_move: bool) -> str:
    """Draw the panel of a seat; its border is green if the seat is to move."""
    edge, line = ("accent", 5) if to_move else ("line", 2)
    return (
        f'<rect x="{corner.real + line / 2:g}" y="{corner.imag + line / 2:g}" '
        f'width="{width - line}" height="{height - line}" rx="10" fill="var(--surface)" '
        f'stroke="var(--{edge})" stroke-width="{line}"/>'
    )


def headed(corner: complex, width: int, height: int, title: str, note: str = "") -> Iterator[str]:
    """Yield a panel with a heading, and a note on the right."""
    yield panel(corner, width, height, to_move=False)
    yield text(title, corner + complex(EDGE, 38), 25, "ink", BOLD + SERIF + START)
    if note:
        yield text(note, corner + complex(width - EDGE, 37), 18, "ink-3", END)


def rows(count: int, across: int) -> int:
    """Return how many rows `count` things need."""
    return -(-count // across)


@dataclass
class Column:
    """A stack of panels: the corner of the next one, their width, their drawing."""

    corner: complex
    width: int
    lines: list[str] = field(default_factory=list)

    def foot_with(self, view: View, panel: Panel) -> float:
        """Return where the column would end with this panel added."""
        height, _ = panel(view, self.corner, self.width)
        return self.corner.imag + (height + GAP if height else 0)

    def add(self, view: View, *panels: Panel) -> None:
        """Draw panels, skipping those without height."""
        for panel in panels:
            height, lines = panel(view, self.corner, self.width)
            if height:
                self.lines += lines
                self.corner += (height + GAP) * 1j


# ---- the board ----------------------------------------------------------------------------------


def centre(column: int, row: int) -> complex:
    """Return the middle of a square; columns count from the left, rows from the top."""
    return complex(FRAME + SQUARE * (column + 0.5), FRAME + SQUARE * (row + 0.5))


def frame(across: int = 9) -> Iterator[str]:
    """Yield the wooden frame of a board this many squares wide, and the mortar under the slabs."""
    board = across * SQUARE + 2 * FRAME
    middle = complex(board, board) / 2
    yield box(middle, board, 'fill="var(--frame)"', 14)
    yield box(middle, board - 4, 'fill="none" stroke="var(--frame-hi)" stroke-width="2"', 12)
    yield box(middle, across * SQUARE + 8, 'fill="var(--mortar)"', 4)


def slab(middle: complex, i: int, j: int) -> str:
    """Draw a paving slab; its shade depends on its place, mixed so that no pattern shows."""
    tone = 4 * (i + 3 * j + i * j + i * i) % 13 % 4 + 1
    return box(middle, 97, f'fill="var(--slab-{tone})"')


def last_move(middle: complex) -> str:
    """Draw a double outline around a square, visible on every colour."""
    lines = (("last", 11), ("last-soft", 5))
    looks = (f'fill="none" stroke="var(--{token})" stroke-width="{w}"' for token, w in lines)
    return "".join(box(middle, 97, look, 9) for look in looks)


def chosen(middle: complex) -> Iterator[str]:
    """Yield a green outline around a square, visible on every colour."""
    for token, line in (("surface", 10), ("accent", 6)):
        yield box(middle, 98, f'fill="none" stroke="var(--{token})" stroke-width="{line}"', 8)


def far_left(place: complex) -> tuple[float, float]:
    """Sort key: rows from far to near, and in a row from left to right."""
    return place.imag, place.real


def circuit(places: Iterable[complex], inset: int, corner: int) -> str:
    """Return the path around the squares in these places, `inset` from their edges."""
    paths = []
    for corners in circuits(set(places), SQUARE / 2 - inset):
        bends = []
        for middle, way_in, way_out in corners:
            three = (middle - corner * way_in, middle, middle + corner * way_out)
            bends.append("{} Q{} {}".format(*(f"{place.real:g} {place.imag:g}" for place in three)))
        paths.append(f"M{'L'.join(bends)}Z")
    return "".join(paths)


def circuits(inside: set[complex], half: float) -> Iterator[list[Corner]]:
    """Yield the corners of each circuit, clockwise; a hole has its own circuit."""
    sides = [(place, out) for place in sorted(inside, key=far_left) for out in SIDES]
    unwalked = [(place, out) for place, out in sides if place + SQUARE * out not in inside]
    while unwalked:
        (place, out), corners = unwalked[0], []
        while (place, out) in unwalked:
            unwalked.remove((place, out))
            place, out, turned = next_side(inside, half, place, out)
            corners += turned
        yield corners


def next_side(
    inside: set[complex], half: float, place: complex, out: complex
) -> tuple[complex, complex, list[Corner]]:
    """Follow the outline from the `out` side of a square: around its corner, inwards, or on."""
    on = out * 1j
    if place + SQUARE * on not in inside:
        return place, on, [(place + half * (out + on), on, -out)]
    if (beyond := place + SQUARE * (on + out)) in inside:
        return beyond, -on, [(beyond - half * on - (SQUARE - half) * out, on, out)]
    return place + SQUARE * on, out, []


# ---- words --------------------------------------------------------------------------------------


def whose_move(view: View) -> str:
    """Return `Second to move`, or `Game over`."""
    seat = view["to_move"]
    return "Game over" if seat is None else f"{view['seat_names'][seat]} to move"


def looker(view: View) -> Mapping[str, Any] | None:
    """Return the viewing seat's own entry in the view; None for spectators."""
    return None if view["seat"] is None else view["players"][view["seat"]]


def title(view: View, player: Mapping[str, Any]) -> str:
    """Return the name of a seat, with `(you)` for the viewer."""
    return f"{player['name']}{' (you)' if player['seat'] == view['seat'] else ''}"


def final_scores(view: View) -> str:
    """Return the final scores as text, for games where most points win."""
    pairs = zip(view["seat_names"], view["scores"], strict=True)
    return f"{', '.join(f'{name} {score}' for name, score in pairs)}; most points win"


# ---- plain text ---------------------------------------------------------------------------------


def justified(lines: Sequence[str]) -> str:
    """Join lines, padded to the same length."""
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def folded(said: str) -> list[str]:
    """Wrap a sentence after its commas only, so that no card is split."""
    kept = re.sub(r"(?<![,;:]) ", "\N{NO-BREAK SPACE}", said)
    lines = wrap(kept, TEXT_WIDTH, subsequent_indent="  ")
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def table_in_text(rows: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Yield a table with a header row; numbers are right-aligned."""
    widths = {head: max(len(head), *(len(str(row[head])) for row in rows)) for head in rows[0]}
    yield "  ".join(head.ljust(width) for head, width in widths.items())
    for row in rows:
        yield "  ".join(cell_in_text(row[head], width) for head, width in widths.items())


def cell_in_text(value: object, width: int) -> str:
    """Pad a cell of a table to its width."""
    return str(value).rjust(width) if isinstance(value, int) else str(value).ljust(width)
