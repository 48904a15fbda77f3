"""Why the rules of Urbino refuse a decision: rule id, a sentence, and the squares to point at."""

from __future__ import annotations

from contrada.errors import IllegalDecision
from contrada.games.urbino import rules
from contrada.games.urbino.notation import square_name
from contrada.kernel.boards import NOWHERE, Squares, from_list, to_list
from contrada.kernel.operations import State

KINDS = ("house", "palace", "tower")
SEATS = ("Black", "White")


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` answered."""
    sentence, squares = _reason(state, decision, rule)
    names = tuple(square_name(square) for square in to_list(squares))
    return IllegalDecision(rules.RULE_IDS[rule], sentence, names)


def _reason(state: State, decision: int, rule: int) -> tuple[str, Squares]:
    if rules.ERECT <= decision < rules.NAME_BLACK and rule in _BUILDING_RULES:
        kind, square = divmod(decision - int(rules.ERECT), rules.SQUARES)
        return _BUILDING_RULES[rule](state, kind, square)
    if rules.REPOSITION <= decision < rules.STAY and rule in (rules.TURN_1, rules.TURN_3):
        architect, square = divmod(decision - int(rules.REPOSITION), rules.SQUARES)
        return _repositioning(state, architect, square, rule)
    if rule == rules.SETUP_3 and state.due == rules.ARCHITECT and decision < rules.REPOSITION:
        return "The second architect needs a square of its own", _architects(state)
    return _STAGE_SENTENCES[rule], NOWHERE


# What is wrong because something else is due; no square is to blame.
_STAGE_SENTENCES = {
    int(rules.SETUP_2): "First Black puts an architect on a square",
    int(rules.SETUP_3): "Architects are placed at the start, one by Black, then one by White",
    int(rules.SETUP_4): "Naming who builds first is Black's decision once both architects stand",
    int(rules.SETUP_5): "The first building is erected where the architects stand",
    int(rules.TURN_1): "One architect goes or both stay; that comes once, before the building",
    int(rules.TURN_2): "A turn ends with a building, and none is possible that way",
    int(rules.TURN_5): "Skipping is allowed only if no building is possible, and one is",
    int(rules.TURN_7): "The game is over",
}


def _repositioning(state: State, architect: int, square: int, rule: int) -> tuple[str, Squares]:
    name = square_name(square)
    if rule == rules.TURN_3:
        stays = square_name(state.architects[1 - architect])
        sentence = f"With architects on {name} and {stays} no building would be possible"
        return sentence, from_list([square, int(state.architects[1 - architect])])
    if state.due == rules.BUILD:
        return _STAGE_SENTENCES[rule], NOWHERE
    if square == state.architects[architect]:
        return f"An architect is to go to a different square than {name}", from_list([square])
    return f"An architect cannot go to {name}: it is occupied", from_list([square])


def _no_lot(state: State, kind: int, square: int) -> tuple[str, Squares]:
    name = square_name(square)
    if square not in to_list(rules.unoccupied(state)):
        return f"{name} is no lot for a {KINDS[kind]}: it is occupied", from_list([square])
    blind = [
        int(state.architects[architect])
        for architect in range(2)
        if square not in to_list(rules.sees(state, architect))
    ]
    who = " and ".join(square_name(eye) for eye in blind)
    verb = "does" if len(blind) == 1 else "do"
    return f"{name} is no lot: the architect on {who} {verb} not see it", from_list(blind)


def _parting(state: State, kind: int, square: int) -> tuple[str, Squares]:
    apart = rules.blocks_apart(state, state.to_move, square)
    name = square_name(square)
    return f"A {KINDS[kind]} on {name} would leave a colour in two blocks of one district", apart


def _twin(state: State, kind: int, square: int) -> tuple[str, Squares]:
    same = rules.twins(state, kind, square)
    there = " and ".join(square_name(other) for other in to_list(same))
    word = KINDS[kind]
    return f"No {word} on {square_name(square)}: a {word} stands next to it, on {there}", same


def _no_supply(state: State, kind: int, square: int) -> tuple[str, Squares]:  # noqa: ARG001
    return f"{SEATS[state.to_move]} has no {KINDS[kind]} left", NOWHERE


def _architects(state: State) -> Squares:
    return from_list(int(square) for square in state.architects if square != rules.NO_SQUARE)


_BUILDING_RULES = {
    int(rules.LOT_3): _no_lot,
    int(rules.DISTRICT_3): _parting,
    int(rules.TWIN_1): _twin,
    int(rules.TWIN_2): _twin,
    int(rules.SUPPLY_1): _no_supply,
}
