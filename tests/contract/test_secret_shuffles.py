"""Real games are dealt from a key that nobody can work out and no search ever gets to see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import contrada
from contrada.errors import OptionError
from contrada.games import definition
from contrada.games.contract import Game, Position
from contrada.kernel import chance
from tests.contract.checks import random_game
from tests.oracles.chance import Chance

pytestmark = [pytest.mark.uncompiled, pytest.mark.bounds]

WITH_CHANCE = [name for name in contrada.NAMES if definition(name).facts.chance]
SEED = 2**127 + 12345
STEP, MIX = 0x9E3779B97F4A7C15, (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


@pytest.fixture(params=contrada.NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return contrada.game(request.param)


def key_of(seed: int) -> bytes:
    return chance.key_of(chance.secret(seed))


def some(line: list[Position]) -> Iterator[Position]:
    yield from line[:: max(1, len(line) // 6)]
    yield line[-1]


def has_part_of(key: bytes, state: bytes) -> bool:
    """Whether any four bytes of a key, at any place, are in a state."""
    return any(key[at : at + 4] in state for at in range(len(key) - 3))


def has_generator(position: Position) -> bool:
    return "random" in (position.state.dtype.names or ())


def test_a_position_takes_little_room(game: Game) -> None:
    assert len(bytes(game.start())) <= 2048


def test_reimagining_keeps_nothing_of_the_key(game: Game) -> None:
    key = key_of(SEED)
    for position in some(random_game(game, game.facts.seats[0], SEED)):
        assert has_part_of(key, bytes(position)) == has_generator(position)
        for seat in range(position.seats):
            other = position.reimagine(seat, seed=3)
            assert not has_part_of(key, bytes(other))
            assert other.seed is None
            assert key.hex()[:8] not in other.text


def test_random_games_from_a_real_position_keep_nothing_of_the_key(game: Game) -> None:
    end = game.start(seed=SEED).play_to_the_end(seed=3)
    assert not has_part_of(key_of(SEED), bytes(end))


def with_another_key(position: Position) -> Position:
    """Return the same position with another future."""
    states = position._copy()
    chance_of = states[0].random
    chance_of[:] = chance.secret_at(key_of(SEED + 1), int(chance_of[chance.PLACE]))
    return Position(position.game, states, position.seats)


@pytest.mark.parametrize("name", ["urbania", "urbe"])
def test_what_searches_and_playouts_draw_does_not_depend_on_the_key(name: str) -> None:
    game = contrada.game(name)
    for position in some(random_game(game, game.facts.seats[0], SEED)):
        other = with_another_key(position)
        assert other != position
        assert other.reimagine(0, seed=5) == position.reimagine(0, seed=5)
        assert other.play_to_the_end(seed=5) == position.play_to_the_end(seed=5)
        for seat in (None, *range(position.seats)):
            assert other.view(seat) == position.view(seat)


def test_nothing_that_a_seat_is_shown_names_the_key(game: Game) -> None:
    key = key_of(SEED).hex()
    for position in some(random_game(game, game.facts.seats[0], SEED)):
        for seat in (None, *range(position.seats)):
            shown = f"{position.view(seat)} {position.moves_as_seen(seat)}"
            assert not any(key[at : at + 8] in shown for at in range(0, 57, 8))


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_long_seeds_deal_something_else(name: str) -> None:
    """No part of the seed is ignored: each of its 128 bits changes the deal."""
    game = contrada.game(name)
    seeds = [SEED, *(SEED ^ 1 << bit for bit in range(0, 128, 7))]
    assert len({str(game.start(seed=seed).state.item()) for seed in seeds}) == len(seeds)
    deals = {bytes(with_fast_generator(game.start(seed=seed))) for seed in seeds}
    assert len(deals) == len(seeds)


def with_fast_generator(position: Position) -> Position:
    """Return the position with the same generator for every deal, to compare the rest."""
    states = position._copy()
    if has_generator(position):
        states[0].random[:] = chance.fast(0)
    return Position(position.game, states, position.seats)


@pytest.mark.parametrize("seed", [-1, 2**128])
def test_seeds_have_128_bits(game: Game, seed: int) -> None:
    with pytest.raises(OptionError, match=f"from 0 to {2**128 - 1}, not {seed}"):
        game.start(seed=seed)
    assert game.start(seed=2**128 - 1).seed == 2**128 - 1


# --- The attack that used to work ----------------------------------------------------------------


def unmixed(word: int) -> int:
    """Return the state of SplitMix64 that gave a word: every step of it can be undone."""
    word = _undone(word, 31) * pow(MIX[1], -1, 2**64) % 2**64
    word = _undone(word, 27) * pow(MIX[0], -1, 2**64) % 2**64
    return _undone(word, 30)


def _undone(word: int, bits: int) -> int:
    found = word
    for _ in range(64 // bits):
        found = word ^ found >> bits
    return found


def test_one_word_gives_a_fast_generator_away_but_not_a_secret_one() -> None:
    """Undoing a draw tells all that follow, if they follow SplitMix64."""
    seed = 2**62 + 99
    fast = _splitmix(seed, 20)
    assert _splitmix(unmixed(fast[4]), 15) == fast[5:]
    assert unmixed(fast[0]) == (seed + STEP) % 2**64
    dealt = Chance(seed)
    secret = [dealt.next_word() for _ in range(20)]
    for at, word in enumerate(secret[:-1]):
        assert _splitmix(unmixed(word), 1) != secret[at + 1 : at + 2]


def _splitmix(state: int, number: int) -> list[int]:
    found = []
    for _ in range(number):
        state = word = (state + STEP) % 2**64
        word = (word ^ word >> 30) * MIX[0] % 2**64
        word = (word ^ word >> 27) * MIX[1] % 2**64
        found.append(word ^ word >> 31)
    return found


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_the_seed_of_splitmix_does_not_deal_a_real_game(name: str) -> None:
    """What an attacker could search before: the deal of a seed of 63 bits by the fast stream."""
    game = contrada.game(name)
    for seed in (0, 7, 2**62 + 99):
        real, searched = game.start(seed=seed), game.start_fast(seed=seed)
        assert with_fast_generator(real) != with_fast_generator(searched)
        assert searched.seed is None
        for position in (real, *_later(real)):
            if has_generator(position):
                assert position.state.random[chance.STREAM] == chance.SECRET
                assert chance.key_of(position.state.random) == key_of(seed)


def _later(start: Position) -> list[Position]:
    line = [start]
    while not line[-1].is_over and len(line) < 40:
        line.append(line[-1].play(line[-1].legal()[0]))
    return line
