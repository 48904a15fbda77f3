"""A tiny game with hidden cards, and broken ones, to show that the contract suite can fail.

Two seats get a card each from a pack of four and say in turn whether they stand (0) or fold (1);
the higher card that stands wins. It is plain Python, which the contract allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from contrada.errors import IllegalDecision
from contrada.games.contract import Definition, Facts, Game, Measure, ScoreLine

STATE = np.dtype([("cards", np.int64, (4,)), ("said", np.int64, (2,)), ("turn", np.int64)])
STAND, FOLD, UNSAID = 0, 1, -1


def start(state: Any, seats: int, options: Any, seed: int) -> None:
    state.cards[:] = np.random.default_rng(seed).permutation(4)
    state.said[:] = UNSAID
    state.turn = 0


def to_move(state: Any) -> int:
    return int(state.turn) if state.turn < 2 else -1


def legal(state: Any, decisions: Any) -> int:
    decisions[:2] = STAND, FOLD
    return 2 if state.turn < 2 else 0


def apply(state: Any, decision: int) -> None:
    state.said[state.turn] = decision
    state.turn += 1


def standing(state: Any, rows: Any) -> None:
    rows[:, 0] = 0
    if state.turn == 2:
        telling_standing(state, rows)


def telling_standing(state: Any, rows: Any) -> None:
    """Counts cards that have not been shown yet."""
    for seat in range(2):
        rows[seat, 0] = state.cards[seat] if state.said[seat] == STAND else -1


def reimagine(state: Any, seat: int, generator: Any) -> None:
    unseen = [place for place in range(4) if place != seat and (state.turn < 2 or place >= 2)]
    cards = sorted(state.cards[unseen])
    state.cards[unseen] = np.random.default_rng(generator).permutation(cards)


def peeking_reimagine(state: Any, seat: int, generator: Any) -> None:
    """Shuffles the cards from where they are, so a seed can deal in several ways."""
    unseen = [place for place in range(4) if place != seat and (state.turn < 2 or place >= 2)]
    state.cards[unseen] = np.random.default_rng(generator).permutation(state.cards[unseen])


def view(state: Any, seat: int | None) -> dict[str, Any]:
    card = None if seat is None else int(state.cards[seat])
    shown = state.cards[:2].tolist() if state.turn == 2 else None
    said = state.said.tolist()
    rows = np.empty((2, 1), np.int64)
    standing(state, rows)
    return {"card": card, "said": said, "shown": shown, "scores": rows[:, 0].tolist()}


def score_sheet(state: Any, seat: int, viewer: int | None) -> list[ScoreLine]:
    return telling_sheet(state, seat, viewer) if state.turn == 2 or viewer == seat else []


def telling_sheet(state: Any, seat: int, viewer: int | None) -> list[ScoreLine]:
    """Shows everyone each card."""
    stands = state.said[seat] == STAND
    return [ScoreLine("card", "card", int(state.cards[seat]) if stands else -1)]


def parts(decision: int) -> dict[str, str | int | None]:
    return {"does": ("stand", "fold")[decision]}


def account(state: Any, decision: int, seat: int | None) -> dict[str, Any]:
    own = {"card": int(state.cards[seat])} if seat == state.turn else {}
    return {**parts(decision), **own}


def gossiping_account(state: Any, decision: int, seat: int | None) -> dict[str, Any]:
    """Tells everyone the card of the seat that speaks."""
    return account(state, decision, to_move(state))


def leaky_view(state: Any, seat: int | None) -> dict[str, Any]:
    """Also shows a seat the rest of the pack."""
    return {**view(state, seat), "next": int(state.cards[2])}


def lazy_reimagine(state: Any, seat: int, generator: Any) -> None:
    """Deals nothing again, so a search would see through the cards."""


RULES: dict[str, Callable[..., Any]] = {
    "start": start,
    "to_move": to_move,
    "turn_begins": lambda state: True,
    "legal": legal,
    "refusal": lambda state, decision: 0 if state.turn < 2 else 1,
    "apply": apply,
    "standing": standing,
    "reimagine": reimagine,
    "revealed": lambda before, after: after.turn == 2,
}

HONEST = Definition(
    facts=Facts(
        name="toy",
        title="Toy",
        seats=(2, 2),
        seat_names=("One", "Two"),
        options=(),
        decisions=2,
        longest_turn=1,
        longest_game=2,
        longest_game_because="Each seat speaks once.",
        hidden=True,
        chance=True,
        measures=(Measure("card"),),
    ),
    state=STATE,
    rules=RULES,
    notation=SimpleNamespace(
        separator=" ",
        implied=frozenset(),
        position_seats=lambda text: None,
        decision_text=lambda state, decision: ("stand", "fold")[decision],
        turn_text=lambda state, decisions: ("stand", "fold")[decisions[0]],
        turn_as_seen=lambda state, decisions, seat: ("stand", "fold")[decisions[0]],
        turn_squares=lambda state, decisions: [],
        read_turn=lambda state, text: [("stand", "fold").index(text)],
        position_text=lambda state: str(state.tolist()),
        read_position=lambda state, text: None,
    ),
    explain=SimpleNamespace(
        explain=lambda state, decision, rule: IllegalDecision(
            "TOY-END-1", "", {}, sentence="Both have spoken"
        )
    ),
    view=view,
    score_sheet=score_sheet,
    picture=SimpleNamespace(
        svg=lambda seen, **wishes: "",
        terminal=lambda seen, **wishes: "",
        sentence=lambda seen: "",
        styles=(),
    ),
    parts=parts,
    account=account,
)


def honest() -> Game:
    return Game(HONEST)


def leaky() -> Game:
    return Game(replace(HONEST, view=leaky_view))


def gossiping() -> Game:
    return Game(replace(HONEST, account=gossiping_account))


def mumbling() -> Game:
    """Its decisions cannot be told apart by their parts."""
    return Game(replace(HONEST, parts=lambda decision: {"does": "speak"}))


def peeking() -> Game:
    """It shuffles the cards from where they are."""
    return Game(replace(HONEST, rules={**RULES, "reimagine": peeking_reimagine}))


def lazy() -> Game:
    return Game(replace(HONEST, rules={**RULES, "reimagine": lazy_reimagine}))


def forgetful() -> Game:
    """Its explainer allows what its generator does not list."""
    return Game(replace(HONEST, rules={**RULES, "refusal": lambda state, decision: 0}))


def telling() -> Game:
    """Its scores and sheets give away cards that have not been shown yet."""
    rules = {**RULES, "standing": telling_standing}
    return Game(replace(HONEST, rules=rules, score_sheet=telling_sheet))


def hasty() -> Game:
    """Its scores count cards that have not been shown yet; its sheets leave them out."""
    return Game(replace(HONEST, rules={**RULES, "standing": telling_standing}))


def wordless() -> Game:
    """It explains no points."""
    return Game(replace(HONEST, score_sheet=lambda state, seat, viewer: []))


def secretive() -> Game:
    """It says that the end reveals nothing, although both cards are shown."""
    return Game(replace(HONEST, rules={**RULES, "revealed": lambda before, after: False}))


def alarmist() -> Game:
    """It says that every decision reveals something."""
    return Game(replace(HONEST, rules={**RULES, "revealed": lambda before, after: True}))


def endless() -> Game:
    """Its facts promise a shorter game than its rules play."""
    return Game(replace(HONEST, facts=replace(HONEST.facts, longest_game=1)))


def saying(rule: str, sentence: str, *squares: str) -> Game:
    """It explains every refusal with this sentence."""
    refused = IllegalDecision(rule, "", {}, sentence=sentence, squares=squares)
    return Game(replace(HONEST, explain=SimpleNamespace(explain=lambda *asked: refused)))


def drawing_all_it_sees() -> Game:
    """Its view has the rest of the pack, and its pictures show the whole view."""
    draw = SimpleNamespace(
        svg=lambda seen, **wishes: str(seen), terminal=lambda seen, **wishes: str(seen)
    )
    return Game(replace(HONEST, view=leaky_view, picture=draw))


def spelling(game: Game, **changes: Any) -> Game:
    """Return a game with a changed notation."""
    notation = game.definition.notation
    words = {name: getattr(notation, name) for name in dir(notation) if not name.startswith("_")}
    changed = SimpleNamespace(**{**words, **changes})
    return Game(replace(game.definition, notation=changed), **game.options)
