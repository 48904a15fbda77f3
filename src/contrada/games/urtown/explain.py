"""Why the rules of Urtown refuse a decision: the case of the rule, and the squares to point at.

`english.toml` has a text for every case. A tile on a square that it never fits is not a decision;
`notation` refuses it.
"""

from __future__ import annotations

from contrada.errors import IllegalDecision, Value
from contrada.games.urtown import rules
from contrada.games.urtown.notation import COLOURS, english, square_name, tile_value
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` returned."""
    name = rules.RULE_IDS[rule]
    if rule == rules.PLACE_1:
        return english.refusal(name, "skip")
    if rule in (rules.END_1, rules.DUO_1):
        return english.refusal(name)
    which, rest = divmod(decision, rules.PER_COLOUR)
    colour = COLOURS[int(rules.colour_to_play(state, which))]
    if rule == rules.DUO_2:
        return english.refusal(name, "", {"colour": colour})
    if rule == rules.PLACE_4:
        kind, tile = tile_value(int(rules.TILE_OF[rest]))
        case = "symbol" if kind == "symbol" else ""
        return english.refusal(name, case, {"colour": colour, **tile})
    return _stays(state, int(rules.SQUARE_OF[rest]), rule)


def _stays(state: State, square: int, rule: int) -> IllegalDecision:
    """Return why the tile on a square can be neither covered nor captured."""
    values: dict[str, Value] = {"square": square_name(square)}
    squares = [square]
    if rule in (rules.CAPTURE_1, rules.DUO_3):
        values["colour"] = COLOURS[int(rules.colour_at(state, square))]
    if rule in (rules.CAPTURE_1, rules.CAPTURE_3):
        squares = to_list(rules.pieces_left(state, square))
    if rule == rules.CAPTURE_3:
        squares = [other for other in squares if _touch(other, square)]
        values |= {"beside": list(map(square_name, squares)), "n": len(squares)}
    return english.refusal(rules.RULE_IDS[rule], "", values, list(map(square_name, squares)))


def _touch(square: int, other: int) -> bool:
    (row, column), (other_row, other_column) = divmod(square, 9), divmod(other, 9)
    return abs(row - other_row) + abs(column - other_column) == 1
