"""Draws the market and the viewer's coin cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

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
    Drawn,
    View,
    headed,
    inked,
    looker,
    painted,
    rect,
    rows,
    text,
    use,
    whose_move,
)
from contrada.games.urbe.picture.cities import double_line
from contrada.games.urbe.picture.tiles import (
    LARGE,
    crest,
    fountain,
    number_of,
    number_of_guild,
    scaled,
    tile_at,
)
from contrada.games.urbe.picture.words import (
    CARDS,
    PHASES,
    Card,
    due,
    in_round,
    is_over,
    market_is_open,
    mover,
    order,
)

MARKET_FRAME = 22
STOCKS = 89  # how high the panel is that counts what is left, if it is below the market
SLOT = 62  # for a coin card of the looker; a card is 60 wide and 100 high before it is scaled
LARGE_CARD, SMALL_CARD = 0.95, 0.7

PILES = {"pile": "pile", "discards": "discards", "box": "in the box"}


def strip(view: View, corner: complex, width: int) -> Drawn:
    """Draw whose turn it is, what to do, and the round."""
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
    """Draw the market, and what is left beside it, or below if it is wide; at the end only that."""
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
    """Yield a place of the market with its number, and its tile."""
    number, tile = place["place"], place["tile"]
    yield drawing.slab(middle, number // 4, number % 4)
    if tile:
        yield from tile_at(view, tile, tile["vp"], middle, LARGE)
    yield rect(middle - 48 - 48j, 25, 20, 'rx="7" fill="var(--frame)"')
    yield text(number, middle - 35.5 - 33j, 14, "frame-ink", BOLD)


def market_marks(
    view: View, places: Mapping[complex, Mapping[str, Any]], last: Sequence[str]
) -> Iterator[str]:
    """Yield marks: the last turn, the tile being paid for, meeples, the Archbishop."""
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
    """Draw the viewer's coin cards, each in its place; played ones leave a gap."""
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
    """Return the number of the card whose first half has paid."""
    return view["card"]["card"] if view["card"] else None


def played(corner: complex, *, used: bool) -> str:
    """Draw the place of a played card, green while it is in use."""
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
    """Yield icons side by side, as large as possible."""
    size = min(36, width / len(signs))
    for i, (symbol, looks) in enumerate(signs):
        yield use(symbol, middle + size * (i - (len(signs) - 1) / 2), size, looks)
