"""Texts that both pictures of Urtown use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contrada.games.drawing import View, whose_move

Colour = Mapping[str, Any]

ROWS, COLUMNS = "ABCDEFGHI", "123456789"

# The symbols in the order of their boxes, and what stands for them in plain text.
NAMES = ("man", "ring", "woman", "lamp", "skyline", "saxophone", "car", "cards", "champagne")
SHORT = ("man", "rng", "wmn", "lmp", "sky", "sax", "car", "crd", "chm")
SYMBOLS = dict(zip(NAMES, SHORT, strict=True))

# What the scores count and who wins, by the option `scoring`.
SCORING = {
    "urtown": ("groups", "the fewest groups win"),
    "blockers": ("points", "the fewest points win"),
}


def colours_of(view: View, seat: int | None) -> list[Colour]:
    return [colour for colour in view["colours"] if colour["owner"] == seat]


def own_racks(view: View) -> list[Colour]:
    """Return the colours whose racks the viewer holds."""
    return [colour for colour in colours_of(view, view["seat"]) if colour["rack"]]


def colour_and_tile(view: View, lying: Mapping[str, Any]) -> tuple[Colour, str]:
    return view["colours"][lying["colour"]], lying["tile"]


def known(view: View, seat: int) -> list[tuple[Colour, Sequence[str]]]:
    """List, by colour, what everyone knows of a rack, or what is left; not the viewer's rack."""
    lines = []
    for colour in colours_of(view, seat):
        rack = None if seat == view["seat"] else colour["rack"]
        if tiles := colour["set_aside"] or rack or colour["shown"]:
            lines.append((colour, tiles))
    return lines


def why_known(lines: Iterable[tuple[Colour, Sequence[str]]]) -> str:
    return "left over" if all(colour["finished"] for colour, _ in lines) else "known"


def scores(view: View) -> str:
    pairs = zip(view["seat_names"], view["scores"], strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def sentence(view: View) -> str:
    """Return who is to move, or the end: `Game over: First 3, Second 1; the fewest groups win.`."""
    _, good = SCORING[view["options"]["scoring"]]
    end = f": {scores(view)}; {good}" if view["to_move"] is None else ""
    return f"{whose_move(view)}{end}."


def title(view: View, seat: int) -> str:
    return f"{view['seat_names'][seat]}{' (you)' if seat == view['seat'] else ''}"


def summed(numbers: Iterable[int]) -> str:
    """Write one number, or those of two colours in order: `18+12`."""
    return "+".join(map(str, numbers))


def spelled(colour: Colour) -> str:
    return f"Your {colour['name']} rack: {', '.join(colour['rack'])}."


def description(view: View, *, groups: bool) -> str:
    """Describe the position for screen readers."""
    said = [sentence(view), f"Tiles on the board: {len(view['tiles'])}."]
    if groups:
        each = (f"{colour['name']} {len(colour['groups'])}" for colour in view["colours"])
        said.append(f"Groups: {', '.join(each)}.")
    return " ".join([*said, *map(spelled, own_racks(view))])


def symbol_on(square: str) -> str:
    """Name the symbol printed on a square, that of its box."""
    return NAMES[ROWS.index(square[0]) // 3 * 3 + COLUMNS.index(square[1]) // 3]
