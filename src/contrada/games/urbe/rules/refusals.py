"""The rules that can refuse a decision, and which of them does."""

from __future__ import annotations

from contrada.games.urbe.components import CARDS
from contrada.games.urbe.rules.city import CENTRE, LOCATIONS, PAIR_CELLS, open_cells
from contrada.games.urbe.rules.decisions import (
    ARCHBISHOP,
    FLAGS,
    KEEP,
    KEEP_USEFUL,
    MARK,
    MEEPLE,
    NO_ARCHBISHOP,
    NO_SECOND,
    NO_SWAP,
    NO_TREASURER,
    PLACE,
    SECOND,
    SPEND,
    SWAP,
    USE_TREASURER,
)
from contrada.games.urbe.rules.market import marked, unmarked
from contrada.games.urbe.rules.marking import markable
from contrada.games.urbe.rules.placing import locations_for, may_keep, may_swap
from contrada.games.urbe.rules.setup import drawn_by
from contrada.games.urbe.rules.state import (
    BRIDGE,
    CHOOSING_MEEPLE,
    CHOOSING_SIDE,
    CHOOSING_USEFUL,
    CHURCH,
    INSTEAD,
    MARKET_SIZE,
    MARKING,
    NOTHING,
    OVER,
    PAYING,
    PLACING,
    SENDING_ARCHBISHOP,
    SWAPPING,
    TAKING_SECOND,
    TILE_POWER,
    USING_TREASURER,
    WATCHTOWER,
    cells,
    is_grey,
)
from contrada.games.urbe.rules.taking import (
    must_spend,
    paying_cards,
    second_places,
    treasurer_places,
)
from contrada.kernel.bits import whole
from contrada.kernel.jit import compiled
from contrada.kernel.operations import State
from contrada.kernel.refusals import PERMITTED, RuleIds
from contrada.kernel.seats import by_seats, mover
from contrada.kernel.sets import has

RULE_IDS = RuleIds()
COIN_1 = RULE_IDS.number("URBE-COIN-1")
SETUP_2 = RULE_IDS.number("URBE-SETUP-2")
SETUP_4 = RULE_IDS.number("URBE-SETUP-4")
MARKET_1 = RULE_IDS.number("URBE-MARKET-1")
MARKET_2 = RULE_IDS.number("URBE-MARKET-2")
TAKE_1 = RULE_IDS.number("URBE-TAKE-1")
TAKE_2 = RULE_IDS.number("URBE-TAKE-2")
TAKE_3 = RULE_IDS.number("URBE-TAKE-3")
TAKE_4 = RULE_IDS.number("URBE-TAKE-4")
TAKE_5 = RULE_IDS.number("URBE-TAKE-5")
PLACE_1 = RULE_IDS.number("URBE-PLACE-1")
END_1 = RULE_IDS.number("URBE-END-1")
GREY_BRIDGE = RULE_IDS.number("URBE-GREY-BRIDGE")
GREY_CHURCH = RULE_IDS.number("URBE-GREY-CHURCH")
GREY_WATCHTOWER = RULE_IDS.number("URBE-GREY-WATCHTOWER")
GREY_WAREHOUSE = RULE_IDS.number("URBE-GREY-WAREHOUSE")
GREY_CATHEDRAL = RULE_IDS.number("URBE-GREY-CATHEDRAL")
EIGHT_1 = RULE_IDS.number("URBE-EIGHT-1")
EIGHT_2 = RULE_IDS.number("URBE-EIGHT-2")
EIGHT_3 = RULE_IDS.number("URBE-EIGHT-3")


@compiled
def refuse_place_of_market(state: State, place: int) -> int:
    """Why a place does not exist: the market is smaller."""
    return PERMITTED if place < by_seats(state, MARKET_SIZE) else SETUP_2


@compiled
def refuse_marking(state: State, place: int) -> int:
    """Why a tile may not be marked."""
    if state.due != MARKING:
        return MARKET_1
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(markable(state, mover(state)), place) else MARKET_2


@compiled
def refuse_sending(state: State, decision: int) -> int:
    """Why the Archbishop may not be sent to a tile, or not be kept."""
    if state.due != SENDING_ARCHBISHOP:
        return GREY_CATHEDRAL
    if decision == NO_ARCHBISHOP:
        return PERMITTED
    if refuse_place_of_market(state, decision - ARCHBISHOP) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(unmarked(state), decision - ARCHBISHOP) else GREY_CATHEDRAL


@compiled
def refuse_meeple(state: State, place: int) -> int:
    """Why a meeple may not be chosen."""
    if state.due != CHOOSING_MEEPLE:
        return TAKE_4
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    return PERMITTED if has(whole(state.meeples[state.to_move]), place) else TAKE_4


@compiled
def refuse_paying(state: State, half: int, card: int) -> int:
    """Why half a card may not pay for the meeple's tile."""
    if state.due != PAYING:
        return TAKE_1
    if not has(whole(state.cards[state.to_move]), card):
        return COIN_1
    if is_grey(whole(state.market[state.target])):
        return TAKE_2
    return PERMITTED if has(paying_cards(state, half), card) else TAKE_1


