"""Advice over the wire: what a search says, told only as far as nobody can be surprised.

Each position is searched by what the seat to move may see of it. What is expected to follow is cut
off where chance, or what the seat cannot see, decides how it goes on.
"""

from __future__ import annotations

import secrets
from typing import Any

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.games.preview import DEALS
from contrada.lab import analysis
from contrada.lab.analysis import Advice, Choice

MOST_CHOICES = 8
DIGITS = 4  # of a value; more is noise


def searched(
    player: SearchPlayer, position: Position, limits: Limits, seed: int | None = None
) -> dict[str, Any]:
    """Search a position, which has a legal decision, for the seat to move."""
    unseen = secrets.randbits(62) if seed is None else seed
    return told(analysis.advise(player, position, limits, unseen), position)


def told(advice: Advice, position: Position) -> dict[str, Any]:
    """Return what a search said about a position, for the wire."""
    return {
        "seat": advice.seat,
        "values": rounded(advice.values),
        "iterations": advice.iterations,
        "seconds": round(advice.seconds, DIGITS),
        "choices": choices(position, advice.choices[:MOST_CHOICES]),
    }


def choices(position: Position, found: tuple[Choice, ...]) -> list[dict[str, Any]]:
    """Return some choices of a position for the wire."""
    deals = _deals(position)
    return [_choice(deals, each) for each in found]


def rounded(values: tuple[float, ...]) -> list[float]:
    """Return values as short as they deserve."""
    return [round(value, DIGITS) for value in values]


def _deals(position: Position) -> list[Position]:
    """Deal what the seat to move cannot see, often enough to know what depends on it."""
    assert position.to_move is not None
    facts = position.game.facts
    size = DEALS if facts.hidden or facts.chance else 1
    return [position.reimagine(position.to_move, seed) for seed in range(size)]


def _choice(deals: list[Position], found: Choice) -> dict[str, Any]:
    line, turns, rest = _foreseen(deals, found.decisions or (found.decision,))
    return {
        "decision": found.decision,
        "does": _certain_account(deals, found.decision),
        "rest": rest,
        "text": found.text,
        "value": None if found.value is None else round(found.value, DIGITS),
        "share": round(found.share, DIGITS),
        "certain": found.certain,
        "turns": turns,
        "line": line,
    }


def _foreseen(
    deals: list[Position], decisions: tuple[int, ...]
) -> tuple[list[int], list[str], list[dict[str, Any]]]:
    """Return decisions as far as they hold however it is dealt, as turns, and the turn's accounts.

    The first decision's account is not among them.
    """
    line: list[int] = []
    rest: list[dict[str, Any]] = []
    goes_on = False  # the turn, beyond the first decision
    for decision in decisions:
        if line and any(deal.revealed for deal in deals):
            break
        if line and any(deal.is_over or deal.why_not(decision) for deal in deals):
            break  # somebody else would need what we only imagine in their hand
        if goes_on:
            rest.append(_certain_account(deals, decision))
        deals = [deal.play_one(decision) for deal in deals]
        goes_on = (goes_on or not line) and not any(deal.turn_begins for deal in deals)
        line.append(decision)
    return line, deals[0].moves(), rest


def _certain_account(deals: list[Position], decision: int) -> dict[str, Any]:
    """Tell what a decision does, without what would come to light only then."""
    first, *others = (deal.account(decision, deal.to_move) for deal in deals)
    return {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in others)
    }
