"""The record of a position of Urbania, and tables made from the components."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from contrada.games.components import chosen
from contrada.games.urbania import components
from contrada.kernel import boards, chance
from contrada.kernel.bits import ZERO
from contrada.kernel.boards import Squares
from contrada.kernel.jit import compiled, constants
from contrada.kernel.operations import State

FILE = chosen(components.OURS)
COMPONENTS = components.read(FILE)

Cards = npt.NDArray[np.int8]  # by kind: how many

BOARD = boards.board(7, 7)
SPACES = 49
SUITS = components.SUITS
RESIDENTIAL = np.int64(SUITS)
KINDS = len(COMPONENTS.cards)
FACES = KINDS // SUITS  # every suit has the same faces, so face = kind % FACES
CARDS = sum(card.count for card in COMPONENTS.cards)
PROJECTS = len(COMPONENTS.projects)
MOST_SEATS = 5
HAND, POOL = 5, 5
LAST_VALUE = 9  # URBANIA-TRACK-2
MOST_SUBMITTED = 3  # URBANIA-SUBMIT-1

# URBANIA-BOARD-2: which district a space belongs to; the centre is none.
CENTRE = np.int64(4)
_MAP = """
NW NW NW NW NE NE NE
NW NW NW NW NE NE NE
NW NW NW C  NE NE NE
SW SW C  C  C  NE NE
SW SW SW C  SE SE SE
SW SW SW SE SE SE SE
SW SW SW SE SE SE SE
"""
DISTRICT = np.array([(*components.DISTRICTS, "C").index(word) for word in _MAP.split()], np.int64)
DISTRICT_SPACES = np.array(
    [boards.from_list(np.flatnonzero(place == DISTRICT).tolist()) for place in range(5)], np.uint64
)

# Tiles that look alike are one kind, so that equal cities have equal states.
TILE_KINDS = tuple(dict.fromkeys(COMPONENTS.tiles))
TILES = np.array([TILE_KINDS.index(tile) for tile in COMPONENTS.tiles], np.int64)  # in the box
TILE_TYPE = np.array([tile.type for tile in TILE_KINDS], np.int64)
TILE_WORKERS = np.array([tile.workers for tile in TILE_KINDS], np.int64)
TILE_POINTS = np.array([tile.points for tile in TILE_KINDS], np.int64)
TILE_CARD = np.array([tile.card for tile in TILE_KINDS], np.bool_)
CARD_SUIT = np.array([card.suit for card in COMPONENTS.cards], np.int64)
CARD_WORKERS = np.array([card.workers for card in COMPONENTS.cards], np.int64)
CARD_RAINBOW_WORKERS = np.array([card.rainbow_workers for card in COMPONENTS.cards], np.int64)
CARD_COINS = np.array([card.coins for card in COMPONENTS.cards], np.int64)
CARD_RAINBOW_COINS = np.array([card.rainbow_coins for card in COMPONENTS.cards], np.int64)
COPIES = np.array([card.count for card in COMPONENTS.cards], np.int64)
PROJECT_KIND = np.array([project.kind for project in COMPONENTS.projects], np.int64)
PROJECT_FIRST = np.array([project.first for project in COMPONENTS.projects], np.int64)
PROJECT_SECOND = np.array([project.second for project in COMPONENTS.projects], np.int64)
PROJECT_POINTS = np.array([project.points for project in COMPONENTS.projects], np.int64)
ICON = np.array([value in COMPONENTS.card_icons for value in range(LAST_VALUE + 1)], np.bool_)
NEIGHBOURHOOD, BUILDING, PAIR = constants(
    components.NEIGHBOURHOOD, components.BUILDING, components.PAIR
)

# What is due: an action, a card of a draw action, a payment, a card for an icon.
ACTION, DRAWING, RENEWING, HIRING, CARD, OVER = constants(*range(6))

NOBODY, NOTHING, NO_COLOUR, NOT_YET = constants(-1, -1, -1, -1)
FROM_HAND, FROM_TABLE = constants(0, 1)

STATE = np.dtype(
    [
        ("renewed", np.uint64, (2,)),  # a set of spaces
        ("random", chance.FIELD),
        ("project_hands", np.int32, (MOST_SEATS,)),  # a set of projects
        ("submitted", np.int32, (MOST_SEATS,)),  # a set of projects
        ("points", np.int16, (MOST_SEATS,)),
        ("from_buildings", np.int16, (MOST_SEATS,)),  # of these points
        ("from_specialists", np.int16, (MOST_SEATS,)),
        ("fees", np.int16, (MOST_SEATS,)),  # paid for submitting
        ("from_projects", np.int16, (MOST_SEATS,)),
        ("seats", np.int16),
        ("starter", np.int16),
        ("to_move", np.int16),
        ("due", np.int16),
        ("actions_left", np.int16),
        ("cards_due", np.int16),  # of the draw action, the next one included
        ("swept", np.int16),  # before the next card
        ("acted", np.int16),  # an action of this turn was possible
        ("idle_turns", np.int16),  # in a row, with both actions lost
        ("target", np.int16),  # space or specialist being paid for
        ("colour", np.int16),  # of the workers being paid
        ("paid_worth", np.int16),
        ("last_rank", np.int16),  # of the card paid last
        ("end_turns", np.int16),  # still to come with this one, once the end phase has begun
        ("pile_size", np.int16),
        ("project_pile_size", np.int16),
        ("subsidy", np.int16),  # options
        ("politics", np.int16),
        ("tiles", np.int8, (SPACES,)),  # kinds of tiles
        ("buildings", np.int8, (SUITS,)),  # markers
        ("specialists", np.int8, (SUITS,)),  # markers
        ("holders", np.int8, (SUITS,)),
        ("contracts", np.int8, (MOST_SEATS,)),  # subsidy: 1 while active
        ("pool", np.int8, (POOL,)),
        ("pile", np.int8, (CARDS,)),  # the next card is the last one
        ("project_pile", np.int8, (PROJECTS,)),
        ("hands", np.int8, (MOST_SEATS, KINDS)),  # [seat, kind]: how many
        ("known", np.int8, (MOST_SEATS, KINDS)),  # of these, taken openly from the pool
        ("tables", np.int8, (MOST_SEATS, KINDS)),
        ("paid", np.int8, (2, KINDS)),  # [from hand or table]: cards of the payment under way
        ("discards", np.int8, (KINDS,)),
        # Once the discards have become the pile, everyone knows which unseen cards were left in
        # hands then, and how many in each; each seat remembers its own.
        ("left", np.int8, (MOST_SEATS, KINDS)),  # those that have not certainly been paid since
        ("unsure", np.int8, (MOST_SEATS, KINDS)),  # paid since: left, or drawn since
    ],
)


@compiled
def renewed(state: State) -> Squares:
    """Return the spaces whose building is renewed."""
    return state.renewed[0], state.renewed[1]


def is_renewed(state: State, space: int) -> bool:
    """Whether the building on a space is renewed (plain Python)."""
    return bool(int(state.renewed[space // 64]) >> space % 64 & 1)


@compiled
def type_at(state: State, space: int) -> int:
    """Return the type of the building on a space."""
    return TILE_TYPE[state.tiles[space]]  # type: ignore[no-any-return]


@compiled
def district_spaces(district: int) -> Squares:
    """Return the spaces of a district."""
    return DISTRICT_SPACES[district, 0], DISTRICT_SPACES[district, 1]


@compiled
def count_hand(state: State, seat: int) -> int:
    """Count the resource cards in a hand."""
    size = ZERO
    for kind in range(KINDS):
        size += state.hands[seat, kind]
    return size


@compiled
def count_unseen(state: State, seat: int) -> int:
    """Count the cards in a hand that others have not seen being taken."""
    size = ZERO
    for kind in range(KINDS):
        size += state.hands[seat, kind] - state.known[seat, kind]
    return size


@compiled
def count_unseen_of(state: State, kind: int) -> int:
    """Count the cards of a kind that are in the pile or unseen in hands."""
    cards = ZERO
    for seat in range(state.seats):
        cards += state.hands[seat, kind] - state.known[seat, kind]
    for place in range(state.pile_size):
        cards += int(state.pile[place] == kind)
    return cards


@compiled
def count_left_with(state: State, seat: int) -> int:
    """Count the cards left in a hand when the pile was rebuilt, but for those surely paid."""
    cards = ZERO
    for kind in range(KINDS):
        cards += state.left[seat, kind]
    return cards


@compiled
def count_left_of(state: State, kind: int) -> int:
    """Count the cards of a kind left in hands, but for those surely paid."""
    cards = ZERO
    for seat in range(state.seats):
        cards += state.left[seat, kind]
    return cards


@compiled
def count_unsure_with(state: State, seat: int) -> int:
    """Count the cards a seat has paid that were left in its hand or drawn since."""
    cards = ZERO
    for kind in range(KINDS):
        cards += state.unsure[seat, kind]
    return cards


@compiled
def count_unsure_of(state: State, kind: int) -> int:
    """Count the cards of a kind that have been paid and were left in a hand or drawn since."""
    cards = ZERO
    for seat in range(state.seats):
        cards += state.unsure[seat, kind]
    return cards
