"""Draws a view of Urbino, as an SVG document and as plain text; knows no rule.

Drawings name their colours by token, `fill="var(--frame)"`; one last pass puts the colours of the
theme in their place, so that the document needs no style sheet. Tokens and pieces: `pieces.svg`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import ascii_letters
from typing import Any, Literal

View = Mapping[str, Any]
District = Mapping[str, Any]
Theme = Literal["light", "dark"]
Corner = tuple[complex, complex, complex]  # where it is, the way in, the way out

SEATS, SHADES = ("Black", "White"), ("dark", "light")
KINDS = ("house", "palace", "tower")
COLUMNS, ROWS = "abcdefghi", "123456789"

# What is due, by phase.
DUE = {
    "architect": "place an architect",
    "name": "name who builds first",
    "first": "erect the first building",
    "turn": "reposition or stay",
    "build": "erect a building",
}

BOLD = ' font-weight="600"'
SERIF = " font-family=\"Palatino, 'Palatino Linotype', P052, Georgia, serif\""
SANS = "'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

SQUARE, FRAME, MARGIN = 100, 40, 10
BOARD = 9 * SQUARE + 2 * FRAME
GAP, STRIP, PANEL = 16, 104, 364
WIDTH, HEIGHT = BOARD + 2 * MARGIN, BOARD + GAP + STRIP + 2 * MARGIN

# A place in the picture is a complex number, y downwards; times 1j turns clockwise.
SIDES = (-1j, 1 + 0j, 1j, -1 + 0j)
WALL_INSET, WALL_CORNER = 3, 12


# ---- what the view says, in words ---------------------------------------------------------------


def whose_move(view: View) -> str:
    seat = view["to_move"]
    return "Game over" if seat is None else f"{SEATS[seat]} to move"


def score(view: View) -> str:
    return f"Black {view['scores'][0]}, White {view['scores'][1]}"


def sentence(view: View) -> str:
    """Say who has to do what: `White to move: erect a building.`."""
    seat = view["to_move"]
    if seat is None:
        return "Game over."
    skipped = f" {SEATS[1 - seat]} has skipped." if view["skips"] else ""
    return f"{whose_move(view)}: {DUE[view['phase']]}.{skipped}"


def description(view: View) -> str:
    """Say the position to those who hear it."""
    architects = " and ".join(view["architects"]) or "none yet"
    buildings = len(view["buildings"])
    return (
        f"{sentence(view)} Architects: {architects}. Buildings: {buildings}. Score: {score(view)}."
    )


def walled(view: View) -> list[District]:
    """Choose the districts worth a wall; a building that stands alone is seen to be one."""
    return [district for district in view["districts"] if len(district["squares"]) > 1]


def left_and_reached(last: Sequence[str]) -> tuple[str | None, set[str]]:
    """Split `h6 d5 d2` into the square an architect left and those reached or built on.

    What was left may be built on in the same turn (URBINO-TURN-4); then it counts as built on.
    """
    left, reached = (last[0], set(last[1:])) if len(last) > 1 else (None, set(last))
    return (None if left in reached else left), reached


# ---- the SVG document ---------------------------------------------------------------------------


def svg(
    view: View,
    *,
    last: Sequence[str] = (),
    lots: bool = True,
    districts: bool = False,
    theme: Theme = "light",
) -> str:
    """Return the position as an SVG document that stands alone, on a screen and on paper.

    `last` holds the squares of the last move in the order played: `("h6", "d5", "d2")` if an
    architect left h6 for d5 and d2 was built on, `("d2",)` if only that.
    """
    layers: tuple[Iterable[str], ...] = (
        opening(view),
        frame(),
        slabs(),
        last_move(last),
        (wall(district) for district in walled(view) if districts),
        (lot(square) for square in view["lots"] if lots),
        pieces(view),
        (plaque(district) for district in walled(view) if districts),
        strip(view),
        ["</svg>\n"],
    )
    return coloured("\n".join(line for layer in layers for line in layer), theme)


@cache
def drawings() -> str:
    return Path(__file__).with_name("pieces.svg").read_text(encoding="utf-8")


@cache
def colours(theme: Theme) -> dict[str, str]:
    tokens = drawings().partition(f".urbino-{theme} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", tokens))


def coloured(drawing: str, theme: Theme) -> str:
    """Put colours in the place of tokens, opacity in its own attribute: not all read #RRGGBBAA."""

    def colour(token: re.Match[str]) -> str:
        attribute, value = token[1], colours(theme)[token[2]]
        opacity = f' {attribute}-opacity="{int(value[7:], 16) / 255:.2f}"' if value[7:] else ""
        return f'{attribute}="{value[:7]}"{opacity}'

    return re.sub(r'(fill|stroke)="var\(--([\w-]+)[^)]*\)"', colour, drawing)


