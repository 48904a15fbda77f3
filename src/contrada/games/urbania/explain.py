"""Why the rules of Urbania refuse a decision: rule id, a sentence, and the spaces to point at."""

from __future__ import annotations

from contrada.errors import IllegalDecision
from contrada.games.urbania import rules
from contrada.games.urbania.notation import (
    CARDS,
    COLOURS,
    PROJECTS,
    SPECIALISTS,
    space_name,
    type_at,
)
from contrada.kernel.operations import State

Reason = tuple[str, list[int]]


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` answered."""
    sentence, spaces = _reason(state, decision, rule)
    return IllegalDecision(rules.RULE_IDS[rule], sentence, tuple(map(space_name, spaces)))


def _reason(state: State, decision: int, rule: int) -> Reason:
    if rule in _ALWAYS:
        return _ALWAYS[rule], []
    if rule == rules.DRAW_1:
        swept = "After a sweep a card is drawn before anything else"
        second = "A draw is two cards, and the second comes before anything else"
        return swept if state.swept else second, []
    if rule == rules.RENEW_5 and decision < rules.PAY:
        return "A payment is under way and comes first", _target(state)
    if rules.RENEW <= decision < rules.HIRE:
        return _renewing(state, decision - int(rules.RENEW), rule)
    if rules.HIRE <= decision < rules.SUBMIT:
        return _hiring(state, decision - int(rules.HIRE), rule), []
    if rules.SUBMIT <= decision < rules.PAY:
        return _submitting(state, decision - int(rules.SUBMIT)), []
    if decision == rules.PAY_SUBSIDY:
        return _subsidy(state), _target(state)
    if decision >= rules.PAY:
        source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
        return _paying(state, source, kind, rule), _target(state)
    return _drawing(state, decision, rule), []


_ALWAYS = {
    int(rules.END_2): "The game is over",
    int(
        rules.TURN_1
    ): "Nothing is being paid for; an action comes first: draw, renew, hire, submit",
}


_ICON_FIRST = "A card for the icon comes first: draw one, or decline it"


def _target(state: State) -> list[int]:
    return [int(state.target)] if state.due == rules.RENEWING else []


def _drawing(state: State, decision: int, rule: int) -> str:
    if rule == rules.DRAW_2:
        showing = rules.workers_showing(state)
        return f"The pool shows {showing} workers; it may be swept with three or fewer"
    if rule == rules.DRAW_3:
        once = "The pool was swept before this card already"
        return once if state.swept else "Only a pool of five cards can be swept"
    if rule == rules.DRAW_6:
        if decision == rules.SWEEP:
            return "A card for an icon is no draw action, so there is no sweep"
        return "Only a card for an icon may be declined, and none is due"
    if decision == rules.DRAW_PROJECT:
        return "The project pile is empty"
    if decision == rules.DRAW_PILE:
        return "The resource pile and the discards are empty"
    return f"Place {decision - int(rules.DRAW_POOL) + 1} of the pool is empty"


def _renewing(state: State, space: int, rule: int) -> Reason:
    if rule == rules.DRAW_6:
        return _ICON_FIRST, []
    name, kind = space_name(space), type_at(state, space)
    if rule == rules.RENEW_1:
        if rules.is_renewed(state, space):
            return f"The {kind} on {name} is already renewed", [space]
        return f"The {kind} on {name} touches no renewed building", [space]
    need = rules.price(state, space, False)
    if rule == rules.RENEW_3:
        sentence = f"not enough workers of one colour for {name}: it needs {need}, not mixed"
    else:
        colour = COLOURS[rules.TILE_TYPE[state.tiles[space]]]
        sentence = f"not enough {colour} workers for {name}: it needs {need}"
    return f"{_with_cards(state, space, coins=False)}{sentence}", [space]


def _with_cards(state: State, target: int, *, coins: bool) -> str:
    """Say what the hand comes to, as far as the mover may be told by it."""
    most = rules.most_payable(state, target, coins)
    givers = "Hand and table" if coins else "The hand"
    if state.subsidy and state.contracts[state.to_move] and most:
        givers += " and the contract" if coins else " with the contract"
    return f"{givers} give{'' if coins else 's'} {most}, "


def _hiring(state: State, specialist: int, rule: int) -> str:
    if rule == rules.DRAW_6:
        return _ICON_FIRST
    name, value = SPECIALISTS[specialist], int(state.specialists[specialist])
    if rule == rules.HIRE_2:
        return f"The {name} works for this seat already"
    if rule == rules.TRACK_2:
        return f"The {name} stands at {value} and can no longer be hired"
    coins = f"not enough {COLOURS[specialist]} coins for the {name}, who costs {value}"
    return f"{_with_cards(state, specialist, coins=True)}{coins}"


def _submitting(state: State, project: int) -> str:
    if state.due == rules.CARD:
        return _ICON_FIRST
    if int(state.submitted[state.to_move]).bit_count() == rules.MOST_SUBMITTED:
        return "Three projects are submitted, and a fourth is not allowed"
    return f"The project {PROJECTS[project]} is not in the hand"


def _subsidy(state: State) -> str:
    if not state.subsidy:
        return "This game is played without the subsidy"
    if not state.contracts[state.to_move]:
        return "The contract of this seat is used"
    if state.paid_worth == 0:
        return "The contract needs a card beside it"
    return "The contract adds one, which is not enough yet; it is named last"


def _paying(state: State, source: int, kind: int, rule: int) -> str:
    card, coins = CARDS[kind], bool(state.due == rules.HIRING)
    if source == rules.FROM_TABLE and not coins:
        return "Cards on the table give no workers"
    cards = state.tables if source else state.hands
    if not cards[state.to_move, kind]:
        return f"There is no {card} {'on the table' if source else 'in the hand'}"
    if rule == rules.RENEW_5:
        return _out_of_order(state, source, kind)
    what = "coins" if coins else "workers"
    colour = int(state.colour)
    if colour == rules.NO_COLOUR:
        workers = rules.worth(kind, colour, coins)
        suit = COLOURS[rules.COMPONENTS.cards[kind].suit]
        fails = f"would make the payment {suit}, and there are not enough {suit} workers"
        return f"The card {card} {fails if workers else 'gives no workers'}"
    if rule == rules.RENEW_3:
        return f"The card {card} gives no workers of the colour of this payment, {COLOURS[colour]}"
    return f"The card {card} gives no {COLOURS[colour]} {what}"


def _out_of_order(state: State, source: int, kind: int) -> str:
    card, coins = CARDS[kind], bool(state.due == rules.HIRING)
    value = rules.worth(kind, int(state.colour), coins)
    if rules.rank(source, kind, value) < state.last_rank:
        return f"Cards are named from most to fewest, and {card} should have come earlier"
    return f"With {card} next the payment could not be completed; name dearer cards first"
