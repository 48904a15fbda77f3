"""Why the rules of Urbino refuse a decision: the case of the rule, and the squares to point at.

`english.toml` has a text for every case.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from contrada.errors import IllegalDecision, Value
from contrada.games.english import English
from contrada.games.urbino import rules
from contrada.games.urbino.notation import square_name, squares_of
from contrada.kernel.boards import NOWHERE, Squares, from_list, to_list
from contrada.kernel.operations import State

english = English(Path(__file__).with_name("english.toml"))

KINDS = ("house", "palace", "tower")
SEATS = ("black", "white")


class Reason(NamedTuple):
    """The case of a rule, the values for its text, and where to point."""

    case: str = ""
    values: dict[str, Value] | None = None
    squares: Squares = NOWHERE


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` returned."""
    case, values, squares = _reason(state, decision, rule)
    return english.refusal(rules.RULE_IDS[rule], case, values, _names(squares))


def _names(squares: Squares) -> list[str]:
    return [square_name(square) for square in to_list(squares)]


def _reason(state: State, decision: int, rule: int) -> Reason:
    if rules.ERECT <= decision < rules.NAME_BLACK and rule in _BUILDING:
        kind, square = divmod(decision - int(rules.ERECT), rules.SQUARES)
        return _BUILDING[rule](state, kind, square)
    if rules.REPOSITION <= decision < rules.STAY and rule in (rules.TURN_1, rules.TURN_3):
        architect, square = divmod(decision - int(rules.REPOSITION), rules.SQUARES)
        return _repositioning(state, architect, square, rule)
    if rule == rules.SETUP_3 and state.due == rules.ARCHITECT and decision < rules.REPOSITION:
        return Reason(
            "taken", {"square": square_name(decision - int(rules.PLACE))}, _architects(state)
        )
    if decision == rules.STAY and rule == rules.TURN_2:
        here = _architects(state)
        return Reason("stay", {"architects": _names(here)}, here)
    if rule == rules.TURN_5:
        return Reason("here" if rules.can_build_here(state) else "elsewhere")
    return Reason(_DONE.get((int(state.due), rule), ""))


# Something that is settled by now; otherwise something else is due first.
_DONE = {
    (int(due), int(rule)): "done"
    for due, rule in (
        (rules.TURN, rules.SETUP_3),
        (rules.BUILD, rules.SETUP_3),
        (rules.TURN, rules.SETUP_4),
        (rules.BUILD, rules.SETUP_4),
        (rules.BUILD, rules.TURN_1),
    )
}


def _repositioning(state: State, architect: int, square: int, rule: int) -> Reason:
    if rule == rules.TURN_3:
        both = from_list([square, int(state.architects[1 - architect])])
        return Reason("", {"architects": _names(both)}, both)
    if state.due == rules.BUILD:
        return Reason("done")
    case = "same" if square == state.architects[architect] else "occupied"
    return Reason(case, {"square": square_name(square)}, from_list([square]))


def _not_a_lot(state: State, _kind: int, square: int) -> Reason:
    values: dict[str, Value] = {"square": square_name(square)}
    if square in state.architects:
        return Reason("architect", values, from_list([square]))
    if square not in to_list(rules.unoccupied(state)):
        return Reason("building", values, from_list([square]))
    unseeing = from_list(
        int(state.architects[architect])
        for architect in range(2)
        if square not in to_list(rules.sees(state, architect))
    )
    return Reason("unseen", {**values, "architects": _names(unseeing)}, unseeing)


def _parting(state: State, _kind: int, square: int) -> Reason:
    apart = rules.blocks_apart(state, state.to_move, square)
    parted = [
        name
        for seat, name in enumerate(SEATS)
        if any(set(squares_of(state, seat, each)) & set(to_list(apart)) for each in range(3))
    ]
    return Reason("", {"square": square_name(square), "seats": parted}, apart)


def _twin(state: State, kind: int, square: int) -> Reason:
    same = rules.twins(state, kind, square)
    return Reason("", {"square": square_name(square), "twins": _names(same)}, same)


def _no_supply(state: State, kind: int, _square: int) -> Reason:
    return Reason("", {"seat": SEATS[state.to_move], "kind": KINDS[kind]})


def _architects(state: State) -> Squares:
    return from_list(int(square) for square in state.architects if square != rules.NO_SQUARE)


_BUILDING = {
    int(rules.LOT_3): _not_a_lot,
    int(rules.DISTRICT_3): _parting,
    int(rules.TWIN_1): _twin,
    int(rules.TWIN_2): _twin,
    int(rules.SUPPLY_1): _no_supply,
}