def opening(view: View) -> Iterator[str]:
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{WIDTH}" height="{HEIGHT}" viewBox="{-MARGIN} {-MARGIN} {WIDTH} {HEIGHT}" '
        'role="img" aria-labelledby="urbino-title urbino-desc" '
        f'text-anchor="middle" font-family="{SANS}">'
    )
    yield '<title id="urbino-title">Urbino</title>'
    yield f'<desc id="urbino-desc">{description(view)}</desc>'
    yield "<defs>"
    yield from re.findall("<symbol.*?</symbol>", drawings(), re.DOTALL)
    yield "</defs>"
    ground = f'x="{-MARGIN}" y="{-MARGIN}" width="{WIDTH}" height="{HEIGHT}"'
    yield f'<rect {ground} fill="var(--ground)"/>'


def centre(square: str) -> complex:
    column, row = COLUMNS.index(square[0]), ROWS.index(square[1])
    return complex(FRAME + SQUARE * (column + 0.5), FRAME + SQUARE * (8.5 - row))


def at(middle: complex, size: float) -> str:
    corner = middle - complex(size, size) / 2
    return f'x="{corner.real:g}" y="{corner.imag:g}" width="{size:g}" height="{size:g}"'


def box(middle: complex, size: float, looks: str, corner: int = 3) -> str:
    return f'<rect {at(middle, size)} rx="{corner}" {looks}/>'


def use(symbol: str, middle: complex, size: float, looks: str = "") -> str:
    # With xlink, which old converters need and no browser has dropped.
    return f'<use xlink:href="#ub-{symbol}" {at(middle, size)}{looks}/>'


def text(words: object, foot: complex, size: int, colour: str, looks: str = "") -> str:
    place = f'x="{foot.real:g}" y="{foot.imag:g}"'
    return f'<text {place} font-size="{size}" fill="var(--{colour})"{looks}>{words}</text>'


def frame() -> Iterator[str]:
    """Yield the wooden frame with the coordinates on it, and the mortar the slabs lie in."""
    middle = complex(BOARD, BOARD) / 2
    yield box(middle, BOARD, 'fill="var(--frame)"', 14)
    yield box(middle, BOARD - 4, 'fill="none" stroke="var(--frame-hi)" stroke-width="2"', 12)
    yield box(middle, 9 * SQUARE + 8, 'fill="var(--mortar)"', 4)
    for column, row in zip(COLUMNS, ROWS, strict=True):
        yield text(column, complex(centre(column + "1").real, BOARD - 11), 23, "frame-ink")
        yield text(row, complex(FRAME / 2 - 1, centre("a" + row).imag + 8), 23, "frame-ink")


def slabs() -> Iterator[str]:
    """Yield the paving; the tone comes from the place alone, mixed so that no pattern shows."""
    for i, column in enumerate(COLUMNS):
        for j, row in enumerate(ROWS):
            tone = 4 * (i + 3 * j + i * j + i * i) % 13 % 4 + 1
            yield box(centre(column + row), 97, f'fill="var(--slab-{tone})"')


def last_move(last: Sequence[str]) -> Iterator[str]:
    left, reached = left_and_reached(last)
    line = 'fill="none" stroke="var(--last)"'
    if left:
        yield box(centre(left), 88, f'{line} stroke-width="3" stroke-dasharray="7 7"')
        faint = ' opacity="0.75" stroke-dasharray="4 3"'
        yield use("architect-ghost", centre(left), 68, faint)
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
    standing = [(centre(square), "architect", 88) for square in view["architects"]]
    for building in view["buildings"]:
        symbol = f"{building['kind']}-{SHADES[building['seat']]}"
        standing.append((centre(building["square"]), symbol, 90))
    for place, symbol, size in sorted(standing, key=lambda piece: far_left(piece[0])):
        yield use(symbol, place - 2j, size)


