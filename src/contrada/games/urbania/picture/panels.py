"""The panels around the city in the SVG document, one function for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from contrada.games import drawing
from contrada.games.drawing import (
    BOLD,
    EDGE,
    END,
    GAP,
    HEAD,
    SERIF,
    START,
    Drawn,
    View,
    box,
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
from contrada.games.urbania.picture.cards import (
    CARD,
    CARD_WIDTH,
    SMALL,
    card_at,
    card_pitch,
    dealt,
    flag,
    height_of,
    number_of,
    number_of_specialist,
)
from contrada.games.urbania.picture.city import CITY, small_map
from contrada.games.urbania.picture.words import (
    Player,
    Project,
    coins,
    due,
    end_phase,
    seen_projects,
    submitted,
    workers_showing,
)

VALUES = range(10)  # of the track

POOL = 238

PROJECT = 88

# What a project counts, by its kind.
COUNTS = {
    "neighbourhood": "for each renewed there",
    "building": "for each renewed",
    "single": "× the value",
    "pair": "× both values",
}

# ---- below the city -----------------------------------------------------------------------------


def strip(view: View, corner: complex, width: int) -> Drawn:
    """Draw whose turn it is, what to do, and the payment so far."""
    said = due(view).split(", ") if view["payment"] else [due(view)]
    said += [end_phase(view)] if view["end_turns"] else []
    height = max(64 + 26 * len(said), 116 if view["payment"] else 0)
    drawn = [drawing.panel(corner, width, height, to_move=False)]
    left = corner + EDGE
    if view["to_move"] is not None:
        drawn.append(flag(view["to_move"], left + 24 + height * 0.5j, 48))
        left += 66
    drawn.append(text(whose_move(view), left + 39j, 27, "ink", BOLD + SERIF + START))
    for i, words in enumerate(said):
        drawn.append(text(words, left + (68 + 26 * i) * 1j, 19, "ink-2", START))
    return height, [*drawn, *paid(view, corner + width - EDGE)]


def paid(view: View, right: complex) -> Iterator[str]:
    """Yield the cards of the payment so far, up to the right edge, and where they came from."""
    cards = view["payment"]["cards"] if view["payment"] else ()
    corner = right - len(cards) * card_pitch(SMALL) + 6 + 14j
    yield from dealt(view, cards, corner, len(cards) * card_pitch(SMALL), SMALL)
    for i, card in enumerate(cards):
        place = corner + card_pitch(SMALL) * i + SMALL * CARD_WIDTH / 2 + 88j
        yield text(card["from"], place, 16, "ink-3")


def hand(view: View, corner: complex, width: int) -> Drawn:
    """Draw the viewer's hand."""
    player = looker(view)
    if player is None:
        return 0, []
    cards, size, room = player["hand"], player["hand_size"], width - 2 * EDGE
    height = HEAD + max(30, round(height_of(cards, room, CARD))) + 10
    note = f"{size} card{'' if size == 1 else 's'}"
    drawn = dealt(view, cards, corner + complex(EDGE, HEAD), room, CARD)
    return height, [*headed(corner, width, height, "Your hand", note), *drawn]


def face_up(players: Sequence[Player], view: View, corner: complex, width: int) -> Drawn:
    """Draw the cards on the tables of some seats, and cards in hands that everyone has seen."""
    if not players:
        return 0, []
    rooms, left, drawn = rooms_before(players, width), corner + complex(72, HEAD), list[str]()
    for player in players:
        drawn.append(flag(player["seat"], left - 34 + SMALL * 0.5j, 36))
        lying = [
            (player["table"], left, rooms[0]),
            (player["known"], left + rooms[0] + 14, rooms[1]),
        ]
        for cards, at, room in lying:
            drawn += dealt(view, cards, at, room, SMALL)
        left += (max(height_of(cards, room, SMALL) for cards, _, room in lying) + 8) * 1j
    height, second = round(left.imag - corner.imag), corner + 86 + rooms[0] + 38j
    drawn.append(text("In hand, taken openly", second, 25, "ink", BOLD + SERIF + START))
    return height, [*headed(corner, width, height, "Face up, for coins"), *drawn]


