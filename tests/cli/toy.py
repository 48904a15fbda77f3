"""A game as unlike Urbino as the contract allows: three seats, hidden cards, no board.

Each seat has a card and says `keep` or `drop`; the highest card kept wins.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from contrada.errors import IllegalDecision, NotationError
from contrada.games.contract import Definition, Facts, Game, Measure
from contrada.kernel.operations import REQUIRED

SEATS = 3
STATE = np.dtype([("cards", np.int64, (SEATS,)), ("said", np.int64, (SEATS,)), ("turn", np.int64)])
WORDS = ("keep", "drop")


def start(state: Any, seats: int, options: Any, seed: int) -> None:
    state.cards[:] = 10 + np.random.default_rng(seed).permutation(SEATS)
    state.said[:] = -1
    state.turn = 0


def to_move(state: Any) -> int:
    return int(state.turn) if state.turn < SEATS else -1


def turn_begins(state: Any) -> bool:
    return True


def legal(state: Any, decisions: Any) -> int:
    decisions[:2] = 0, 1
    return 2 if state.turn < SEATS else 0


def refusal(state: Any, decision: int) -> int:
    return int(state.turn == SEATS)


def apply(state: Any, decision: int) -> None:
    state.said[state.turn] = decision
    state.turn += 1


def standing(state: Any, rows: Any) -> None:
    rows[:, 0] = np.where(state.said == 0, state.cards, 0)


def reimagine(state: Any, seat: int, generator: Any) -> None:
    others = [other for other in range(SEATS) if other != seat]
    state.cards[others] = np.random.default_rng(generator).permutation(state.cards[others])


def revealed(before: Any, after: Any) -> bool:
    return False


def view(state: Any, seat: int | None) -> dict[str, Any]:
    return {"card": None if seat is None else int(state.cards[seat]), "said": state.said.tolist()}


def terminal(seen: Any, *, last: Any = ()) -> str:
    said = " ".join("?" if word < 0 else WORDS[word] for word in seen["said"])
    return f"Your card: {seen['card']}. Said: {said}."


def read_turn(state: Any, text: str) -> list[int]:
    if text not in WORDS:
        raise NotationError(f"{text!r} is neither keep nor drop")
    return [WORDS.index(text)]


def game() -> Game:
    facts = Facts(
        name="toy",
        title="Toy",
        seats=(SEATS, SEATS),
        seat_names=("Red", "Green", "Blue"),
        options=(),
        decisions=2,
        longest_turn=1,
        longest_game=SEATS,
        longest_game_because="Each seat speaks once.",
        hidden=True,
        chance=True,
        measures=(Measure("card"),),
    )
    notation = SimpleNamespace(
        separator=" ",
        implied=frozenset(),
        decision_text=lambda state, decision: WORDS[decision],
        turn_text=lambda state, decisions: WORDS[decisions[0]],
        turn_as_seen=lambda state, decisions, seat: WORDS[decisions[0]],
        turn_squares=lambda state, decisions: [],
        read_turn=read_turn,
        position_text=lambda state: str(state.tolist()),
        position_seats=lambda text: None,
        read_position=lambda state, text: None,
    )
    over = IllegalDecision("TOY-END-1", "", {}, sentence="All have spoken")
    return Game(
        Definition(
            facts=facts,
            state=STATE,
            rules={name: globals()[name] for name in REQUIRED},
            notation=notation,
            explain=SimpleNamespace(explain=lambda state, decision, rule: over),
            view=view,
            score_sheet=lambda state, seat, viewer: [],
            picture=SimpleNamespace(
                svg=lambda seen, **wishes: "",
                terminal=terminal,
                sentence=lambda seen: "",
                styles=(),
            ),
            parts=lambda decision: {"does": WORDS[decision]},
            account=lambda state, decision, seat: {"does": WORDS[decision]},
        )
    )
