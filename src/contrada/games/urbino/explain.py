"""Why the rules of Urbino refuse a decision: rule id, a sentence, and the squares to point at."""

from __future__ import annotations

from contrada.errors import IllegalDecision
from contrada.games.urbino import rules
from contrada.games.urbino.notation import square_name, squares_of
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
    if decision == rules.STAY and rule == rules.TURN_2:
        lower, upper = map(square_name, state.architects)
        return f"No building is possible with architects on {lower} and {upper}", _architects(state)
    if rule == rules.TURN_5:
        return _skipping(state), NOWHERE
    return _STAGE_SENTENCES[int(state.due), rule], NOWHERE


# What is wrong because something else is due; no square is to blame.
_STAGE_SENTENCES = {
    (int(due), int(rule)): sentence
    for due, rule, sentence in (
        (rules.ARCHITECT, rules.SETUP_2, "First Black puts an architect on a square"),
        (rules.ARCHITECT, rules.SETUP_3, "First White puts the second architect on a square"),
        (rules.NAME, rules.SETUP_4, "First Black names who erects the first building"),
        (rules.FIRST, rules.SETUP_5, "The first building is due now, and both architects stay"),
        (rules.TURN, rules.SETUP_3, "Both architects have been placed; now one may go elsewhere"),
        (rules.BUILD, rules.SETUP_3, "Both architects have been placed; now a building is due"),
        (rules.TURN, rules.SETUP_4, "Who builds first is named once, before the first building"),
        (rules.BUILD, rules.SETUP_4, "Who builds first is named once, before the first building"),
        (rules.TURN, rules.TURN_1, "First one architect goes or both stay, then a building is due"),
        (rules.BUILD, rules.TURN_1, "The architects have gone or stayed; now a building is due"),
        (rules.BUILD, rules.TURN_2, "A turn that has begun ends with a building"),
        (rules.OVER, rules.TURN_7, "The game is over"),
    )
}


def _skipping(state: State) -> str:
    here = rules.can_build_here(state)
    how = "where the architects stand" if here else "if an architect goes elsewhere"
    return f"Skipping is not allowed: a building is possible {how}"


def _repositioning(state: State, architect: int, square: int, rule: int) -> tuple[str, Squares]:
    name = square_name(square)
    if rule == rules.TURN_3:
        stays = square_name(state.architects[1 - architect])
        sentence = f"With architects on {name} and {stays} no building would be possible"
        return sentence, from_list([square, int(state.architects[1 - architect])])
    if state.due == rules.BUILD:
        return _STAGE_SENTENCES[int(state.due), rule], NOWHERE
    if square == state.architects[architect]:
        return f"An architect is to go to a different square than {name}", from_list([square])
    return f"An architect cannot go to {name}: it is occupied", from_list([square])


def _no_lot(state: State, kind: int, square: int) -> tuple[str, Squares]:  # noqa: ARG001
    name = square_name(square)
    if square in state.architects:
        return f"{name} is no lot: an architect stands there", from_list([square])
    if square not in to_list(rules.unoccupied(state)):
        return f"{name} is no lot: a building stands there", from_list([square])
    blind = [
        int(state.architects[architect])
        for architect in range(2)
        if square not in to_list(rules.sees(state, architect))
    ]
    who = " and ".join(square_name(eye) for eye in blind)
    does = "architect on {} does" if len(blind) == 1 else "architects on {} do"
    return f"{name} is no lot: the {does.format(who)} not see it", from_list(blind)


def _parting(state: State, kind: int, square: int) -> tuple[str, Squares]:
    apart = rules.blocks_apart(state, state.to_move, square)
    parted = [
        name
        for seat, name in enumerate(SEATS)
        if any(set(squares_of(state, seat, each)) & set(to_list(apart)) for each in range(3))
    ]
    whom = parted[0] if len(parted) == 1 else "both Black and White"
    building = f"A {KINDS[kind]} on {square_name(square)}"
    return f"{building} would leave {whom} in separate blocks of one district", apart


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
