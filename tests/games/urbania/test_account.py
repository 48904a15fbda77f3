"""What decisions of Urbania consist of, and what each viewer is told about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from contrada.games.contract import Game, Position
from contrada.games.urbania import rules
from tests.contract import checks
from tests.games.urbania.positions import arranged, urbania

PARTS = [
    (rules.DRAW_PROJECT, {"does": "draw", "from": "project"}),
    (rules.DRAW_PILE, {"does": "draw", "from": "pile"}),
    (rules.DRAW_POOL + 2, {"does": "draw", "from": "pool", "place": 3}),
    (rules.SWEEP, {"does": "sweep"}),
    (rules.DECLINE, {"does": "decline"}),
    (rules.RENEW + 7 * 3 + 2, {"does": "renew", "space": "C4"}),
    (rules.HIRE + 1, {"does": "hire", "specialist": "Banker"}),
    (rules.SUBMIT, {"does": "submit", "project": "NW"}),
    (rules.PAY, {"does": "pay", "from": "hand", "card": "brown 3"}),
    (rules.PAY_TABLE + 1, {"does": "pay", "from": "table", "card": "brown 2+$1"}),
    (rules.PAY_SUBSIDY, {"does": "pay", "from": "contract"}),
]


@pytest.mark.parametrize(("decision", "parts"), PARTS)
def test_parts(decision: int, parts: dict[str, Any]) -> None:
    assert urbania().parts()[decision] == parts


def told(here: Position, turn: str, seat: int | None) -> list[dict[str, Any]]:
    """Play a turn decision by decision; return what a seat is told about each."""
    found = []
    for decision in here.read(turn):
        found.append(here.account(decision, seat))
        here = here.play(decision)
    return found


def table() -> Position:
    """The first seat has red cards and two projects; D2 is a hospital."""
    return arranged(
        hands=["h2+$1 pR+$1 h$3", "b3"],
        projects=["NW h", "SE"],
        tiles={"D2": "h34+"},
        pool="f3 b3 h3 c3 s3",
        pile="c1+$2",
        project_pile="F",
    )


def test_renewing_is_told_to_all() -> None:
    """URBANIA-RENEW-6, -7: points, and cards with coins that stay."""
    turn = "renew D2 hospital [red 2+$1, green R+$1] +4, no card"
    expected = [
        {"does": "renew", "space": "D2", "type": "hospital", "workers": 3, "points": 4},
        {"does": "pay", "from": "hand", "card": "red 2+$1", "complete": False, "kept": True},
        {"does": "pay", "from": "hand", "card": "green R+$1", "complete": True, "kept": True},
        {"does": "decline"},
    ]
    for seat in (None, 0, 1):
        assert told(table(), turn, seat) == expected


def test_hiring_tells_the_former_employer() -> None:
    """URBANIA-HIRE-3: cards used are discarded."""
    here = arranged(hands=["h$3"], specialists="H21")
    assert told(here, "hire Doctor from 2 [red $3]", None) == [
        {"does": "hire", "specialist": "Doctor", "value": 2, "former": 1},
        {"does": "pay", "from": "hand", "card": "red $3", "complete": True, "kept": False},
    ]


@pytest.mark.parametrize(
    ("turn", "secret"),
    [
        ("draw pile", {"card": "pink 1+$2"}),
        ("draw project", {"project": "CEO"}),
        ("submit hospital", {"project": "hospital"}),
    ],
)
def test_what_only_the_seat_itself_is_told(turn: str, secret: dict[str, str]) -> None:
    (own,) = told(table(), turn, 0)
    assert own | secret == own
    for seat in (None, 1):
        (others,) = told(table(), turn, seat)
        assert others == {key: own[key] for key in own if key not in secret}


def test_a_card_from_the_pool_is_seen_by_all() -> None:
    (drawn,) = told(table(), "draw pool 2 [gray 3]", None)
    assert drawn == {"does": "draw", "from": "pool", "place": 2, "card": "gray 3"}


def test_the_card_of_an_icon_is_told_apart() -> None:
    """URBANIA-RENEW-8, DRAW-6: it is not part of a draw action."""
    turn = "renew D2 hospital [red 2+$1, green R+$1] +4, draw pile"
    for seat, secret in ((0, {"card": "pink 1+$2"}), (1, {})):
        *_, drawn = told(table(), turn, seat)
        assert drawn == {"does": "draw", "from": "pile", "icon": True, **secret}


def test_the_end_of_a_turn_tells_what_specialists_score() -> None:
    """URBANIA-SPECIALIST-1."""
    here = arranged(due="1", specialists="H20", tiles={"D3": "h34+"}, projects=["NW"])
    assert told(here, "submit NW", 1) == [{"does": "submit", "fee": 0, "specialists": 1}]


def leaking(key: str) -> Game:
    """A game whose accounts tell everyone one more secret."""
    game = urbania()
    honest = game.definition.account

    def account(state: Any, decision: int, seat: int | None) -> dict[str, Any]:
        whole = honest(state, decision, int(state.to_move))
        return {**honest(state, decision, seat), key: whole.get(key)}

    return Game(replace(game.definition, account=account), **game.options)


@pytest.mark.parametrize("key", ["project", "card"])
def test_a_secret_that_is_told_would_be_noticed(key: str) -> None:
    here = table()
    checks.check_accounts_hide(here, seeds=range(3))
    gossip = Position(leaking(key), here._states, here.seats)
    with pytest.raises(AssertionError, match="tells a secret"):
        checks.check_accounts_hide(gossip, seeds=range(3))


def test_a_preview_ends_where_a_card_is_drawn() -> None:
    here = table()
    shown = here.preview([int(rules.DRAW_POOL)], 0)
    assert (shown.reveals, shown.ends_turn, shown.to_move) == (True, False, 0)
    assert (shown.legal, shown.then) == (None, None)
    assert shown.view["pool"][0] is None  # what comes next is not known
    assert shown.view["pool"][1:] == here.view()["pool"][1:]
    assert shown.view["players"][0]["hand_size"] == 4
    with pytest.raises(ValueError, match="comes after one that reveals something"):
        here.preview([int(rules.DRAW_POOL), int(rules.DRAW_PILE)], 0)
def test_the_start_of_the_end_phase_is_told() -> None:
    """URBANIA-END-1: a third specialist is at 5, and nobody could tell that from the hiring alone."""
    here = arranged(hands=["h$3 h2+$1"], specialists="B50 S50 H41")
    hired, *paid = told(here, "hire Doctor from 4 [red $3, red 2+$1]", 1)
    assert "end_phase" not in hired
    assert [one.get("end_phase") for one in paid] == [None, True]
