"""The names of tiles, cards, cells and other places."""

from __future__ import annotations

from typing import Literal

from contrada.games.urbe import rules
from contrada.games.urbe.components import OURS, Coin, read, renamed
from contrada.kernel.operations import State

COLOURS = rules.COMPONENTS.colours
GUILDS = rules.COMPONENTS.guilds
TILES = rules.COMPONENTS.tiles
DECREES = rules.COMPONENTS.decrees
USEFUL = rules.COMPONENTS.useful
OUR_COMPONENTS = read(OURS)
RENAMED = renamed(rules.COMPONENTS, OUR_COMPONENTS)
COLUMNS, ROWS = "ABCD", "1234"
NOTHING = "-"
# The values of the option, in the order of `rules.WITHOUT`, BESIDE and INSTEAD.
USEFUL_EIGHT: tuple[Literal[False, "beside", "instead"], ...] = (False, "beside", "instead")


def cell_name(cell: int) -> str:
    """Write a cell: 0 is A1, 3 is D1, 15 is D4."""
    row, column = divmod(int(cell), 4)
    return COLUMNS[column] + ROWS[row]


def _border_name(border: int) -> str:
    first, second = (cell for cell in range(16) if int(rules.BORDER_CELLS[border]) >> cell & 1)
    return f"{cell_name(first)}-{cell_name(second)}"


def _outside_name(place: int) -> str:
    side = ("above", "right of", "below", "left of")[place // 4]
    return f"{side} {cell_name(rules.OUTSIDE_CELL[place])}"


LOCATIONS = (
    *map(cell_name, range(rules.CELLS)),
    *map(_border_name, range(rules.BORDERS)),
    *map(_outside_name, range(rules.OUTSIDES)),
)


def card_text(coin: Coin) -> str:
    """Write a coin card: its flags, then its guilds, `purple+blue/wheel`."""
    flags = "+".join(COLOURS[flag] for flag in coin.flags)
    return f"{flags}/{'+'.join(GUILDS[guild] for guild in coin.guilds)}"


# By guild, then by card.
CARD_TEXTS = tuple(tuple(map(card_text, coins)) for coins in rules.COMPONENTS.coins)
SQUARES = tuple(
    cell_name((int(cells) & -int(cells)).bit_length() - 1) for cells in rules.SQUARE_CELLS
)  # named by their top left cell


def tile_at(state: State, place: int) -> str:
    """Name the tile at a place of the market."""
    tile = int(state.market[place])
    return TILES[tile].name if tile >= 0 else NOTHING
