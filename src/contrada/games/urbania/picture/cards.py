"""Cards and the marks of types and seats, as the SVG document draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contrada.games.drawing import BOLD, END, View, inked, painted, rows, text, use
from contrada.games.urbania.picture.words import Card

# Heights of cards, those of the hand and the small ones; a card is drawn in a square.
CARD, SMALL = 140, 68
CARD_WIDTH = 5 / 7


def number_of(view: View, type_: str) -> int:
    """Return the number that `pieces.svg` uses for a type."""
    return list(view["types"]).index(type_) + 1


def number_of_specialist(view: View, name: str) -> int:
    return [row["specialist"] for row in view["track"]].index(name) + 1


def flag(seat: int, middle: complex, size: float) -> str:
    return use(f"ua-flag-{seat + 1}", middle, size)


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
    """Yield symbols in rows that fill a space, as large as possible, up to `most`."""
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
    """Return how large symbols can be with this many in a row; hats and coins are flat."""
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
    """Return the height of dealt cards, with 8 below each row."""
    return rows(len(cards), in_a_row(width, height)) * (height + 8)
