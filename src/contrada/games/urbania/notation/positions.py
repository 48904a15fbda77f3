"""A position of Urbania as one line of text.

Every part of the table has its place on the line; docs/notation/urbania.md says where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from contrada.games.plain import plain
from contrada.games.texts import generator_text
from contrada.games.urbania import rules
from contrada.games.urbania.notation.names import (
    CARD_CODES,
    CONTRACTS,
    LETTERS,
    NOTHING,
    PROJECT_CODES,
    TILE_CODES,
    VARIANTS,
    space_name,
)
from contrada.kernel.operations import State
from contrada.kernel.sets import members


def position_text(state: State) -> str:
    """Write a position on one line, with everything that is hidden."""
    state = plain(state)
    seats = range(state.seats)
    return _text(
        state,
        hands=[_hand_text(state, seat) for seat in seats],
        projects=[_projects_text(state.project_hands[seat]) for seat in seats],
        submitted=[_projects_text(state.submitted[seat]) for seat in seats],
        pile=_codes(CARD_CODES, state.pile[: state.pile_size][::-1]) + left_text(state),
        project_pile=_codes(PROJECT_CODES, state.project_pile[: state.project_pile_size][::-1]),
        random=generator_text(state.random),
    )


def view_text(state: State, seat: int | None) -> str:
    """Write what a seat or a spectator may know; `?3` means three unknown cards."""
    seats = range(state.seats)
    over = state.due == rules.OVER
    return _text(
        state,
        hands=[_hand_text(state, s) if s == seat else _known_text(state, s) for s in seats],
        projects=[_seen(state.project_hands[s], seen=s == seat) for s in seats],
        submitted=[_seen(state.submitted[s], seen=s == seat or over) for s in seats],
        pile=_unknown(state.pile_size) + _left_text_as_seen(state, seat),
        project_pile=_unknown(state.project_pile_size),
        random="?",
    )


def _text(
    state: State,
    *,
    hands: list[str],
    projects: list[str],
    submitted: list[str],
    pile: str,
    project_pile: str,
    random: str,
) -> str:
    seats = range(state.seats)
    return " ".join(
        (
            _board_text(state),
            str(state.seats),
            str(state.starter),
            NOTHING if state.to_move == rules.NOBODY else str(state.to_move),
            _due_text(state),
            f"{state.end_turns}/{state.idle_turns}",
            "/".join(_specialist_text(state, each) for each in range(rules.SUITS)),
            "/".join(_points_text(state, seat) for seat in seats),
            "/".join(CONTRACTS[state.contracts[seat]] for seat in seats)
            if state.subsidy
            else NOTHING,
            "/".join(hands),
            "/".join(projects),
            "/".join(submitted),
            "/".join(_cards_text(state.tables[seat]) for seat in seats),
            "/".join(NOTHING if kind < 0 else CARD_CODES[kind] for kind in state.pool),
            pile,
            project_pile,
            _cards_text(state.discards),
            random,
            VARIANTS[state.subsidy + state.politics],
        )
    )


def _board_text(state: State) -> str:
    cells = [
        TILE_CODES[tile].capitalize() if rules.is_renewed(state, space) else TILE_CODES[tile]
        for space, tile in enumerate(state.tiles)
    ]
    return "/".join("".join(cells[row * 7 : row * 7 + 7]) for row in range(7))


def _due_text(state: State) -> str:
    left = str(state.actions_left)
    if state.due == rules.OVER:
        return NOTHING
    if state.due == rules.DRAWING:
        return f"{left}:draw{state.cards_due}{'s' if state.swept else ''}"
    if state.due == rules.CARD:
        return f"{left}:card"
    if state.due == rules.RENEWING:
        return f"{left}:{space_name(state.target)}[{_payment_text(state)}]"
    if state.due == rules.HIRING:
        return f"{left}:{LETTERS[state.target].upper()}[{_payment_text(state)}]"
    return left


def payment(state: State) -> list[tuple[int, int]]:
    """Return source and kind of the cards of the payment under way, in the order they were paid."""
    coins, colour = bool(state.due == rules.HIRING), int(state.colour)
    paid = [
        (source, kind)
        for source in (int(rules.FROM_HAND), int(rules.FROM_TABLE))
        for kind in range(rules.KINDS)
        for _ in range(state.paid[source][kind])
    ]
    return sorted(
        paid, key=lambda card: rules.rank(card[0], card[1], rules.worth(card[1], colour, coins))
    )


def _payment_text(state: State) -> str:
    marks = ("", "@")
    return ",".join(marks[source] + CARD_CODES[kind] for source, kind in payment(state))


def _specialist_text(state: State, specialist: int) -> str:
    holder = state.holders[specialist]
    return f"{state.specialists[specialist]}{NOTHING if holder == rules.NOBODY else holder}"


def _points_text(state: State, seat: int) -> str:
    """Write points from buildings, specialists, fees and, at the end, projects: 12+8-1(20)."""
    specialists, fees = int(state.from_specialists[seat]), int(state.fees[seat])
    points = f"{state.from_buildings[seat]}"
    points += f"+{specialists}" if specialists else ""
    points += f"-{fees}" if fees else ""
    return f"{points}({state.from_projects[seat]})" if state.due == rules.OVER else points


def _codes(codes: Sequence[str], items: Iterable[int]) -> str:
    return ",".join(codes[item] for item in items) or NOTHING


def _cards_text(counts: Sequence[int]) -> str:
    return _codes(CARD_CODES, elements(counts))


def _hand_text(state: State, seat: int) -> str:
    """Write a hand; `!` marks a card that everyone saw being taken."""
    cards = [
        CARD_CODES[kind] + ("!" if number < known else "")
        for kind, (held, known) in enumerate(zip(state.hands[seat], state.known[seat], strict=True))
        for number in range(held)
    ]
    return ",".join(cards) or NOTHING


def _known_text(state: State, seat: int) -> str:
    hidden = sum(state.hands[seat]) - sum(state.known[seat])
    known = [f"{CARD_CODES[kind]}!" for kind in elements(state.known[seat])]
    return ",".join([*known, *([f"?{hidden}"] if hidden else [])]) or NOTHING


def left_text(state: State) -> str:
    """Write the cards left in each hand when the pile was rebuilt, as in `(f3,b3/-:f3/-)`.

    Those that have certainly been paid since are not written. After the colon are cards that have
    been paid, of which nobody else can tell whether they were left or drawn since. While the pile
    is empty all unseen cards are left in hands, and nothing is written.
    """
    if not (state.pile_size and any(map(any, state.left))):
        return ""
    return f"({_by_seat(state, state.left)}{_unsure_text(state)})"


def _left_text_as_seen(state: State, seat: int | None) -> str:
    """Write the same as a seat knows it: the cards of all hands, then its own of them."""
    if not left_text(state):
        return ""
    every = _cards_text([sum(counts) for counts in zip(*state.left, strict=True)])
    rows = [
        _cards_text(counts) if number == seat else _unknown(sum(counts))
        for number, counts in enumerate(state.left[: state.seats])
    ]
    return f"({every}:{'/'.join(rows)}{_unsure_text(state)})"


def _unsure_text(state: State) -> str:
    return f":{_by_seat(state, state.unsure)}" if any(map(any, state.unsure)) else ""


def _by_seat(state: State, counts: Sequence[Sequence[int]]) -> str:
    return "/".join(map(_cards_text, counts[: state.seats]))


def elements(counts: Sequence[int]) -> list[int]:
    """Return each kind as many times as it is counted."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _projects_text(word: int) -> str:
    return _codes(PROJECT_CODES, members(word))


def _seen(word: int, *, seen: bool) -> str:
    return _projects_text(word) if seen else _unknown(len(members(word)))


def _unknown(size: int) -> str:
    return f"?{size}" if size else NOTHING
