"""How fast the rules of a game run on this machine."""

from __future__ import annotations

import time
from typing import Any

from contrada.errors import OptionError
from contrada.games.contract import Game


def measure(game: Game, seats: int, seconds: float) -> dict[str, Any]:
    """Return figures for random playouts and the size of a position."""
    figures: dict[str, Any] = {
        "game": game.name,
        "options": dict(game.options),
        "seats": seats,
        "position_bytes": len(bytes(game.start(seats))),
    }
    for by in ("decision", "turn"):
        try:
            figures[f"playouts_by_{by}"] = playout_rate(game, seats, by, seconds)
        except OptionError:
            continue  # not every game can choose among full turns
    return figures


def playout_rate(game: Game, seats: int, by: str, seconds: float) -> dict[str, float]:
    """Play for about this long; return playouts and steps per second."""
    games, steps, spent, batch = 0, 0, 0.0, 16
    while spent < seconds:
        begun = time.perf_counter()
        played = game.playouts(batch, seed=games, seats=seats, by=by)
        spent += time.perf_counter() - begun
        games += batch
        steps += int(played.lengths.sum())
        batch = min(2 * batch, 4096)
    return {"games_per_second": games / spent, "steps_per_second": steps / spent}


def in_words(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """Return labels and values for people."""
    rows = [("bytes of a position", f"{figures['position_bytes']}")]
    for by in ("decision", "turn"):
        found = figures.get(f"playouts_by_{by}")
        if found:
            rows.append((f"random games a second, by {by}", f"{found['games_per_second']:,.0f}"))
            rows.append((f"random {by}s a second", f"{found['steps_per_second']:,.0f}"))
    return rows
