"""Draws tiles, plates, fountains and crests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from contrada.games.drawing import BOLD, SERIF, SQUARE, View, box, inked, rect, text, use
from contrada.games.urbe.picture.words import GREY, Player, Tile

# How tiles look in a large city and in a small one, which has no names: where the disc and the
# icons are, and how large; how many letters of a name fit in, fewer beside a bridge.
LARGE = {"disc": (-26j, 29, 21), "icons": (26j, 27, 30), "power": (26j, 28), "letters": 15}
BESIDE_BRIDGE = {**LARGE, "letters": 12}
SMALL = {"disc": (-18j, 44, 31), "icons": (27j, 33, 37), "power": (27j, 38), "letters": 0}


def scaled(corner: complex, scale: float) -> str:
    """Begin a group that is drawn from this corner, larger or smaller."""
    return f'<g transform="translate({corner.real:g} {corner.imag:g}) scale({scale:.4g})">'


def number_of(view: View, colour: str) -> int:
    """Return the number that `pieces.svg` uses for a colour."""
    return [*view["colours"], GREY].index(colour) + 1


def number_of_guild(view: View, guild: str) -> int:
    return list(view["guilds"]).index(guild) + 1


def crest(view: View, player: Player, middle: complex, size: float) -> str:
    """Draw the arms of a seat's guild."""
    number = number_of(view, player["colour"])
    field = use(f"ur-field-{number}", middle, size)
    guild = f"ur-guild-{number_of_guild(view, player['guild'])}"
    return field + use(guild, middle, size * 0.74, inked(f"colour-{number}-ink"))


def tile_at(
    view: View, tile: Tile, points: int, middle: complex, form: Mapping[str, Any] = SMALL
) -> Iterator[str]:
    """Yield a tile of size 100: its worth, its icons or the sign of its power, its name."""
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
    """Yield the name in the middle, in one line or two: fountains are on the corners."""
    lines = wrap(tile["name"], letters, max_lines=2, placeholder="…")
    foot = middle + (5.5j if len(lines) == 1 else 0)
    for i, line in enumerate(lines):
        yield text(line, foot + 10j * i, 11, ink)


def plate(tile: Tile, middle: complex, scale: float, *, upright: bool) -> Iterator[str]:
    """Yield a bridge or a watchtower, which takes no cell."""
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
