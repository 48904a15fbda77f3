"""Draws a view of Urbe, as an SVG document and as plain text; knows no rule.

What tiles, icons and fountains look like is in `pieces.svg`, what all games share in `drawing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Any

from contrada.games import drawing
from contrada.games.drawing import (
    BOLD,
    EDGE,
    END,
    FRAME,
    GAP,
    HEAD,
    SERIF,
    SQUARE,
    START,
    Column,
    Drawn,
    Panel,
    Theme,
    View,
    box,
    final_scores,
    headed,
    inked,
    looker,
    painted,
    rect,
    rows,
    text,
    title,
    use,
    whose_move,
)

Tile = Mapping[str, Any]
Card = Mapping[str, Any]
Decree = Mapping[str, Any]
Player = Mapping[str, Any]
Useful = Mapping[str, Any]

COLUMNS, ROWS = "ABCD", "1234"
CELLS = [column + row for row in ROWS for column in COLUMNS]
CITY = len(COLUMNS) * SQUARE + 2 * FRAME  # before it is scaled
CARDS = 8
GREY = "grey"

# Three columns: market and coins, the looker's city, the others. Spectators have no city.
LEFT, MIDDLE, RIGHT = 540, 636, 580
ASIDE = 236  # what stands beside a small city
MARKET_FRAME = 22
STOCKS = 89  # how high the panel is that counts what is left, if it lies below the market
HEADER = 58  # of a seat
SLOT = 62  # for a coin card of the looker; a card is 60 wide and 100 high before it is scaled
LARGE_CARD, SMALL_CARD = 0.95, 0.7
WAITING = 52

# How tiles look in a large city and in a small one, which has no names: where the disc and the
# icons are, and how large; how many letters of a name fit in, fewer beside a bridge.
LARGE = {"disc": (-26j, 29, 21), "icons": (26j, 27, 30), "power": (26j, 28), "letters": 15}
BESIDE_BRIDGE = {**LARGE, "letters": 12}
SMALL = {"disc": (-18j, 44, 31), "icons": (27j, 33, 37), "power": (27j, 38), "letters": 0}

# The lines of a score sheet, and the heads over their sums.
SHEET = {
    "tile": "Tiles",
    "character": "Character",
    "fountain": "Fountains",
    "useful": "Useful",
    "decree": "Decrees",
}
PHASES = {
    "characters": "choosing characters",
    "mark": "marking tiles",
    "take": "taking tiles",
    "place": "placing tiles",
    "over": "finished",
}

PILES = {"pile": "pile", "discards": "discards", "box": "in the box"}

# What a seat has to do, if that does not depend on anything else.
DUE = {
    "side": "choose side A or B",
    "mark": "mark a tile",
    "archbishop": "place the Archbishop or not",
    "second": "take a second tile or none",
    "treasurer": "let the Treasurer pay for a tile or not",
    "swap": "swap two tiles or none",
}


# ---- what the view says, in words ---------------------------------------------------------------


def mover(view: View) -> Player:
    player: Player = view["players"][view["to_move"]]
    return player


def is_over(view: View) -> bool:
    return bool(view["due"] == "over")


def market_is_open(view: View) -> bool:
    """Say whether there is a market; after the end its tiles are discarded."""
    return not is_over(view) or any(place["tile"] for place in view["market"])


def either(words: Iterable[object]) -> str:
    """Write alternatives: `2, 5 or 7`."""
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last


def due(view: View) -> str:
    """Say what the seat to move has to do, or the scores."""
    if is_over(view):
        return final_scores(view)
    if view["due"] in DUE:
        return DUE[view["due"]]
    player = mover(view)
    if view["due"] == "useful":
        return f"keep the {either(useful['name'] for useful in player['drawn'])}"
    if view["due"] == "meeple":
        return f"take back the meeple from {either(player['meeples'])}"
    if view["due"] == "pay":
        return f"pay for {paid_for(view)}"
    kept = all(tile["power"] == "warehouse" for tile in player["waiting"])
    tiles = either(tile["name"] for tile in player["waiting"])
    return f"place {'or keep ' if kept else ''}{tiles}"


def paid_for(view: View) -> str:
    """Name the tile under the meeple that is taken back."""
    tiles = (each["tile"] for each in view["market"] if each["place"] == view["target"])
    return next((tile["name"] for tile in tiles if tile), "a tile")


def sentence(view: View) -> str:
    """Say who has to do what: `Second to move: pay for Goldsmith's Row.`."""
    return f"{whose_move(view)}: {due(view)}."


def in_round(view: View) -> str:
    """Say `round 3 of 8`; characters are chosen before the first."""
    number, rounds = view["round"], view["rounds"]
    return f"round {number} of {rounds}" if number else f"before round 1 of {rounds}"


def order(view: View) -> str:
    """Say who is the first player, and the Herald if somebody is."""
    first = f"{view['seat_names'][view['first']]} is first player"
    herald = next((player for player in view["players"] if player["is_herald"]), None)
    if not herald:
        return first
    is_first = herald["seat"] == view["first"]
    return f"{first} and Herald" if is_first else f"{first}, {herald['name']} is the Herald"


def guild_and_side(player: Player) -> str:
    side = f", side {player['side']}" if player["side"] else ""
    return f"{player['guild'].capitalize()}{side}"


def spanned(numbers: Sequence[int]) -> str:
    """Write numbers, `3-8` if none is missing between the least and the greatest."""
    least, most = min(numbers), max(numbers)
    if len(numbers) > 1 and len(numbers) == most - least + 1:
        return f"{least}-{most}"
    return ", ".join(map(str, numbers))


def character_counts(player: Player) -> str:
    """Say what the character scores: `2 for each purple tile of 1-2 VP`."""
    character = player["character"]
    vp = spanned(character["counts"])
    return f"{character['vp']} for each {player['colour']} tile of {vp} VP"


def useful_does(useful: Useful) -> str:
    """Say what a useful character scores, or what it does once."""
    return f"{useful['vp']} {useful['text']}" if useful["vp"] else str(useful["text"])


def is_met(decree: Decree) -> str:
    return f"met on {' '.join(decree['cells'])}" if decree["met"] else "not met"


def secret_decrees(player: Player) -> str:
    """Say how many decrees a seat has, if they are not to be seen."""
    size = player["decrees_size"] if player["decrees"] is None else 0
    return f"{size} secret decree{'' if size == 1 else 's'}" if size else ""


def sums(view: View, player: Player) -> dict[str, int]:
    """Add up the score sheet by kinds of lines.

    Before the end decrees do not count yet, nor what a useful character scores for them; under
    decrees stands what the looker knows of both.
    """
    parts = {
        what: sum(line["points"] for line in player["sheet"] if line["what"] == what)
        for what in SHEET
    }
    if not is_over(view):
        known, shown = sum(parts.values()), parts["tile"] + parts["character"] + parts["fountain"]
        parts |= {"useful": player["points"] - shown, "decree": known - player["points"]}
    return parts


def score_row(view: View, player: Player) -> dict[str, object]:
    """Return the points of a seat by head; before the end what all know, then one's decrees."""
    parts: dict[str, object] = dict(sums(view, player))
    if player["decrees"] is None:
        parts["decree"] = "secret"
    if not view["options"]["useful_eight"]:
        del parts["useful"]
    row = {SHEET[what]: points for what, points in parts.items()}
    points = {"Points": player["points"]}
    if is_over(view):
        return row | points
    decrees = row.pop(SHEET["decree"])
    return row | points | {SHEET["decree"]: decrees if player["decrees_size"] else "-"}


