"""Writes and reads turns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contrada.errors import NotationError
from contrada.games.texts import Grammar, one_of
from contrada.games.urbe import rules
from contrada.games.urbe.components import CARDS, SIDES
from contrada.games.urbe.notation.names import (
    CARD_TEXTS,
    COLUMNS,
    LOCATIONS,
    NOTHING,
    ROWS,
    TILES,
    USEFUL,
    cell_name,
    tile_at,
)
from contrada.kernel import records
from contrada.kernel.operations import State

separator = "|"
implied: frozenset[int] = frozenset()


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision < rules.MARK:
        return _character_text(state, decision)
    if decision < rules.FLAGS:
        return _marking_text(state, decision)
    if decision < rules.PLACE:
        return _taking_text(state, decision)
    return _placing_text(state, decision)


def _character_text(state: State, decision: int) -> str:
    if decision < rules.KEEP_USEFUL:
        side = decision - int(rules.SIDE)
        guild = int(state.guilds[max(int(state.to_move), 0)])
        return f"side {SIDES[side]} {rules.COMPONENTS.characters[guild][side].name}"
    return f"keep {USEFUL[decision - int(rules.KEEP_USEFUL)].name}"


def _on_market(state: State, word: str, place: int) -> str:
    return f"{word} {place + 1} {tile_at(state, place)}"


def _marking_text(state: State, decision: int) -> str:
    if decision < rules.ARCHBISHOP:
        return _on_market(state, "mark", decision - int(rules.MARK))
    if decision == rules.NO_ARCHBISHOP:
        return "no archbishop"
    if decision < rules.MEEPLE:
        return _on_market(state, "archbishop", decision - int(rules.ARCHBISHOP))
    return _on_market(state, "meeple", decision - int(rules.MEEPLE))


def _taking_text(state: State, decision: int) -> str:
    if decision < rules.SECOND:
        return _paying_text(state, decision)
    if decision == rules.NO_SECOND:
        return "no second"
    if decision < rules.USE_TREASURER:
        return _on_market(state, "second", decision - int(rules.SECOND))
    if decision == rules.NO_TREASURER:
        return "no treasurer"
    return _on_market(state, "treasurer", decision - int(rules.USE_TREASURER))


def _paying_text(state: State, decision: int) -> str:
    half, number = divmod(decision - int(rules.FLAGS), CARDS)
    card = CARD_TEXTS[int(state.guilds[max(int(state.to_move), 0)])][number]
    target = int(state.target)
    tile = tile_at(state, target) if target >= 0 else NOTHING
    if decision < rules.SPEND:
        return f"take {tile} by the {('flags', 'guilds')[half]} of {card}"
    grey = target >= 0 and TILES[int(state.market[target])].power
    return f"{'take' if grey else 'leave'} {tile} for {card}"


def _placing_text(state: State, decision: int) -> str:
    if decision == rules.KEEP:
        return "keep"
    if decision == rules.NO_SWAP:
        return "no swap"
    if decision > rules.KEEP:
        one, other = rules.PAIR_CELLS[decision - int(rules.SWAP)]
        return f"swap {cell_name(one)} {cell_name(other)}"
    slot, location = divmod(decision - int(rules.PLACE), int(rules.LOCATIONS))
    tile = int(state.waiting[max(int(state.to_move), 0), slot])
    # A slot without a tile is only ever written in a refusal.
    name = TILES[tile].name if tile >= 0 else f"slot {slot + 1}"
    where = LOCATIONS[location] if location >= int(rules.OUTSIDE) else f"on {LOCATIONS[location]}"
    return f"place {name} {where}"


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write the decisions of a turn, or of its beginning or rest."""
    return GRAMMAR.write(state, decisions)


def turn_as_seen(state: State, decisions: Sequence[int], _seat: int | None) -> str:
    """Write a turn as a seat sees it: everyone sees all of it."""
    return turn_text(state, decisions)


def _opening(_state: State, first: bool) -> str:
    return "" if first else ", "