def far_left(place: complex) -> tuple[float, float]:
    """Order places from the far row to the near, in a row from the left."""
    return place.imag, place.real


def wall(district: District) -> str:
    """Draw the wall round a district: solid if it scores somebody, dotted if nobody."""
    circuit = "".join(map(round_corners, circuits(district["squares"])))
    looks = 'stroke-width="5"'
    if district["scorer"] is None:
        looks = 'stroke-width="6" stroke-dasharray="0.1 10" stroke-linecap="round"'
    return f'<path d="{circuit}" fill="none" stroke="var(--wall-line)" {looks}/>'


def round_corners(corners: Iterable[Corner]) -> str:
    bends = []
    for at_corner, way_in, way_out in corners:
        three = (at_corner - WALL_CORNER * way_in, at_corner, at_corner + WALL_CORNER * way_out)
        bends.append("{} Q{} {}".format(*(f"{place.real:g} {place.imag:g}" for place in three)))
    return f"M{'L'.join(bends)}Z"


def circuits(squares: Iterable[str]) -> Iterator[list[Corner]]:
    """Yield the corners of each circuit of the wall, clockwise; a courtyard has its own."""
    inside = {centre(square) for square in squares}
    sides = [(place, out) for place in sorted(inside, key=far_left) for out in SIDES]
    unwalked = [(place, out) for place, out in sides if place + SQUARE * out not in inside]
    while unwalked:
        (place, out), corners = unwalked[0], []
        while (place, out) in unwalked:
            unwalked.remove((place, out))
            place, out, turned = next_side(inside, place, out)
            corners += turned
        yield corners


def next_side(
    inside: set[complex], place: complex, out: complex
) -> tuple[complex, complex, list[Corner]]:
    """Go on from the `out` side of a square: round its corner, round a nook, or straight on."""
    on, half = out * 1j, SQUARE / 2 - WALL_INSET
    if place + SQUARE * on not in inside:
        return place, on, [(place + half * (out + on), on, -out)]
    if (beyond := place + SQUARE * (on + out)) in inside:
        return beyond, -on, [(beyond - half * on - (SQUARE - half) * out, on, out)]
    return place + SQUARE * on, out, []


def plaque(district: District) -> str:
    """Hang the points at the far left corner."""
    corner = min(map(centre, district["squares"]), key=far_left) - (51 + 54j)
    scorer = district["scorer"]
    points = "\N{EN DASH}" if scorer is None else district["points"][scorer]
    return points_on_plaque(points, scorer, corner, 69)


def points_on_plaque(points: object, seat: int | None, middle: complex, width: int) -> str:
    """Write points on the shape of their seat: a pitched roof, battlements, or a plain stone."""
    shape = "nobody" if seat is None else SHADES[seat]
    colour = {"nobody": "inlay-ink", "dark": "dark-window", "light": "light-line"}[shape]
    size, foot = round(width * 0.39), middle + width * 0.23j
    return use(f"plaque-{shape}", middle, width) + text(points, foot, size, colour, BOLD)


def strip(view: View) -> Iterator[str]:
    """Yield the strip under the board: Black, who is to move, White."""
    top, middle = (BOARD + GAP) * 1j, complex(BOARD / 2, BOARD + GAP)
    yield from seat_panel(view, 0, top)
    yield text(whose_move(view), middle + 48j, 32, "ink", BOLD + SERIF)
    due = score(view) if view["to_move"] is None else DUE[view["phase"]]
    yield text(due, middle + 81j, 22, "ink-2")
    yield from seat_panel(view, 1, top + BOARD - PANEL)


