"""Draws a view of Urbania as an SVG document; what pieces look like is in `pieces.svg`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from contrada.games import drawing
from contrada.games.drawing import GAP, Column, Theme, View, looker
from contrada.games.urbania.picture.city import CITY, city
from contrada.games.urbania.picture.panels import face_up, hand, pool, projects, seats, strip, track
from contrada.games.urbania.picture.words import description

BESIDE = 960  # how wide the column beside the city is
PIECES = Path(__file__).parents[1] / "pieces.svg"


def svg(view: View, *, last: Sequence[str] = (), theme: Theme = "light") -> str:
    """Return the position as a self-contained SVG document, for screen and print.

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
    size = (CITY + GAP + BESIDE, round(foot))
    layers = (city(view, last), left.lines, right.lines)
    return drawing.document("Urbania", description(view), size, layers, PIECES, theme)


def before_seats(view: View, left: Column, right: Column) -> None:
    """Add what is in front of the seats to both columns, so that they end at a similar height."""
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
