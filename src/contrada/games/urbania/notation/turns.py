"""Turns of Urbania as a log that people can read: two actions with a semicolon between them.

`draw project, pool 3 [red 2+$1]` draws from the project pile and from place 3 of the pool; `pile`
is the resource pile, `sweep` deals a new pool. `renew E4 hospital [red 2+$1, pink R+$1] +4` renews
a building, with the cards that pay and the points; `hire Banker from 2 [gray $3]` hires at that
value, `table` marks a card from the table, `subsidy` the contract. `submit Doctor -2` submits a
project, with its fee. After an action a card icon adds `, draw pile` or `, no card`. Cards:
workers, `R` a rainbow one, coins `$2`, rainbow coins `R$1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from contrada.games.texts import Grammar, one_of
from contrada.games.urbania import rules
from contrada.games.urbania.notation.names import (
    CARDS,
    NOTHING,
    PROJECTS,
    SPECIALISTS,
    TYPES,
    read_space,
    space_name,
    type_at,
)
from contrada.kernel.operations import State

NO_CARD = "no card"

separator = "|"
implied: frozenset[int] = frozenset()


def decision_text(state: State, decision: int) -> str:
    """Write one decision."""
    if decision <= rules.SWEEP:
        drawn = _source_text(state, decision)
        return drawn if state.due == rules.DRAWING else f"draw {drawn}"
    if decision == rules.DECLINE:
        return NO_CARD
    if decision < rules.HIRE:
        space = decision - int(rules.RENEW)
        return f"renew {space_name(space)} {type_at(state, space)}"
    if decision < rules.SUBMIT:
        specialist = decision - int(rules.HIRE)
        return f"hire {SPECIALISTS[specialist]} from {state.specialists[specialist]}"
    if decision < rules.PAY:
        return f"submit {PROJECTS[decision - int(rules.SUBMIT)]}{_fee_text(state)}"
    if decision == rules.PAY_SUBSIDY:
        return "subsidy"
    source, kind = divmod(decision - int(rules.PAY), rules.KINDS)
    return f"table {CARDS[kind]}" if source == rules.FROM_TABLE else CARDS[kind]


def _source_text(state: State, decision: int) -> str:
    if decision == rules.SWEEP:
        return "sweep"
    if decision < rules.DRAW_POOL:
        return ("project", "pile")[decision]
    place = decision - int(rules.DRAW_POOL)
    kind = int(state.pool[place])
    return f"pool {place + 1} [{NOTHING if kind == rules.NOTHING else CARDS[kind]}]"


def _fee_text(state: State) -> str:
    """Write what submitting costs the seat to move (URBANIA-SUBMIT-2)."""
    cost = 0 if state.to_move == rules.NOBODY else int(rules.fee(state, int(state.to_move)))
    return f" -{cost}" if cost else ""


def turn_text(state: State, decisions: Sequence[int]) -> str:
    """Write the decisions of a turn, or of its beginning or rest."""
    return GRAMMAR.write(state, decisions)


def turn_as_seen(state: State, decisions: Sequence[int], seat: int | None) -> str:
    """Write a turn as a seat sees it, without the names of projects that others submit."""
    own = bool(state.to_move == seat)
    return "".join(GRAMMAR.parts(state, decisions, decision_text if own else _public_text))


def _public_text(state: State, decision: int) -> str:
    if rules.SUBMIT <= decision < rules.PAY:
        return f"submit a project{_fee_text(state)}"
    return decision_text(state, decision)


def _opening(state: State, first: bool) -> str:
    """Return the text between a decision and the one before it, or before the first."""
    if state.due in (rules.RENEWING, rules.HIRING) and state.paid_worth == 0:
        return "[" if first else " ["
    if first:
        return ""
    return "; " if state.due == rules.ACTION else ", "


def _closing(state: State, decision: int, _after: State) -> str:
    """Return the text after the card that completes a payment: the points of a building."""
    coins = bool(state.due == rules.HIRING)
    if decision < rules.PAY or not (coins or state.due == rules.RENEWING):
        return ""
    value = 1
    if decision != rules.PAY_SUBSIDY:
        kind = (decision - int(rules.PAY)) % rules.KINDS
        value = rules.worth(kind, int(state.colour), coins)
    target = int(state.target)
    if state.paid_worth + value < rules.price(state, target, coins):
        return ""
    return "]" if coins else f"] +{rules.TILE_POINTS[state.tiles[target]]}"


def turn_squares(state: State, decisions: Sequence[int]) -> list[str]:
    """Name the spaces whose building a turn renews."""
    if state.due == rules.RENEWING:  # a turn whose beginning is not known
        return [space_name(state.target)]
    spaces = [d - int(rules.RENEW) for d in decisions if rules.RENEW <= d < rules.HIRE]
    return [space_name(space) for space in spaces]


# --- Reading -------------------------------------------------------------------------------------

_TOKEN = re.compile(
    rf"(?:draw )?(?P<source>project|pile|sweep|pool (?P<place>[1-5]) \[[^\]]*\])"
    rf"|(?P<decline>{NO_CARD})"
    rf"|renew (?P<space>[A-G][1-7]) (?:{one_of(TYPES)})"
    rf"|hire (?P<specialist>{one_of(SPECIALISTS)}) from \d"
    rf"|submit (?P<project>{one_of(PROJECTS)})(?: -\d+)?"
    rf"|(?P<table>table )?(?P<card>{one_of(CARDS)})"
    rf"|(?P<subsidy>subsidy)"
)


def read_turn(state: State, text: str) -> list[int]:
    """Read a decision or a turn."""
    return GRAMMAR.read(state, text)


def _decision(_state: State, found: re.Match[str]) -> int:
    """Return the number of a decision."""
    if found["place"]:
        return int(rules.DRAW_POOL) + int(found["place"]) - 1
    if found["source"]:
        source = {"project": rules.DRAW_PROJECT, "pile": rules.DRAW_PILE, "sweep": rules.SWEEP}
        return int(source[found["source"]])
    if found["space"]:
        return int(rules.RENEW) + read_space(found["space"])
    if found["specialist"]:
        return int(rules.HIRE) + SPECIALISTS.index(found["specialist"])
    if found["project"]:
        return int(rules.SUBMIT) + PROJECTS.index(found["project"])
    if found["card"]:
        start = rules.PAY_TABLE if found["table"] else rules.PAY
        return int(start) + CARDS.index(found["card"])
    return int(rules.PAY_SUBSIDY if found["subsidy"] else rules.DECLINE)


GRAMMAR = Grammar(
    title="Urbania",
    example="for instance draw pile, project; renew B2 park [green 3] +3",
    rules=rules,
    token=_TOKEN,
    ends=re.compile(r"$|[,;\]]| \["),
    number=_decision,
    text=decision_text,
    opening=_opening,
    closing=_closing,
)
