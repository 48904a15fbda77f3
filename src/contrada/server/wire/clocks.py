"""Clocks, as set before a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

FEWEST_MINUTES, MOST_MINUTES, MOST_INCREMENT = 0.1, 600, 600
FEWEST_HOURS, MOST_HOURS = 0.01, 24 * 60


class GameClock(Struct, tag_field="kind", tag="game", forbid_unknown_fields=True, frozen=True):
    """Minutes for the whole game, and extra seconds after each turn."""

    minutes: Annotated[float, Meta(ge=FEWEST_MINUTES, le=MOST_MINUTES)]
    increment: Annotated[float, Meta(ge=0, le=MOST_INCREMENT)] = 0


class TurnClock(Struct, tag_field="kind", tag="turn", forbid_unknown_fields=True, frozen=True):
    """Hours for each turn."""

    hours: Annotated[float, Meta(ge=FEWEST_HOURS, le=MOST_HOURS)]


ClockSetting = GameClock | TurnClock
