"""Draws a view of Urtown as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from contrada.games import drawing
from contrada.games.drawing import View
from contrada.games.urtown.picture.words import (
    COLUMNS,
    ROWS,
    SCORING,
    SYMBOLS,
    Colour,
    colour_and_tile,
    colours_of,
    known,
    own_racks,
    sentence,
    spelled,
    summed,
    symbol_on,
    title,
    why_known,
)

TEXT_WIDTH = 78

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

    All lines are equally long, at most 78, and plain ASCII, so that columns line up everywhere.
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
    """Yield a table of the seats; a long list of captured tiles continues below."""
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
