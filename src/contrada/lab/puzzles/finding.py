"""Finds positions where one decision is clearly best, and checks them by ten times the thought."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from contrada.bots.player import Limits
from contrada.bots.search_player import Alternative, SearchPlayer
from contrada.games.contract import Game, Position

GLANCE = 1_000  # iterations for each decision of the games
MORE = 10  # times as many check a find: for the position, and again for each of its best decisions
DEALS = 4  # deals of the hidden parts to average over
RIVALS = 3  # other decisions that are checked one by one
MARGIN = 0.12  # how much better the best must be, as part of a win
AT_A_GLANCE = 0.08  # how much better it must look before it is checked
HOPE = 0.2  # minimum value of the best decision
SURE = 0.85  # maximum value of the second best; above it the game is won anyway
CHOICE = 5  # minimum number of legal decisions
SHARE = 0.4  # minimum share of a search that went to the best one
SLIP = 1 / 8  # how often a game goes on with the second best decision
POOL = 200_000  # nodes

Line = tuple[int, ...]  # a decision, after those that it implies


@dataclass(frozen=True)
class Found:
    """A position where one decision is clearly best."""

    position: Position
    best: Line
    value: float  # expected result for the seat to move
    rival: Line  # the second best
    rival_value: float
    place: int  # rank of the best one before searching; 1 is the obvious move

    @property
    def margin(self) -> float:
        """How much better the best decision is than the second best."""
        return self.value - self.rival_value


@dataclass(frozen=True)
class Seen:
    """A position of a game, with what the search saw when it had to decide there."""

    position: Position
    alternatives: tuple[Alternative, ...]


def played(game: Game, seats: int, seed: int, iterations: int = GLANCE) -> Iterator[Seen]:
    """Let the search play a game against itself; yield the positions where it had a choice.

    Now and then it takes the second best decision, as people do, so that there is something to
    punish.
    """
    seeds = random.Random(seed)
    position = game.start_fast(seats, seeds.getrandbits(62))
    player = _player(game, seeds.getrandbits(62))
    while position.to_move is not None:
        decision, *others = position.legal()
        if others:
            seen = position.reimagine(position.to_move, seeds.getrandbits(62))
            found = player.consider(seen, Limits(iterations=iterations)).alternatives
            yield Seen(position, found)
            decision = found[seeds.random() < SLIP].decision
        position = position.play_one(decision)


def clearly_best(
    position: Position,
    glance: tuple[Alternative, ...] | None = None,
    iterations: int = GLANCE,
    seed: int = 0,
) -> Found | None:
    """Return the decision that is clearly best for what its seat may know, or None.

    `glance` is what a search of these iterations saw, if there was one already.
    """
    seat = position.to_move
    if seat is None or len(position.legal()) < CHOICE:
        return None
    care = MORE * iterations
    if not _stands_out(glance or considered(position, seat, iterations, seed), AT_A_GLANCE):
        return None
    look = considered(position, seat, care, seed)
    if not _stands_out(look, AT_A_GLANCE) or (glance and look[0].decision != glance[0].decision):
        return None
    best, *rivals = _lines(position, look, seat, care, seed)
    value = foreseen(position, best, seat, care, seed)
    if value < HOPE:
        return None
    rival, rival_value = _strongest(position, rivals, seat, care, seed, value - MARGIN)
    if value - rival_value < MARGIN or rival_value > SURE:
        return None
    return Found(position, best, value, rival, rival_value, _place(position, best, seat, seed))


def margin_again(
    position: Position, best: Line, rival: Line, seed: int, iterations: int = GLANCE
) -> float:
    """Return the margin in another search, with other random numbers and deals."""
    assert position.to_move is not None
    worth, other = (
        foreseen(position, line, position.to_move, MORE * iterations, seed)
        for line in (best, rival)
    )
    return worth - other


def considered(
    position: Position, seat: int, iterations: int, seed: int
) -> tuple[Alternative, ...]:
    """Return what a search finds, the best first, from what the seat may know."""
    seen = position.reimagine(seat, seed)
    return _player(position.game, seed).consider(seen, Limits(iterations=iterations)).alternatives


def foreseen(position: Position, line: Line, seat: int, care: int, seed: int) -> float:
    """Return the expected result for a seat after these decisions, from what it may know.

    If something is hidden, this is the average over several deals.
    """
    deals = DEALS if position.game.facts.uncertain else 1
    return fmean(
        _foreseen(position, line, seat, care // deals, deals * seed + deal) for deal in range(deals)
    )


def lines(position: Position, seat: int, seed: int, iterations: int = 3 * GLANCE) -> list[Line]:
    """Return the best decision and its rivals, each after the decisions it implies."""
    look = considered(position, seat, iterations, seed)
    return _lines(position, look, seat, iterations, seed)


def _player(game: Game, seed: int) -> SearchPlayer:
    return SearchPlayer(game, seed, pool=max(POOL, game.facts.decisions + 1))


def _foreseen(position: Position, line: Line, seat: int, care: int, seed: int) -> float:
    after = position.reimagine(seat, seed)
    for decision in line:
        after = after.play(decision)
    outcome = after.outcome()
    if outcome:
        return outcome.results[seat]
    return _player(position.game, seed).foresee(after, seat, Limits(iterations=care))[seat]


def _stands_out(look: tuple[Alternative, ...], margin: float) -> bool:
    """Whether the best decision stands out in a search."""
    best, second, *_ = look
    visits = sum(each.visits for each in look)
    stands_out = best.proof is not None or best.visits >= SHARE * visits
    return stands_out and best.value - second.value >= margin


def _lines(
    position: Position, look: tuple[Alternative, ...], seat: int, iterations: int, seed: int
) -> list[Line]:
    alone: list[Line] = [(each.decision,) for each in look[: RIVALS + 1]]
    first = alone[0][0]
    if first not in position.then():
        return alone
    following = considered(position.play(first), seat, iterations, seed)[: RIVALS + 1]
    return [*((first, each.decision) for each in following), *alone[1:]]


def _strongest(
    position: Position, rivals: list[Line], seat: int, care: int, seed: int, enough: float
) -> tuple[Line, float]:
    """Return the best rival and its value, or the first one that is better than enough."""
    strongest: tuple[Line, float] = (), -1.0
    for rival in rivals:
        value = foreseen(position, rival, seat, care, seed)
        if value > strongest[1]:
            strongest = rival, value
        if value > enough:
            break
    return strongest


def _place(position: Position, line: Line, seat: int, seed: int) -> int:
    """Return the rank of the best decision before searching."""
    *before, last = line
    here = position.reimagine(seat, seed)
    for decision in before:
        here = here.play(decision)
    sight = considered(here, seat, GLANCE // 10, seed)
    ranked = sorted(sight, key=lambda each: -each.prior)
    return 1 + [each.decision for each in ranked].index(last)
