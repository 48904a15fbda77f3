"""The compiled rules and their plain-Python twin, side by side through whole games."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from contrada import Position
from contrada.games.urtown import notation, rules
from tests.games.urtown.positions import (
    PLACEMENTS,
    SEAT_COUNTS,
    SETTINGS,
    Chooser,
    clustering_turn,
    move_text,
    random_turn,
    twin_of,
    urtown,
)
from tests.oracles.urtown import FITTING, SKIP, Move, Urtown

ALL = [(seats, options) for seats in SEAT_COUNTS for options in SETTINGS]
GAMES_EACH, GAMES_EACH_IN_A_SOAK = 7, 125  # 112 and 2,000 with all seat counts and options
SOAK_BATCHES = 5
HANDS_COMPARED = 5  # every so many turns racks, piles and captured tiles are compared, too

# Games with the option `singletons` in which somebody can place nothing: seats, seed, how turns are
# chosen, the number of skips, and whether all colours are finished at the end.
WITH_SKIPS: list[tuple[int, int, Chooser, int, bool]] = [
    (2, 0, clustering_turn, 6, False),
    (2, 2, clustering_turn, 0, False),
    (2, 6, clustering_turn, 11, False),
    (4, 11, clustering_turn, 10, False),
    (5, 2, clustering_turn, 18, False),
    (5, 49, random_turn, 1, True),
]

# For each decision: the first or second colour of the seat, tile and square; none for a skip.
NAMED = [
    (which, notation.TILE_NAMES[tile], notation.square_name(square))
    for which in range(2)
    for tile, square in zip(rules.TILE_OF, rules.SQUARE_OF, strict=True)
] + [SKIP]


class Played(NamedTuple):
    """How a game went."""

    skips: int
    finished: bool


def check_position(position: Position, twin: Urtown) -> dict[str, Move]:
    """Compare a position; return the twin's moves by our text."""
    moves = {move_text(twin, move): move for move in twin.moves()}
    assert position.to_move == twin.to_move
    assert sorted(moves_of(position)) == sorted(moves.values())
    assert position.count_turns() == len(moves)
    assert list(position.scores()) == twin.scores()
    return moves


def moves_of(position: Position) -> list[Move]:
    """Return the legal decisions as the twin's moves."""
    seat, each = position.to_move or 0, 2 if position.seats == 2 else 1
    named = [NAMED[decision] for decision in position.legal()]
    return [(seat * each + which, tile, square) if tile else SKIP for which, tile, square in named]


def check_hands(position: Position, twin: Urtown) -> None:
    """Compare where the tiles are: racks, piles, captured and shown tiles."""
    ours = twin_of(position)
    assert (ours.board, ours.piles, ours.placed) == (twin.board, twin.piles, twin.placed)
    assert (ours.finished, ours.shown) == (twin.finished, twin.shown)
    for mine, its in ((ours.racks, twin.racks), (ours.set_aside, twin.set_aside)):
        assert [sorted(tiles) for tiles in mine] == [sorted(tiles) for tiles in its]
    assert [sorted(tiles) for tiles in ours.captured] == [sorted(tiles) for tiles in twin.captured]


def check_end(position: Position, twin: Urtown) -> None:
    """URTOWN-END-1, URTOWN-SCORE-1 to URTOWN-SCORE-4."""
    outcome = position.outcome()
    assert outcome is not None
    assert list(outcome.places) == twin.places()
    assert list(outcome.scores) == twin.scores()
    assert position.standing() == [
        (-score, -len(tiles)) for score, tiles in zip(twin.scores(), twin.captured, strict=True)
    ]


def check_game(position: Position, turn: Chooser, seed: int) -> Played:
    """Play a game from its start and compare before each turn."""
    choose, twin, skips, placements = random.Random(seed), twin_of(position), 0, 0
    while twin.to_move is not None:
        moves = check_position(position, twin)
        text = turn(position, choose)
        skips += moves[text] == SKIP
        placements += moves[text] != SKIP
        position = position.play(text)
        twin.play(moves[text])
        if (skips + placements) % HANDS_COMPARED == 0:
            check_hands(position, twin)
    check_position(position, twin)
    check_hands(position, twin)
    check_end(position, twin)
    check_placements(twin, placements)
    return Played(skips, all(twin.finished))


def check_placements(twin: Urtown, placements: int) -> None:
    """URTOWN-END-1, URTOWN-END-2, URTOWN-SKIP-1: 24 of each colour, unless nobody could place."""
    assert placements == sum(twin.placed)
    for colour, placed in enumerate(twin.placed):
        assert (placed == PLACEMENTS) == twin.finished[colour]
        if placed < PLACEMENTS:
            squares = [square for tile in twin.racks[colour] for square in FITTING[tile]]
            assert not any(twin.is_open(square, twin.owner[colour]) for square in squares)


@pytest.mark.parametrize(("seats", "options"), ALL)
def test_random_games(seats: int, options: dict[str, str]) -> None:
    for seed in range(GAMES_EACH):
        played = check_game(urtown(**options).start(seats, seed), random_turn, seed)
        assert played == Played(skips=0, finished=True)  # as in 1,200 random games before


@pytest.mark.parametrize(("seats", "seed", "turn", "skips", "finished"), WITH_SKIPS)
def test_games_with_skips(seats: int, seed: int, turn: Chooser, skips: int, finished: bool) -> None:
    """URTOWN-SKIP-1, URTOWN-SKIP-2: large groups that cannot be captured leave no room."""
    start = urtown(capture="singletons").start_fast(seats, seed)
    assert check_game(start, turn, seed) == Played(skips, finished)


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("seats", "options"), [*zip(SEAT_COUNTS, SETTINGS, strict=True)])
def test_some_plies_of_a_clustering_game(seats: int, options: dict[str, str]) -> None:
    choose = random.Random(3)
    position = urtown(**options).start(seats, seed=3)
    for ply in range(40):
        if ply % 8 == 0:
            check_position(position, twin_of(position))
        position = position.play(clustering_turn(position, choose))
    check_position(position, twin_of(position))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(SOAK_BATCHES))
@pytest.mark.parametrize(("seats", "options"), ALL)
def test_many_random_games(seats: int, options: dict[str, str], batch: int) -> None:
    games = GAMES_EACH_IN_A_SOAK // SOAK_BATCHES
    seeds = range(1000 + batch * games, 1000 + (batch + 1) * games)
    played = [check_game(urtown(**options).start(seats, seed), random_turn, seed) for seed in seeds]
    assert len(played) == games


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(SOAK_BATCHES))
@pytest.mark.parametrize(("seats", "options"), ALL)
def test_many_clustering_games(seats: int, options: dict[str, str], batch: int) -> None:
    seeds = range(1000 + batch * 10, 1010 + batch * 10)
    for seed in seeds:
        played = check_game(urtown(**options).start(seats, seed), clustering_turn, seed)
        assert played.finished or options["capture"] == "singletons"
