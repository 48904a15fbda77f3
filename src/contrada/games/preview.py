"""Previews: what a seat can know about the effect of its decisions before playing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from contrada.errors import ContradaError

if TYPE_CHECKING:
    from contrada.games.contract import Position

DEALS = 6  # deals of the hidden parts to try; what is the same in all of them counts as certain


@dataclass(frozen=True)
class Preview:
    """The result of decisions that have not been played."""

    view: dict[str, Any]  # what the seat would see; None where it depends on chance or secrets
    to_move: int | None  # likewise; also None when the game is over
    ends_turn: bool
    reveals: bool  # whether the seat would learn something hidden
    legal: list[int] | None  # decisions to continue the turn with, if nothing is revealed
    then: dict[int, list[int]] | None  # likewise, what may follow each implied decision
    outlook: Mapping[str, Any] | None  # what could come of the position as it is; of no decisions


def preview(position: Position, decisions: Sequence[int], seat: int) -> Preview:
    """Play decisions on several deals of the hidden parts and keep what is the same in all."""
    ends = [_played(deal, decisions, seat) for deal in deals(position, seat)]
    reveals = any(revealing for _, revealing in ends)
    first, *others = (end for end, _ in ends)
    # If nothing is revealed, all deals look the same, so one is enough.
    view = _foreseen([first, *others], seat) if reveals else dict(first.view(seat))
    ends_turn = bool(decisions) and all(end.turn_begins for end, _ in ends)
    goes_on = not reveals and first.to_move == seat and not ends_turn
    return Preview(
        view=view,
        to_move=_agreed([end.to_move for end, _ in ends]),
        ends_turn=ends_turn,
        reveals=reveals,
        legal=first.legal() if goes_on else None,
        then=first.then() if goes_on else None,
        # Asked of a deal, it can only tell what the seat knows.
        outlook=None if decisions else first.outlook(seat),
    )


def deals(position: Position, seat: int) -> list[Position]:
    """Deal the hidden parts anew several times; once, if nothing is hidden or random."""
    size = DEALS if position.game.facts.uncertain else 1
    return [position.reimagine(seat, seed) for seed in range(size)]


def _played(here: Position, decisions: Sequence[int], seat: int) -> tuple[Position, bool]:
    """Play decisions; also return whether they reveal something."""
    reveals = False
    for index, decision in enumerate(decisions):
        if reveals:
            raise ContradaError(
                f"decision {index + 1} of the preview comes after one that reveals something"
            )
        if here.to_move != seat:
            raise ContradaError(f"decision {index + 1} of the preview is not for seat {seat}")
        here = here.play_one(decision, index)
        reveals = here.revealed
    return here, reveals


def _foreseen(ends: Sequence[Position], seat: int) -> dict[str, Any]:
    """Return the public and the seat's own part of the view where all deals agree."""
    shown = agreed([end.view() for end in ends])
    found: dict[str, Any] = _filled(shown, [end.view(seat) for end in ends])
    return found


def _filled(shown: Any, own: Sequence[Any]) -> Any:
    """Fill gaps with what the seat knows, but only whole objects: half a card would be a guess."""
    if _are_equal([shown, *own]):
        return shown
    if shown is None:
        return own[0] if _are_equal(own) else None
    if isinstance(shown, dict) and all(isinstance(each, dict) for each in own):
        return {key: _filled(part, [each.get(key) for each in own]) for key, part in shown.items()}
    if isinstance(shown, list) and all(_is_as_long(each, shown) for each in own):
        return [_filled(part, [each[i] for each in own]) for i, part in enumerate(shown)]
    return shown


def _is_as_long(one: Any, other: list[Any]) -> bool:
    return isinstance(one, list) and len(one) == len(other)


def agreed(views: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what is the same in all views, and None where they differ."""
    keys = dict.fromkeys(key for view in views for key in view)
    return {key: _agreed([view.get(key) for view in views]) for key in keys}


def _agreed(values: Sequence[Any]) -> Any:
    """Return what is the same in all values, part by part.

    Objects with different names are different things, and nothing of them is kept: if the next card
    may be one of two that both show a coin, the coin is not certain.
    """
    if _are_equal(values):
        return values[0]
    if all(isinstance(value, dict) for value in values):
        keys = dict.fromkeys(key for value in values for key in value)
        parts = {key: [value.get(key) for value in values] for key in keys}
        return None if _named_apart(parts.values()) else {k: _agreed(v) for k, v in parts.items()}
    if all(isinstance(value, list) for value in values) and _are_equal([*map(len, values)]):
        items = [*zip(*values, strict=True)]
        return None if _named_apart(items) else [*map(_agreed, items)]
    return None


def _are_equal(values: Sequence[Any]) -> bool:
    return all(value == values[0] for value in values)


def _named_apart(parts: Iterable[Sequence[Any]]) -> bool:
    """Whether a part that is text differs."""
    return any(isinstance(part[0], str) and not _are_equal(part) for part in parts)
