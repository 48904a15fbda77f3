"""`contrada bench`: how fast the rules of a game run on this machine."""

from __future__ import annotations

import time
from typing import Any

from contrada.errors import OptionError
from contrada.games.contract import Game


def measure(game: Game, seats: int, seconds: float) -> dict[str, Any]:
    """Measure random playouts and the size of a position."""
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
            continue  # not every game can pick a random whole turn
    return figures


def playout_rate(game: Game, seats: int, by: str, seconds: float) -> dict[str, float]:
    """Play random games for about this long and count them."""
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
    """Return the figures as rows of label and value."""
    rows = [("bytes per position", f"{figures['position_bytes']}")]
    for by in ("decision", "turn"):
        found = figures.get(f"playouts_by_{by}")
        if found:
            rows.append((f"random games per second, by {by}", f"{found['games_per_second']:,.0f}"))
            rows.append((f"random {by}s per second", f"{found['steps_per_second']:,.0f}"))
    return rows
