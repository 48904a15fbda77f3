"""Once nothing can change the result, a bot takes the decision with more points."""

from __future__ import annotations

import pytest

import contrada
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from tests.contract.checks import random_game
from tests.games.urbania.positions import NEARLY_DONE, in_city, position

NAMES = ("urbino", "urtown", "urbe")


def ended(position: Position) -> Position | None:
    """Follow what nobody can choose; return the end of the game if it leads there."""
    while len(position.legal()) == 1:
        position = position.play(position.legal()[0])
    return position if position.is_over else None


def worth(end: Position, seat: int) -> tuple[float, float]:
    """Return a seat's result and its points, where more is better."""
    outcome = end.outcome()
    assert outcome is not None
    won = (seat in outcome.winners) / len(outcome.winners)
    fewest = end.game.facts.measures[0].fewest
    return won, -end.scores()[seat] if fewest else end.scores()[seat]


def with_ends(position: Position) -> tuple[Position, dict[int, tuple[float, float]]] | None:
    """Return what each decision comes to, if all end the game and points are all that differs."""
    if position.to_move is None or len(position.legal()) < 2:
        return None
    ends = {each: ended(position.play(each)) for each in position.legal()}
    worths = {each: worth(end, position.to_move) for each, end in ends.items() if end}
    best = max(worths.values(), default=None)
    if best is None or len(worths) < len(ends):
        return None
    differ = any(each[0] == best[0] and each[1] < best[1] for each in worths.values())
    return (position, worths) if differ else None


def last_choices(name: str) -> list[tuple[Position, dict[int, tuple[float, float]]]]:
    """Find such positions near the ends of random games."""
    found: list[tuple[Position, dict[int, tuple[float, float]]]] = []
    for seed in range(60):
        line = random_game(contrada.game(name), 2, seed)
        found += filter(None, map(with_ends, line[-8:]))
        if len(found) >= 3:
            break
    return found


@pytest.mark.parametrize("name", NAMES)
def test_points_matter_when_the_result_does_not(name: str) -> None:
    choices = last_choices(name)
    assert choices
    for seen, worths in choices:
        assert seen.to_move is not None
        player = SearchPlayer(seen.game, seed=1, iterations=400)
        decision = player.choose(seen.reimagine(seen.to_move, 1))
        assert worths[decision] == max(worths.values()), (seen.text, worths)


@pytest.mark.parametrize("points", [["90", "80", "0"], ["0", "0", "90"]], ids=["lost", "won"])
def test_the_last_action_of_urbania_earns_points(points: list[str]) -> None:
    last = {"board": NEARLY_DONE, "end": 1, "to_move": 2, "due": "1", "projects": {2: "NW f"}}
    seen = position(in_city(**last, points=points))
    player = SearchPlayer(seen.game, seed=1, iterations=400)
    chosen = seen.decision_text(player.choose(seen.reimagine(2, 1)))
    assert chosen.startswith("submit NW")
