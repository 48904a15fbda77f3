"""What the spaces, cards, projects and tiles of Urbania are called, in full and as codes."""

from __future__ import annotations

from contrada.games.urbania import rules
from contrada.games.urbania.components import (
    BUILDING,
    DISTRICTS,
    NEIGHBOURHOOD,
    PAIR,
    Card,
    Project,
)
from contrada.kernel.operations import State

TYPES = rules.COMPONENTS.types
COLOURS = rules.COMPONENTS.colours
SPECIALISTS = rules.COMPONENTS.specialists
COLUMNS, ROWS = "ABCDEFG", "1234567"
LETTERS = "fbhcspr"  # of the types in a position: business is c, as in commerce
DIGITS = "0123456789abcdefghijk"  # of a tile's points
NOTHING = "-"

CONTRACTS = ("used", "active")
VARIANTS = ("plain", "subsidy", "italian_politics")


def space_name(space: int) -> str:
    """Write a space: 0 is A1 in the north-west, 6 is G1, 48 is G7."""
    row, column = divmod(int(space), 7)
    return COLUMNS[column] + ROWS[row]


def read_space(name: str) -> int:
    """Read a space from a name that is known to be valid."""
    return ROWS.index(name[1]) * 7 + COLUMNS.index(name[0])


def face_text(card: Card) -> str:
    """Write what a card shows: `2+$1`, `R+$1`, `1+R$1`, `3`, `$3`."""
    rainbow = f"{card.rainbow_workers if card.rainbow_workers > 1 else ''}R"
    signs = (
        (card.workers, str(card.workers)),
        (card.rainbow_workers, rainbow),
        (card.coins, f"${card.coins}"),
        (card.rainbow_coins, f"R${card.rainbow_coins}"),
    )
    return "+".join(sign for count, sign in signs if count)


def project_name(project: Project) -> str:
    """Name a project after what it scores."""
    if project.kind == NEIGHBOURHOOD:
        return DISTRICTS[project.first]
    if project.kind == BUILDING:
        return TYPES[project.first]
    if project.kind == PAIR:
        return f"{SPECIALISTS[project.first]} + {SPECIALISTS[project.second]}"
    return SPECIALISTS[project.first]


def _project_code(project: Project) -> str:
    """Write a project in a position: NW, f a building type, F a specialist, FB a pair."""
    if project.kind == NEIGHBOURHOOD:
        return DISTRICTS[project.first]
    if project.kind == BUILDING:
        return LETTERS[project.first]
    if project.kind == PAIR:
        return (LETTERS[project.first] + LETTERS[project.second]).upper()
    return LETTERS[project.first].upper()


FACES = tuple(map(face_text, rules.COMPONENTS.cards))  # by the kind of card
CARDS = tuple(
    f"{COLOURS[card.suit]} {face}" for card, face in zip(rules.COMPONENTS.cards, FACES, strict=True)
)
PROJECTS = tuple(map(project_name, rules.COMPONENTS.projects))
CARD_CODES = tuple(LETTERS[card.suit] + face_text(card) for card in rules.COMPONENTS.cards)
PROJECT_CODES = tuple(map(_project_code, rules.COMPONENTS.projects))
TILE_CODES = tuple(
    f"{LETTERS[tile.type]}{tile.workers}{DIGITS[tile.points]}{'+' if tile.card else ''}"
    for tile in rules.TILE_KINDS
)


def type_at(state: State, space: int) -> str:
    """Name the type of the building on a space."""
    return TYPES[int(rules.TILE_TYPE[state.tiles[space]])]