def _fountains_text(before: State, _decision: int, after: State) -> str:
    """Write the fountains that a tile has earned."""
    earned = after.fountains[after.fountains != before.fountains].tolist()
    if not earned:
        return ""
    return f" with fountain{'s' if len(earned) > 1 else ''} {'+'.join(map(str, earned))}"


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Return what a turn touches: places as `market 5`, locations with the seat, `0:B2`."""
    here, touched = records.copy(state), []
    for decision in decisions:
        touched += _touched(here[0], decision)
        rules.apply(here[0], decision)
    return touched


def _touched(state: State, decision: int) -> list[str]:
    seat = int(state.to_move)
    for start, end in (
        (rules.MARK, rules.ARCHBISHOP),
        (rules.ARCHBISHOP, rules.NO_ARCHBISHOP),
        (rules.SECOND, rules.NO_SECOND),
        (rules.USE_TREASURER, rules.NO_TREASURER),
    ):
        if start <= decision < end:
            return [f"market {decision - int(start) + 1}"]
    if rules.FLAGS <= decision < rules.SECOND:
        return [f"market {int(state.target) + 1}"]
    if rules.PLACE <= decision < rules.KEEP:
        return [f"{seat}:{LOCATIONS[(decision - int(rules.PLACE)) % int(rules.LOCATIONS)]}"]
    if rules.SWAP <= decision < rules.NO_SWAP:
        pair = rules.PAIR_CELLS[decision - int(rules.SWAP)]
        return [f"{seat}:{cell_name(cell)}" for cell in pair]
    return []


_TILE = one_of([*(tile.name for tile in TILES), NOTHING])
_CARD = one_of(card for cards in CARD_TEXTS for card in cards)
_SIDE_NAMES = one_of(side.name for sides in rules.COMPONENTS.characters for side in sides)
_NONE = {
    "no archbishop": int(rules.NO_ARCHBISHOP),
    "no second": int(rules.NO_SECOND),
    "no treasurer": int(rules.NO_TREASURER),
    "no swap": int(rules.NO_SWAP),
    "keep": int(rules.KEEP),
}
_ON_MARKET = {
    "mark": int(rules.MARK),
    "archbishop": int(rules.ARCHBISHOP),
    "meeple": int(rules.MEEPLE),
    "second": int(rules.SECOND),
    "treasurer": int(rules.USE_TREASURER),
}
_TOKEN = re.compile(
    rf"side (?P<side>[{''.join(SIDES)}]) (?:{_SIDE_NAMES})"
    rf"|keep (?P<useful>{one_of(useful.name for useful in USEFUL)})"
    rf"|(?P<word>{'|'.join(_ON_MARKET)}) (?P<place>[1-9]|1[0-2]) (?:{_TILE})"
    rf"|(?P<verb>take|leave) (?:{_TILE}) (?P<how>by the flags of|by the guilds of|for) "
    rf"(?P<card>{_CARD})"
    rf"|place (?P<tile>{_TILE}) (?:on )?(?P<location>{one_of(LOCATIONS)})"
    rf"|swap (?P<one>[A-D][1-4]) (?P<other>[A-D][1-4])"
    rf"|(?P<none>{one_of(_NONE)})"
)


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn."""
    return GRAMMAR.read(state, text)


def _decision(state: State, found: re.Match[str]) -> int:
    """Return the number of a decision."""
    if found["side"]:
        return int(rules.SIDE) + SIDES.index(found["side"])
    if found["useful"]:
        return int(rules.KEEP_USEFUL) + [each.name for each in USEFUL].index(found["useful"])
    if found["word"]:
        return _ON_MARKET[found["word"]] + int(found["place"]) - 1
    if found["card"]:
        return _read_payment(state, found)
    if found["tile"]:
        return _read_placing(state, found)
    if found["one"]:
        return _read_swap(found)
    return _NONE[found["none"]]


GRAMMAR = Grammar(
    title="Urbe",
    example="for instance mark 5 Fish Hall, or place Fish Hall on B2",
    rules=rules,
    token=_TOKEN,
    ends=re.compile("$|,| with "),
    number=_decision,
    text=decision_text,
    opening=_opening,
    closing=_fountains_text,
)


def _read_payment(state: State, found: re.Match[str]) -> int:
    cards = CARD_TEXTS[int(state.guilds[max(int(state.to_move), 0)])]
    if found["card"] not in cards:
        raise NotationError(
            f"{found['card']!r} is no card of this seat; it has or had {', '.join(cards)}"
        )
    start = {"by the flags of": rules.FLAGS, "by the guilds of": rules.GUILD_ICONS}
    return int(start.get(found["how"], rules.SPEND)) + cards.index(found["card"])


def _read_placing(state: State, found: re.Match[str]) -> int:
    seat = max(int(state.to_move), 0)
    waiting = [TILES[tile].name for tile in state.waiting[seat, : state.waiting_size[seat]]]
    if found["tile"] not in waiting:
        raise NotationError(
            f"{found['tile']!r} is not waiting to be placed; there is: "
            f"{', '.join(waiting) or 'nothing'}"
        )
    slot = waiting.index(found["tile"])
    where = LOCATIONS.index(found["location"])
    return int(rules.PLACE) + slot * int(rules.LOCATIONS) + where


def _read_swap(found: re.Match[str]) -> int:
    pair = [_read_cell(found["one"]), _read_cell(found["other"])]
    pairs: list[list[int]] = rules.PAIR_CELLS.tolist()
    if pair not in pairs:
        raise NotationError(f"{found[0]!r} must name two different cells, the upper left one first")
    return int(rules.SWAP) + pairs.index(pair)


def _read_cell(name: str) -> int:
    return ROWS.index(name[1]) * 4 + COLUMNS.index(name[0])