def rooms_before(players: Sequence[Player], width: int) -> tuple[float, float]:
    """Return the widths for both kinds of cards: the first gets what it needs, up to half.

    It may take more than half if the second does not need it; a heading is five cards wide.
    """
    pitch, room = card_pitch(SMALL), width - 72 - EDGE - 14
    table, known = (max(5, *(len(p[key]) for p in players)) for key in ("table", "known"))
    first = min(table, max(room // pitch // 2, room // pitch - known)) * pitch
    return first, room - first


# ---- beside the city ----------------------------------------------------------------------------


def seats_height(view: View) -> int:
    """Return the height for one or two rows of numbers and, at the end, points from projects."""
    return (126 if view["seats"] <= 3 else 156) + (28 if view["due"] == "over" else 0)


def seats(view: View, corner: complex, width: int) -> Drawn:
    """Draw the seats side by side."""
    pitch, drawn = (width + 12) / view["seats"], list[str]()
    for player in view["players"]:
        drawn += seat(view, player, corner + player["seat"] * pitch, round(pitch) - 12)
    return seats_height(view), drawn


def seat(view: View, player: Player, corner: complex, width: int) -> Iterator[str]:
    """Yield a seat: its flag and points, its name, what it has."""
    number, left = player["seat"], corner + 14
    height, to_move = seats_height(view), view["to_move"] == number
    yield drawing.panel(corner, width, height, to_move=to_move)
    yield flag(number, left + 19 + 34j, 38)
    yield text(player["points"], corner + width - 14 + 46j, 36, "ink", BOLD + SERIF + END)
    yield text(title(view, player), left + 80j, 20, "ink", BOLD + START)
    if number == view["start_seat"]:
        yield use("ua-start", corner + width - 26 + 73j, 26, inked("ink-2"))
    if player["contract"] is not None:
        used = "" if player["contract"] else "-used"
        yield use(f"ua-contract{used}", left + 62 + 34j, 34, inked("ink-2"))
    yield from numbers(view, player, left + 104j, width - 28)
    if view["due"] == "over":
        words = f"{player['from_projects']} from projects"
        yield text(words, left + (height - 16) * 1j, 18, "ink-2", START)


def numbers(view: View, player: Player, left: complex, width: int) -> Iterator[str]:
    """Yield the cards and projects in hand, the coins on the table, the projects submitted."""
    items = (
        ("ua-draw", player["hand_size"]),
        ("ua-coin", coins(player)),
        ("ua-project", player["project_hand_size"]),
        ("ua-submitted", submitted(player)),
    )
    across = 4 if view["seats"] <= 3 else 2
    for i, (symbol, number) in enumerate(items):
        place = left + complex(i % across * width / across, i // across * 30)
        yield use(symbol, place + 13, 27, ' fill="none"' + inked("ink-2"))
        yield text(number, place + 30 + 7j, 19, "ink", START)


def track(view: View, corner: complex, width: int) -> Drawn:
    """Draw the value track, high enough for the pool to end where the city ends."""
    height, note = (
        CITY - seats_height(view) - POOL - 2 * GAP,
        "square: buildings · round: specialist",
    )
    cells, pitch = corner + 340 + 86j, complex(60, (height - 100) / len(view["track"]))
    drawn = [*headed(corner, width, height, "Value track", note), *grid(view, cells, pitch)]
    for i, row in enumerate(view["track"]):
        middle = cells + (i + 0.5) * pitch.imag * 1j
        drawn.append(text(row["type"].capitalize(), middle - 320 + 7j, 19, "ink", START))
        drawn.append(text(row["specialist"], middle - 54 + 6j, 17, "ink-2", END))
        drawn.append(holder(row["holder"], middle - 28))
        drawn += markers(view, row, middle + 30, pitch.real)
    return height, drawn


def grid(view: View, cells: complex, pitch: complex) -> Iterator[str]:
    """Yield the cells of the track with their values; those with a card icon are darker."""
    across, down = pitch.real * len(VALUES), pitch.imag * len(view["track"])
    for value in VALUES:
        left, icon = cells + value * pitch.real, value in view["card_icons"]
        if icon:
            yield rect(left, pitch.real, down, 'fill="var(--shade)"')
            yield use("ua-draw", left + 43 - 14j, 22, inked("ink-2"))
        yield text(value, left + (22 if icon else 30) - 8j, 18, "ink-2")
    lines = [
        f"M{cells.real - 320:g} {cells.imag + i * pitch.imag:g}h{across + 320:g}"
        for i in range(len(view["track"]))
    ]
    lines += [f"M{cells.real + i * pitch.real:g} {cells.imag:g}v{down:g}" for i in VALUES]
    yield f'<path d="{"".join(lines)}" stroke="var(--line)" stroke-width="1.5"/>'


def holder(seat: int | None, middle: complex) -> str:
    if seat is None:
        return box(middle, 26, 'fill="none" stroke="var(--line-2)" stroke-width="2"', 5)
    return flag(seat, middle, 29)


def markers(view: View, row: Mapping[str, Any], start: complex, pitch: float) -> Iterator[str]:
    """Yield the markers of a type, side by side if they stand on the same value."""
    number, aside = number_of(view, row["type"]), 14.5 * (row["buildings"] == row["value"])
    square = start + row["buildings"] * pitch - aside
    yield box(square, 28, f'fill="var(--type-{number})"', 5)
    yield use(f"ua-building-{number}", square, 23, inked(f"type-{number}-ink"))
    round_ = start + row["value"] * pitch + aside
    being_hired = view["due"] == "hire" and view["payment"]["target"] == row["specialist"]
    edge, line = ("accent", 5) if being_hired else ("line-2", 2)
    ring = f'fill="var(--raised)" stroke="var(--{edge})" stroke-width="{line}"'
    yield box(round_, 27, ring, 14)
    yield use(f"ua-specialist-{number}", round_, 21, painted(f"type-{number}", "ink"))


def pool(view: View, corner: complex, width: int) -> Drawn:
    """Draw the pool with its places, the piles and the discards."""
    drawn = [*headed(corner, width, POOL, "Pool", workers_showing(view))]
    left, pitch = corner + complex(EDGE + 50, HEAD + CARD / 2), 108
    for i, card in enumerate(view["pool"]):
        middle = left + i * pitch
        drawn += card_at(view, card, middle, CARD) if card else [no_card(middle)]
        drawn.append(text(i + 1, middle + 92j, 18, "ink-2"))
    looks = 'fill="var(--line)"'
    drawn.append(rect(left + len(view["pool"]) * pitch - 33 - 56j, 2, 112, looks))
    return POOL, [*drawn, *piles(view, corner + complex(width - EDGE - 51, HEAD + CARD / 2))]


def piles(view: View, right: complex) -> Iterator[str]:
    """Yield the piles and the discards; `right` is the middle of the last."""
    sizes = (view["pile_size"], view["project_pile_size"], view["discards_size"])
    yield from back(right - 224, "pile", sizes[0], "cards", ("accent", "accent-2", "on-accent"))
    yield from back(
        right - 112, "project", sizes[1], "projects", ("frame", "frame-hi", "frame-ink")
    )
    yield from back(right, "discards", sizes[2], "discards", ("sunken", "line-2", "ink"))


def no_card(middle: complex) -> str:
    looks = 'fill="none" stroke="var(--line-2)" stroke-width="2" stroke-dasharray="6 6"'
    return rect(middle - 49 - 69j, 98, 136, f'rx="9" {looks}')


def back(
    middle: complex, symbol: str, size: int, what: str, tokens: tuple[str, str, str]
) -> Iterator[str]:
    """Yield a pile of cards, and how many; an empty one is only outlined."""
    ground, below, ink = tokens if size else ("", "", "ink-2")
    if size:
        yield rect(middle - 47 - 67j, 100, 138, f'rx="10" fill="var(--{below})"')
        yield rect(middle - 50 - 70j, 100, 138, f'rx="10" fill="var(--{ground})"')
    else:
        yield no_card(middle)
    yield use(f"ua-{symbol}", middle - 32j, 46, inked(ink))
    yield text(size, middle + 22j, 30, ink, BOLD + SERIF)
    yield text(what, middle + 46j, 17, ink)


def projects(player: Player | None, view: View, corner: complex, width: int) -> Drawn:
    """Draw the projects that the viewer sees: their own, and at the end all submitted ones."""
    if not player or not (seen := seen_projects(player)):
        return 0, []
    own, over, across = player["seat"] == view["seat"], view["due"] == "over", width // 300
    heading = "Your projects" if own else f"Projects of {player['name']}"
    note = f"{player['from_projects']} points" if over else "worth now"
    height = HEAD + rows(len(seen), across) * (PROJECT + 10) + 8
    drawn, pitch = [*headed(corner, width, height, heading, note)], (width - 2 * EDGE + 12) / across
    for i, (place, project) in enumerate(seen):
        at = corner + complex(EDGE + i % across * pitch, HEAD + i // across * (PROJECT + 10))
        drawn += project_at(view, place, project, at, pitch - 12)
    return height, drawn


def project_at(
    view: View, place: str, project: Project, corner: complex, width: float
) -> Iterator[str]:
    """Yield a project: what it counts, and what it is worth now; a submitted one is green."""
    ground, edge = ("accent-soft", "accent") if place == "submitted" else ("raised", "line-2")
    looks = f'rx="8" fill="var(--{ground})" stroke="var(--{edge})" stroke-width="2"'
    yield rect(corner + 1 + 1j, width - 2, PROJECT - 2, looks)
    yield from project_icon(view, project, corner + complex(29, PROJECT / 2))
    names = project["name"].split(" + ")
    lines = [names[0][0].upper() + names[0][1:], *(f"+ {name}" for name in names[1:])]
    foot = corner + 58 + (PROJECT / 2 + 6 - 11 * len(lines)) * 1j
    for i, line in enumerate(lines):
        yield text(line, foot + 22j * i, 16, "ink", BOLD + START)
    counts = f"{project['factor']} {COUNTS[project['kind']]}"
    yield text(counts, foot + 22j * len(lines), 15, "ink-2", START)
    right = corner + width - 12
    yield text(project["worth"], right + (PROJECT / 2 + 4) * 1j, 26, "ink", BOLD + SERIF + END)
    yield text(place, right + (PROJECT - 14) * 1j, 14, "ink-2", END)


def project_icon(view: View, project: Project, middle: complex) -> Iterator[str]:
    """Yield a map of the city with a district, or a building, or one or two specialists."""
    if project["kind"] == "neighbourhood":
        yield from small_map(view, project["of"][0], middle)
    elif project["kind"] == "building":
        number = number_of(view, project["of"][0])
        yield use(f"ua-renewed-{number}", middle, 40)
        yield use(f"ua-building-{number}", middle, 27, inked(f"type-{number}-ink"))
    else:
        up = 20j * (len(project["of"]) - 1)
        for i, name in enumerate(project["of"]):
            number = number_of_specialist(view, name)
            looks = painted(f"type-{number}", "ink")
            yield use(f"ua-specialist-{number}", middle - up + 40j * i, 40, looks)
