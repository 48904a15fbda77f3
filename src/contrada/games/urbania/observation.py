"""Positions of Urbania as tensors: the city as planes, then track, cards, projects and points."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from contrada.games.contract import Observation
from contrada.games.tensors import (
    Field,
    Tensor,
    copy_row,
    mark_each,
    mark_squares,
    starts,
    turned,
    turned_or_none,
)
from contrada.games.urbania.rules.state import (
    CARDS,
    FROM_HAND,
    FROM_TABLE,
    KINDS,
    LAST_VALUE,
    MOST_SEATS,
    MOST_SUBMITTED,
    NOBODY,
    OVER,
    POOL,
    PROJECTS,
    SPACES,
    SUITS,
    TILE_KINDS,
    Cards,
    renewed,
)
from contrada.kernel.bits import ONE, ZERO, whole
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State
from contrada.kernel.sets import size_of

MANY = 2**15 - 1
EACH = (MOST_SEATS,)  # you, the next seat and so on
OF_KINDS = (MOST_SEATS, KINDS)

FIELDS = (
    Field("tiles", (7, 7), len(TILE_KINDS) - 1, "kinds of buildings", category=True),
    Field("renewed", (7, 7), 1, "renewed buildings"),
    Field("buildings", (SUITS,), LAST_VALUE, "markers on the track, by suit"),
    Field("specialists", (SUITS,), LAST_VALUE, "values of the specialists, by suit"),
    Field("holders", (SUITS,), MOST_SEATS, "who has hired them: 1 is you", category=True),
    Field("pool", (POOL,), KINDS, "kinds of cards, from 1 on; 0 is empty", category=True),
    Field("discards", (KINDS,), CARDS, "cards of each kind"),
    Field("left", (KINDS,), CARDS, "left in hands when the pile was rebuilt, but surely paid ones"),
    Field("left_with", EACH, CARDS, "of these, left in this hand"),
    Field("own_left", (KINDS,), CARDS, "of these, left in your hand"),
    Field("unsure", OF_KINDS, CARDS, "cards paid since: left in the hand, or drawn since"),
    Field("hand", (KINDS,), CARDS, "your cards of each kind"),
    Field("known", OF_KINDS, CARDS, "cards that everyone saw being taken"),
    Field("tables", OF_KINDS, CARDS, "cards on the table"),
    Field("paid", (2, KINDS), CARDS, "cards of the payment under way, from hand and table"),
    Field("projects", (PROJECTS,), 1, "in your hand"),
    Field("submitted", (MOST_SEATS, PROJECTS), 1, "your projects; those of others at the end"),
    Field("hand_sizes", EACH, CARDS, "cards in hands"),
    Field("project_sizes", EACH, PROJECTS, "projects in hands"),
    Field("submitted_sizes", EACH, MOST_SUBMITTED, "projects submitted"),
    Field("points", EACH, MANY, "public points", low=-MANY),
    Field("from_buildings", EACH, MANY, "of these, from buildings"),
    Field("from_specialists", EACH, MANY, "from specialists"),
    Field("from_projects", EACH, MANY, "from projects", low=-MANY),
    Field("fees", EACH, MANY, "paid for submitting"),
    Field("contracts", EACH, 1, "subsidy contracts that are active"),
    Field("starter", EACH, 1, "who began"),
    Field("to_move", EACH, 1, "you, the next seat and so on; nobody at the end"),
    Field("due", (6,), 1, "action, draw, renew, hire, card, over"),
    Field("actions_left", (), 2, "of the turn"),
    Field("cards_due", (), CARDS, "of the draw action"),
    Field("swept", (), 1, "before the next card"),
    Field("acted", (), 1, "an action of this turn was possible"),
    Field("idle_turns", (), MANY, "in a row"),
    Field("target", (), SPACES, "space or specialist being paid for, from 1 on", category=True),
    Field("colour", (), SUITS + 1, "of the workers being paid, from 1 on", category=True),
    Field("paid_worth", (), MANY, "paid so far"),
    Field("last_rank", (), MANY, "of the card paid last: the next may not come before it"),
    Field("end_turns", (), MANY, "still to come in the end phase; 0 before it", low=-1),
    Field("pile_size", (), CARDS, "cards in the pile"),
    Field("project_pile_size", (), PROJECTS, "projects in the pile"),
    Field("seats", (), MOST_SEATS, "how many there are", low=2),
    Field("seat", (), MOST_SEATS - 1, "your seat"),
    Field("subsidy", (), 1, "the option"),
    Field("politics", (), 1, "the option italian_politics"),
)
_start = dict(zip((field.name for field in FIELDS), constants(*starts(FIELDS)[:-1]), strict=True))
CITY, RENEWED, BUILDINGS, POOLED = (
    _start[name] for name in ("tiles", "renewed", "buildings", "pool")
)
DISCARDS, LEFT, LEFT_WITH, OWN_LEFT, UNSURE, HAND, KNOWN, TABLES, PAID = (
    _start[name]
    for name in (
        *("discards", "left", "left_with", "own_left", "unsure", "hand", "known", "tables"),
        "paid",
    )
)
PROJECT_HAND, SUBMITTED, HAND_SIZES, FIRST_POINTS, CONTRACTS, STARTER, MOVER, DUE = (
    _start[name]
    for name in (
        *("projects", "submitted", "hand_sizes", "points", "contracts", "starter", "to_move"),
        "due",
    )
)
ACTIONS_LEFT = _start["actions_left"]
ALL_SPACES, ALL_SUITS, ALL_POOL, ALL_KINDS = constants(SPACES, SUITS, POOL, KINDS)


# Rows are added up here, and not by the functions of the rules: with indices that are surely not
# negative, compiled code does it many numbers at a time.


@compiled
def add_row(tensor: Tensor, start: int, row: Cards) -> None:
    """Add the cards of each kind to what is written."""
    for kind in range(ALL_KINDS):
        tensor[np.uint64(start + kind)] += row[np.uint64(kind)]


@compiled
def summed(row: Cards) -> int:
    """Count the cards of all kinds."""
    cards = ZERO
    for kind in range(ALL_KINDS):
        cards += row[np.uint64(kind)]
    return cards


@compiled
def observe_table(state: State, seat: int, tensor: Tensor) -> None:
    """Write the city, the track, the pool, and the cards of nobody or of the seat."""
    copy_row(tensor, CITY, state.tiles, ZERO, ALL_SPACES, ZERO)
    mark_squares(tensor, RENEWED, renewed(state))
    copy_row(tensor, BUILDINGS, state.buildings, ZERO, ALL_SUITS, ZERO)
    copy_row(tensor, BUILDINGS + SUITS, state.specialists, ZERO, ALL_SUITS, ZERO)
    for suit in range(SUITS):
        holder = whole(state.holders[suit])
        tensor[BUILDINGS + 2 * SUITS + suit] = turned_or_none(holder, seat, whole(state.seats))
    copy_row(tensor, POOLED, state.pool, ZERO, ALL_POOL, ONE)
    copy_row(tensor, DISCARDS, state.discards, ZERO, ALL_KINDS, ZERO)
    for other in range(state.seats):
        add_row(tensor, LEFT, state.left[other])
    copy_row(tensor, OWN_LEFT, state.left[seat], ZERO, ALL_KINDS, ZERO)
    copy_row(tensor, HAND, state.hands[seat], ZERO, ALL_KINDS, ZERO)
    copy_row(tensor, PAID, state.paid[FROM_HAND], ZERO, ALL_KINDS, ZERO)
    copy_row(tensor, PAID + KINDS, state.paid[FROM_TABLE], ZERO, ALL_KINDS, ZERO)
    mark_each(tensor, PROJECT_HAND, whole(state.project_hands[seat]), ONE)


@compiled
def observe_seat(state: State, other: int, place: int, tensor: Tensor) -> None:
    """Write what is known about a seat, the viewer or another."""
    tensor[LEFT_WITH + place] = summed(state.left[other])
    copy_row(tensor, UNSURE + KINDS * place, state.unsure[other], ZERO, ALL_KINDS, ZERO)
    copy_row(tensor, KNOWN + KINDS * place, state.known[other], ZERO, ALL_KINDS, ZERO)
    copy_row(tensor, TABLES + KINDS * place, state.tables[other], ZERO, ALL_KINDS, ZERO)
    at = HAND_SIZES + place
    tensor[at] = summed(state.hands[other])
    tensor[at + MOST_SEATS] = size_of(whole(state.project_hands[other]))
    tensor[at + 2 * MOST_SEATS] = size_of(whole(state.submitted[other]))
    at = FIRST_POINTS + place
    tensor[at] = state.points[other]
    tensor[at + MOST_SEATS] = state.from_buildings[other]
    tensor[at + 2 * MOST_SEATS] = state.from_specialists[other]
    tensor[at + 3 * MOST_SEATS] = state.from_projects[other]
    tensor[at + 4 * MOST_SEATS] = state.fees[other]
    tensor[CONTRACTS + place] = state.contracts[other]
    if place == 0 or state.due == OVER:
        submitted = whole(state.submitted[other])
        mark_each(tensor, SUBMITTED + PROJECTS * place, submitted, ONE)


@compiled
def observe_turn(state: State, seat: int, tensor: Tensor) -> None:
    """Write whose turn it is, what is due, and the options."""
    seats = whole(state.seats)
    tensor[STARTER + turned(whole(state.starter), seat, seats)] = 1
    if state.to_move != NOBODY:
        tensor[MOVER + turned(whole(state.to_move), seat, seats)] = 1
    tensor[DUE + state.due] = 1
    tensor[ACTIONS_LEFT] = state.actions_left
    tensor[ACTIONS_LEFT + 1] = state.cards_due
    tensor[ACTIONS_LEFT + 2] = state.swept
    tensor[ACTIONS_LEFT + 3] = state.acted
    tensor[ACTIONS_LEFT + 4] = state.idle_turns
    tensor[ACTIONS_LEFT + 5] = state.target + 1
    tensor[ACTIONS_LEFT + 6] = state.colour + 1
    tensor[ACTIONS_LEFT + 7] = state.paid_worth
    tensor[ACTIONS_LEFT + 8] = state.last_rank
    tensor[ACTIONS_LEFT + 9] = state.end_turns
    tensor[ACTIONS_LEFT + 10] = state.pile_size
    tensor[ACTIONS_LEFT + 11] = state.project_pile_size
    tensor[ACTIONS_LEFT + 12] = state.seats
    tensor[ACTIONS_LEFT + 13] = seat
    tensor[ACTIONS_LEFT + 14] = state.subsidy
    tensor[ACTIONS_LEFT + 15] = state.politics


@compiled
def observe(state: State, seat: int, tensor: Tensor) -> None:
    """Write the position as a seat may know it into a tensor of zeros."""
    observe_table(state, seat, tensor)
    for other in range(state.seats):
        observe_seat(state, whole(other), turned(whole(other), seat, whole(state.seats)), tensor)
    observe_turn(state, seat, tensor)


OBSERVATION = Observation(observe, (Path(__file__),))
