"""Why the rules of Urbania refuse a decision: the case of the rule, and the spaces to point at.

`english.toml` has a text for every case.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from contrada.errors import IllegalDecision, Value
from contrada.games.english import English
from contrada.games.urbania import rules
from contrada.games.urbania.notation import (
    CARDS,
    COLOURS,
    FACES,
    SPECIALISTS,
    TYPES,
    space_name,
    type_at,
)
from contrada.games.urbania.view import SOURCES, ways
from contrada.kernel.operations import State

Values = dict[str, Value]


class UrbaniaEnglish(English):
    """The texts; names from another components file are used as that file writes them."""

    @cached_property
    def nouns(self) -> dict[str, dict[str, dict[str, str]]]:
        """Names of things by group, id and form."""
        named = {"type": TYPES, "specialist": SPECIALISTS, "colour": COLOURS}
        return {
            group: {name: _as_written(name) for name in named[group]} | records
            for group, records in super().nouns.items()
        }


def _as_written(name: str) -> dict[str, str]:
    forms = dict.fromkeys(("name", "one", "many", "short"), name)
    return {**forms, "the": f"the {name}", "The": f"The {name}"}


english = UrbaniaEnglish(Path(__file__).with_name("english.toml"))


class Reason(NamedTuple):
    """The case of a rule, the values for its text, and where to point."""

    case: str = ""
    values: Values | None = None
    spaces: tuple[int, ...] = ()


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` returned."""
    case, values, spaces = _reason(state, decision, rule)
    return english.refusal(rules.RULE_IDS[rule], case, values, list(map(space_name, spaces)))


def _reason(state: State, decision: int, rule: int) -> Reason:
    if rule in (rules.END_2, rules.TURN_1):
        return Reason()
    if rule == rules.DRAW_1:
        return Reason("swept" if state.swept else "")
    if rule == rules.RENEW_5 and decision < rules.PAY:
        return Reason("", None, _target(state))
    if decision < rules.RENEW:
        return _drawing(state, decision, rule)
    if rule == rules.DRAW_6:
        return Reason()
    if decision < rules.HIRE:
        return _renewing(state, decision - int(rules.RENEW), rule)
    if decision < rules.SUBMIT:
        return _hiring(state, decision - int(rules.HIRE), rule)
    if decision < rules.PAY:
        return _submitting(state)
    if decision == rules.PAY_SUBSIDY:
        return Reason(_subsidy(state), None, _target(state))
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    return _paying(state, source, kind, rule)


def _target(state: State) -> tuple[int, ...]:
    return (int(state.target),) if state.due == rules.RENEWING else ()


def _drawing(state: State, decision: int, rule: int) -> Reason:
    if rule == rules.DRAW_2:
        return Reason("", {"n": int(rules.workers_showing(state))})
    if rule == rules.DRAW_3:
        return Reason("again" if state.swept else "gap")
    if rule == rules.DRAW_6:
        return Reason("sweep" if decision == rules.SWEEP else "decline")
    if decision == rules.DRAW_PROJECT:
        return Reason("project")
    if decision == rules.DRAW_PILE:
        return Reason("pile")
    return Reason("pool", {"place": decision - int(rules.DRAW_POOL) + 1})


def _renewing(state: State, space: int, rule: int) -> Reason:
    values: Values = {"type": type_at(state, space), "space": space_name(space)}
    if rule == rules.RENEW_1:
        case = "renewed" if rules.is_renewed(state, space) else "apart"
        return Reason(case, values, (space,))
    values |= _price(state, space, coins=False)
    if rule != rules.RENEW_3:
        values["colour"] = COLOURS[rules.TILE_TYPE[state.tiles[space]]]
    return Reason("workers", values, (space,))


def _hiring(state: State, specialist: int, rule: int) -> Reason:
    values: Values = {"specialist": SPECIALISTS[specialist]}
    if rule == rules.HIRE_2:
        return Reason("", values)
    if rule == rules.TRACK_2:
        return Reason("", {**values, "value": int(state.specialists[specialist])})
    price = _price(state, specialist, coins=True)
    return Reason("coins", {**values, **price, "colour": COLOURS[specialist]})


def _price(state: State, target: int, *, coins: bool) -> Values:
    """Return how many workers or coins are needed, and how many the seat to move could pay."""
    return {
        "need": int(rules.price(state, target, coins)),
        "have": int(rules.most_payable(state, target, coins)),
    }


def _submitting(state: State) -> Reason:
    submitted = int(state.submitted[state.to_move]).bit_count()
    return Reason("three" if submitted == rules.MOST_SUBMITTED else "")


def _subsidy(state: State) -> str:
    if not state.subsidy:
        return "off"
    if not state.contracts[state.to_move]:
        return "used"
    return "short" if state.paid_worth else "alone"


def _paying(state: State, source: int, kind: int, rule: int) -> Reason:
    coins, colour = bool(state.due == rules.HIRING), int(state.colour)
    card: Values = {"suit": COLOURS[rules.COMPONENTS.cards[kind].suit], "face": FACES[kind]}
    if source == rules.FROM_TABLE and not coins:
        return Reason("table", None, _target(state))
    if not (state.tables if source else state.hands)[state.to_move, kind]:
        return Reason(SOURCES[source], card, _target(state))
    if rule == rules.RENEW_5:
        return Reason(_out_of_place(state, source, kind), card, _target(state))
    if colour == rules.NO_COLOUR:
        case = "colour" if rules.worth(kind, colour, coins) else "none"
        return Reason(case, card, _target(state))
    return Reason("card", {**card, "colour": COLOURS[colour]}, _target(state))


def _out_of_place(state: State, source: int, kind: int) -> str:
    """Return whether a card should have been named earlier, later or not at all."""
    value = rules.worth(kind, int(state.colour), bool(state.due == rules.HIRING))
    if rules.rank(source, kind, value) < state.last_rank:
        return "earlier"
    card = SOURCES[source], CARDS[kind]
    is_needed = any(card == (each["from"], each["card"]) for way in ways(state) for each in way)
    return "later" if is_needed else "spare"
