"""Draws a view of Urbania as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from contrada.games import drawing
from contrada.games.drawing import TEXT_WIDTH, View, folded, table_in_text, title
from contrada.games.urbania.picture.city import Space
from contrada.games.urbania.picture.words import (
    COLUMNS,
    Player,
    coins,
    listed,
    own_in_words,
    seen_projects,
    sentence,
    submitted,
    valued,
    workers_showing,
)

# What is of a type, or of its colour, has that colour.
GROUNDS = {
    "fac": ("brown", "color(231) on color(94)", "color(137)"),
    "ban": ("gray", "color(234) on color(246)", "color(246)"),
    "hos": ("red", "color(231) on color(124)", "color(167)"),
    "bus": ("pink", "color(234) on color(217)", "color(175)"),
    "sch": ("beige", "color(234) on color(223)", "color(179)"),
    "par": ("green", "color(234) on color(107)", "color(107)"),
    "res": ("blue", "color(231) on color(25)", "color(68)"),
}
FACE = r"(?:\d|R|\$)[\dR$+]*"
styles: tuple[tuple[str, str], ...] = (
    *((rf"\[{short.upper()}\]", f"bold {ground}") for short, (_, ground, _) in GROUNDS.items()),
    *((rf"\b{short}(?= \d/)", ink) for short, (_, _, ink) in GROUNDS.items()),
    *((rf"\b{colour} {FACE}", ink) for colour, _, ink in GROUNDS.values()),
    (r"\||-{10}|\+(?=-{10})|(?<=-{10})\+", "dim"),
)


def terminal(view: View, *, last: Sequence[str] = ()) -> str:
    """Return the position as plain text, at most 80 wide and plain ASCII."""
    lines = [*board_in_text(view, last), legend(view), "", *track_in_text(view), ""]
    seats = table_in_text([seat_in_text(view, player) for player in view["players"]])
    lines += [*stocks_in_text(view), "", *seats, ""]
    for said in (*shown_in_text(view), *own_in_words(view), sentence(view)):
        lines += folded(said)
    return drawing.justified(lines)


def board_in_text(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield the city, with lines between the districts; `>[HOS]   <` marks the last turn."""
    spaces, line = view["spaces"], f" +{'-' * 76}+"
    yield districts_in_text(view, "NW", "NE")
    yield "  " + "".join(letter.center(11) for letter in COLUMNS)
    yield line
    for i in range(0, len(spaces), 7):
        if i:
            yield from wall_in_text(spaces[i - 7 : i], spaces[i : i + 7])
        yield row_in_text(spaces[i : i + 7], last)
    yield line
    yield districts_in_text(view, "SW", "SE")


def districts_in_text(view: View, west: str, east: str) -> str:
    left, right = (f"{name}: {view['undeveloped'][name]} run-down" for name in (west, east))
    return f"  {left}{right.rjust(TEXT_WIDTH - 3 - len(left))}"


def row_in_text(row: Sequence[Space], last: Sequence[str]) -> str:
    cells = []
    for space, next_ in zip(row, [*row[1:], None], strict=True):
        ends = "><" if space["space"] in last else "  "
        wall = " " if next_ and next_["district"] == space["district"] else "|"
        cells.append(f"{ends[0]}{space_in_text(space):<8}{ends[1]}{wall}")
    return f"{row[0]['space'][1]}|{''.join(cells)}"


def space_in_text(space: Space) -> str:
    """Write a building: `hos 3/4c` needs 3 workers, gives 4 points, a card; `[HOS]` is renewed."""
    short = space["type"][:3]
    if space["renewed"]:
        return f"[{short.upper()}]"
    return f"{short} {space['workers']}/{space['points']}{'c' if space['card'] else ''}"


def wall_in_text(above: Sequence[Space], row: Sequence[Space]) -> Iterator[str]:
    """Yield the line between two rows, if there is a border."""
    walls = [a["district"] != b["district"] for a, b in zip(above, row, strict=True)]
    if any(walls):
        marks = ["-" * 10 if wall else " " * 10 for wall in walls]
        joints = [corner_in_text(above, row, i) for i in range(1, 7)]
        inner = "".join(mark + joint for mark, joint in zip(marks, [*joints, ""], strict=True))
        yield f" {'+' if walls[0] else '|'}{inner}{'+' if walls[-1] else '|'}"


def corner_in_text(above: Sequence[Space], row: Sequence[Space], i: int) -> str:
    """Return the sign where four spaces meet."""
    a, b, c, d = (space["district"] for space in (above[i - 1], above[i], row[i], row[i - 1]))
    across, down = a != d or b != c, a != b or c != d
    return "+" if across and down else "-" if across else "|" if down else " "


def legend(view: View) -> str:
    name = view["types"][0]
    done = f"[{name[:3].upper()}] is renewed."
    return f"{name[:3]} 3/4c: a {name}, 3 workers, 4 points and a card; {done}"


def track_in_text(view: View) -> Iterator[str]:
    yield from table_in_text([track_row(view, row) for row in view["track"]])
    if view["card_icons"]:
        yield f"A specialist brings a card at value {', '.join(map(str, view['card_icons']))}."


def track_row(view: View, row: Mapping[str, Any]) -> dict[str, object]:
    return {
        "Type": row["type"],
        "Colour": row["colour"],
        "Buildings": row["buildings"],
        "Value": row["value"],
        "Specialist": row["specialist"],
        "Held by": "-" if row["holder"] is None else view["seat_names"][row["holder"]],
    }


def stocks_in_text(view: View) -> Iterator[str]:
    """Yield the pool with its places, and how many cards are where."""
    cards = (card["text"] if card else "-" for card in view["pool"])
    places = ", ".join(f"({place}) {words}" for place, words in enumerate(cards, 1))
    yield from folded(f"Pool {places}; {workers_showing(view)}.")
    yield (
        f"Cards in the pile {view['pile_size']}, projects in the pile "
        f"{view['project_pile_size']}, discards {view['discards_size']}."
    )


def seat_in_text(view: View, player: Player) -> dict[str, object]:
    start = ", starts" if player["seat"] == view["start_seat"] else ""
    cells: dict[str, object] = {"Seat": title(view, player) + start, "Points": player["points"]}
    if view["due"] == "over":
        cells["From projects"] = player["from_projects"]
    cells |= {
        "Hand": player["hand_size"],
        "Coins": coins(player),
        "Projects": player["project_hand_size"],
        "Submitted": submitted(player),
    }
    if player["contract"] is not None and view["due"] != "over":
        cells["Contract"] = "active" if player["contract"] else "used"
    return cells


def shown_in_text(view: View) -> Iterator[str]:
    """Yield what everyone sees of each seat's cards, the revealed projects, and the payment."""
    for player in view["players"]:
        seen = [] if player["seat"] == view["seat"] else seen_projects(player)
        parts = {
            "face up": listed(player["table"]),
            "taken openly": listed(player["known"]),
            "projects": valued(project for _, project in seen),
        }
        said = "; ".join(f"{what}: {words}" for what, words in parts.items() if words)
        if said:
            yield f"{player['name']}, {said}."
    if view["payment"]:
        cards = (f"{card['text']} from {card['from']}" for card in view["payment"]["cards"])
        yield f"Paid: {', '.join(cards) or 'nothing yet'}."
