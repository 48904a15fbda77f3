"""Games and positions as pickles: to store them, or to send them to another process.

A game is its name and options. A position is its game, the state that it began with and the
decisions since; reading it replays them. A hash of the state at the end is stored too, so that a
position is never read by rules that would have led elsewhere.

A pickle contains everything that is hidden, and the seed. Never send one to a player.
"""

from __future__ import annotations

import copyreg
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from contrada.errors import RecordError
from contrada.games.contract import Game, Position

FORMAT = 1
Find = Callable[..., Game]  # a game by its name and options
# Format, name, options, layout of the state.
StoredGame = tuple[int, str, dict[str, bool | str], str]
# Format, game, seats, seed, state at the start, decisions, hash of the state at the end.
StoredPosition = tuple[int, Game, int, int | None, bytes, bytes, bytes]


def layout(game: Game) -> str:
    """Return a short hash of how the states of a game are laid out."""
    return hashlib.sha256(repr(game.definition.state.descr).encode()).hexdigest()[:8]


def stored_game(game: Game) -> StoredGame:
    """Return what a pickle of a game contains."""
    return FORMAT, game.name, dict(game.options), layout(game)


def stored_position(position: Position) -> StoredPosition:
    """Return what a pickle of a position contains."""
    line = position.history()
    decisions = np.array([each.decision for each in line[1:]], "<u2").tobytes()
    start, end = bytes(line[0]), _digest(position)
    return FORMAT, position.game, position.seats, line[0].seed, start, decisions, end


def _digest(position: Position) -> bytes:
    return hashlib.blake2b(bytes(position), digest_size=8).digest()


def read_game(find: Find, stored: Sequence[Any]) -> Game:
    """Return the game of a pickle; fail if this version of Contrada has no such game."""
    _check_format(stored)
    _, name, options, laid_out = stored
    game = find(name, **_options(options))
    if layout(game) != laid_out:
        raise RecordError(
            f"the pickle has a state of {game.facts.title} from another version of Contrada"
        )
    return game


def _options(options: object) -> Mapping[str, bool | str]:
    if not isinstance(options, dict):
        raise RecordError("the pickle does not contain the options of a game")
    return options


def read_position(stored: Sequence[Any]) -> Position:
    """Return the position of a pickle, with its history."""
    _check_format(stored)
    _, game, seats, seed, start, decisions, end = stored
    position = game.restore(start, seats, seed)
    for decision in np.frombuffer(decisions, "<u2").tolist():
        position = position.play_one(decision)
    if _digest(position) != end:
        raise RecordError(
            f"the decisions in the pickle lead elsewhere by the rules of {game.facts.title} here"
        )
    return position  # type: ignore[no-any-return]


def _check_format(stored: Sequence[Any]) -> None:
    found = stored[0] if stored else None
    if found != FORMAT:
        raise RecordError(
            f"the pickle has format {found!r}; this version of Contrada reads format {FORMAT}"
        )


def register(restore_game: Callable[..., Game], restore_position: Callable[..., Position]) -> None:
    """Let `pickle` write games and positions, to be read by these functions."""
    copyreg.pickle(Game, lambda game: (restore_game, stored_game(game)))
    copyreg.pickle(Position, lambda position: (restore_position, stored_position(position)))
