"""Advice for the wire: what a search found, as far as it does not depend on hidden things.

Each position is searched with what the seat to move may see. The expected continuation is cut
off where chance, or something the seat cannot see, decides what comes next.
"""

from __future__ import annotations

import secrets
from typing import Any

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games import preview
from contrada.games.contract import Position
from contrada.lab import analysis
from contrada.lab.analysis import Advice, Choice
from contrada.server.wire import study

DIGITS = 4  # of a value; more is noise


def searched(
    player: SearchPlayer, position: Position, limits: Limits, seed: int | None = None
) -> study.Advice:
    """Search a position (with at least one legal decision) for the seat to move."""
    unseen = secrets.randbits(62) if seed is None else seed
    return told(analysis.advise(player, position, limits, unseen), position)


def told(advice: Advice, position: Position) -> study.Advice:
    """Return the result of a search for the wire."""
    return study.Advice(
        seat=advice.seat,
        values=rounded(advice.values),
        iterations=advice.iterations,
        seconds=round(advice.seconds, DIGITS),
        choices=choices(position, advice.choices[: study.MOST_CHOICES]),
    )


def choices(position: Position, found: tuple[Choice, ...]) -> list[study.Choice]:
    """Return some choices of a position for the wire."""
    assert position.to_move is not None
    deals = preview.deals(position, position.to_move)
    return [_choice(deals, each) for each in found]


def rounded(values: tuple[float, ...]) -> list[float]:
    """Round values to the digits that mean something."""
    return [round(value, DIGITS) for value in values]


def _choice(deals: list[Position], found: Choice) -> study.Choice:
    line, turns, told = _foreseen(deals, found.decisions or (found.decision,))
    own, *then = told
    return study.Choice(
        decision=found.decision,
        does=own.does[0],
        rest=own.does[1:],
        then=then,
        text=found.text,
        value=None if found.value is None else round(found.value, DIGITS),
        share=round(found.share, DIGITS),
        certain=found.certain,
        turns=turns,
        line=line,
    )


def _foreseen(
    deals: list[Position], decisions: tuple[int, ...]
) -> tuple[list[int], list[str], list[study.Turn]]:
    """Return the decisions that hold for every deal, as turns and as accounts of turns."""
    line: list[int] = []
    told: list[study.Turn] = []
    begins = True
    for decision in decisions:
        if line and _is_open(deals, decision):
            break
        if begins:
            told.append(_begun_turn(deals[0]))
        told[-1].does.append(_certain_account(deals, decision))
        deals = [deal.play_one(decision) for deal in deals]
        begins = any(deal.turn_begins for deal in deals)
        line.append(decision)
    return line, deals[0].moves(), told


def _begun_turn(here: Position) -> study.Turn:
    assert here.to_move is not None
    return study.Turn(here.to_move, [])


def _is_open(deals: list[Position], decision: int) -> bool:
    """Whether the next decision depends on the deal.

    It does if another seat would need a card that we only imagine in its hand.
    """
    return (
        any(deal.revealed for deal in deals)
        or len({deal.to_move for deal in deals}) > 1
        or any(deal.is_over or deal.why_not(decision) for deal in deals)
    )


def _certain_account(deals: list[Position], decision: int) -> dict[str, Any]:
    """Return the account of a decision, without what it would reveal."""
    first, *others = (deal.account(decision, deal.to_move) for deal in deals)
    return {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in others)
    }
