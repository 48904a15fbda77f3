"""What the evaluation sees in positions that a player can judge at a glance."""

from __future__ import annotations

from typing import Any

import pytest

from contrada import Position
from contrada.games.urbania.evaluate.prospects import HIRES_A_TURN, RENEWALS_A_TURN
from tests.contract import evaluation
from tests.contract.evaluation import features
from tests.games.urbania.positions import (
    CENTRE,
    arranged,
)

BANKS, HOSPITALS = ["b22+", "b23", "b34+", "b35", "b46+", "b47"], ["h22+", "h23"]
SIX_BANKS = {
    "tiles": dict(zip([*CENTRE, "D2", "E3", "C3"], BANKS + HOSPITALS, strict=True)),
    "renewed": "D2 E3 C3",
}
TWO_PARKS = {"tiles": dict(zip(CENTRE, ["p22+", "p23"], strict=False))}


def table(**parts: Any) -> Position:
    """Set up a table; if the end phase has begun, specialists of seat 1 started it."""
    if "end" in parts:
        parts["specialists"] = f"F91 C91 S91 {parts.get('specialists', '')}"
        parts["starter"] = parts["end"] % 2  # so that seat 0 is to move
    return arranged(**parts)


def choices(seen: Position) -> dict[str, dict[str, float]]:
    """Return the non-zero features of each legal decision, by its text."""
    rows = evaluation.choices(seen)
    return {
        text: {name: value for name, value in row.items() if value} for text, row in rows.items()
    }


