"""Draws a view of Urbania, as an SVG document and as plain text; knows no rule.

What tiles, cards and markers look like is in `pieces.svg`, what all games share in `drawing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
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
    TEXT_WIDTH,
    Column,
    Drawn,
    Theme,
    View,
    box,
    final_scores,
    folded,
    headed,
    inked,
    looker,
    painted,
    rect,
    rows,
    table_in_text,
    text,
    title,
    use,
    whose_move,
)

Space = Mapping[str, Any]
Card = Mapping[str, Any]
Player = Mapping[str, Any]
Project = Mapping[str, Any]

COLUMNS, ROWS = "ABCDEFG", "1234567"
VALUES = range(10)  # of the track
MOST_SUBMITTED = 3

# The city with what is below it, and the column beside it.
CITY = len(COLUMNS) * SQUARE + 2 * FRAME
BESIDE = 960
POOL = 238

# Where the frame names a district: at its corner.
PLAQUES = {"NW": 38 + 20j, "NE": 740 + 20j, "SW": 38 + 760j, "SE": 740 + 760j}

# Heights of cards, those of the hand and the small ones; a card is drawn in a square.
CARD, SMALL = 140, 68
CARD_WIDTH = 5 / 7
PROJECT = 88

# What a project counts, by its kind.
COUNTS = {
    "neighbourhood": "for each renewed there",
    "building": "for each renewed",
    "single": "× the value",
    "pair": "× both values",
}


# ---- what the view says, in words ---------------------------------------------------------------


def payment_due(payment: Mapping[str, Any]) -> str:
    """Say what is being paid for, and how far: `pay for C4, 2 of 3 workers`."""
    what, signs = ("the", "coins") if payment["what"] == "hire" else ("for", "workers")
    return f"pay {what} {payment['target']}, {payment['paid']} of {payment['price']} {signs}"


def due(view: View) -> str:
    """Say what the seat to move has to do, or the scores."""
    if view["due"] == "over":
        return final_scores(view)
    if view["payment"]:
        return payment_due(view["payment"])
    return {
        "action": f"action {3 - view['actions_left']} of 2",
        "draw": f"draw card {3 - view['cards_due']} of 2",
        "card": "draw a card or none",
    }[view["due"]]


def end_phase(view: View) -> str:
    turns = view["end_turns"]
    return f"End phase, {turns} turn{'s' if turns > 1 else ''} to come" if turns else ""


def sentence(view: View) -> str:
    """Say who has to do what: `Second to move: action 1 of 2. End phase, 4 turns to come.`."""
    last = f" {end_phase(view)}." if view["end_turns"] else ""
    return f"{whose_move(view)}: {due(view)}.{last}"


def coins(player: Player) -> int:
    """Add up the coins that lie face up before a seat."""
    return sum(card["count"] * (card["coins"] + card["rainbow_coins"]) for card in player["table"])


def submitted(player: Player) -> str:
    return f"{player['submitted_size']}/{MOST_SUBMITTED}"


def listed(cards: Iterable[Card]) -> str:
    """Write cards: `brown 2+$1, gray 3 x2`."""
    return ", ".join(
        f"{card['text']} x{card['count']}" if card["count"] > 1 else card["text"] for card in cards
    )


def workers_showing(view: View) -> str:
    workers = view["pool_workers"]
    swept = ", may be swept" if view["may_sweep"] else ""
    return f"{workers} worker{'' if workers == 1 else 's'} showing{swept}"


def valued(projects: Iterable[Project]) -> str:
    """Write projects with what they are worth now: `NW (20), Banker + Doctor (18)`."""
    return ", ".join(f"{project['name']} ({project['worth']})" for project in projects)


def seen_projects(player: Player) -> list[tuple[str, Project]]:
    """List the projects of a seat that the looker sees, and where they are."""
    places = (("submitted", player["submitted"]), ("in hand", player["projects"]))
    return [(place, project) for place, projects in places for project in projects or ()]


def description(view: View) -> str:
    """Say the position to those who hear it."""
    renewed = sum(space["renewed"] for space in view["spaces"])
    points = ", ".join(f"{player['name']} {player['points']}" for player in view["players"])
    said = f"{sentence(view)} Buildings renewed: {renewed} of {len(view['spaces'])}."
    return " ".join([f"{said} Points: {points}.", *own_in_words(view)])


def own_in_words(view: View) -> Iterator[str]:
    """Yield what the looker holds."""
    if player := looker(view):
        yield f"Your hand: {listed(player['hand']) or 'empty'}."
        for where in ("in hand", "submitted"):
            own = [project for place, project in seen_projects(player) if place == where]
            if own:
                yield f"Your projects {where}, worth now: {valued(own)}."


# ---- the SVG document ---------------------------------------------------------------------------


def svg(view: View, *, last: Sequence[str] = (), theme: Theme = "light") -> str:
    """Return the position as an SVG document that stands alone, on a screen and on paper.

    `last` holds the spaces that the last turn renewed.
    """
    left, right = Column(complex(0, CITY + GAP), CITY), Column(complex(CITY + GAP, 0), BESIDE)
    left.add(view, strip, partial(projects, looker(view)))
    right.add(view, seats, track, pool, hand)
    for player in view["players"]:
        if player["seat"] != view["seat"]:
            panel = partial(projects, player)
            min(left, right, key=lambda side: side.foot_with(view, panel)).add(view, panel)
    before_seats(view, left, right)
    foot = max(left.corner.imag, right.corner.imag) - GAP
    size, pieces = (CITY + GAP + BESIDE, round(foot)), Path(__file__).with_name("pieces.svg")
    layers = (city(view, last), left.lines, right.lines)
    return drawing.document("Urbania", description(view), size, layers, pieces, theme)


def before_seats(view: View, left: Column, right: Column) -> None:
    """Add what lies before the seats to both columns, so that they end nearly equally low."""
    players = [player for player in view["players"] if player["table"] or player["known"]]
    ways = [
        (partial(face_up, players[:i]), partial(face_up, players[i:]))
        for i in range(len(players) + 1)
    ]
    one, other = min(
        ways, key=lambda way: max(left.foot_with(view, way[0]), right.foot_with(view, way[1]))
    )
    left.add(view, one)
    right.add(view, other)


def number_of(view: View, type_: str) -> int:
    """Return the number of a type, by which `pieces.svg` knows it."""
    return list(view["types"]).index(type_) + 1


def number_of_specialist(view: View, name: str) -> int:
    return [row["specialist"] for row in view["track"]].index(name) + 1


def flag(seat: int, middle: complex, size: float) -> str:
    return use(f"ua-flag-{seat + 1}", middle, size)


# ---- the city -----------------------------------------------------------------------------------


def city(view: View, last: Sequence[str]) -> Iterator[str]:
    """Yield the board: tiles, streets, the monorail, and what the last turn and a payment mark."""
    yield from frame(view)
    for space in view["spaces"]:
        yield from tile(view, space)
    yield from streets(view)
    target = view["payment"]["target"] if view["due"] == "renew" else None
    for space in last:
        if space != target:
            yield drawing.last_move(centre(space))
    if target:
        yield from drawing.chosen(centre(target))


def centre(space: str) -> complex:
    return drawing.centre(COLUMNS.index(space[0]), ROWS.index(space[1]))


def frame(view: View) -> Iterator[str]:
    """Yield the frame with coordinates, districts, and how many buildings are run-down there."""
    yield from drawing.frame(len(COLUMNS))
    for letter, number in zip(COLUMNS, ROWS, strict=True):
        yield text(letter, complex(centre(letter + "1").real, FRAME - 12), 23, "frame-ink")
        yield text(number, complex(FRAME / 2 - 1, centre("A" + number).imag + 8), 23, "frame-ink")
    for name, left in view["undeveloped"].items():
        middle = PLAQUES[name]
        yield text(name, middle - 4 + 6j, 16, "frame-ink", BOLD + END)
        yield use(f"ua-old-{len(view['types'])}", middle + 6, 20, inked("frame-ink"))
        yield text(left, middle + 16 + 6j, 16, "frame-ink", BOLD + START)


def tile(view: View, space: Space) -> Iterator[str]:
    """Yield a building: solid if renewed, else line only, with what it needs and gives."""
    number, middle = number_of(view, space["type"]), centre(space["space"])
    ink, foot = f"type-{number}-ink", middle + 36j
    if space["renewed"]:
        yield use(f"ua-renewed-{number}", middle, SQUARE)
        yield use(f"ua-building-{number}", middle, 66, inked(ink))
        return
    yield use(f"ua-tile-{number}", middle, SQUARE)
    yield use(f"ua-old-{number}", middle - 12j, 52, inked("old-ink"))
    yield use("ua-worker", foot - 34, 21, painted(ink, ink))
    yield text(space["workers"], foot - 21 + 7j, 19, ink, BOLD + START)
    if space["card"]:
        yield use("ua-draw", foot + 6, 23, inked(ink))
    yield text(space["points"], foot + 41 + 7j, 19, ink, BOLD + END)


def district(view: View, name: str, corner: int) -> str:
    """Return the path round a district, or round the centre."""
    places = (centre(s["space"]) for s in view["spaces"] if s["district"] == name)
    return drawing.circuit(places, inset=0, corner=corner)


def streets(view: View) -> Iterator[str]:
    """Yield the streets between the districts, and the monorail round the centre."""
    paths = "".join(district(view, name, 3) for name in view["undeveloped"])
    yield f'<path d="{paths}" fill="none" stroke="var(--frame)" stroke-width="5"/>'
    rail = f'<path d="{district(view, "centre", 14)}" fill="none" stroke='
    yield f'{rail}"var(--frame)" stroke-width="13"/>'
    yield f'{rail}"var(--frame-ink)" stroke-width="7"/>'
    yield f'{rail}"var(--frame)" stroke-width="7" stroke-dasharray="2.5 7"/>'


# ---- cards --------------------------------------------------------------------------------------


def card_at(view: View, card: Card, middle: complex, height: float) -> Iterator[str]:
    """Yield a card: the icon of its suit, its workers above its coins, how many there are."""
    number, unit = number_of(view, card["suit"]), height / CARD
    ink = f"type-{number}-ink"
    yield use(f"ua-card-{number}", middle, height)
    yield use(f"ua-building-{number}", middle - (30 + 51j) * unit, 28 * unit, inked(ink))
    if card.get("count", 1) > 1:
        place, size = middle + (40 - 42j) * unit, max(17, round(26 * unit))
        yield text(f"×{card['count']}", place, size, ink, BOLD + END)
    workers, paid = signs(card, number, "workers"), signs(card, number, "coins")
    if workers and paid:
        yield from spread(workers, middle - 6j * unit, (86 * unit, 52 * unit), 54 * unit)
        yield from spread(paid, middle + 43j * unit, (86 * unit, 36 * unit), 36 * unit)
    else:
        yield from spread(workers, middle + 16j * unit, (86 * unit, 86 * unit), 54 * unit)
        yield from spread(paid, middle + 16j * unit, (86 * unit, 80 * unit), 38 * unit)


def signs(card: Card, number: int, kind: str) -> list[tuple[str, str]]:
    """List symbols and colours of the workers, or coins, on a card; rainbow ones are striped."""
    plain, rainbow, line = {
        "workers": ("ua-worker", "ua-worker", "card-ink"),
        "coins": ("ua-coin", "ua-rainbow-coin", f"type-{number}-ink"),
    }[kind]
    own = [(plain, painted(f"type-{number}", line))] * card[kind]
    return own + [(rainbow, painted("url(#ua-rainbow)", "card-ink"))] * card[f"rainbow_{kind}"]


def spread(
    symbols: Sequence[tuple[str, str]], middle: complex, room: tuple[float, float], most: float
) -> Iterator[str]:
    """Yield symbols in rows that fill a room, as large as they can be, up to `most`."""
    if not symbols:
        return
    sizes = {n: fitting(len(symbols), n, room, most) for n in range(len(symbols), 0, -1)}
    across = max(sizes, key=lambda n: sizes[n])
    size, down = sizes[across], rows(len(symbols), across)
    for i in range(down):
        row = symbols[i * across : (i + 1) * across]
        for j, (symbol, looks) in enumerate(row):
            place = complex(j - (len(row) - 1) / 2, (i - (down - 1) / 2) * 0.86) * size
            yield use(symbol, middle + place, size, looks)


def fitting(count: int, across: int, room: tuple[float, float], most: float) -> float:
    """Return how large symbols can be with so many in a row; hats and coins are flat."""
    return min(most, room[0] / across, room[1] / (0.86 * rows(count, across)))


def dealt(
    view: View, cards: Sequence[Card], corner: complex, width: float, height: float
) -> Iterator[str]:
    """Yield cards in rows, from the corner of the first."""
    across, pitch = in_a_row(width, height), complex(card_pitch(height), height + 8)
    first = corner + complex(height * CARD_WIDTH, height) / 2
    for i, card in enumerate(cards):
        place = complex(i % across * pitch.real, i // across * pitch.imag)
        yield from card_at(view, card, first + place, height)


def card_pitch(height: float) -> float:
    return height * CARD_WIDTH + 6


def in_a_row(width: float, height: float) -> int:
    return int((width + 6) // card_pitch(height))


def height_of(cards: Sequence[Card], width: float, height: float) -> float:
    """Return how high dealt cards are, with 8 below each row."""
    return rows(len(cards), in_a_row(width, height)) * (height + 8)


# ---- below the city -----------------------------------------------------------------------------


def strip(view: View, corner: complex, width: int) -> Drawn:
    """Draw who is to do what, and the payment under way."""
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
    """Yield the cards of the payment under way, up to the right edge, and where they came from."""
    cards = view["payment"]["cards"] if view["payment"] else ()
    corner = right - len(cards) * card_pitch(SMALL) + 6 + 14j
    yield from dealt(view, cards, corner, len(cards) * card_pitch(SMALL), SMALL)
    for i, card in enumerate(cards):
        place = corner + card_pitch(SMALL) * i + SMALL * CARD_WIDTH / 2 + 88j
        yield text(card["from"], place, 16, "ink-3")


def hand(view: View, corner: complex, width: int) -> Drawn:
    """Draw the hand of the looker."""
    player = looker(view)
    if player is None:
        return 0, []
    cards, size, room = player["hand"], player["hand_size"], width - 2 * EDGE
    height = HEAD + max(30, round(height_of(cards, room, CARD))) + 10
    note = f"{size} card{'' if size == 1 else 's'}"
    drawn = dealt(view, cards, corner + complex(EDGE, HEAD), room, CARD)
    return height, [*headed(corner, width, height, "Your hand", note), *drawn]


def face_up(players: Sequence[Player], view: View, corner: complex, width: int) -> Drawn:
    """Draw the cards on the table before some seats, and those of hands that all have seen."""
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
    """Return how wide the two kinds of cards may lie: the first as it needs, up to half of it all.

    It may take more than half if the second does not need it; a heading is five cards wide.
    """
    pitch, room = card_pitch(SMALL), width - 72 - EDGE - 14
    table, known = (max(5, *(len(p[key]) for p in players)) for key in ("table", "known"))
    first = min(table, max(room // pitch // 2, room // pitch - known)) * pitch
    return first, room - first


# ---- beside the city ----------------------------------------------------------------------------


def seats_height(view: View) -> int:
    """Leave room for one or two rows of numbers, and at the end for the points from projects."""
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
    """Draw the value track, so high that the pool ends where the city ends."""
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
    """Draw the projects of a seat that the looker sees: one's own, at the end all submitted."""
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


def small_map(view: View, name: str, middle: complex) -> Iterator[str]:
    scale = 40 / CITY
    corner = middle - complex(20, 20)
    yield f'<g transform="translate({corner.real:g} {corner.imag:g}) scale({scale:.4f})">'
    yield box(complex(CITY, CITY) / 2, CITY - 40, 'fill="var(--old)"', 20)
    yield f'<path d="{district(view, name, 3)}" fill="var(--accent)"/>'
    yield f'<path d="{district(view, "centre", 14)}" fill="var(--ink-3)"/>'
    yield "</g>"


# ---- plain text ---------------------------------------------------------------------------------

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
    """Yield the city; lines run between the districts, `>[HOS]   <` is of the last turn."""
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
    """Write a building: `hos 3/4c` needs 3 workers, gives 4 points and a card; `[HOS]` is done."""
    short = space["type"][:3]
    if space["renewed"]:
        return f"[{short.upper()}]"
    return f"{short} {space['workers']}/{space['points']}{'c' if space['card'] else ''}"


def wall_in_text(above: Sequence[Space], row: Sequence[Space]) -> Iterator[str]:
    """Yield the line between two rows, if a border runs there."""
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
    """Yield what all see of each seat's cards, projects that were revealed, and the payment."""
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
