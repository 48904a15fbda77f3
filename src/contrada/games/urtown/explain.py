"""Why the rules of Urtown refuse a decision: rule id, a sentence, and the squares to point at."""

from __future__ import annotations

from contrada.errors import IllegalDecision
from contrada.games.urtown import rules
from contrada.games.urtown.notation import COLOURS, TILE_NAMES, square_name
from contrada.kernel.boards import to_list
from contrada.kernel.operations import State


def explain(state: State, decision: int, rule: int) -> IllegalDecision:
    """Put into words what `rules.refusal` answered."""
    sentence, squares = _reason(state, decision, rule)
    return IllegalDecision(rules.RULE_IDS[rule], sentence, tuple(map(square_name, squares)))


def _reason(state: State, decision: int, rule: int) -> tuple[str, list[int]]:
    if rule == rules.END_1:
        return "The game is over", []
    if rule == rules.PLACE_1:
        return "No skipping while a tile can be placed, be it by capture, and one can", []
    if rule == rules.DUO_1:
        return "Only with two seats does a player have a second colour", []
    which, rest = divmod(decision, rules.PER_COLOUR)
    tile, square = TILE_NAMES[rules.TILE_OF[rest]], int(rules.SQUARE_OF[rest])
    colour = int(rules.colour_to_play(state, which))
    if rule == rules.DUO_2:
        return f"{COLOURS[colour].capitalize()} is finished; its last four tiles are set aside", []
    if rule == rules.PLACE_4:
        return f"The {COLOURS[colour]} tile {tile} is not on the rack", []
    return _no_room(state, square, rule)


def _no_room(state: State, square: int, rule: int) -> tuple[str, list[int]]:
    """Say why what lies on the square stays there."""
    name = square_name(square)
    lies = COLOURS[int(rules.colour_at(state, square))]
    if rule == rules.PLACE_3:
        return f"A tile of one's own colour lies on {name}", [square]
    if rule == rules.DUO_3:
        return f"The {lies} tile on {name} is one's own; those are never captured", [square]
    left = to_list(rules.pieces_left(state, square))
    if rule == rules.CAPTURE_1:
        return f"Taking the tile on {name} would split the {lies} group it belongs to", left
    touching = [s for s in left if _touch(s, square)]
    return f"The tile on {name} touches several {lies} tiles, so it may not be taken", touching


def _touch(square: int, other: int) -> bool:
    (row, column), (other_row, other_column) = divmod(square, 9), divmod(other, 9)
    return abs(row - other_row) + abs(column - other_column) == 1
