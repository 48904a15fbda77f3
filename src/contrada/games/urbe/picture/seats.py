"""Draws seats with their cities, characters, decrees and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from textwrap import wrap

from contrada.games import drawing
from contrada.games.drawing import (
    BOLD,
    EDGE,
    END,
    GAP,
    HEAD,
    SERIF,
    SQUARE,
    START,
    Column,
    Drawn,
    Panel,
    View,
    box,
    headed,
    inked,
    rect,
    rows,
    text,
    title,
    use,
)
from contrada.games.urbe.picture.cities import CITY, city
from contrada.games.urbe.picture.market import LARGE_CARD, SMALL_CARD, card_at
from contrada.games.urbe.picture.tiles import crest, scaled, tile_at
from contrada.games.urbe.picture.words import (
    Decree,
    Player,
    Useful,
    character_counts,
    guild_and_side,
    is_fulfilled,
    is_over,
    score_row,
    secret_decrees,
    useful_does,
    where_fulfilled,
)

ASIDE = 236  # what stands beside a small city
HEADER = 58  # of a seat
WAITING = 52


def tall_seat(
    player: Player, last: Sequence[str], view: View, corner: complex, width: int
) -> Drawn:
    """Draw a seat with a large city, and everything else above and below it."""
    room = width - 2 * EDGE
    top = corner + complex(EDGE, 14)
    below = Column(top + complex(0, HEADER + room + GAP), room)
    below.add(view, *details(view, player))
    height = round(below.corner.imag - corner.imag)
    return height, [
        drawing.panel(corner, width, height, to_move=view["to_move"] == player["seat"]),
        *header(view, player, top, room),
        *city(view, player, last, top + HEADER * 1j, room / CITY),
        *below.lines,
    ]


def wide_seat(
    player: Player, last: Sequence[str], view: View, corner: complex, width: int
) -> Drawn:
    """Draw a seat with a small city, and everything else beside it."""
    room = width - ASIDE - 3 * EDGE
    aside = corner + complex(room + 2 * EDGE, 14)
    beside = Column(aside + HEADER * 1j, ASIDE)
    beside.add(view, *details(view, player))
    height = max(room + 2 * EDGE, round(beside.corner.imag - corner.imag))
    return height, [
        drawing.panel(corner, width, height, to_move=view["to_move"] == player["seat"]),
        *city(view, player, last, corner + complex(EDGE, EDGE), room / CITY),
        *header(view, player, aside, ASIDE),
        *beside.lines,
    ]


def header(view: View, player: Player, corner: complex, width: int) -> Iterator[str]:
    """Yield whose city it is, with the guild, the points, and marks for special roles."""
    yield crest(view, player, corner + 23 + 23j, 46)
    yield text(title(view, player), corner + 58 + 20j, 21, "ink", BOLD + START)
    yield text(guild_and_side(player), corner + 58 + 43j, 15, "ink-2", START)
    right = corner + width
    yield text(player["points"], right + 24j, 32, "ink", BOLD + SERIF + END)
    signs = {
        "ur-first": player["seat"] == view["first"],
        "ur-herald": player["is_herald"],
        "ur-archbishop": player["has_archbishop"],
    }
    for i, sign in enumerate(sign for sign, shown in signs.items() if shown):
        yield use(sign, right - 11 - 24 * i + 39j, 22, inked("ink-2"))


def details(view: View, player: Player) -> list[Panel]:
    """List what is beside or below a city; the viewer's coin cards are elsewhere."""
    panels = [character, useful, waiting, decrees]
    if player["seat"] != view["seat"]:
        panels.insert(2, coins_left)
    return [partial(panel, player) for panel in panels]


def paragraph(heading: str, words: str, corner: complex, width: int) -> Drawn:
    """Write a heading, and text in as many lines as it needs."""
    lines = wrap(words, int(width / 6.8))
    drawn = [text(heading, corner + 15j, 16, "ink", BOLD + START)]
    for i, line in enumerate(lines):
        drawn.append(text(line, corner + (35 + 19 * i) * 1j, 15, "ink-2", START))
    return 20 + 19 * len(lines), drawn


def character(player: Player, _: View, corner: complex, width: int) -> Drawn:
    if not player["character"]:
        return 0, []
    return paragraph(player["character"]["name"], character_counts(player), corner, width)


def useful(player: Player, view: View, corner: complex, width: int) -> Drawn:
    """Draw the useful character, or the two to choose from."""
    if kept := player["useful"]:
        heading = f"{kept['name']}{' (used)' if kept['used'] else ''}"
        return paragraph(heading, useful_does(kept), corner, width)
    choice = Column(corner, width)
    choice.add(view, *(partial(offered, each) for each in player["drawn"]))
    return max(0, round(choice.corner.imag - corner.imag) - GAP), choice.lines


def offered(character: Useful, _: View, corner: complex, width: int) -> Drawn:
    return paragraph(f"{character['name']}?", useful_does(character), corner, width)


