"""Reads a position of Urbania from its text; `positions` describes the format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from contrada.errors import NotationError, quoted
from contrada.games.texts import (
    check_setting,
    check_written,
    fields,
    read_generator,
    read_number,
    split,
)
from contrada.games.urbania import rules
from contrada.games.urbania.notation.names import (
    CARD_CODES,
    COLUMNS,
    CONTRACTS,
    LETTERS,
    NOTHING,
    PROJECT_CODES,
    TILE_CODES,
    VARIANTS,
    read_space,
    space_name,
)
from contrada.games.urbania.notation.positions import position_text
from contrada.games.urbania.rules import consistency
from contrada.kernel.operations import State

_PARTS = (
    "board",
    "seats",
    "start seat",
    "seat to move",
    "what is due",
    "turns to the end and idle turns",
    "specialists",
    "points",
    "contracts",
    "hands",
    "projects",
    "submitted projects",
    "cards on the table",
    "pool",
    "resource pile",
    "project pile",
    "discards",
    "random numbers",
    "variant",
)
_TILE = re.compile(r"[A-Za-z][1-9][0-9a-k]\+?")
_LEFT = re.compile(r"\((?P<left>[^:]*)(?::(?P<unsure>[^:]*))?\)")
_POINTS = re.compile(
    r"(?P<own>\d{1,4})(?:\+(?P<specialists>\d{1,4}))?(?:-(?P<fees>\d{1,4}))?"
    r"(?:\((?P<projects>\d{1,4})\))?",
    re.ASCII,
)
_DUE = re.compile(
    r"(?P<left>[12])"
    r"(?::(?:draw(?P<cards>[12])(?P<swept>s?)|(?P<card>card)|(?P<target>[A-Z][1-7]?)\[(?P<paid>.*)\]))?"
)


def position_seats(text: str) -> int | None:
    """Return the number of seats in a position's text."""
    found = re.match(r"\S+ ([2-5]) ", text)
    return int(found[1]) if found else None


def read_position(state: State, text: str) -> None:
    """Read a position into a state that has been set up with the wanted seats and options."""
    part = fields(text, _PARTS, "Urbania")
    check_setting(
        (part["seats"], part["variant"]),
        (str(state.seats), VARIANTS[state.subsidy + state.politics]),
    )
    _read_board(state, part["board"])
    _read_specialists(state, part["specialists"])
    _read_contracts(state, part["contracts"])
    _read_cards(state, part)
    _read_projects(state, part)
    state.random[:] = read_generator(part["random numbers"])
    _read_course(state, part)
    check_written(position_text(state), text)


# --- The table -----------------------------------------------------------------------------------


def _read_board(state: State, board: str) -> None:
    rows = [_TILE.findall(row) for row in split(board, 7, "the rows of the board")]
    if "/".join(map("".join, rows)) != board or any(len(row) != 7 for row in rows):
        raise NotationError(
            f"a row of the board is seven tiles such as f23 or H34+: {quoted(board)}"
        )
    renewed = 0
    for space, code in enumerate(code for row in rows for code in row):
        if code.lower() not in TILE_CODES:
            raise NotationError(f"there is no tile {code!r}, as on {space_name(space)}")
        state.tiles[space] = TILE_CODES.index(code.lower())
        renewed |= code[0].isupper() << space
    state.renewed[0], state.renewed[1] = renewed, 0
    consistency.check_city(state, [space_name(space) for space in range(rules.SPACES)])
    types = [rules.TILE_TYPE[tile] for tile in state.tiles]
    for kind in range(rules.SUITS):
        state.buildings[kind] = sum(
            here == kind and rules.is_renewed(state, space) for space, here in enumerate(types)
        )


def _read_specialists(state: State, text: str) -> None:
    holders = [NOTHING, *map(str, range(state.seats))]
    for specialist, part in enumerate(split(text, rules.SUITS, "specialists")):
        value, holder = part[:-1], part[-1:]
        hired = holder != NOTHING
        if value not in tuple("123456789") or holder not in holders or hired != (value != "1"):
            raise NotationError(
                f"a specialist is a value and a seat, as in 3{holders[1]}, or 1- before the first "
                f"hire, not {quoted(part)}"
            )
        state.specialists[specialist] = int(value)
        state.holders[specialist] = int(holder) if hired else rules.NOBODY


