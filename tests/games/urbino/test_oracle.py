"""The compiled rules and their plain-Python twin, side by side through random games."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from contrada import Position
from tests.games.urbino.positions import twin_of, urbino
from tests.oracles.urbino import Urbino

BATCHES = range(20)
GAMES_IN_A_BATCH = 5
SOAK_BATCHES = range(40)
GAMES_IN_A_SOAK_BATCH = 50
LISTED = 4  # every so many turns all turns are listed; they are counted at each


def check_turn(position: Position, twin: Urbino, *, listed: bool) -> list[str]:
    """Compare everything about a position; return its turns, as the twin lists them."""
    turns = twin.turns()
    assert position.to_move == twin.to_move
    assert position.count_turns() == len(turns)
    if listed:
        assert sorted(position.turns()) == sorted(turns)
    assert list(position.scores()) == twin.scores()
    assert districts(position) == {
        (district.squares, district.points, district.scorer) for district in twin.districts()
    }
    return turns


def districts(position: Position) -> set[tuple[frozenset[str], tuple[int, int], int | None]]:
    return {
        (frozenset(district["squares"]), tuple(district["points"]), district["scorer"])
        for district in position.view()["districts"]
    }


def check_end(position: Position, twin: Urbino) -> None:
    """URBINO-SCORE-5, URBINO-SCORE-6, URBINO-MONUMENT-5."""
    outcome, winner = position.outcome(), twin.winner()
    assert outcome is not None
    assert outcome.winners == ((0, 1) if winner is None else (winner,))
    assert outcome.results == ((0.5, 0.5) if winner is None else (1.0 - winner, float(winner)))
    assert list(outcome.scores) == twin.scores()
    assert position.standing() == [tuple(twin.scored(seat)) for seat in (0, 1)]


def check_game(choose: random.Random, *, monuments: bool, listed_every: int) -> None:
    """Play a game of uniformly random turns, and compare before each."""
    position, twin = urbino(monuments=monuments).start(), Urbino(monuments)
    ply = choose.randrange(listed_every)
    while twin.to_move is not None:
        turn = choose.choice(check_turn(position, twin, listed=ply % listed_every == 0))
        position = position.play(turn)
        twin.play(turn)
        ply += 1
    check_turn(position, twin, listed=True)
    check_end(position, twin)


def check_batch(batch: int, games: int, listed_every: int) -> None:
    for game in range(games):
        choose = random.Random(batch * games + game)
        check_game(choose, monuments=game % 2 == batch % 2, listed_every=listed_every)


@pytest.mark.parametrize("batch", BATCHES)
def test_random_games(batch: int) -> None:
    check_batch(batch, GAMES_IN_A_BATCH, LISTED)


@pytest.mark.soak
@pytest.mark.parametrize("batch", SOAK_BATCHES)
def test_many_random_games(batch: int) -> None:
    check_batch(1000 + batch, GAMES_IN_A_SOAK_BATCH, 1)


def random_positions(seed: int, plies: Iterable[int], *, monuments: bool) -> Iterable[Position]:
    """Yield the positions of a random game at some plies."""
    choose = random.Random(seed)
    position, ply = urbino(monuments=monuments).start(), 0
    while not position.is_over:
        if ply in plies:
            yield position
        position = position.play(choose.choice(position.legal()))
        ply += 1
    yield position


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("monuments", [False, True], ids=["base", "monuments"])
def test_some_plies_of_a_random_game(monuments: bool) -> None:
    """Including the middle of a turn: every building after an architect was repositioned."""
    plies = (0, 1, 2, 3, 4, 40, 41, 70, 71)
    compared = 0
    for position in random_positions(5, plies, monuments=monuments):
        twin = twin_of(position)
        check_turn(position, twin, listed=True)
        compared += 1
    check_end(position, twin)
    assert compared >= len(plies)


@pytest.mark.parametrize("seed", range(10))
def test_the_two_steps_of_a_turn(seed: int) -> None:
    """URBINO-TURN-1, URBINO-TURN-3: the twin agrees decision by decision as well."""
    words = {"skip": "pass"}
    for position in random_positions(seed, range(1000), monuments=seed % 2 == 0):
        twin = twin_of(position)
        choices = twin.builds() if twin.building else twin.placements()
        texts = [position.decision_text(decision) for decision in position.legal()]
        assert sorted(texts) == sorted(words.get(choice, choice) for choice in choices)
