"""Perfect memory of Urbania's cards, watching a game: which deals of the unseen are possible?

A slow twin of what the rules remember. It keeps what was in each hand when the discards became the
pile, and every unseen card that was paid since, and looks for an explanation by trying.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from contrada.games.contract import Position

Hand = Counter[int]


class Witness:
    """Remembers one game from its start; call `watch` with every position."""

    def __init__(self) -> None:
        """Begin before the first position."""
        self.left: list[Hand] = []  # by seat; nothing before the first reshuffle
        self.paid: list[list[tuple[int, bool]]] = []  # by seat: kind, and whether it must be left
        self._before: Position | None = None

    def watch(self, position: Position) -> None:
        """Remember what the latest decision showed."""
        before, self._before = self._before, position
        if before is None or _is_rebuilt(before.state, position.state):
            in_hands = before is not None
            self.left = [h if in_hands else Counter() for h in unseen_hands(position)]
            self.paid = [[] for _ in self.left]
            self._drew = [0] * position.seats
            return
        seat = before.to_move
        assert seat is not None
        had, has = unseen_hands(before)[seat], unseen_hands(position)[seat]
        for kind in (had - has).elements():
            self.paid[seat].append((kind, self._drew[seat] == 0))
        self._drew[seat] += (has - had).total()

    def believes(self, deal: Position, seat: int) -> bool:
        """Whether the hands of a deal agree with everything that a seat remembers."""
        others = [other for other in range(deal.seats) if other != seat]
        left = sum((self.left[other] for other in others), Counter())
        wanted, room = [], []
        hands = unseen_hands(deal)
        for other in others:
            certain = Counter(kind for kind, must in self.paid[other] if must)
            left.subtract(certain)
            wanted.append(self.left[other].total() - certain.total())
            doubtful = Counter(kind for kind, must in self.paid[other] if not must)
            room.append(hands[other] + doubtful)
        return min(left.values(), default=0) >= 0 and _can_share(left, wanted, room)


def unseen_hands(position: Position) -> list[Hand]:
    """Return the cards of each hand that others have not seen being taken."""
    state = position.state
    return [
        Counter({kind: int(n) for kind, n in enumerate(state.hands[s] - state.known[s]) if n})
        for s in range(position.seats)
    ]


def _is_rebuilt(before: Any, after: Any) -> bool:
    return bool(
        after.pile_size == 0
        or after.pile_size > before.pile_size
        or (before.discards.any() and not after.discards.any())
    )


def _can_share(cards: Counter[int], wanted: list[int], room: list[Counter[int]]) -> bool:
    """Whether each hand can get its number of cards, of kinds that it has room for."""
    given: list[Counter[int]] = [Counter() for _ in wanted]

    def finds_place(kind: int, tried: set[int]) -> bool:
        for hand, has in enumerate(given):
            if hand in tried or has[kind] >= room[hand][kind]:
                continue
            tried.add(hand)
            if has.total() < wanted[hand]:
                has[kind] += 1
                return True
            for other in [each for each in +has if each != kind]:
                has[other] -= 1
                if finds_place(other, tried):
                    has[kind] += 1
                    return True
                has[other] += 1
        return False

    return cards.total() == sum(wanted) and all(
        finds_place(kind, set()) for kind in cards.elements()
    )
