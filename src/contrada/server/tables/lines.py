"""Lines from the current position: decisions of all seats, as far as one seat can know them.

Nothing here says more than the seat knows. If something is hidden, a line is played on several
deals that look the same to the seat, and ends where they would look different.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from contrada import replay
from contrada.errors import ContradaError, IllegalDecision
from contrada.games.contract import Position, View
from contrada.games.preview import DEALS
from contrada.replay import LogLine
from contrada.server.tables.commands import rule_refusal
from contrada.server.tables.table import Table, Turn
from contrada.server.wire.refusals import Refused

TURNS_TRIED = 40  # of the others, to see what may be possible afterwards
LONGEST_WALK = 64  # decisions of the others until it is a seat's turn
UNKNOWN = "What follows depends on something that you cannot see yet"


@dataclass(frozen=True)
class Foreseen:
    """A position that a line leads to: deals that all look the same to a seat."""

    seat: int
    deals: tuple[Position, ...]
    turns: tuple[Turn, ...] = ()
    shown: View | None = None  # instead of what the deals look like

    @property
    def first(self) -> Position:
        """The deal that stands for all of them."""
        return self.deals[0]

    @property
    def is_mine(self) -> bool:
        """Whether the seat is to move."""
        return self.first.to_move == self.seat

    @property
    def view(self) -> View:
        """What the seat would see."""
        return self.first.view(self.seat) if self.shown is None else self.shown

    def legal(self) -> list[int]:
        """Return what the seat to move may decide, as far as the seat can know."""
        return sorted(set[int]().union(*(deal.legal() for deal in self.deals)))

    def then(self) -> dict[int, list[int]]:
        """Return what may follow each implied decision."""
        found: dict[int, set[int]] = {}
        for deal in self.deals:
            for step, following in deal.then().items():
                found.setdefault(step, set()).update(following)
        return {step: sorted(following) for step, following in found.items()}

    def play(self, decision: int) -> Foreseen:
        """Return where a decision leads; raise `Refused` if it is illegal, or that is not known."""
        after, wrong = _played(self.deals, decision)
        if not after or (wrong and self.is_mine and self.shown is None):
            assert wrong is not None
            raise wrong
        if not self.is_mine and not _is_open(after[0], self.seat):
            raise Refused("now", "You will not see which of these was decided")
        if self.shown is None and _look_different(after, self.seat):
            raise Refused("now", UNKNOWN)
        return replace(self, deals=tuple(after), turns=_with(self.turns, after[0]))

    def log(self, ply: int) -> list[LogLine]:
        """Return the turns of the line, for a log that has `ply` decisions before them."""
        lines = []
        for turn in self.turns:
            ply += len(turn.decisions)
            eyes = self.seat if turn.start.game.facts.hidden else None
            lines.append(replay.log_line(turn.start, turn.decisions, eyes, ply, turn.reached))
        return lines


def _played(deals: Iterable[Position], decision: int) -> tuple[list[Position], Refused | None]:
    """Play a decision on each deal that allows it; also return why another one does not."""
    after, wrong = [], None
    for deal in deals:
        try:
            after.append(deal.play_one(decision))
        except IllegalDecision as illegal:
            wrong = rule_refusal(illegal, decision)
        except ContradaError as unreadable:
            wrong = Refused("message", str(unreadable))
    return after, wrong


def _is_open(after: Position, seat: int) -> bool:
    """Whether a seat sees the whole decision that led to a position."""
    before, decision = after.before, after.decision
    assert before is not None
    assert decision is not None
    notation = after.game.definition.notation
    seen = notation.turn_as_seen(before.state, [decision], seat)
    return seen == notation.turn_text(before.state, [decision])


def _look_different(deals: Sequence[Position], seat: int) -> bool:
    if len(deals) == 1:
        return False
    first: Any = (deals[0].to_move, deals[0].view(seat))
    return any((deal.to_move, deal.view(seat)) != first for deal in deals)


def _with(turns: tuple[Turn, ...], after: Position) -> tuple[Turn, ...]:
    """Add the decision that led to a position to the turn that it belongs to."""
    before, decision = after.before, after.decision
    assert before is not None
    assert before.to_move is not None
    assert decision is not None
    if not turns or turns[-1].done:
        turns = (*turns, Turn(before, before.to_move))
    turn = turns[-1]
    grown = Turn(
        turn.start,
        turn.seat,
        [*turn.decisions, decision],
        done=after.turn_begins or after.is_over,
        reached=[*turn.reached, after],
    )
    return (*turns[:-1], grown)


# --- Where lines begin ---------------------------------------------------------------------------


def from_here(position: Position, seat: int) -> Foreseen:
    """Begin a line at the current position."""
    if not position.game.facts.uncertain:
        return Foreseen(seat, (position,))
    choose = random.SystemRandom()
    deals = [position.reimagine(seat, choose.getrandbits(60)) for _ in range(DEALS)]
    return Foreseen(seat, tuple(deals))


def whatever_comes(position: Position, seat: int) -> Foreseen:
    """Begin a seat's next turn, whatever the others do before it.

    What may be possible then is what is possible after some turns of the others.
    """
    if position.game.facts.uncertain:
        raise Refused("now", "That needs a game where nothing is hidden or left to chance")
    choose = random.Random(0)
    ends = [_walked(position, seat, choose) for _ in range(TURNS_TRIED)]
    deals = tuple(end for end in ends if end is not None)
    if not deals:
        raise Refused("now", "The game may be over before your next turn")
    # The board is as it is now, but the seat is to move.
    return Foreseen(seat, deals, shown={**position.view(seat), "to_move": seat})


def _walked(position: Position, seat: int, choose: random.Random) -> Position | None:
    """Let the others decide at random until it is a seat's turn; None if that does not come."""
    for _ in range(LONGEST_WALK):
        if position.to_move is None:
            return None
        if position.to_move == seat:
            return position
        position = position.play_one(choose.choice(position.legal()))
    return None


# --- Lines of a table ----------------------------------------------------------------------------


def played_at(table: Table) -> list[int]:
    """Return all decisions of the game so far."""
    return [decision for turn in table.turns for decision in turn.decisions]


def key_of(decisions: Sequence[int]) -> str:
    """Return a key of the decisions that lead to a position."""
    return hashlib.sha256(",".join(map(str, decisions)).encode()).hexdigest()[:32]


def own_turn(line: Sequence[int], position: Position) -> list[int]:
    """Return the part of a line that belongs to the turn of the seat to move."""
    seat, decisions = position.to_move, list[int]()
    for decision in line:
        decisions.append(decision)
        try:
            position = position.play_one(decision)
        except ContradaError:
            break  # whoever plays it is told
        if position.to_move != seat or position.turn_begins:
            break
    return decisions


def text_of(position: Position, decisions: Sequence[int]) -> str:
    """Write a turn that may no longer be legal."""
    try:
        return position.game.definition.notation.turn_text(position.state, decisions)
    except ContradaError:
        return ""
