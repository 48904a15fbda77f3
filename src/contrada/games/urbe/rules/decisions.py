"""The numbers of decisions: where each kind begins, and what is added to that."""

from __future__ import annotations

from contrada.games.urbe.components import CARDS, MOST_MARKET
from contrada.games.urbe.rules.city import LOCATIONS, PAIRS
from contrada.games.urbe.rules.state import SLOTS, USEFUL
from contrada.kernel.jit import constants

_sizes = (
    2,  # side
    USEFUL,
    MOST_MARKET,  # mark
    MOST_MARKET + 1,  # archbishop, or none
    MOST_MARKET,  # meeple
    CARDS,  # flags
    CARDS,  # guilds
    CARDS,  # spend
    MOST_MARKET + 1,  # second, or none
    MOST_MARKET + 1,  # treasurer, or none
    SLOTS * int(LOCATIONS),  # place
    1,  # keep
    PAIRS + 1,  # swap, or none
)
_from = [sum(_sizes[:kind]) for kind in range(len(_sizes))]
(
    SIDE,  # 0 to 1: + side
    KEEP_USEFUL,  # 2 to 9: + useful character
    MARK,  # 10 to 21: + place
    ARCHBISHOP,  # 22 to 33: + place; 34: none
    MEEPLE,  # 35 to 46: + place
    FLAGS,  # 47 to 54: + card
    GUILD_ICONS,  # 55 to 62: + card
    SPEND,  # 63 to 70: + card
    SECOND,  # 71 to 82: + place; 83: none
    USE_TREASURER,  # 84 to 95: + place; 96: none
    PLACE,  # 97 to 544: + slot * LOCATIONS + location
    KEEP,  # 545
    SWAP,  # 546 to 665: + pair; 666: none
) = constants(*_from)
DECISIONS = sum(_sizes)
NO_ARCHBISHOP, NO_SECOND, NO_TREASURER, NO_SWAP = constants(
    MEEPLE - 1, USE_TREASURER - 1, PLACE - 1, DECISIONS - 1
)
