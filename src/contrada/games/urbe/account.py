"""What a decision of Urbe consists of, and what it did in a position, as plain data.

Decrees are never played, so everyone sees every decision completely.
"""

from __future__ import annotations

from typing import Any

from contrada.games.contract import Parts
from contrada.games.urbe import rules
from contrada.games.urbe.components import CARDS, SIDES
from contrada.games.urbe.notation import (
    CARD_TEXTS,
    COLOURS,
    GUILDS,
    LOCATIONS,
    TILES,
    USEFUL,
    cell_name,
)
from contrada.games.urbe.view import named
from contrada.kernel import records
from contrada.kernel.operations import State

_ALONE: dict[int, Parts] = {
    int(rules.NO_ARCHBISHOP): {"does": "no_archbishop"},
    int(rules.NO_SECOND): {"does": "no_second"},
    int(rules.NO_TREASURER): {"does": "no_treasurer"},
    int(rules.KEEP): {"does": "keep"},
    int(rules.NO_SWAP): {"does": "no_swap"},
}
_ON_MARKET = {
    "mark": int(rules.MARK),
    "send_archbishop": int(rules.ARCHBISHOP),
    "choose_meeple": int(rules.MEEPLE),
    "take_second": int(rules.SECOND),
    "use_treasurer": int(rules.USE_TREASURER),
}


def parts(decision: int) -> Parts:
    """Return the parts of a decision, which are the same in every position."""
    if decision in _ALONE:
        return _ALONE[decision]
    if decision < rules.KEEP_USEFUL:
        return {"does": "choose_side", "side": SIDES[decision - int(rules.SIDE)]}
    if decision < rules.MARK:
        return {"does": "keep_useful", "useful": USEFUL[decision - int(rules.KEEP_USEFUL)].id}
    if rules.FLAGS <= decision < rules.SECOND:
        return _card_parts(decision - int(rules.FLAGS))
    if decision < rules.PLACE:
        does = next(word for word in reversed(_ON_MARKET) if decision >= _ON_MARKET[word])
        return {"does": does, "place": decision - _ON_MARKET[does] + 1}
    if decision < rules.KEEP:
        slot, location = divmod(decision - int(rules.PLACE), int(rules.LOCATIONS))
        return {"does": "place", "slot": slot, "location": LOCATIONS[location]}
    one, other = rules.PAIR_CELLS[decision - int(rules.SWAP)]
    return {"does": "swap", "cell": cell_name(one), "other": cell_name(other)}


def _card_parts(number: int) -> Parts:
    how, card = divmod(number, CARDS)
    if how == (int(rules.SPEND) - int(rules.FLAGS)) // CARDS:
        return {"does": "spend", "card": card + 1}
    return {"does": "pay", "by": ("flags", "guilds")[how], "card": card + 1}


def account(state: State, decision: int, _seat: int | None) -> dict[str, Any]:
    """Return what a decision did; everyone sees the same."""
    return {**parts(decision), **_done(state, decision)}


def _done(state: State, decision: int) -> dict[str, Any]:
    if decision < rules.MARK:
        return _chosen(state, decision)
    if rules.FLAGS <= decision < rules.SECOND:
        return _paid(state, decision)
    if decision < rules.PLACE and decision not in _ALONE:
        place = int(parts(decision)["place"] or 0) - 1
        return {"tile": _tile(int(state.market[place]))}
    if rules.PLACE <= decision < rules.KEEP:
        return _placed(state, decision)
    if decision == rules.KEEP:
        return {"kept": _warehouses(state)}
    return _swapped(state, decision) if rules.SWAP <= decision < rules.NO_SWAP else {}


def _tile(number: int) -> dict[str, Any]:
    tile = TILES[number]
    return {
        "id": tile.id,
        "name": tile.name,
        "colour": (*COLOURS, "grey")[tile.colour],
        "vp": tile.vp,
        "power": tile.power or None,
    }


def _chosen(state: State, decision: int) -> dict[str, Any]:
    if decision >= rules.KEEP_USEFUL:
        useful = USEFUL[decision - int(rules.KEEP_USEFUL)]
        return {**named(f"useful.{useful.id}", useful.name)}
    guild, side = int(state.guilds[state.to_move]), decision - int(rules.SIDE)
    name = rules.COMPONENTS.characters[guild][side].name
    key = f"character.{GUILDS[guild]}.{SIDES[side]}"
    return {"guild": GUILDS[guild], **named(key, name)}


def _paid(state: State, decision: int) -> dict[str, Any]:
    """Return which card was played for which tile; if no card could pay, the tile stays."""
    card = (decision - int(rules.FLAGS)) % CARDS
    place = int(state.target)
    tile = int(state.market[place])
    guild = int(state.guilds[state.to_move])
    coin = rules.COMPONENTS.coins[guild][card]
    return {
        "text": CARD_TEXTS[guild][card],
        "flags": [COLOURS[flag] for flag in coin.flags],
        "guilds": [GUILDS[icon] for icon in coin.guilds],
        "place": place + 1,
        "tile": _tile(tile),
        "takes": bool(decision < rules.SPEND or TILES[tile].power),
    }


def _placed(state: State, decision: int) -> dict[str, Any]:
    states, seat = records.copy(state), int(state.to_move)
    rules.apply(states[0], decision)
    after = states[0].fountains[seat]
    slot = (decision - int(rules.PLACE)) // int(rules.LOCATIONS)
    return {
        "tile": _tile(int(state.waiting[seat, slot])),
        "fountains": after[after != state.fountains[seat]].tolist(),
    }


def _warehouses(state: State) -> list[dict[str, Any]]:
    seat = int(state.to_move)
    waiting = state.waiting[seat, : state.waiting_size[seat]].tolist()
    return [_tile(tile) for tile in waiting if rules.TILE_POWER[tile] == rules.WAREHOUSE]


def _swapped(state: State, decision: int) -> dict[str, Any]:
    pair = rules.PAIR_CELLS[decision - int(rules.SWAP)].tolist()
    return {"tiles": [_tile(int(state.cities[state.to_move, cell])) for cell in pair]}
