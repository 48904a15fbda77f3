"""Find puzzles: positions from strong games where one decision is clearly best.

    python -m contrada.lessons.find urtown --seats 3 --games 8 --seed 1

Prints each find as an entry for `lessons.toml`, below its board. A person has to choose the good
ones and explain the solution; see docs/lessons.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from contrada import games
from contrada.bots.player import Limits, play_out
from contrada.bots.search_player import Alternative, SearchPlayer
from contrada.games.contract import Game, Position
from contrada.lab.analysis import advise

GLANCE = 3_000  # iterations of the quick search that filters positions
CARE = 30_000  # iterations of the long search, for each decision
DEALS = 4  # deals of the hidden parts to average over
RIVALS = 4  # other decisions that get the long search
MARGIN = 0.12  # how much better the best must be, as part of a win
HOPE = 0.2  # minimum value of the best decision
SURE = 0.85  # maximum value of the second best; above it the game is won anyway
CHOICE = 5  # minimum number of legal decisions
SHARE = 0.4  # minimum share of the quick search that went to the best one


@dataclass(frozen=True)
class Found:
    """A position where one decision is clearly best."""

    position: Position
    best: tuple[int, ...]  # after the decisions it implies
    value: float  # expected result for the seat to move
    rival: tuple[int, ...]  # the second best
    rival_value: float
    place: int  # rank of the best one before searching; 1 is the obvious move
    turn: int  # turn number in the source game
    expected: tuple[str, ...]  # expected continuation, starting with the best decision

    @property
    def margin(self) -> float:
        """How much better the best decision is than the second best."""
        return self.value - self.rival_value


def positions(game: Game, seats: int, seed: int, iterations: int) -> list[Position]:
    """Let strong bots play a game and return its positions."""
    seeds = random.Random(seed)
    start = game.start_fast(seats, seeds.getrandbits(62))
    bots = [SearchPlayer(game, seeds.getrandbits(62)) for _ in range(seats)]
    return play_out(start, bots, seeds.getrandbits(62), Limits(iterations=iterations)).history()


def clearly_best(position: Position, care: int = CARE, seed: int = 0) -> Found | None:
    """Return the decision that is clearly best for what its seat may know, or None."""
    seat = position.to_move
    if seat is None or len(position.legal()) < CHOICE:
        return None
    glance = _considered(position, seat, seed)
    if not _stands_out(glance):
        return None
    best, *rivals = _lines(position, glance, seat, seed)
    value = foreseen(position, best, seat, care, seed)
    if value < HOPE:
        return None
    worths = [(foreseen(position, rival, seat, care, seed), rival) for rival in rivals]
    rival_value, rival = max(worths)
    if value - rival_value < MARGIN or rival_value > SURE:
        return None
    place = _place_at_first_sight(position, best, seat, seed)
    turn = len(position.turns_played()) + 1
    expected = _expected(position, care, seed)
    return Found(position, best, value, rival, rival_value, place, turn, expected)


def foreseen(position: Position, line: tuple[int, ...], seat: int, care: int, seed: int) -> float:
    """Return the expected result for a seat after these decisions, from what it may know.

    If something is hidden, this is the average over several deals.
    """
    deals = DEALS if position.game.facts.uncertain else 1
    return fmean(
        _foreseen(position, line, seat, care // deals, deals * seed + deal) for deal in range(deals)
    )


def _foreseen(position: Position, line: tuple[int, ...], seat: int, care: int, seed: int) -> float:
    after = position.reimagine(seat, seed)
    for decision in line:
        after = after.play(decision)
    outcome = after.outcome()
    if outcome:
        return outcome.results[seat]
    player = SearchPlayer(position.game, seed)
    return player.foresee(after, seat, Limits(iterations=care))[seat]


def _expected(position: Position, care: int, seed: int) -> tuple[str, ...]:
    player = SearchPlayer(position.game, seed)
    return advise(player, position, Limits(iterations=care), seed).choices[0].turns[:4]


def _considered(position: Position, seat: int, seed: int) -> tuple[Alternative, ...]:
    player = SearchPlayer(position.game, seed)
    return player.consider(position.reimagine(seat, seed), Limits(iterations=GLANCE)).alternatives


def _stands_out(glance: tuple[Alternative, ...]) -> bool:
    """Whether the best decision stands out enough in the quick search for a long one."""
    best, second, *_ = glance
    stands_out = best.proof is not None or best.visits >= SHARE * GLANCE
    return stands_out and best.value - second.value >= MARGIN / 2


def lines(position: Position, seat: int, seed: int) -> list[tuple[int, ...]]:
    """Return the best decision and its rivals, each after the decisions it implies."""
    return _lines(position, _considered(position, seat, seed), seat, seed)


def _lines(
    position: Position, glance: tuple[Alternative, ...], seat: int, seed: int
) -> list[tuple[int, ...]]:
    alone: list[tuple[int, ...]] = [(each.decision,) for each in glance[: RIVALS + 1]]
    first = alone[0][0]
    if first not in position.then():
        return alone
    after = position.play(first)
    following = _considered(after, seat, seed)[: RIVALS + 1]
    return [*((first, each.decision) for each in following), *alone[1:]]


def _place_at_first_sight(position: Position, line: tuple[int, ...], seat: int, seed: int) -> int:
    """Return the rank of the best decision before searching."""
    *before, last = line
    here = position.reimagine(seat, seed)
    for decision in before:
        here = here.play(decision)
    sight = SearchPlayer(position.game, seed).consider(here, Limits(iterations=GLANCE // 10))
    ranked = sorted(sight.alternatives, key=lambda each: -each.prior)
    return 1 + [each.decision for each in ranked].index(last)


def finds(
    game: Game, seats: int, seeds: range, iterations: int, *, within: bool = False
) -> Iterator[tuple[int, Found]]:
    """Play games and yield each find with the seed of its game.

    Looks only at the start of turns, or with `within` at every decision.
    """
    for seed in seeds:
        for position in positions(game, seats, seed, iterations):
            found = clearly_best(position) if within or position.turn_begins else None
            if found:
                yield seed, found


def written(found: Found, seed: int) -> str:
    """Return a find as an entry for `lessons.toml`, below its board."""
    position, seat = found.position, found.position.to_move
    source = f"game {seed} of contrada.lessons.find, {position.seats} seats, turn {found.turn}"
    board = "\n".join(f"# {line}".rstrip() for line in position.terminal(seat).splitlines())
    return "\n".join(
        (
            board,
            "[[puzzle]]",
            f"# at first sight number {found.place} of {len(position.legal())}",
            f'position = "{position.text}"',
            f"seat = {seat}",
            f"# expected: {' | '.join(found.expected)}",
            f'best = ["{_text(position, found.best)}"]',
            f"value = {found.value:.2f}",
            f'rival = "{_text(position, found.rival)}"',
            f"rival_value = {found.rival_value:.2f}",
            f'source = "{source}"',
            "",
        )
    )


def _text(position: Position, line: tuple[int, ...]) -> str:
    texts, here = [], position
    for decision in line:
        texts.append(here.decision_text(decision))
        here = here.play(decision)
    return texts[-1]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m contrada.lessons.find", description=__doc__)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1, help="random seed of the first game")
    parser.add_argument(
        "--iterations", type=int, default=1_000, help="search iterations for each turn"
    )
    parser.add_argument("--within", action="store_true", help="also look within turns")
    wanted = parser.parse_args()
    game = games.game(wanted.game)
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    for seed, found in finds(game, wanted.seats, seeds, wanted.iterations, within=wanted.within):
        print(written(found, seed), flush=True)


if __name__ == "__main__":
    main()