def _read_contracts(state: State, text: str) -> None:
    if not state.subsidy:
        if text != NOTHING:
            raise NotationError(f"without the subsidy there are no contracts, not {quoted(text)}")
        return
    for seat, part in enumerate(split(text, int(state.seats), "contracts")):
        if part not in CONTRACTS:
            raise NotationError(f"a contract is {' or '.join(CONTRACTS)}, not {quoted(part)}")
        state.contracts[seat] = CONTRACTS.index(part)


def _read_codes(text: str, codes: Sequence[str], what: str) -> list[int]:
    if text == NOTHING:
        return []
    for code in text.split(","):
        if code not in codes:
            raise NotationError(f"{what} cannot have {quoted(code)}")
    return [codes.index(code) for code in text.split(",")]


def _read_cards(state: State, part: dict[str, str]) -> None:
    """Read hands, tables, pool, pile and discards; with the payment they are the whole deck."""
    seats = int(state.seats)
    for counts in (state.hands, state.known, state.tables, state.discards):
        counts[...] = 0
    for seat, hand in enumerate(split(part["hands"], seats, "hands")):
        np.add.at(state.hands[seat], _read_codes(hand.replace("!", ""), CARD_CODES, "a hand"), 1)
        open_cards = ",".join(re.findall(r"([^,]*)!", hand)) or NOTHING
        np.add.at(state.known[seat], _read_codes(open_cards, CARD_CODES, "a hand"), 1)
    for seat, cards in enumerate(split(part["cards on the table"], seats, "tables")):
        np.add.at(state.tables[seat], _read_codes(cards, CARD_CODES, "a table"), 1)
    np.add.at(state.discards, _read_codes(part["discards"], CARD_CODES, "the discards"), 1)
    for place, card in enumerate(split(part["pool"], rules.POOL, "places of the pool")):
        found = _read_codes(card, CARD_CODES, "the pool")
        state.pool[place] = found[0] if len(found) == 1 else rules.NOTHING
    pile, bracket, left = part["resource pile"].partition("(")
    _fill(state.pile, _read_codes(pile, CARD_CODES, "the resource pile"))
    state.pile_size = sum(state.pile != rules.NOTHING)
    paid = [kind for _, kind in _read_payment(part["what is due"])]
    consistency.check_cards(state, paid, CARD_CODES)
    _read_left(state, paid, bracket + left)


def _read_left(state: State, paid: list[int], text: str) -> None:
    """Read which cards were left in hands when the pile was rebuilt."""
    state.left[...], state.unsure[...] = 0, 0
    if state.pile_size == 0:
        state.left[...] = state.hands - state.known
    if not text:
        return
    found = _LEFT.fullmatch(text)
    if not found:
        example = f"({'/'.join(['f3,b3', *'-' * (int(state.seats) - 1)])})"
        raise NotationError(
            f"what was left in hands is cards of each seat, as in {example}, not {quoted(text)}"
        )
    state.left[...] = 0
    for counts, cards in ((state.left, found["left"]), (state.unsure, found["unsure"])):
        if cards is not None:
            for seat, part in enumerate(split(cards, int(state.seats), "cards left in hands")):
                np.add.at(counts[seat], _read_codes(part, CARD_CODES, "what was left"), 1)
    consistency.check_left(state, paid, quoted(text))


def _fill(pile: Any, items: list[int]) -> None:
    """Lay out a pile; its next card, first in the text, is the last one."""
    if len(items) > len(pile):
        raise NotationError(f"a pile has at most {len(pile)} cards, not {len(items)}")
    pile[:] = rules.NOTHING
    pile[: len(items)] = items[::-1]


