"""Why the rules of Urbe refuse a decision: rule id, a sentence, and the places to point at."""

from __future__ import annotations

from contrada.errors import IllegalDecision
from contrada.games.urbe import rules
from contrada.games.urbe.components import CARDS
from contrada.games.urbe.notation import (
    CARD_TEXTS,
    LOCATIONS,
    TILES,
    USEFUL,
    cell_name,
    tile_at,
)
from contrada.kernel.operations import State

Reason = tuple[str, list[str]]


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` answered."""
    sentence, squares = _reason(state, decision, rule)
    return IllegalDecision(rules.RULE_IDS[rule], sentence, tuple(squares))


def _reason(state: State, decision: int, rule: int) -> Reason:
    if rule == rules.END_1:
        return "The game is over", []
    if rule == rules.SETUP_2:
        size = int(rules.MARKET_SIZE[state.seats - 2])
        return f"The market has {size} places with {state.seats} seats", []
    if decision < rules.MARK:
        return _character(state, decision), []
    if decision < rules.FLAGS:
        return _marking(state, decision)
    if decision < rules.PLACE:
        return _taking(state, decision, rule)
    return _placing(state, decision, rule)


def _character(state: State, decision: int) -> str:
    if decision < rules.KEEP_USEFUL:
        return "Sides are chosen before the first round, one for the whole game"
    if not state.eight:
        return "This game is played without the Useful Eight"
    if state.due != rules.CHOOSING_USEFUL:
        return "Useful characters are chosen before the first round, after the sides"
    name = USEFUL[decision - int(rules.KEEP_USEFUL)].name
    return f"The {name} is not one of the two that were drawn"


def _named(state: State, place: int) -> str:
    return f"{tile_at(state, place)} on place {place + 1}"


def _point(place: int) -> list[str]:
    return [f"market {place + 1}"]


# --- The market ----------------------------------------------------------------------------------


def _marking(state: State, decision: int) -> Reason:
    if decision < rules.ARCHBISHOP:
        return _mark(state, decision - int(rules.MARK))
    if decision < rules.MEEPLE:
        return _archbishop(state, decision)
    place = decision - int(rules.MEEPLE)
    if state.due != rules.CHOOSING_MEEPLE:
        return "There is no choice of meeples to take back now", []
    return f"No meeple of this seat is on place {place + 1}", _point(place)


def _mark(state: State, place: int) -> Reason:
    if state.due != rules.MARKING:
        return "It is not the time to mark a tile", []
    if holder := _marked_by(state, place):
        return f"{_named(state, place)} is marked by {holder} already", _point(place)
    seat = int(state.to_move)
    can_pay = rules.CARDS_FOR[state.guilds[seat], state.market[place]] & int(state.cards[seat])
    if can_pay and state.meeples[seat]:
        return (
            f"{_named(state, place)} would not leave a card for each meeple, and other tiles do",
            _point(place),
        )
    return f"No card left pays for {_named(state, place)}, and others can be paid", _point(place)


def _marked_by(state: State, place: int) -> str:
    if int(state.archbishop_mark) >> place & 1:
        return "the Archbishop"
    marks = [seat for seat in range(state.seats) if int(state.meeples[seat]) >> place & 1]
    return "a meeple" if marks else ""


def _archbishop(state: State, decision: int) -> Reason:
    if state.due != rules.SENDING_ARCHBISHOP:
        return "The Archbishop is sent by the seat that has him, right after it marks a tile", []
    place = decision - int(rules.ARCHBISHOP)
    return f"{_named(state, place)} is marked already", _point(place)


def _taking(state: State, decision: int, rule: int) -> Reason:
    if decision < rules.SECOND:
        return _paying(state, decision, rule)
    if decision < rules.USE_TREASURER:
        return _second(state, decision, rule)
    return _treasurer(state, decision, rule)


def _paying(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.PAYING:
        return "No tile is being paid for now", []
    part, card = divmod(decision - int(rules.FLAGS), CARDS)
    text = CARD_TEXTS[int(state.guilds[state.to_move])][card]
    target = int(state.target)
    tile, point = tile_at(state, target), _point(target)
    if rule == rules.COIN_1:
        return f"The card {text} has been played", point
    if rule == rules.TAKE_2:
        return f"{tile} is grey: it costs any one card, of which no part pays", point
    if rule == rules.TAKE_4:
        return (
            f"A card is spent for nothing only where none can pay, and some pay for {tile}",
            point,
        )
    if part == rules.BY_FLAGS:
        return f"The flags of {text} have not the colour of {tile}", point
    return f"The guilds of {text} do not have all the icons of {tile}", point


def _second(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.TAKING_SECOND:
        return "There is no second tile to take now", []
    place = decision - int(rules.SECOND)
    if rule == rules.TAKE_5:
        return _not_free(state, place)
    return f"The other part of the card does not pay for {_named(state, place)}", _point(place)


def _treasurer(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.USING_TREASURER:
        return "The Treasurer has nothing to do now", []
    place = decision - int(rules.USE_TREASURER)
    if rule == rules.TAKE_5:
        return _not_free(state, place)
    return f"The part that paid does not pay for {_named(state, place)}", _point(place)


def _not_free(state: State, place: int) -> Reason:
    if state.market[place] == rules.NOTHING:
        return f"Place {place + 1} of the market is empty", _point(place)
    if _marked_by(state, place):
        return f"{_named(state, place)} is under a meeple", _point(place)
    return f"{_named(state, place)} is grey: only the meeple on it can take it", _point(place)


# --- The city ------------------------------------------------------------------------------------


def _placing(state: State, decision: int, rule: int) -> Reason:
    if decision == rules.KEEP:
        if state.due == rules.CHOOSING_USEFUL:
            return "Which of the two characters to keep must be said", []
        if state.due != rules.PLACING:
            return "Nothing is being placed now, so nothing can be kept", []
        return "What was taken must be placed if it can be, and it can", []
    if decision > rules.KEEP:
        return _swapping(state, decision, rule)
    slot, location = divmod(decision - int(rules.PLACE), int(rules.LOCATIONS))
    if state.due != rules.PLACING:
        return "It is not the time to place tiles", []
    seat = int(state.to_move)
    if slot >= state.waiting_size[seat]:
        size = int(state.waiting_size[seat])
        return f"Only {size} {'tile waits' if size == 1 else 'tiles wait'} to be placed", []
    name = TILES[int(state.waiting[seat, slot])].name
    return f"{name} {_misfit(state, location, rule)}", [f"{seat}:{LOCATIONS[location]}"]


def _misfit(state: State, location: int, rule: int) -> str:
    where = LOCATIONS[location]
    if rule == rules.GREY_BRIDGE:
        return f"goes onto a border between two tiles that has no bridge yet, not onto {where}"
    if rule == rules.GREY_WATCHTOWER:
        return f"goes outside the grid to a free place next to a tile on the edge, not to {where}"
    if rule == rules.GREY_CHURCH:
        return f"goes onto the perimeter only, not onto {where}"
    if location >= rules.CELLS:
        return f"goes onto a cell of the grid, not to {where}"
    if int(state.placed[state.to_move]) >> location & 1:
        return f"cannot lie on {where}: a tile lies there"
    return f"must touch a tile that is placed, and on {where} it would not"


def _swapping(state: State, decision: int, rule: int) -> Reason:
    if state.due != rules.SWAPPING:
        return "The Mason swaps two tiles once, after placing, and may not now", []
    seat = int(state.to_move)
    pair = [cell_name(cell) for cell in rules.PAIR_CELLS[decision - int(rules.SWAP)]]
    squares = [f"{seat}:{name}" for name in pair]
    if rule == rules.GREY_CHURCH:
        return f"A church would leave the perimeter if {' and '.join(pair)} were swapped", squares
    return f"Tiles must lie on both {' and '.join(pair)} to be swapped", squares