def laid(player: Player) -> list[tuple[str, Tile]]:
    """List the bridges and watchtowers of a city, and where they lie."""
    bridges = [(each["border"], each["tile"]) for each in player["bridges"]]
    return bridges + [(each["outside"], each["tile"]) for each in player["watchtowers"]]


def touched(player: Player, last: Sequence[str]) -> list[str]:
    """Choose what the last turn touched in a city."""
    own = f"{player['seat']}:"
    return [name.removeprefix(own) for name in last if name.startswith(own)]


def description(view: View) -> str:
    """Say the position to those who hear it."""
    points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
    said = f"{sentence(view)} {in_round(view).capitalize()}, {order(view)}. Points: {points}."
    return " ".join([said, *own_in_words(view)])


def own_in_words(view: View) -> Iterator[str]:
    """Yield what the looker has in secret."""
    player = looker(view)
    if player and player["decrees"]:
        each = (f"{d['name']} ({d['vp']}, {is_met(d)})" for d in player["decrees"])
        yield f"Your decrees: {', '.join(each)}."


# ---- the SVG document ---------------------------------------------------------------------------


def svg(view: View, *, last: Sequence[str] = (), theme: Theme = "light") -> str:
    """Return the position as an SVG document that stands alone, on a screen and on paper.

    `last` holds what the last turn touched: `market 5`, `0:B2` in the city of the first seat.
    """
    columns = spread(view, last)
    foot = max(column.corner.imag for column in columns) - GAP
    right = columns[-1].corner.real + columns[-1].width
    size, pieces = (round(right), round(foot)), Path(__file__).with_name("pieces.svg")
    layers = [column.lines for column in columns]
    return drawing.document("Urbe", description(view), size, layers, pieces, theme)


