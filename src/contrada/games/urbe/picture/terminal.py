"""Draws a view of Urbe as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from contrada.games import drawing
from contrada.games.drawing import View, looker, rows, title
from contrada.games.urbe.picture.words import (
    COLUMNS,
    PHASES,
    ROWS,
    Decree,
    Player,
    Tile,
    character_counts,
    guild_and_side,
    in_round,
    is_fulfilled,
    laid,
    market_is_open,
    order,
    score_row,
    sentence,
    touched,
    useful_does,
)

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
    """Yield the round, the market in two columns, and how many tiles are elsewhere."""
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
    """Write a row of a city, each tile with its worth; `>P2cw  <` marks the last turn."""
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
    """Yield what a seat is and has, one sentence each."""
    parts = {
        "is": "; ".join(characters_in_words(player)),
        "has cards": ", ".join(card["text"] for card in player["cards"]),
        "has to place": ", ".join(map(named, player["waiting"])),
        "also has": ", ".join(also_in_words(player, touched(player, last))),
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


def also_in_words(player: Player, latest: Sequence[str]) -> Iterator[str]:
    """Yield the tiles that take no cell: `Stone Bridge *bri9 A1-B1`."""
    for place, tile in laid(player):
        yield f"{named(tile)} {f'>{place}<' if place in latest else place}"


def decree_in_words(decree: Decree) -> str:
    grid = "/".join(decree["grid"])
    return f"{decree['name']} {grid} {decree['vp']} {is_fulfilled(decree)}"


def fulfilled_in_lines(decree: Decree) -> list[str]:
    """Say whether a decree is fulfilled, and below it on which cells."""
    return [is_fulfilled(decree), *([" ".join(decree["cells"])] if decree["met"] else [])]


def own_decrees_in_text(view: View) -> Iterator[str]:
    """Yield the viewer's decrees side by side, with their grids in letters."""
    player = looker(view)
    if player and player["decrees"]:
        blocks = [
            [d["name"], f"{d['pile']}, {d['vp']} VP", *fulfilled_in_lines(d), *d["grid"]]
            for d in player["decrees"]
        ]
        yield from ("", "Your decrees:")
        for lines in zip_longest(*blocks, fillvalue=""):
            yield " ".join(f"{words:<25.25}" for words in lines).rstrip()
        yield ""