SIGHTS = {
    "points": (
        {"points": [25, 10]},
        [{"points": 0.5}, {"points": 0.2}],
    ),
    "a Doctor at 9 is worth 45 and rises no more": (
        {"submitted": ["H"], "specialists": "H91"},
        [
            {"submitted projects now": 0.9, "submitted projects to come": 0},
            {"submitted projects now": 0, "submitted projects to come": 0},
        ],
    ),
    "in the last turn a district hardly grows": (
        {"submitted": ["NW"], "end": 1},
        [{"submitted projects now": 0, "submitted projects to come": RENEWALS_A_TURN * 4 / 4 / 50}],
    ),
    "two actions submit two of three projects, for 3 points each": (
        {"projects": ["H B F"], "specialists": "H90 B91", "end": 1, "points": [39]},
        [{"projects in hand": (45 + 45 - 6) / 50, "places for projects without one": 0}],
    ),
    "a project that cannot be submitted any more is nothing": (
        {"projects": ["", "H"], "specialists": "H90", "end": 1},
        [{"places for projects without one": 2 / 3}, {"projects in hand": 0}],
    ),
    "Banker and Doctor earn 8 a turn, and two rounds are left": (
        {**SIX_BANKS, "specialists": "B90 H90", "end": 4},
        [
            {"income a turn": 0.8, "value of specialists held": 1.8},
            {"income a turn": 0, "value of specialists held": 2.7},
        ],
    ),
    "nobody can hire from 9": (
        {**SIX_BANKS, "specialists": "B90", "hands": ["", "b$3 b$3 b1+$2 b1+$2"], "end": 4},
        [{"income others can hire away": 0}],
    ),
    "coins on the table and of rainbow colour can hire away": (
        {**SIX_BANKS, "specialists": "B30", "hands": ["", "f1+R$1"], "tables": ["", "b1+$2"]},
        [{"income others can hire away": 6 * 3 / 20}],
    ),
    "too few coins cannot": (
        {**SIX_BANKS, "specialists": "B40", "hands": ["", "f1+R$1"], "tables": ["", "b1+$2"]},
        [{"income others can hire away": 0}],
    ),
    "cards": (
        {"hands": ["h3 hR+$1 f1+R$1"], "tables": ["p1+$2"], "projects": ["", "h"]},
        [
            {
                "workers in hand": 0.5,
                "coins in hand and on the table": 0.4,
                "rainbow signs": 0.5,
                "signs of colours wanted": 0,
            },
            {"workers in hand": 0, "coins in hand and on the table": 0, "rainbow signs": 0},
        ],
    ),
    "cards that projects ask for": (
        {"hands": ["h3 h2+$1 b$3"], "projects": ["h"], "submitted": ["FB"]},
        [{"signs of colours wanted": 0.8}],
    ),
    "two renewals payable, of different colours": (
        {"tiles": {"D2": "h34+", "E3": "h23", "C3": "p23"}, "hands": ["h3 p3"], "end": 2},
        [
            {"best renewal payable": 0.4, "second renewal payable": 0.3},
            {"best renewal payable": 0, "second renewal payable": 0},
        ],
    ),
    "a renewal that a submitted project and the Doctor like": (
        {
            "tiles": {"D2": "h34+"},
            "hands": ["h3"],
            "submitted": ["h"],
            "specialists": "H90",
            "end": 2,
        },
        [{"best renewal payable": (4 + 6 + 1) / 10, "second renewal payable": 0}],
    ),
    "a hire payable in the last turn": (
        {**SIX_BANKS, "specialists": "B81", "hands": ["b$3 b$3 b1+$2"], "end": 1},
        [{"best hire payable": 6 / 20}],
    ),
    "the seat to move, and the one that moved": (
        {"starter": 0, "to_move": 1, "due": "1"},
        [
            {"actions of this turn": 0, "turn to come in this round": 0},
            {"actions of this turn": 0.5, "turn to come in this round": 1},
        ],
    ),
    "the last action but one": (
        {"end": 1},
        [{"last actions": 1 - 2 / 6}, {"last actions": 1}],
    ),
    "a contract": (
        {"variant": "subsidy", "contracts": "active/used"},
        [{"contract": 1}, {"contract": 0}],
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize(("parts", "expected"), SIGHTS.values(), ids=SIGHTS)
def test_features(parts: dict[str, Any], expected: list[dict[str, float]]) -> None:
    rows, _ = features(table(**parts))
    for row, wanted in zip(rows, expected, strict=False):
        assert {name: row[name] for name in wanted} == pytest.approx(wanted)


@pytest.mark.uncompiled
def test_income_is_kept_longer_by_dear_specialists() -> None:
    """Two turns each are left."""
    cheap, _ = features(table(**TWO_PARKS, specialists="P20", end=4))
    dear, _ = features(table(**TWO_PARKS, specialists="P90", end=4))
    later = 4 * RENEWALS_A_TURN / 44 * 4 / 2
    assert dear[0]["income to come"] == pytest.approx((2 + later) * 2 / 50)
    kept = 2 / (1 + HIRES_A_TURN[2] * 2 * 2 / 2)
    assert cheap[0]["income to come"] == pytest.approx((2 + later) * kept / 50)


@pytest.mark.uncompiled
def test_what_is_under_way() -> None:
    """A renewal counts while it is being paid for, and so does the card from its icon."""
    start = table(tiles={"D2": "h34+"}, hands=["h2+$1 cR+$1"], end=2)
    paying = start.play("renew D2 hospital")
    assert features(start)[0][0]["renewal or hire under way"] == 0
    assert features(paying)[0][0]["renewal or hire under way"] == pytest.approx(0.4)
    assert features(paying)[0][0]["actions of this turn"] == 0.5
    drawing = start.play("renew D2 hospital [red 2+$1, pink R+$1] +4")
    assert features(drawing)[0][0]["cards to draw"] == 0.5
    assert [row["cards to draw"] for row in features(start.play("draw pile"))[0]] == [0.5, 0]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("parts", "stage"),
    [({}, 0), ({"end": 4}, 0.6), ({"end": 2}, 0.8), ({"end": 1}, 0.9)],
    ids=["new game", "end phase", "last round", "last turn"],
)
def test_stage(parts: dict[str, Any], stage: float) -> None:
    assert features(table(**parts))[1] == pytest.approx(stage, abs=0.01)


@pytest.mark.uncompiled
def test_the_stage_rises_as_the_end_comes_nearer() -> None:
    tables: list[dict[str, Any]] = [
        {"specialists": "F30 B30 H30"},
        {"specialists": "F50 B50 H30"},
        {"specialists": "F50 B50 H40"},
        {"specialists": "F50 B50 H50", "end": 4},
    ]
    stages = [features(arranged(**parts))[1] for parts in tables]
    assert stages == sorted(set(stages))


@pytest.mark.uncompiled
def test_seats_are_alike() -> None:
    """If two seats change places, their rows do too."""
    hands, points, projects = ["h3 p1+$2", "b$3 f3 fR+$1"], [21, 17], ["H", "NW f"]
    one = arranged(hands=hands, points=points, projects=projects, specialists="F30 P21")
    other = arranged(
        hands=hands[::-1],
        points=points[::-1],
        projects=projects[::-1],
        specialists="F31 P20",
        starter=1,
        to_move=1,
    )
    assert features(one)[0] == features(other)[0][::-1]


REASONS = {
    "a renewal with a card icon, for a project": (
        {"tiles": {"D2": "h34+"}, "hands": ["h3"], "submitted": ["h"], "end": 2},
        "renew D2 hospital",
        {
            "renews": 1,
            "points at once": 4 / 7,
            "own projects gain": 1,
            "card icon": 1,
            "cards it takes": 1 / 3,
        },
    ),
    "a renewal for a project in hand, which helps another's Doctor": (
        {
            "tiles": {"D2": "h35"},
            "hands": ["h2+$1 cR+$1"],
            "projects": ["NW"],
            "specialists": "H91",
            "end": 2,
        },
        "renew D2 hospital",
        {
            "renews": 1,
            "points at once": 5 / 7,
            "own projects gain": 4 / 12,
            "income of others gains": 1 / 5,
            "cards it takes": 2 / 3,
        },
    ),
    "a hire from another with a last turn to come": (
        {**SIX_BANKS, "specialists": "B81", "hands": ["b$3 b$3 b1+$2"], "end": 2},
        "hire Banker from 8",
        {
            "hires": 1,
            "value of the specialist": 8 / 5,
            "points at once": 6 / 7,
            "income won": 6 / 20,
            "income denied": 6 / (1 + HIRES_A_TURN[8]) / 20,
            "cards it takes": 1,
        },
    ),
    "a hire that starts the end phase, 12 points behind": (
        {"specialists": "F51 B51 H41", "hands": ["h$3 h$3"], "points": [8, 20]},
        "hire Doctor from 4",
        {
            "hires": 1,
            "value of the specialist": 4 / 5,
            "cards it takes": 2 / 3,
            "starts the end phase": 1,
            "starts the end phase ahead": -12 / 20,
        },
    ),
    "a project to submit, in the last turn": (
        {"projects": ["H B"], "specialists": "H90 B90", "points": [39], "end": 1},
        "submit Doctor -3",
        {"submits": 1, "prospect of the project": 1.4, "prospect while time runs out": 1.4 * 5 / 6},
    ),
    "a worse one": (
        {"projects": ["H NW"], "specialists": "H90", "end": 1},
        "submit NW",
        {
            "submits": 1,
            "prospect of the project": RENEWALS_A_TURN / 30,
            "prospect while time runs out": RENEWALS_A_TURN / 30 * 5 / 6,
            "worse than another project in hand": (45 - RENEWALS_A_TURN) / 10,
        },
    ),
    "a pool card that makes a renewal payable": (
        {
            "tiles": {"D2": "h47"},
            "hands": ["h2+$1"],
            "pool": "h2+$1 f$3 b$3 c$3 s$3",
            "end": 2,
        },
        "draw pool 1 [red 2+$1]",
        {
            "draws from the pool": 1,
            "workers on the card": 2 / 3,
            "coins on the card": 1 / 3,
            "renewal the card makes payable": 7 / 10,
            "draws a resource too late": 1 - 1 / 3,
            "draws into a poor hand": 5 / 6,
        },
    ),
    "a pool card that makes a hire payable": (
        {**SIX_BANKS, "specialists": "B81", "hands": ["b$3 b$3"], "pool": "b1+$2 f$3 c$3 s$3 s3"}
        | {"end": 2},
        "draw pool 1 [gray 1+$2]",
        {
            "draws from the pool": 1,
            "workers on the card": 1 / 3,
            "coins on the card": 2 / 3,
            "hire the card makes payable": 6 / 20,
            "draws a resource too late": 1 - 1 / 3,
            "draws into a poor hand": 4 / 6,
        },
    ),
    "a project that may still be submitted": (
        {"end": 2},
        "draw project",
        {"draws a project": 1, "a project is wanted": 1 / 3},
    ),
    "a project too many": (
        {"end": 2, "projects": ["H"]},
        "draw project",
        {"draws a project": 1},
    ),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize(("parts", "decision", "expected"), REASONS.values(), ids=REASONS)
def test_choices(parts: dict[str, Any], decision: str, expected: dict[str, float]) -> None:
    seen = choices(table(**parts))
    assert seen[decision] == pytest.approx(expected)


@pytest.mark.uncompiled
def test_payments() -> None:
    """A card that gives too much, and one whose workers another building could use."""
    tiles = {"D2": "r22", "C3": "h23", "E3": "p35"}
    paying = table(tiles=tiles, hands=["h2+$1 p3"], end=2).play("renew D2 residential")
    assert choices(paying) == {
        "red 2+$1": pytest.approx(
            {
                "worth of the card paid": 2 / 3,
                "coins kept on the table": 1 / 3,
                "suit needed elsewhere": 3 / 10,
            }
        ),
        "green 3": pytest.approx(
            {"worth of the card paid": 1, "surplus paid": 1 / 3, "suit needed elsewhere": 5 / 10}
        ),
    }