def coins_left(player: Player, view: View, corner: complex, width: int) -> Drawn:
    """Draw the coin cards that a seat has left."""
    if not player["cards"]:
        return 0, []
    scale = LARGE_CARD if width > 400 else SMALL_CARD
    pitch = complex(60, 100) * scale + complex(4, 6)
    across = int((width + 4) // pitch.real)
    drawn: list[str] = []
    for i, card in enumerate(player["cards"]):
        place = corner + complex(i % across * pitch.real, i // across * pitch.imag)
        drawn += card_at(view, card, place, scale)
    return round(rows(len(player["cards"]), across) * pitch.imag) - 6, drawn


def waiting(player: Player, view: View, corner: complex, width: int) -> Drawn:
    """Draw the tiles to be placed, with their names."""
    tiles, across = player["waiting"], max(1, width // 180)
    if not tiles:
        return 0, []
    drawn = [text("To be placed", corner + 15j, 16, "ink", BOLD + START)]
    for i, tile in enumerate(tiles):
        place = corner + complex(i % across * 180, 24 + i // across * (WAITING + 6))
        drawn.append(scaled(place, WAITING / SQUARE))
        drawn += [*tile_at(view, tile, tile["vp"], 50 + 50j), "</g>"]
        lines = wrap(tile["name"], 15, max_lines=2, placeholder="…")
        foot = place + complex(WAITING + 8, WAITING / 2 + 14 - 9 * len(lines))
        drawn += [text(w, foot + 18j * j, 15, "ink", START) for j, w in enumerate(lines)]
    return 24 + rows(len(tiles), across) * (WAITING + 6) - 6, drawn


def decrees(player: Player, view: View, corner: complex, width: int) -> Drawn:
    """Draw the decrees, or their number."""
    if words := secret_decrees(player):
        icon = use("ur-decree", corner + 13 + 11j, 28, inked("ink-2"))
        return 24, [icon, text(words, corner + 34 + 17j, 16, "ink-2", START)]
    drawn: list[str] = []
    top = corner
    for decree in player["decrees"] or ():
        height, lines = decree_at(view, decree, top, width)
        drawn += lines
        top += (height + 8) * 1j
    return max(0, round(top.imag - corner.imag) - 8), drawn


def decree_at(view: View, decree: Decree, corner: complex, width: int) -> Drawn:
    """Draw a decree: its grid, its name, whether it is fulfilled, and what it is worth."""
    wide = width > 400
    cell, room, letters, size = (19, 92, 40, 16) if wide else (15, 62, 14, 15)
    names, pile = wrap(decree["name"], letters), decree["pile"]
    about = [f"{pile} · {where_fulfilled(decree)}"] if wide else [pile, is_fulfilled(decree)]
    lower = 9 * (len(names) - 1) + 8 * (len(about) - 1)
    height = max(4 * cell, 18 * len(names) + 16 * len(about) + 8) + (-10 if wide else 10)
    ground, edge = ("accent-soft", "accent") if decree["met"] else ("raised", "line-2")
    looks = f'rx="8" fill="var(--{ground})" stroke="var(--{edge})" stroke-width="2"'
    drawn = [rect(corner + 1 + 1j, width - 2, height - 2, looks)]
    drawn += grid(view, decree["grid"], corner + complex(room / 2 + 4, height / 2), cell)
    foot = corner + complex(room + 12, height / 2 - 3 - lower)
    drawn += [text(n, foot + 18j * i, size, "ink", BOLD + START) for i, n in enumerate(names)]
    foot += (2 + 18 * len(names)) * 1j
    drawn += [text(words, foot + 16j * i, 14, "ink-2", START) for i, words in enumerate(about)]
    right = corner + complex(width - 12, height / 2 + 9)
    drawn.append(text(decree["vp"], right, 25, "ink", BOLD + SERIF + END))
    return height, drawn


def grid(view: View, lines: Sequence[str], middle: complex, cell: int) -> Iterator[str]:
    """Yield the grid of a decree; an empty field means any tile or none."""
    letters = [colour[0].upper() for colour in view["colours"]]
    corner = middle - complex(len(lines[0]) - 1, len(lines) - 1) * cell / 2
    for i, line in enumerate(lines):
        for j, letter in enumerate(line):
            place = corner + complex(j, i) * cell
            if letter in letters:
                yield use(f"ur-field-{letters.index(letter) + 1}", place, cell - 1)
            else:
                looks = 'fill="none" stroke="var(--line-2)" stroke-dasharray="2 2"'
                yield box(place, cell - 3, looks, 2)


def points(view: View, corner: complex, width: int) -> Drawn:
    """Draw the points of each seat, by kind."""
    table = [score_row(view, player) for player in view["players"]]
    height, line = HEAD + 34 + 36 * len(table), 36
    note = "" if is_over(view) else "decrees count at the end"
    drawn = [*headed(corner, width, height, "Points", note)]
    heads, room = list(table[0]), width - 2 * EDGE - 84
    for i, head in enumerate(heads):
        right = corner + EDGE + 84 + room * (i + 1) / len(heads)
        looks = BOLD + END if head == "Points" else END
        drawn.append(text(head, right + (HEAD + 12) * 1j, 14, "ink-2", looks))
        for j, row in enumerate(table):
            size = 22 if head == "Points" else 17
            place = right + (HEAD + 42 + line * j) * 1j
            drawn.append(text(row[head], place, size, "ink", looks + SERIF))
    for j, player in enumerate(view["players"]):
        left = corner + complex(EDGE, HEAD + 36 + line * j)
        drawn.append(crest(view, player, left + 14, 28))
        drawn.append(text(player["name"], left + 36 + 6j, 17, "ink", START))
    return height, drawn