def _read_projects(state: State, part: dict[str, str]) -> None:
    seats = int(state.seats)
    every = _read_codes(part["project pile"], PROJECT_CODES, "the project pile")
    _fill(state.project_pile, every)
    state.project_pile_size = len(every)
    for field, target in (
        ("projects", state.project_hands),
        ("submitted projects", state.submitted),
    ):
        for seat, cards in enumerate(split(part[field], seats, field)):
            found = _read_codes(cards, PROJECT_CODES, field)
            target[seat] = sum(1 << project for project in set(found))
            every += found
            if field != "projects":
                consistency.check_submitted(found)
    consistency.check_projects(every)


# --- The course of the game ----------------------------------------------------------------------


def _read_course(state: State, part: dict[str, str]) -> None:
    """Read whose turn it is and what is due, and check that the rules lead there."""
    seats = int(state.seats)
    state.starter = read_number(part["start seat"], seats - 1, "the start seat")
    end, idle = split(part["turns to the end and idle turns"], 2, "turns to the end, idle turns")
    state.end_turns = read_number(end, 2 * seats, "the number of turns to the end")
    state.idle_turns = read_number(idle, seats - 1, "the number of idle turns")
    over = part["seat to move"] == NOTHING
    if over != (part["what is due"] == NOTHING):
        raise NotationError("nobody is to move if, and only if, nothing is due")
    for seat, points in enumerate(split(part["points"], seats, "points")):
        _read_points(state, seat, points, over=over)
    if over:
        state.due, state.to_move = rules.OVER, rules.NOBODY
        state.actions_left = state.acted = 0
    else:
        state.to_move = read_number(part["seat to move"], seats - 1, "the seat to move")
        state.acted = 1
        _read_due(state, part["what is due"])
    consistency.check_course(state)


def _read_points(state: State, seat: int, text: str, *, over: bool) -> None:
    found = _POINTS.fullmatch(text)
    if not found or over != (found["projects"] is not None):
        expected = "12+8-1(20)" if over else "12+8-1"
        raise NotationError(
            f"points are from buildings and specialists without fees, as in {expected}, not "
            f"{quoted(text)}"
        )
    parts = {name: int(number or 0) for name, number in found.groupdict().items()}
    state.from_buildings[seat], state.from_specialists[seat] = parts["own"], parts["specialists"]
    state.fees[seat], state.from_projects[seat] = parts["fees"], parts["projects"]
    without_fees = parts["own"] + parts["specialists"] + parts["projects"]
    state.points[seat] = without_fees - parts["fees"]
    consistency.check_points(state, seat, text)


def _due(text: str) -> re.Match[str]:
    found = _DUE.fullmatch(text)
    if not found:
        raise NotationError(
            "what is due is the number of actions and what is under way, as in 2, 1:draw1, 2:card, "
            f"1:B4[p3], 2:F[f$2], not {quoted(text)}"
        )
    return found


def _read_payment(text: str) -> list[tuple[int, int]]:
    """Return source and kind of the cards in a payment under way."""
    paid = _due(text)["paid"] if text != NOTHING else None
    if not paid:
        return []
    cards = paid.split(",")
    codes = [card.removeprefix("@") for card in cards]
    if NOTHING in codes:
        raise NotationError(f"a payment is cards, not {quoted(paid)}")
    kinds = [_read_codes(code, CARD_CODES, "a payment")[0] for code in codes]
    return [(int(card.startswith("@")), kind) for card, kind in zip(cards, kinds, strict=True)]


def _read_due(state: State, text: str) -> None:
    found = _due(text)
    state.actions_left = int(found["left"])
    state.due = rules.ACTION
    if found["target"]:
        target = found["target"]
        consistency.pay_again(state, _begun(target), _read_payment(text), target)
    elif found["cards"]:
        state.due = rules.DRAWING
        state.cards_due = int(found["cards"])
        state.swept = bool(found["swept"])
    elif found["card"]:
        state.due = rules.CARD


def _begun(target: str) -> int:
    """Return the decision that a payment for this building or specialist began with."""
    if len(target) > 1 and target[0] in COLUMNS:
        return int(rules.RENEW) + read_space(target)
    if len(target) == 1 and target.lower() in LETTERS[: rules.SUITS]:
        return int(rules.HIRE) + LETTERS.index(target.lower())
    raise NotationError(f"there is no {target!r} to pay for")
