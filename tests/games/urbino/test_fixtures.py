"""Games that Abstract Play's program played, with the turns it counted and its scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.urbino.positions import games_on_file, urbino

GAMES = games_on_file()
LISTED = 7  # every so many plies the turns are listed as well as counted


def test_there_are_games_on_file() -> None:
    """URBINO-SETUP-4, URBINO-TURN-6: some name White; in some a seat skips and builds later."""
    assert len(GAMES) == 50
    assert sum(game["moves"][2] == "pass" for game in GAMES) == 4
    assert sum("pass" in game["moves"][3:-2] for game in GAMES) == 15


@pytest.mark.parametrize("game", GAMES, ids=[f"game {game['id']}" for game in GAMES])
def test_games_on_file(game: dict[str, Any]) -> None:
    """URBINO-TURN-1 to URBINO-TURN-7 and URBINO-SCORE-5, as another program plays them."""
    reached = urbino(monuments=game["variant"] == "monuments").start()
    counts, listed = [], {}
    for ply, move in enumerate(game["moves"]):
        counts.append(reached.count_turns())
        if ply % LISTED == game["id"] % LISTED:
            listed[ply] = len(set(reached.turns()))
        reached = reached.play(move)
    assert counts == game["legal"]
    assert listed == {ply: game["legal"][ply] for ply in listed}
    assert reached.is_over
    assert list(reached.scores()) == game["scores"]
    assert reached.moves() == game["moves"]