@compiled
def refuse_spending(state: State, card: int) -> int:
    """Why a card may not be given up or spent whole."""
    if state.due != PAYING:
        return TAKE_1
    if not must_spend(state):
        return TAKE_4
    return PERMITTED if has(whole(state.cards[state.to_move]), card) else COIN_1


@compiled
def refuse_another(state: State, place: int, allowed: int, unpaid: int) -> int:
    """Why a further tile may not be taken; `unpaid` is the rule about paying for it."""
    if has(allowed, place):
        return PERMITTED
    if refuse_place_of_market(state, place) != PERMITTED:
        return SETUP_2
    tile = whole(state.market[place])
    free = tile != NOTHING and not is_grey(tile) and not has(marked(state), place)
    return unpaid if free else TAKE_5


@compiled
def refuse_second(state: State, decision: int) -> int:
    """Why a second tile may not be taken."""
    if state.due != TAKING_SECOND:
        return TAKE_3
    if decision == NO_SECOND:
        return PERMITTED
    return refuse_another(state, decision - SECOND, second_places(state), TAKE_3)


@compiled
def refuse_treasurer(state: State, decision: int) -> int:
    """Why the Treasurer may not take a tile."""
    if state.due != USING_TREASURER:
        return EIGHT_2
    if decision == NO_TREASURER:
        return PERMITTED
    return refuse_another(state, decision - USE_TREASURER, treasurer_places(state), EIGHT_2)


@compiled
def refuse_location(tile: int, placed: int, location: int) -> int:
    """Why a tile may not be placed at a location of a city."""
    if has(locations_for(tile, placed), location):
        return PERMITTED
    if TILE_POWER[tile] == BRIDGE:
        return GREY_BRIDGE
    if TILE_POWER[tile] == WATCHTOWER:
        return GREY_WATCHTOWER
    inside = TILE_POWER[tile] == CHURCH and has(CENTRE, location)
    return GREY_CHURCH if inside and has(open_cells(placed), location) else PLACE_1


@compiled
def refuse_placing(state: State, slot: int, location: int) -> int:
    """Why a tile may not be placed."""
    seat = mover(state)
    if state.due != PLACING or slot >= state.waiting_size[seat]:
        return PLACE_1
    tile = whole(state.waiting[seat, slot])
    return refuse_location(tile, whole(state.placed[seat]), location)


@compiled
def refuse_keeping(state: State) -> int:
    """Why placing may not end."""
    if state.due != PLACING:
        return GREY_WAREHOUSE
    return PERMITTED if may_keep(state) else TAKE_5


@compiled
def refuse_swapping(state: State, decision: int) -> int:
    """Why two tiles may not be swapped."""
    if state.due != SWAPPING:
        return EIGHT_2
    seat, pair = mover(state), decision - SWAP
    if decision == NO_SWAP or may_swap(state, seat, pair):
        return PERMITTED
    filled = cells(state, seat)
    both = has(filled, PAIR_CELLS[pair, 0]) and has(filled, PAIR_CELLS[pair, 1])
    return GREY_CHURCH if both else EIGHT_2


@compiled
def refuse_character(state: State, decision: int) -> int:
    """Why a side or a useful character may not be chosen."""
    if decision < KEEP_USEFUL:
        if state.eight == INSTEAD:
            return EIGHT_3
        return PERMITTED if state.due == CHOOSING_SIDE else SETUP_4
    drawn = drawn_by(state, mover(state))
    choosing = state.due == CHOOSING_USEFUL and has(drawn, decision - KEEP_USEFUL)
    return PERMITTED if choosing else EIGHT_1


@compiled
def refuse_in_market(state: State, decision: int) -> int:
    """Why a decision of marking or taking may not be taken."""
    if decision < ARCHBISHOP:
        return refuse_marking(state, decision - MARK)
    if decision < MEEPLE:
        return refuse_sending(state, decision)
    if decision < FLAGS:
        return refuse_meeple(state, decision - MEEPLE)
    if decision < SPEND:
        half, card = divmod(decision - FLAGS, CARDS)
        return refuse_paying(state, half, card)
    if decision < SECOND:
        return refuse_spending(state, decision - SPEND)
    if decision < USE_TREASURER:
        return refuse_second(state, decision)
    return refuse_treasurer(state, decision)


@compiled
def refusal(state: State, decision: int) -> int:
    """Return the rule that refuses a decision, or PERMITTED."""
    if state.due == OVER:
        return END_1
    if decision < MARK:
        return refuse_character(state, decision)
    if decision < PLACE:
        return refuse_in_market(state, decision)
    if decision < KEEP:
        slot, location = divmod(decision - PLACE, LOCATIONS)
        return refuse_placing(state, slot, location)
    return refuse_keeping(state) if decision == KEEP else refuse_swapping(state, decision)