def spread(view: View, last: Sequence[str]) -> list[Column]:
    """Put the panels into columns that end nearly equally low, the looker's city in the middle."""
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
    """Choose the column with most room left."""
    return min(columns, key=lambda column: column.corner.imag)


def scaled(corner: complex, scale: float) -> str:
    """Begin a group that is drawn from this corner, larger or smaller."""
    return f'<g transform="translate({corner.real:g} {corner.imag:g}) scale({scale:.4g})">'


def number_of(view: View, colour: str) -> int:
    """Return the number of a colour, by which `pieces.svg` knows it."""
    return [*view["colours"], GREY].index(colour) + 1


def number_of_guild(view: View, guild: str) -> int:
    return list(view["guilds"]).index(guild) + 1


def crest(view: View, player: Player, middle: complex, size: float) -> str:
    """Draw the arms of a seat's guild."""
    number = number_of(view, player["colour"])
    field = use(f"ur-field-{number}", middle, size)
    guild = f"ur-guild-{number_of_guild(view, player['guild'])}"
    return field + use(guild, middle, size * 0.74, inked(f"colour-{number}-ink"))


# ---- tiles --------------------------------------------------------------------------------------


def tile_at(
    view: View, tile: Tile, points: int, middle: complex, form: Mapping[str, Any] = SMALL
) -> Iterator[str]:
    """Yield a tile of 100: what it is worth, its icons or the sign of its power, its name."""
    number = number_of(view, tile["colour"])
    yield use(f"ur-tile-{number}", middle, SQUARE)
    place, size, letter = form["disc"]
    yield box(middle + place, size, 'fill="var(--disc)"', size // 2)
    foot = middle + place + letter * 0.34j
    yield text(points, foot, letter, "disc-ink", BOLD + SERIF)
    yield from icons(view, tile, middle, form, inked(f"colour-{number}-ink"))
    if form["letters"]:
        yield from name_of(tile, middle, f"colour-{number}-ink", form["letters"])


def icons(
    view: View, tile: Tile, middle: complex, form: Mapping[str, Any], looks: str
) -> Iterator[str]:
    if tile["power"]:
        place, size = form["power"]
        yield use(f"ur-{tile['power']}", middle + place, size, looks)
    place, size, pitch = form["icons"]
    left = middle + place - pitch * (len(tile["guilds"]) - 1) / 2
    for i, guild in enumerate(tile["guilds"]):
        yield use(f"ur-guild-{number_of_guild(view, guild)}", left + pitch * i, size, looks)


def name_of(tile: Tile, middle: complex, ink: str, letters: int) -> Iterator[str]:
    """Yield the name in the middle, in one line or two: fountains lie on the corners."""
    lines = wrap(tile["name"], letters, max_lines=2, placeholder="…")
    foot = middle + (5.5j if len(lines) == 1 else 0)
    for i, line in enumerate(lines):
        yield text(line, foot + 10j * i, 11, ink)


def plate(tile: Tile, middle: complex, scale: float, *, upright: bool) -> Iterator[str]:
    """Yield a bridge or a watchtower, which take no cell."""
    size = plate_size(scale, upright=upright)
    looks = 'fill="var(--colour-5)" stroke="var(--disc-ink)" stroke-width="2"'
    yield rect(middle - size / 2, size.real, size.imag, f'rx="5" {looks}')
    aside = 13 * scale * (1j if upright else 1)
    yield use(f"ur-{tile['power']}", middle - aside, 24 * scale, inked("colour-5-ink"))
    foot = middle + aside + 7j * scale
    yield text(tile["vp"], foot, round(20 * scale), "colour-5-ink", BOLD + SERIF)


def plate_size(scale: float, *, upright: bool) -> complex:
    return scale * (28 + 56j if upright else 56 + 28j)


def fountain(view: View, vp: int, middle: complex, size: float) -> str:
    """Draw a fountain; the first kind is worth more."""
    number = [kind["vp"] for kind in view["fountains_left"]].index(vp) + 1
    foot, letter = middle + size * 0.145j, round(size * 0.42)
    symbol = use(f"ur-fountain-{number}", middle, size)
    return symbol + text(vp, foot, letter, "fountain-ink", BOLD + SERIF)


# ---- cities -------------------------------------------------------------------------------------


def centre(place: str) -> complex:
    """Return where something lies: on a cell, on a border `A1-B1`, outside: `above B1`."""
    cells = [
        drawing.centre(COLUMNS.index(cell[0]), ROWS.index(cell[1]))
        for cell in re.findall("[A-D][1-4]", place)
    ]
    middle = sum(cells) / len(cells)
    out = {"above": -1j, "right of": 1, "below": 1j, "left of": -1}.get(place[:-3], 0)
    return middle + out * (SQUARE / 2 + FRAME / 2)


def is_upright(place: str) -> bool:
    """Say whether what lies there lies along a line from the far to the near."""
    return place.startswith(("left", "right")) or place[-1] == place[1]


def city(
    view: View, player: Player, last: Sequence[str], corner: complex, scale: float
) -> Iterator[str]:
    """Yield a city: its frame, its tiles, decrees that are met, and what lies between tiles."""
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
    """Yield the frame with coordinates, which make room for watchtowers."""
    yield from drawing.frame(len(COLUMNS))
    taken = [tower["outside"] for tower in player["watchtowers"]]
    for column, row in zip(COLUMNS, ROWS, strict=True):
        above, left = f"above {column}1", f"left of A{row}"
        top = centre(above) - (aside if above in taken else 0)
        side = centre(left) - (aside * 1j if left in taken else 0)
        yield text(column, top + 7j, 20, "frame-ink")
        yield text(row, side + 7j, 20, "frame-ink")


def outlines(player: Player) -> Iterator[str]:
    """Yield a green line round the cells of each decree that is met, inside that of others."""
    drawn: list[set[str]] = []
    for decree in player["decrees"] or ():
        inset = 2 + 6 * sum(not cells.isdisjoint(decree["cells"]) for cells in drawn)
        path = drawing.circuit(map(centre, decree["cells"]), inset=inset, corner=6)
        for token, line in (("surface", 5.5), ("accent", 3)) if decree["met"] else ():
            yield f'<path d="{path}" fill="none" stroke="var(--{token})" stroke-width="{line}"/>'
        drawn.append(set(decree["cells"]))


def last_placed(places: Sequence[str], scale: float) -> Iterator[str]:
    """Mark what was placed: a line round all cells, and a ground for what takes no cell."""
    yield from double_line([centre(place) for place in places if place in CELLS])
    for place in places:
        if place not in CELLS:
            size = plate_size(scale, upright=is_upright(place)) + complex(15, 15)
            looks = 'rx="12" fill="var(--last-soft)" stroke="var(--last)" stroke-width="4"'
            yield rect(centre(place) - size / 2, size.real, size.imag, looks)


def double_line(squares: Sequence[complex]) -> Iterator[str]:
    """Yield the mark of the last turn, round squares that touch as round one."""
    path = drawing.circuit(squares, inset=2, corner=8)
    for token, line in (("last", 11), ("last-soft", 5)) if squares else ():
        yield f'<path d="{path}" fill="none" stroke="var(--{token})" stroke-width="{line}"/>'


# ---- market and coins ---------------------------------------------------------------------------


def strip(view: View, corner: complex, width: int) -> Drawn:
    """Draw who is to do what, and which round it is."""
    words = [line for part in due(view).split("; ") for line in wrap(part, 46)]
    height = 92 + 24 * len(words)
    drawn = [drawing.panel(corner, width, height, to_move=False)]
    left = corner + EDGE
    if not is_over(view):
        drawn.append(crest(view, mover(view), left + 25 + 48j, 50))
        left += 68
    drawn.append(text(whose_move(view), left + 40j, 27, "ink", BOLD + SERIF + START))
    for i, line in enumerate(words):
        drawn.append(text(line, left + (68 + 24 * i) * 1j, 19, "ink", START))
    right = corner + width - EDGE
    drawn.append(text(in_round(view), right + 38j, 18, "ink-2", END))
    foot = corner + EDGE + (height - 18) * 1j
    drawn.append(text(PHASES[view["phase"]], right + complex(0, height - 18), 16, "ink-3", END))
    drawn.append(text(order(view), foot, 16, "ink-3", START))
    return height, drawn


def market(last: Sequence[str], view: View, corner: complex, width: int) -> Drawn:
    """Draw the market with what lies beside it, or below if it is wide; after the end only that."""
    places = view["market"]
    if not market_is_open(view):
        return STOCKS, [*stocks(view, corner, complex(width, STOCKS))]
    across = 3 if len(places) <= 9 else 4
    scale = (width - 2 * MARKET_FRAME) / (4 * SQUARE)
    size = complex(across, rows(len(places), across)) * SQUARE * scale
    size += complex(MARKET_FRAME, MARKET_FRAME) * 2
    drawn = [*market_frame(corner, size), scaled(corner + complex(1, 1) * MARKET_FRAME, scale)]
    middles = [complex(i % across + 0.5, i // across + 0.5) * SQUARE for i in range(len(places))]
    for place, middle in zip(places, middles, strict=True):
        drawn += place_at(view, place, middle)
    drawn += [*market_marks(view, dict(zip(middles, places, strict=True)), last), "</g>"]
    height = round(size.imag)
    if across == 3:
        aside = round(size.real) + GAP
        return height, [*drawn, *stocks(view, corner + aside, complex(width - aside, height))]
    drawn += stocks(view, corner + (height + GAP) * 1j, complex(width, STOCKS))
    return height + GAP + STOCKS, drawn


def market_frame(corner: complex, size: complex) -> Iterator[str]:
    inner, inset = size - complex(4, 4), complex(MARKET_FRAME, MARKET_FRAME) - complex(4, 4)
    line = 'fill="none" stroke="var(--frame-hi)" stroke-width="2"'
    yield rect(corner, size.real, size.imag, 'rx="14" fill="var(--frame)"')
    yield rect(corner + 2 + 2j, inner.real, inner.imag, f'rx="12" {line}')
    ground = size - 2 * inset
    yield rect(corner + inset, ground.real, ground.imag, 'rx="4" fill="var(--mortar)"')


def place_at(view: View, place: Mapping[str, Any], middle: complex) -> Iterator[str]:
    """Yield a place of the market with its number, and the tile that lies there."""
    number, tile = place["place"], place["tile"]
    yield drawing.slab(middle, number // 4, number % 4)
    if tile:
        yield from tile_at(view, tile, tile["vp"], middle, LARGE)
    yield rect(middle - 48 - 48j, 25, 20, 'rx="7" fill="var(--frame)"')
    yield text(number, middle - 35.5 - 33j, 14, "frame-ink", BOLD)


def market_marks(
    view: View, places: Mapping[complex, Mapping[str, Any]], last: Sequence[str]
) -> Iterator[str]:
    """Yield marks on the market: the last turn, the payment under way, meeples, the Archbishop."""
    numbers = {middle: place["place"] for middle, place in places.items()}
    latest = [m for m, number in numbers.items() if f"market {number}" in last]
    yield from double_line([m for m in latest if numbers[m] != view["target"]])
    for middle in (m for m, number in numbers.items() if number == view["target"]):
        yield from drawing.chosen(middle)
    for middle, place in places.items():
        above = middle + 32 - 30j
        if place["meeple"] is not None:
            number = number_of(view, view["players"][place["meeple"]]["colour"])
            yield use("ur-meeple", above, 46, f' fill="url(#ur-pattern-{number})"')
        if place["archbishop"] is not None:
            yield use("ur-archbishop", above, 46)
            yield crest(view, view["players"][place["archbishop"]], above + 10 + 18j, 18)


def stocks(view: View, corner: complex, size: complex) -> Iterator[str]:
    """Yield how many tiles and fountains are left, side by side or one below the other."""
    yield drawing.panel(corner, round(size.real), round(size.imag), to_move=False)
    count, lying = len(PILES) + len(view["fountains_left"]), size.real > size.imag
    pitch = (size.real if lying else size.imag * 1j) / count
    middle = corner + (pitch + (size.imag * 1j if lying else size.real)) / 2
    for key, words in PILES.items():
        yield use(f"ur-{key}", middle - 22 - 10j, 36, inked("ink-2"))
        yield from counted(view[f"{key}_size"], words, middle)
        middle += pitch
    for kind in view["fountains_left"]:
        yield fountain(view, kind["vp"], middle - 22 - 10j, 40)
        yield from counted(kind["left"], "fountains", middle)
        middle += pitch


def counted(number: int, words: str, middle: complex) -> Iterator[str]:
    yield text(number, middle + 6 - 2j, 25, "ink", BOLD + SERIF + START)
    yield text(words, middle + 27j, 15, "ink-2")


def coins(view: View, corner: complex, width: int) -> Drawn:
    """Draw the coin cards of the looker, each in its place; played ones leave it empty."""
    player = looker(view)
    if player is None or is_over(view):
        return 0, []
    height, note = HEAD + 112, "above: colours · below: guilds"
    drawn = [*headed(corner, width, height, "Your coins", note)]
    left = {card["card"]: card for card in player["cards"]}
    for number in range(1, CARDS + 1):
        place = corner + complex(EDGE + 3 + (number - 1) * SLOT, HEAD)
        used = view["to_move"] == view["seat"] and in_use(view) == number
        if used or number in left:
            drawn += card_at(view, view["card"] if used else left[number], place, LARGE_CARD)
        if used or number not in left:
            drawn.append(played(place, used=used))
    return height, drawn


def in_use(view: View) -> int | None:
    """Return the number of the card of which one part has paid."""
    return view["card"]["card"] if view["card"] else None


def played(corner: complex, *, used: bool) -> str:
    """Draw the place of a card that is played, green while it is being used."""
    edge, line = ("accent", 3) if used else ("line-2", 1.5)
    looks = f'stroke="var(--{edge})" stroke-width="{line}" stroke-dasharray="4 5"'
    return rect(corner + 1 + 1j, 55, 93, f'rx="7" fill="none" {looks}')


def card_at(view: View, card: Card, corner: complex, scale: float) -> Iterator[str]:
    """Yield a coin card of 60 by 100: flags above, guilds below."""
    yield scaled(corner, scale)
    looks = 'rx="8" fill="var(--raised)" stroke="var(--line-2)" stroke-width="2"'
    yield rect(1 + 1j, 58, 98, looks)
    yield '<path d="M3 50h54" stroke="var(--line-2)" stroke-width="1.5" stroke-dasharray="3 3"/>'
    flags = [("ur-flag", painted_flag(view, colour)) for colour in card["flags"]]
    guilds = [
        (f"ur-guild-{number_of_guild(view, guild)}", inked("ink")) for guild in card["guilds"]
    ]
    for signs, middle in ((flags, 30 + 26j), (guilds, 30 + 74j)):
        yield from in_a_row(signs, middle, 52)
    yield "</g>"


def painted_flag(view: View, colour: str) -> str:
    return painted(f"url(#ur-pattern-{number_of(view, colour)})", "ink")


def in_a_row(signs: Sequence[tuple[str, str]], middle: complex, width: float) -> Iterator[str]:
    """Yield signs side by side, as large as fit in."""
    size = min(36, width / len(signs))
    for i, (symbol, looks) in enumerate(signs):
        yield use(symbol, middle + size * (i - (len(signs) - 1) / 2), size, looks)


# ---- seats --------------------------------------------------------------------------------------


def tall_seat(
    player: Player, last: Sequence[str], view: View, corner: complex, width: int
) -> Drawn:
    """Draw a seat with a large city, and all else above and below it."""
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
    """Draw a seat with a small city, and all else beside it."""
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
    """Yield whose city it is, with the guild, the points, and signs of what the seat is."""
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
    """List what stands beside or below a city; the looker's coins lie elsewhere."""
    panels = [character, useful, waiting, decrees]
    if player["seat"] != view["seat"]:
        panels.insert(2, coins_left)
    return [partial(panel, player) for panel in panels]


def paragraph(heading: str, words: str, corner: complex, width: int) -> Drawn:
    """Write a heading, and words in as many lines as they need."""
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
    """Draw the tiles that are to be placed, with their names."""
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
    """Draw the decrees, or how many there are."""
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
    """Draw a decree: its grid, its name, whether it is met, and what it is worth."""
    wide = width > 400
    cell, room, letters, size = (19, 92, 40, 16) if wide else (15, 62, 14, 15)
    names, state = wrap(decree["name"], letters), is_met(decree)
    height = max(4 * cell, 18 * len(names) + 24) + (-10 if wide else 10)
    ground, edge = ("accent-soft", "accent") if decree["met"] else ("raised", "line-2")
    looks = f'rx="8" fill="var(--{ground})" stroke="var(--{edge})" stroke-width="2"'
    drawn = [rect(corner + 1 + 1j, width - 2, height - 2, looks)]
    drawn += grid(view, decree["grid"], corner + complex(room / 2 + 4, height / 2), cell)
    foot = corner + complex(room + 12, height / 2 - 3 - 9 * (len(names) - 1))
    drawn += [text(n, foot + 18j * i, size, "ink", BOLD + START) for i, n in enumerate(names)]
    words = f"{decree['pile']} · {state if wide else state.partition(' on ')[0]}"
    drawn.append(text(words, foot + (2 + 18 * len(names)) * 1j, 14, "ink-2", START))
    right = corner + complex(width - 12, height / 2 + 9)
    drawn.append(text(decree["vp"], right, 25, "ink", BOLD + SERIF + END))
    return height, drawn


def grid(view: View, lines: Sequence[str], middle: complex, cell: int) -> Iterator[str]:
    """Yield the grid of a decree; where anything may lie stands an empty field."""
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
    """Draw what each seat has points for."""
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


# ---- plain text ---------------------------------------------------------------------------------

# The ground of tiles that begin with a colour's letter, and the ink of the word.
INKS = {
    "purple": ("bold color(231) on color(54)", "color(134)"),
    "blue": ("bold color(234) on color(74)", "color(74)"),
    "yellow": ("bold color(234) on color(221)", "color(179)"),
    "green": ("bold color(231) on color(29)", "color(35)"),
}
LETTERS = {colour[0].upper(): ground for colour, (ground, _) in INKS.items()}
FIELD = f"[{''.join(LETTERS)}.]"  # of the grid of a decree
styles: tuple[tuple[str, str], ...] = (
    *((rf"(?<=[ >]){letter}\d+[a-z]*(?=[ <,.])", ground) for letter, ground in LETTERS.items()),
    (r"(?<=[ >])\*[a-z]{3}\d+(?=[ <,.])", "bold color(234) on color(246)"),
    *(
        (rf"(?<={FIELD}){letter}(?={FIELD}|\W|$)|(?<![\w']){letter}(?={FIELD})", ground)
        for letter, ground in LETTERS.items()
    ),
    *((rf"\b{colour}\b", ink) for colour, (_, ink) in INKS.items()),
    (r"\+-[-+=T\d]+\+", "dim"),
    (r"(?<=-)\d+(?=-)", "not dim bold color(74)"),
)

CELL = 8  # characters inside a cell of a city
HALF = 39  # characters of a city, or of a place of the market
MARKS = {"meeple": "m", "archbishop": "a"}


def terminal(view: View, *, last: Sequence[str] = ()) -> str:
    """Return the position as plain text, at most 80 wide and plain ASCII."""
    seats = [{"Seat": title(view, p), **score_row(view, p)} for p in view["players"]]
    lines = [*market_in_text(view, last), "", *cities_in_text(view, last), *legend(view), ""]
    lines += [*drawing.table_in_text(seats), ""]
    for player in view["players"]:
        for said in seat_in_words(view, player, last):
            lines += drawing.folded(said)
    lines += [*own_decrees_in_text(view), *wrap(sentence(view), drawing.TEXT_WIDTH)]
    return drawing.justified(lines)


def code(tile: Tile, points: int) -> str:
    """Write a tile: `P2cw` is purple, 2 points, with crown and wheel; `*cas11` a castle."""
    if tile["power"]:
        return f"*{tile['power'][:3]}{points}"
    return f"{tile['colour'][0].upper()}{points}{''.join(guild[0] for guild in tile['guilds'])}"


def named(tile: Tile) -> str:
    return f"{tile['name']} {code(tile, tile['vp'])}"


def side_by_side(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    for pair in zip_longest(left, right, fillvalue=""):
        yield " ".join(line.ljust(HALF) for line in pair).rstrip()


def market_in_text(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield which round it is, the market in two columns, and how many tiles are elsewhere."""
    yield f"{in_round(view).capitalize()}, {PHASES[view['phase']]}. {order(view)}."
    places = [place_in_text(place, last) for place in view["market"]]
    if market_is_open(view):
        half = rows(len(places), 2)
        yield from side_by_side(places[:half], places[half:])
    left = ", ".join(f"{kind['left']} of {kind['vp']} VP" for kind in view["fountains_left"])
    yield (
        f"Pile {view['pile_size']}, discards {view['discards_size']}, in the box "
        f"{view['box_size']}; fountains left: {left}."
    )


def place_in_text(place: Mapping[str, Any], last: Sequence[str]) -> str:
    """Write a place: ` 5>P2cw    <Goldsmith's Row        m1`, the last turn between > and <."""
    tile, ends = place["tile"], "><" if f"market {place['place']}" in last else "  "
    words, name = (code(tile, tile["vp"]), tile["name"]) if tile else ("-", "")
    marks = (f"{sign}{place[of] + 1}" for of, sign in MARKS.items() if place[of] is not None)
    return f"{place['place']:>2}{ends[0]}{words:<8}{ends[1]}{name:<22.22} {''.join(marks)}"


def cities_in_text(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield the cities, two side by side."""
    cities = [[*city_in_text(view, player, last)] for player in view["players"]]
    for left, right in zip_longest(cities[::2], cities[1::2], fillvalue=[""]):
        yield from side_by_side(left, right)


def city_in_text(view: View, player: Player, last: Sequence[str]) -> Iterator[str]:
    """Yield a city; bridges are `=` on a border, watchtowers `T` outside, fountains at corners."""
    signs = {place: SIGNS[tile["power"]] for place, tile in laid(player)}
    signs |= {each["square"]: str(each["vp"]) for each in player["fountains"]}
    yield f"{title(view, player)}, {guild_and_side(player)}"
    yield f"  {''.join(f'{column:^{CELL + 1}}' for column in COLUMNS)}"
    yield line_in_text([f"above {column}1" for column in COLUMNS], signs)
    for row, next_ in zip_longest(ROWS, ROWS[1:]):
        yield row_in_text(player, row, signs, touched(player, last))
        if next_:
            borders = [f"{column}{row}-{column}{next_}" for column in COLUMNS]
            yield line_in_text(borders, signs, [column + row for column in COLUMNS[:-1]])
    yield line_in_text([f"below {column}4" for column in COLUMNS], signs)


SIGNS = {"bridge": "=", "watchtower": "T"}


def row_in_text(player: Player, row: str, signs: Mapping[str, str], latest: Sequence[str]) -> str:
    """Write a row of a city, each tile with what it is worth; `>P2cw  <` is of the last turn."""
    line = row + signs.get(f"left of A{row}", "|")
    for cell in (each for each in player["city"] if each["cell"][1] == row):
        name, words = cell["cell"], code(cell["tile"], cell["worth"]) if cell["tile"] else "."
        ends = "><" if name in latest else "  "
        near = [place for place in signs if place.startswith(f"{name}-") and place[-1] == row]
        near += [f"right of {name}"] if name[0] == COLUMNS[-1] else []
        line += f"{ends[0]}{words:<{CELL - 2}}{ends[1]}"
        line += next((signs[place] for place in near if place in signs), "|")
    return line


def line_in_text(
    borders: Sequence[str], signs: Mapping[str, str], squares: Sequence[str] = ()
) -> str:
    """Write the line between two rows, or above or below all."""
    corners = [signs.get(square, "+") for square in squares] or ["+"] * (len(borders) - 1)
    parts = (f"{signs.get(border, ''):-^{CELL}}" for border in borders)
    return " +" + "".join(map("".join, zip(parts, [*corners, "+"], strict=True)))


def legend(view: View) -> Iterator[str]:
    colour, (one, _, other, *_) = view["colours"][0], view["guilds"]
    short = f"{colour[0].upper()}2{one[0]}{other[0]}"
    yield f"{short}: {colour}, 2 VP, {one} and {other}. *cas9: grey, a castle, 9 VP."
    first = view["seat_names"][0]
    yield f"m1, a1: meeple, Archbishop of {first}. =: bridge. T: watchtower. 3: a fountain."


def seat_in_words(view: View, player: Player, last: Sequence[str]) -> Iterator[str]:
    """Yield what a seat is and has, each in a sentence."""
    parts = {
        "is": "; ".join(characters_in_words(player)),
        "has cards": ", ".join(card["text"] for card in player["cards"]),
        "has to place": ", ".join(map(named, player["waiting"])),
        "has besides": ", ".join(besides_in_words(player, touched(player, last))),
    }
    if player["seat"] != view["seat"]:
        parts["has decrees"] = ", ".join(map(decree_in_words, player["decrees"] or ()))
    for what, words in parts.items():
        if words:
            yield f"{player['name']} {what}: {words}."


def characters_in_words(player: Player) -> Iterator[str]:
    if player["character"]:
        yield f"{player['character']['name']}, {character_counts(player)}"
    if player["useful"]:
        used = " (used)" if player["useful"]["used"] else ""
        yield f"{player['useful']['name']}{used}, {useful_does(player['useful'])}"
    else:
        yield from (f"{each['name']}?, {useful_does(each)}" for each in player["drawn"])
    if player["has_archbishop"]:
        yield "with the Archbishop"


def besides_in_words(player: Player, latest: Sequence[str]) -> Iterator[str]:
    """Yield what takes no cell: `Stone Bridge *bri9 A1-B1`."""
    for place, tile in laid(player):
        yield f"{named(tile)} {f'>{place}<' if place in latest else place}"


def decree_in_words(decree: Decree) -> str:
    state = "met" if decree["met"] else "not met"
    return f"{decree['name']} {'/'.join(decree['grid'])} {decree['vp']} {state}"


def own_decrees_in_text(view: View) -> Iterator[str]:
    """Yield the looker's decrees side by side, with their grids in letters."""
    player = looker(view)
    if player and player["decrees"]:
        blocks = [
            [d["name"], f"{d['pile']}, {d['vp']} VP", is_met(d), *d["grid"]]
            for d in player["decrees"]
        ]
        yield from ("", "Your decrees:")
        for lines in zip_longest(*blocks, fillvalue=""):
            yield " ".join(f"{words:<25.25}" for words in lines).rstrip()
        yield ""
