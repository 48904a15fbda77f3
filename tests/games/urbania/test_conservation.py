"""Nothing is lost and nothing appears: every card, project and tile, after every decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import contrada
from contrada import Position
from contrada.games.urbania import rules
from contrada.kernel.operations import State

VARIANTS: dict[str, dict[str, bool]] = {
    "plain": {},
    "subsidy": {"subsidy": True},
    "italian_politics": {"subsidy": True, "italian_politics": True},
}
NOTHING = -1
COPIES = [2, 2, 2, 2, 1, 1] * 6  # URBANIA-CARDS-1
TILES = np.bincount(rules.TILES).tolist()
CENTRE = [17, 23, 24, 25, 31]

# --- What must hold ------------------------------------------------------------------------------


def projects_in(word: int) -> list[int]:
    assert 0 <= word < 2**31
    return [place for place, bit in enumerate(reversed(f"{int(word):b}")) if bit == "1"]


def check_cards(state: State) -> None:
    """URBANIA-CARDS-1: 60 cards, in hands, on tables, in pool, pile, discards or a payment."""
    size = int(state.pile_size)
    in_pool = [kind for kind in state.pool.tolist() if kind != NOTHING]
    assert 0 <= size <= 60
    assert (state.pile[size:] == NOTHING).all()
    assert (state.pile[:size] >= 0).all()
    counted = [state.hands, state.known, state.tables, state.paid, state.discards]
    assert all((cards >= 0).all() for cards in counted)
    counts = state.hands.sum(0) + state.tables.sum(0) + state.paid.sum(0) + state.discards
    counts += np.bincount([*state.pile[:size], *in_pool], minlength=36)
    assert counts.tolist() == COPIES
    assert counts.sum() == 60
    assert (state.known <= state.hands).all(), "known beyond what is held"
    unseen = state.hands - state.known
    assert (state.left >= 0).all()
    assert (state.unsure >= 0).all()
    assert (state.left <= unseen + state.unsure).all(), "left in hands beyond what is held or paid"
    if size == 0:
        assert state.left.tolist() == unseen.tolist()


def check_piles(state: State) -> None:
    """URBANIA-DRAW-4, URBANIA-DRAW-5: piles and places are refilled as soon as possible."""
    if state.pile_size == 0:
        assert not state.discards.any()
    else:
        assert (state.pool != NOTHING).all()


def check_projects(state: State) -> None:
    """URBANIA-CARDS-1, URBANIA-SUBMIT-1: each project in one place, three submitted at most."""
    size = int(state.project_pile_size)
    assert 0 <= size <= 31
    assert (state.project_pile[size:] == NOTHING).all()
    everywhere = state.project_pile[:size].tolist()
    for held, submitted in zip(state.project_hands, state.submitted, strict=True):
        everywhere += projects_in(held) + projects_in(submitted)
        assert len(projects_in(submitted)) <= 3
    assert sorted(everywhere) == list(range(31))


def check_city(state: State) -> None:
    """URBANIA-TILES-1, URBANIA-SETUP-1, URBANIA-SETUP-2, URBANIA-RENEW-6."""
    assert np.bincount(state.tiles).tolist() == TILES
    word, beyond = (int(part) for part in state.renewed)
    assert beyond == 0
    assert word < 2**49
    renewed = word >> np.arange(49) & 1 == 1
    assert renewed[CENTRE].all()
    types = np.bincount(rules.TILE_TYPE[state.tiles[renewed]], minlength=7)
    assert state.buildings.tolist() == types[:6].tolist()
    renewed[CENTRE] = False  # from the start, so nobody has points for it
    assert state.from_buildings.sum() == rules.TILE_POINTS[state.tiles[renewed]].sum()


def check_specialists(state: State) -> None:
    """URBANIA-TRACK-1, URBANIA-TRACK-2, URBANIA-HIRE-4."""
    assert ((state.specialists >= 1) & (state.specialists <= 9)).all()
    assert ((state.holders >= NOTHING) & (state.holders < state.seats)).all()
    assert ((state.holders == NOTHING) == (state.specialists == 1)).all()


def check_points(state: State) -> None:
    """URBANIA-SUBMIT-2, URBANIA-END-3: the points of each kind add up."""
    parts = state.from_buildings + state.from_specialists - state.fees + state.from_projects
    assert (state.points == parts).all()
    assert (state.points >= state.from_projects).all()
    assert (state.from_projects >= 0).all()
    assert state.due == rules.OVER or not state.from_projects.any()


def check_unused(state: State) -> None:
    """Unused fields are empty, so that equal positions have equal bytes."""
    for of_seats in (
        *(state.hands, state.known, state.tables, state.project_hands, state.submitted),
        *(state.points, state.from_buildings, state.from_specialists, state.fees),
        *(state.from_projects, state.contracts, state.left, state.unsure),
    ):
        assert not of_seats[state.seats :].any()
    assert ((state.contracts == 0) | (state.contracts == 1)).all()
    assert state.subsidy or not state.contracts.any()
    if state.due not in (rules.RENEWING, rules.HIRING):
        assert not state.paid.any()
        assert (state.target, state.colour, state.paid_worth, state.last_rank) == (-1, -1, 0, 0)
    if state.due != rules.DRAWING:
        assert (state.cards_due, state.swept) == (0, 0)
    over = state.due == rules.OVER
    assert (state.to_move == NOTHING) == over
    assert (state.actions_left, state.acted) in ([(0, 0)] if over else [(1, 1), (2, 1)])


CHECKS: tuple[Callable[[State], None], ...] = (
    *(check_cards, check_piles, check_projects, check_city, check_specialists, check_points),
    check_unused,
)


def plain(state: State) -> Any:
    """Return a state as plain arrays, whose fields are read much faster."""
    return SimpleNamespace(**{name: state[name] for name in rules.STATE.fields or ()})


def check(state: State) -> None:
    fields = plain(state)
    for each in CHECKS:
        each(fields)


def check_step(before: State, after: State) -> None:
    """Tiles, renewals and submitted projects stay; specialists never become cheaper."""
    assert (after.tiles == before.tiles).all()
    assert int(before.renewed[0]) & ~int(after.renewed[0]) == 0
    assert (before.submitted & ~after.submitted == 0).all()
    assert ((after.specialists - before.specialists) >= 0).all()
    assert (after.specialists - before.specialists).sum() <= 1
    assert (after.seats, after.starter, after.subsidy, after.politics) == (
        *(before.seats, before.starter, before.subsidy, before.politics),
    )


# --- Games ---------------------------------------------------------------------------------------

Choice = Callable[[list[int], random.Random], int]


def anything(legal: list[int], choose: random.Random) -> int:
    return choose.choice(legal)


def hoard(legal: list[int], choose: random.Random) -> int:
    """Draw as long as possible, so that piles and pool run empty."""
    return choose.choice([decision for decision in legal if decision < rules.SWEEP] or legal)


def build(legal: list[int], choose: random.Random) -> int:
    """Sweep, renew and pay rather than draw, so that cards go round."""
    return choose.choice([decision for decision in legal if decision >= rules.SWEEP] or legal)


def compete(legal: list[int], choose: random.Random) -> int:
    """Hire above all, so that specialists become expensive and contracts come back."""
    hires = [decision for decision in legal if rules.HIRE <= decision < rules.SUBMIT]
    draws = [decision for decision in legal if rules.DRAW_PILE <= decision < rules.SWEEP]
    return choose.choice(hires or draws or legal)


def duel(legal: list[int], choose: random.Random) -> int:
    """Hire only the CEO, paying as much as possible."""
    coins = [decision for decision in legal if decision == rules.HIRE or decision >= rules.PAY]
    draws = [decision for decision in legal if rules.DRAW_PILE <= decision < rules.SWEEP]
    return choose.choice(coins or draws or legal)


def collect(legal: list[int], choose: random.Random) -> int:
    """Draw projects and submit them."""
    projects = [decision for decision in legal if rules.SUBMIT <= decision < rules.PAY]
    if rules.DRAW_PROJECT in legal and choose.random() < 0.5:
        projects.append(int(rules.DRAW_PROJECT))
    return choose.choice(projects or legal)


# What games of such players lead to, so that the checks have seen it.
PLAYERS: dict[Choice, set[str]] = {
    anything: {"renewed", "hired", "paying"},
    hoard: {"gap in the pool", "no pile", "no projects"},
    build: {"rebuilt pile", "table", "fee", "subsidy used"},
    compete: {"dear", "contract back"},
    duel: {"dearest"},
    collect: {"three submitted"},
}


def situations(before: State, after: State) -> set[str]:
    """Name the rare situations in a position."""
    met = {
        "renewed": (after.renewed != before.renewed).any(),
        "hired": (after.holders != before.holders).any(),
        "paying": after.paid.any(),
        "gap in the pool": (after.pool == NOTHING).any(),
        "no pile": after.pile_size == 0,
        "rebuilt pile": after.pile_size > before.pile_size > 0,
        "no projects": after.project_pile_size == 0,
        "table": after.tables.any(),
        "fee": after.fees.any(),
        "subsidy used": (after.contracts < before.contracts).any(),
        "contract back": (after.contracts > before.contracts).any(),
        "dear": (after.specialists >= 5).sum() >= 3,
        "dearest": (after.specialists == 9).any(),
        "three submitted": any(len(projects_in(word)) == 3 for word in after.submitted),
    }
    return {name for name, is_met in met.items() if is_met}


def play(start: Position, player: Choice, seed: int, most: int = 2000) -> Iterator[Position]:
    """Play to the end, or this many decisions; yield every position."""
    choose = random.Random(seed)
    yield start
    for _ in range(most):
        if start.is_over:
            return
        start = start.play(player(start.legal(), choose))
        yield start


@pytest.mark.parametrize("player", PLAYERS, ids=[player.__name__ for player in PLAYERS])
def test_through_games(player: Choice) -> None:
    """After every decision, in all variants, for each number of seats and style of play."""
    met: set[str] = set()
    settings = list(product(range(2, 6), VARIANTS))
    for seats, variant in settings if player is anything else settings[2::4] + settings[5:6]:
        start = contrada.game("urbania", **VARIANTS[variant]).start(seats, seed=seats)
        line = list(play(start, player, seed=seats))
        for seen in line:
            check(seen.state)
        for before, after in pairwise(plain(seen.state) for seen in line):
            check_step(before, after)
            met |= situations(before, after)
        assert line[-1].is_over
    assert PLAYERS[player] <= met, f"not met: {PLAYERS[player] - met}"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", range(2, 6))
def test_through_the_beginning_of_a_game(seats: int) -> None:
    start = contrada.game("urbania", **VARIANTS["italian_politics"]).start(seats, seed=1)
    for seen in play(start, build, seed=1, most=40):
        check(seen.state)


def test_reimagined_positions_lose_nothing() -> None:
    start = contrada.game("urbania").start(3, seed=2)
    for place, seen in enumerate(play(start, anything, seed=2)):
        if place % 5 == 0:
            for seat in range(3):
                check(seen.reimagine(seat, seed=place).state)


# --- The checks can fail -------------------------------------------------------------------------


def put(name: str, value: int, *where: int) -> Callable[[State], None]:
    """Return a function that puts a value into a field."""

    def change(state: State) -> None:
        if where:
            state[name][where] = value
        else:
            state[name] = value

    return change


def add(name: str, value: int, *where: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        state[name][where] += value

    return change


def lose_a_tile(state: State) -> None:
    state.tiles[0] = state.tiles[next(s for s in range(49) if state.tiles[s] != state.tiles[0])]


def take_the_top_card(state: State) -> None:
    state.pile_size -= 1  # which is left lying there


def give_a_project_twice(state: State) -> None:
    state.project_hands[0] |= 1 << int(state.project_pile[0])


def submit_four(state: State) -> None:
    state.project_hands[0], state.submitted[0] = 0, 0b1111
    state.project_pile[:] = NOTHING
    state.project_pile[:27] = np.arange(4, 31)
    state.project_pile_size = 27


def forget_a_pool_card(state: State) -> None:
    state.discards[state.pool[2]] += 1
    state.pool[2] = NOTHING


DAMAGE: dict[str, Callable[[State], None]] = {
    "a card too many in a hand": add("hands", 1, 0, 7),
    "a card too many on a table": add("tables", 1, 0, 7),
    "a card too many in the discards": add("discards", 1, 7),
    "a card left in a payment": add("paid", 1, 1, 7),
    "a card known but not held": put("known", 9, 0, 7),
    "a card of the pool lost": put("pool", NOTHING, 0),
    "a pool place not filled": forget_a_pool_card,
    "a card behind the pile": put("pile", 3, 59),
    "a pile one short": take_the_top_card,
    "a project twice": give_a_project_twice,
    "a project lost": put("project_pile", 1, 0),
    "a project behind the pile": put("project_pile_size", 30),
    "four submitted": submit_four,
    "a tile lost": lose_a_tile,
    "a building marker too high": add("buildings", 1, 2),
    "a space beyond the board": put("renewed", 1, 1),
    "the centre not renewed": put("renewed", 1 << 17, 0),
    "a value of 0": put("specialists", 0, 3),
    "a value of 10": put("specialists", 10, 3),
    "a value without holder": put("specialists", 2, 3),
    "a holder of value 1": put("holders", 0, 3),
    "a holder who does not play": put("holders", 3, 3),
    "points from nowhere": add("points", 1, 1),
    "points below nothing": put("fees", 1, 1),
    "a seat that does not play has a card": add("known", 1, 4, 0),
    "a seat that does not play has points": put("points", 1, 3),
    "a contract without the option": put("contracts", 1, 0),
    "a target without payment": put("target", 4),
    "a rank without payment": put("last_rank", 4),
    "a sweep without draw": put("swept", 1),
    "a card due without draw": put("cards_due", 1),
    "nobody to move": put("to_move", NOTHING),
    "no action left": put("actions_left", 0),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_the_checks_can_fail(damage: Callable[[State], None]) -> None:
    states = np.zeros(1, rules.STATE).view(np.recarray)
    states[0] = contrada.game("urbania").start(3, seed=3).state
    check(states[0])
    damage(states[0])
    with pytest.raises(AssertionError):
        check(states[0])


def test_a_position_is_small() -> None:
    assert rules.STATE.itemsize <= 1408
    assert len(bytes(contrada.game("urbania").start(5))) == rules.STATE.itemsize