def seat_panel(view: View, seat: int, corner: complex) -> Iterator[str]:
    """Yield points, name and supply, the points outside; the edge is green for who is to move."""
    edge, width = ("accent", 5) if view["to_move"] == seat else ("line", 2)
    yield (
        f'<rect x="{corner.real + width / 2:g}" y="{corner.imag + width / 2:g}" '
        f'width="{PANEL - width}" height="{STRIP - width}" rx="10" fill="var(--surface)" '
        f'stroke="var(--{edge})" stroke-width="{width}"/>'
    )
    points, name, anchor, supply = ((58, 116, "start", 114), (PANEL - 58, 248, "end", 18))[seat]
    yield points_on_plaque(view["scores"][seat], seat, corner + (points + 48j), 91)
    yield text(SEATS[seat], corner + (name + 34j), 22, "ink-2", f' text-anchor="{anchor}"')
    for kind, icon, number in zip(KINDS, (20, 118, 196), (44, 144, 215), strict=True):
        count, item = view["supply"][seat][kind], corner + supply + 68j
        yield "<g>" if count else '<g opacity="0.45">'
        yield use(f"{kind}-{SHADES[seat]}", item + icon, 44)
        yield text(count, item + number + 10j, 26, "ink", BOLD + ' text-anchor="start"') + "</g>"


# ---- plain text ---------------------------------------------------------------------------------


def terminal(
    view: View, *, last: Sequence[str] = (), lots: bool = False, districts: bool = False
) -> str:
    r"""Return the position as plain text: Black `[H]`, White `/H\`, architects `(A)`.

    All lines are equally long, at most 60, and plain ASCII, so that nothing shifts anywhere.
    """
    lines = [*board_in_text(view, last, lots=lots, districts=districts), ""]
    lines += [*(seat_in_text(view, seat) for seat in (0, 1)), "", sentence(view)]
    lines += ["", *ledger(view)] if districts else []
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def building_in_text(seat: int, kind: str) -> str:
    letter = kind[0].upper()
    return (f"[{letter}]", f"/{letter}\\")[seat]


def board_in_text(view: View, last: Sequence[str], *, lots: bool, districts: bool) -> Iterator[str]:
    r"""Yield the board: `+` is a lot, `>/P\<` the last move, `> . <` what an architect left.

    With `districts` a second line under each row says which district a building belongs to.
    """
    marks = dict.fromkeys(view["lots"] if lots else (), " + ")
    marks |= dict.fromkeys(view["architects"], "(A)")
    marks |= {b["square"]: building_in_text(b["seat"], b["kind"]) for b in view["buildings"]}
    letters = {square: letter for letter, d in lettered(view) for square in d["squares"]}
    yield f"   +{'-' * 45}+"
    for row in reversed(ROWS):
        squares = [column + row for column in COLUMNS]
        cells = ((">{}<" if s in last else " {} ").format(marks.get(s, " . ")) for s in squares)
        yield f" {row} |{''.join(cells)}|"
        if districts:
            yield f"   |{''.join(letters.get(s, '').center(5) for s in squares)}|"
    yield f"   +{'-' * 45}+"
    yield f"    {''.join(column.center(5) for column in COLUMNS)}"


def seat_in_text(view: View, seat: int) -> str:
    supply = view["supply"][seat]
    left = "  ".join(f"{building_in_text(seat, kind)} {supply[kind]:>2}" for kind in KINDS)
    return f"{SEATS[seat]}  points {view['scores'][seat]:>2}   supply  {left}"


def lettered(view: View) -> Iterator[tuple[str, District]]:
    # Capitals, then small letters: 27 districts of two buildings are thinkable.
    return zip(ascii_letters.swapcase(), walled(view), strict=False)


def ledger(view: View) -> Iterator[str]:
    """Yield the districts with the points and monuments of both, and who scores."""
    yield f"District  {'Black':<17}{'White':<17}Scores"
    for letter, district in lettered(view):
        both = zip(district["points"], district["monuments"], strict=True)
        columns = "".join(f"{points:>2} {monument or '':<14}" for points, monument in both)
        scorer = district["scorer"]
        yield f"{letter:<10}{columns}{'nobody' if scorer is None else SEATS[scorer]}"
    if alone := len(view["districts"]) - len(walled(view)):
        yield f"Standing alone: {alone}"
