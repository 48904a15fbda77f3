"""Why the rules of Urbe refuse a decision: the case of the rule, and the places to point at.

`english.toml` has a text for every case.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from contrada.errors import IllegalDecision, Value
from contrada.games.english import English
from contrada.games.urbe import rules
from contrada.games.urbe.components import CARDS
from contrada.games.urbe.notation import COLOURS, GUILDS, LOCATIONS, TILES, cell_name
from contrada.kernel.operations import State

english = English(Path(__file__).with_name("english.toml"), {"colour": COLOURS, "guild": GUILDS})


class Reason(NamedTuple):
    """The case of a rule, the values for its text, and where to point."""

    case: str = ""
    values: dict[str, Value] | None = None
    squares: tuple[str, ...] = ()


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` returned."""
    case, values, squares = _reason(state, decision, rule)
    return english.refusal(rules.RULE_IDS[rule], case, values, squares)


def _reason(state: State, decision: int, rule: int) -> Reason:
    if rule == rules.END_1:
        return Reason()
    if rule == rules.SETUP_2:
        places = int(rules.MARKET_SIZE[state.seats - 2])
        return Reason(values={"seats": int(state.seats), "places": places})
    if decision < rules.MARK:
        return _character(state, decision)
    if decision < rules.FLAGS:
        return _marking(state, decision)
    if decision < rules.PLACE:
        return _taking(state, decision, rule)
    return _placing(state, decision, rule)


def _character(state: State, decision: int) -> Reason:
    if decision < rules.KEEP_USEFUL or state.due == rules.CHOOSING_USEFUL:
        return Reason()
    if state.eight == rules.WITHOUT:
        return Reason("without")
    return Reason("sides" if state.due == rules.CHOOSING_SIDE else "done")


def _in_market(place: int, case: str = "", **values: Value) -> Reason:
    return Reason(case, values, (f"market {place + 1}",))


# --- The market ----------------------------------------------------------------------------------


def _marking(state: State, decision: int) -> Reason:
    if decision < rules.ARCHBISHOP:
        return _mark(state, decision - int(rules.MARK))
    if decision < rules.MEEPLE:
        if state.due != rules.SENDING_ARCHBISHOP:
            return Reason()
        return _in_market(decision - int(rules.ARCHBISHOP), "marked")
    if state.due != rules.CHOOSING_MEEPLE:
        return Reason()
    return _in_market(decision - int(rules.MEEPLE), "meeple")


def _mark(state: State, place: int) -> Reason:
    if state.due != rules.MARKING:
        return Reason()
    if int(state.archbishop_mark) >> place & 1:
        return _in_market(place, "archbishop")
    if _is_marked(state, place):
        return _in_market(place, "marked")
    seat = int(state.to_move)
    can_pay = rules.CARDS_FOR[state.guilds[seat], state.market[place]] & int(state.cards[seat])
    return _in_market(place, "both" if can_pay and state.meeples[seat] else "")


def _is_marked(state: State, place: int) -> bool:
    marks = (*state.meeples[: state.seats], state.archbishop_mark)
    return any(int(places) >> place & 1 for places in marks)


def _taking(state: State, decision: int, rule: int) -> Reason:
    if decision < rules.SECOND:
        return _paying(state, decision, rule)
    if decision < rules.USE_TREASURER:
        if state.due != rules.TAKING_SECOND:
            return Reason()
        return _another(state, decision - int(rules.SECOND), rule)
    if state.due != rules.USING_TREASURER:
        return Reason("treasurer")
    return _another(state, decision - int(rules.USE_TREASURER), rule)


def _paying(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.PAYING:
        return Reason()
    target = int(state.target)
    if rule in (rules.COIN_1, rules.TAKE_2):
        return _in_market(target)
    if rule == rules.TAKE_4:
        return _in_market(target, "payable")
    half, card = divmod(decision - int(rules.FLAGS), CARDS)
    coin = rules.COMPONENTS.coins[int(state.guilds[state.to_move])][card]
    tile = TILES[int(state.market[target])]
    if half == rules.BY_FLAGS:
        flags = [COLOURS[flag] for flag in coin.flags]
        return _in_market(target, "flags", colour=COLOURS[tile.colour], flags=flags)
    icons, guilds = ([GUILDS[icon] for icon in each] for each in (tile.icons, coin.guilds))
    return _in_market(target, "guilds", icons=icons, guilds=guilds)


def _another(state: State, place: int, rule: int) -> Reason:
    """Return why a tile without the seat's meeple cannot be taken now."""
    if rule != rules.TAKE_5:
        return _in_market(place, "unpaid")
    if state.market[place] == rules.NOTHING:
        return _in_market(place, "gone")
    return _in_market(place, "marked" if _is_marked(state, place) else "grey")


# --- The city ------------------------------------------------------------------------------------


def _placing(state: State, decision: int, rule: int) -> Reason:
    if decision == rules.KEEP:
        if state.due == rules.PLACING:
            return Reason("keep")
        return Reason("useful" if state.due == rules.CHOOSING_USEFUL else "")
    if decision > rules.KEEP:
        return _swapping(state, decision, rule)
    if state.due != rules.PLACING:
        return Reason()
    slot, location = divmod(decision - int(rules.PLACE), int(rules.LOCATIONS))
    seat = int(state.to_move)
    if slot >= state.waiting_size[seat]:
        return Reason("slot", {"n": int(state.waiting_size[seat])})
    case, values = _misfit(int(state.placed[seat]), location, rule)
    return Reason(case, values, (f"{seat}:{LOCATIONS[location]}",))


def _misfit(placed: int, location: int, rule: int) -> tuple[str, dict[str, Value]]:
    """Return why a tile cannot be placed at a location of a city."""
    on_border = rules.BORDER <= location < rules.OUTSIDE
    taken = placed >> location & 1
    if rule == rules.GREY_BRIDGE:
        return ("" if not on_border else "taken" if taken else "open"), {}
    if rule == rules.GREY_WATCHTOWER:
        if location < rules.OUTSIDE:
            return "", {}
        beside = cell_name(rules.OUTSIDE_CELL[location - int(rules.OUTSIDE)])
        return ("taken", {}) if taken else ("alone", {"cell": beside})
    if rule == rules.GREY_CHURCH:
        return "", {"cell": LOCATIONS[location]}
    if location >= rules.CELLS:
        return ("border" if on_border else "outside"), {}
    return ("taken" if taken else "apart"), {"cell": LOCATIONS[location]}


def _swapping(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.SWAPPING:
        return Reason("mason")
    seat = int(state.to_move)
    pair = rules.PAIR_CELLS[decision - int(rules.SWAP)].tolist()
    squares = tuple(f"{seat}:{cell_name(cell)}" for cell in pair)
    if rule == rules.GREY_CHURCH:
        return Reason("swap", {"cells": [cell_name(cell) for cell in pair]}, squares)
    empty = [cell_name(cell) for cell in pair if state.cities[seat, cell] == rules.NOTHING]
    return Reason("empty", {"cells": empty, "n": len(empty)}, squares)
