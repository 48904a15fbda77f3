"""Why a decision is refused: the rule, the spaces to point at, and what the sentence says."""

from __future__ import annotations

from typing import Any

import pytest

from contrada.games.urbania import rules
from tests.contract.refusals import check_allowed, check_refused
from tests.games.urbania.positions import arranged

CLOSED: dict[str, Any] = {"rest": "hand", "rest_of_projects": "hand"}
COINS_ONLY = "f$3 b$3 h$3 c$3 s$3"

# D2 is a hospital of three workers, E3 a residential building of three, B1 a park far away; all
# other buildings that touch the centre need four workers.
TILES = {"D2": "h34+", "E3": "r34", "D3": "b22+", "B1": "p23"}
CITY: dict[str, Any] = {"tiles": TILES, "renewed": ""}
HAND: dict[str, Any] = {**CITY, "hands": ["h3 h2+$1 h1+$2 b2+$1 b$3"], "projects": ["NW H", "SW"]}
MIXED: dict[str, Any] = {**CITY, "hands": ["h2+$1 b2+$1 c1+$2"]}
RAINBOW: dict[str, Any] = {**CITY, "hands": ["fR+$1 bR+$1 f$3"]}
TRACK: dict[str, Any] = {"hands": ["f$3 b$3 h$3 c$3"], "tables": ["b2+$1"], "seats": 3}
HIRED: dict[str, Any] = {**TRACK, "specialists": "F20 B51 H91 S22"}
THREE: dict[str, Any] = {"projects": ["NW H"], "submitted": ["f b FB"]}
OVER: dict[str, Any] = {"to_move": None, "points": ["12(0)", "3(0)"], "tiles": TILES}

# Payments under way, and cards that are due.
PAYING: dict[str, Any] = {**HAND, "due": "2:D2[]", "tables": ["h1+R$1 h2+$1"]}
PAID_TWO: dict[str, Any] = {**CITY, "hands": ["h1+$2 h3 cR+$1 h$3 f3"], "due": "2:D2[h2+$1]"}
FOUR: dict[str, Any] = {
    "tiles": {"D2": "h47"},
    "hands": ["h3 h2+$1 h1+$2 hR+$1 h1+R$1"],
    "due": "2:D2[h1+$2]",
}
NO_COLOUR: dict[str, Any] = {**CITY, "hands": ["h2+$1 b2+$1 b1+$2 b$3"], "due": "2:E3[]"}
IN_RED: dict[str, Any] = {**CITY, "hands": ["h1+$2 b2+$1 b1+$2 cR+$1"], "due": "2:E3[h2+$1]"}
HIRING: dict[str, Any] = {
    "hands": ["b$3 f$3 b3 b2+$1"],
    "tables": ["b2+$1 f1+$2"],
    "specialists": "B41",
    "due": "2:B[]",
}
HIRING_ON: dict[str, Any] = {**HIRING, "due": "2:B[b1+$2]", "hands": ["b2+$1 b$3 b1+R$1"]}
DRAWING: dict[str, Any] = {**HAND, "due": "2:draw1"}
SWEPT: dict[str, Any] = {**HAND, "due": "2:draw2s"}
ICON: dict[str, Any] = {**HAND, "due": "2:card", "pool": COINS_ONLY}

SUBSIDY: dict[str, Any] = {
    **CITY,
    "hands": ["h2+$1 h1+$2 h1+$2 h1+R$1"],
    "variant": "subsidy",
}
FOUR_SUBSIDY: dict[str, Any] = {**SUBSIDY, "tiles": {"D2": "h47"}}

# table, decision, rule, spaces, part of the sentence
REFUSALS = [
    # Renewing: where.
    (HAND, "renew B1 park", "RENEW-1", "B1", "The park on B1 touches no renewed building"),
    (HAND, "renew D3 bank", "RENEW-1", "D3", "The bank on D3 is already renewed"),
    (HAND, "renew B1 park [green 3] +3", "RENEW-1", "B1", "touches no renewed building"),
    (
        {**HAND, "tiles": {**TILES, "C2": "s23"}, "renewed": "D2"},
        "renew D2 hospital",
        "RENEW-1",
        "D2",
        "The hospital on D2 is already renewed",
    ),
    # Renewing: with what.
    (MIXED, "renew D2 hospital", "RENEW-2", "D2", "not enough red workers for D2: it needs 3"),
    ({**CITY, "hands": ["f3 b3"]}, "renew D2 hospital", "RENEW-2", "D2", "not enough red workers"),
    ({**CITY, "hands": ["h$3 h$3"]}, "renew D2 hospital", "RENEW-2", "D2", "The hand gives 0"),
    (
        {**CITY, "hands": ["h2+$1"], "tables": ["h2+$1 h1+$2"]},
        "renew D2 hospital",
        "RENEW-2",
        "D2",
        "The hand gives 2, not enough red workers",
    ),
    (MIXED, "renew E3 residential", "RENEW-3", "E3", "of one colour for E3: it needs 3, not mixed"),
    (RAINBOW, "renew E3 residential", "RENEW-3", "E3", "The hand gives 2, not enough workers"),
    # Hiring.
    (HIRED, "hire CEO from 2", "HIRE-2", "", "The CEO works for this seat already"),
    (HIRED, "hire Doctor from 9", "TRACK-2", "", "The Doctor stands at 9 and can no longer be"),
    (HIRED, "hire Banker from 5", "HIRE-3", "", "Hand and table give 4, not enough gray coins"),
    (HIRED, "hire Banker from 5", "HIRE-3", "", "for the Banker, who costs 5"),
    (HIRED, "hire School Superintendent from 2", "HIRE-3", "", "not enough beige coins"),
    (HIRED, "hire Parks Director from 1", "HIRE-3", "", "give 0, not enough green coins"),
    # Submitting.
    (THREE, "submit NW", "SUBMIT-1", "", "Three projects are submitted, and a fourth is not"),
    (HAND, "submit hospital", "SUBMIT-1", "", "The project hospital is not in the hand"),
    (HAND, "submit SW", "SUBMIT-1", "", "The project SW is not in the hand"),
    (THREE, "submit CEO + Banker", "SUBMIT-1", "", "Three projects are submitted"),
    # Sweeping.
    (
        {"pool": "f3 b1+$2 h$3 c$3 s$3"},
        "draw sweep",
        "DRAW-2",
        "",
        "The pool shows 4 workers; it may be swept with three or fewer",
    ),
    (
        {"pool": "f3 bR+$1 h$3 c$3 s$3", "due": "2:draw1"},
        "sweep",
        "DRAW-2",
        "",
        "The pool shows 4 workers",
    ),
    ({"pool": COINS_ONLY, "due": "2:draw2s"}, "sweep", "DRAW-3", "", "swept before this card"),
    ({"pool": COINS_ONLY, "due": "1:draw1s"}, "sweep", "DRAW-3", "", "swept before this card"),
    (
        {"pool": COINS_ONLY, "pile": COINS_ONLY},
        "draw sweep, sweep",
        "DRAW-3",
        "",
        "The pool was swept before this card already",
    ),
    (
        {"pool": "f$3 b$3 - c$3 s$3", **CLOSED},
        "draw sweep",
        "DRAW-3",
        "",
        "Only a pool of five cards can be swept",
    ),
    (ICON, "draw sweep", "DRAW-6", "", "no draw action, so there is no sweep"),
    # Drawing from a source that is closed.
    (
        {"rest_of_projects": "hand"},
        "draw project",
        "DRAW-5",
        "",
        "The project pile is empty",
    ),
    ({"rest": "hand"}, "draw pile", "DRAW-5", "", "The resource pile and the discards are empty"),
    (
        {"pool": "f3 - b3 - -", "rest": "hand"},
        "draw pool 2 [-]",
        "DRAW-5",
        "",
        "Place 2 of the pool is empty",
    ),
    (
        {"rest": "hand", "due": "2:draw1"},
        "pile",
        "DRAW-5",
        "",
        "The resource pile and the discards are empty",
    ),
    ({"rest": "hand", "due": "2:card"}, "draw pile", "DRAW-5", "", "discards are empty"),
    # Declining.
    (HAND, "no card", "DRAW-6", "", "Only a card for an icon may be declined, and none is due"),
    (DRAWING, "no card", "DRAW-6", "", "Only a card for an icon may be declined, and none is due"),
    (PAYING, "no card", "DRAW-6", "", "Only a card for an icon may be declined, and none is due"),
    # Acting while a card is due.
    (DRAWING, "renew D2 hospital", "DRAW-1", "", "two cards, and the second comes before"),
    (DRAWING, "hire Banker from 1", "DRAW-1", "", "A draw is two cards"),
    (DRAWING, "submit NW", "DRAW-1", "", "A draw is two cards"),
    (HAND, "draw pile, submit NW", "DRAW-1", "", "A draw is two cards"),
    (SWEPT, "submit NW", "DRAW-1", "", "After a sweep a card is drawn before anything else"),
    (ICON, "renew D2 hospital", "DRAW-6", "", "A card for the icon comes first"),
    (ICON, "hire Banker from 1", "DRAW-6", "", "draw one, or decline it"),
    (ICON, "submit NW", "DRAW-6", "", "A card for the icon comes first"),
    (ICON, "submit SW", "DRAW-6", "", "A card for the icon comes first"),
    # Acting during a payment.
    (PAYING, "draw pile", "RENEW-5", "D2", "A payment is under way and comes first"),
    (PAYING, "draw sweep", "RENEW-5", "D2", "A payment is under way"),
    (PAYING, "renew E3 residential", "RENEW-5", "D2", "A payment is under way"),
    (PAYING, "renew D2 hospital", "RENEW-5", "D2", "A payment is under way"),
    (PAYING, "hire Banker from 1", "RENEW-5", "D2", "A payment is under way"),
    (PAYING, "submit NW", "RENEW-5", "D2", "A payment is under way"),
    (HIRING, "draw project", "RENEW-5", "", "A payment is under way"),
    (HIRING, "hire Banker from 4", "RENEW-5", "", "A payment is under way"),
    # Paying with nothing to pay for.
    (HAND, "red 3", "TURN-1", "", "Nothing is being paid for; an action comes first"),
    (HAND, "table red 3", "TURN-1", "", "Nothing is being paid for"),
    (HAND, "subsidy", "TURN-1", "", "Nothing is being paid for"),
    (DRAWING, "red 3", "TURN-1", "", "Nothing is being paid for"),
    (ICON, "red 3", "TURN-1", "", "Nothing is being paid for"),
    # Paying workers.
    (PAYING, "table red 2+$1", "RENEW-2", "D2", "Cards on the table give no workers"),
    (PAYING, "red 1+R$1", "RENEW-2", "D2", "There is no red 1+R$1 in the hand"),
    (PAYING, "gray 2+$1", "RENEW-2", "D2", "The card gray 2+$1 gives no red workers"),
    (PAID_TWO, "red $3", "RENEW-2", "D2", "The card red $3 gives no red workers"),
    (PAID_TWO, "brown 3", "RENEW-2", "D2", "The card brown 3 gives no red workers"),
    (PAYING, "red 1+$2", "RENEW-5", "D2", "the payment could not be completed; name dearer cards"),
    (PAID_TWO, "red 3", "RENEW-5", "D2", "from most to fewest, and red 3 should have come earlier"),
    (FOUR, "red 2+$1", "RENEW-5", "D2", "and red 2+$1 should have come earlier"),
    (FOUR, "red 1+R$1", "RENEW-5", "D2", "With red 1+R$1 next the payment could not be completed"),
    (
        HAND,
        "renew D2 hospital [red 1+$2, red 2+$1] +4",
        "RENEW-5",
        "D2",
        "With red 1+$2 next the payment could not be completed",
    ),
    (IN_RED, "gray 1+$2", "RENEW-3", "E3", "no workers of the colour of this payment, red"),
    (IN_RED, "gray 2+$1", "RENEW-3", "E3", "no workers of the colour of this payment, red"),
    (NO_COLOUR, "gray $3", "RENEW-3", "E3", "The card gray $3 gives no workers"),
    (NO_COLOUR, "red 2+$1", "RENEW-3", "E3", "and there are not enough red workers"),
    (NO_COLOUR, "gray 1+$2", "RENEW-5", "E3", "name dearer cards first"),
    (
        {**CITY, "hands": ["h2+$1 fR+$1"], "due": "2:E3[]"},
        "brown R+$1",
        "RENEW-5",
        "E3",
        "With brown R+$1 next the payment could not be completed; name dearer cards first",
    ),
    (
        {**CITY, "hands": ["h2+$1 h2+$1 b1+$2"]},
        "renew E3 residential [red 2+$1, gray 1+$2] +4",
        "RENEW-3",
        "E3",
        "The card gray 1+$2 gives no workers of the colour of this payment, red",
    ),
    # Paying coins.
    (HIRING, "brown $3", "HIRE-3", "", "The card brown $3 gives no gray coins"),
    (HIRING, "gray 3", "HIRE-3", "", "The card gray 3 gives no gray coins"),
    (HIRING, "table brown 1+$2", "HIRE-3", "", "The card brown 1+$2 gives no gray coins"),
    (HIRING, "table gray $3", "HIRE-3", "", "There is no gray $3 on the table"),
    (HIRING, "gray 1+$2", "HIRE-3", "", "There is no gray 1+$2 in the hand"),
    (HIRING, "gray 2+$1", "RENEW-5", "", "With gray 2+$1 next the payment could not be completed"),
    (HIRING_ON, "gray $3", "RENEW-5", "", "and gray $3 should have come earlier"),
    # The subsidy.
    (PAYING, "subsidy", "SUBSIDY-1", "D2", "This game is played without the subsidy"),
    (HIRING, "subsidy", "SUBSIDY-1", "", "This game is played without the subsidy"),
    (
        {**SUBSIDY, "contracts": "used/active", "due": "2:D2[]"},
        "subsidy",
        "SUBSIDY-1",
        "D2",
        "The contract of this seat is used",
    ),
    ({**SUBSIDY, "due": "2:D2[]"}, "subsidy", "SUBSIDY-1", "D2", "needs a card beside it"),
    (
        {**FOUR_SUBSIDY, "hands": ["h1+$2 h1+$2 h1+R$1"], "due": "2:D2[h2+$1]"},
        "subsidy",
        "SUBSIDY-1",
        "D2",
        "The contract adds one, which is not enough yet; it is named last",
    ),
    (SUBSIDY, "subsidy", "TURN-1", "", "Nothing is being paid for"),
    (
        {**SUBSIDY, "hands": ["h1+$2"]},
        "renew D2 hospital",
        "RENEW-2",
        "D2",
        "gives 2, not enough red workers for D2: it needs 3",
    ),
    (
        {**SUBSIDY, "hands": ["h$3"]},
        "renew D2 hospital",
        "RENEW-2",
        "D2",
        "The hand gives 0",
    ),
    # The game is over, whatever is asked.
    (OVER, "draw pile", "END-2", "", "The game is over"),
    (OVER, "draw sweep", "END-2", "", "The game is over"),
    (OVER, "no card", "END-2", "", "The game is over"),
    (OVER, "renew D2 hospital", "END-2", "", "The game is over"),
    (OVER, "hire CEO from 1", "END-2", "", "The game is over"),
    (OVER, "submit NW", "END-2", "", "The game is over"),
    (OVER, "red 3", "END-2", "", "The game is over"),
    (OVER, "subsidy", "END-2", "", "The game is over"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "decision", "rule", "spaces", "fragment"),
    REFUSALS,
    ids=[f"URBANIA-{row[2]} {row[1]}: {row[4]}" for row in REFUSALS],
)
def test_refusals(
    table: dict[str, Any], decision: str, rule: str, spaces: str, fragment: str
) -> None:
    check_refused(arranged(**table), decision, f"URBANIA-{rule}", spaces, fragment)


@pytest.mark.parametrize(
    ("table", "decision"),
    [
        (HAND, "renew D2 hospital [red 3] +4"),
        (HAND, "renew E3 residential [red 2+$1, red 1+$2] +4"),
        ({**MIXED, "hands": ["h2+$1 fR+$1"]}, "renew E3 residential [red 2+$1, brown R+$1] +4"),
        (HIRED, "hire Small Business Owner from 1 [pink $3]"),
        (HAND, "submit NW"),
        ({"pool": COINS_ONLY}, "draw sweep"),
        (ICON, "no card"),
        (DRAWING, "pile"),
        (PAYING, "red 2+$1"),
        (PAID_TWO, "pink R+$1"),
        (FOUR, "red 1+$2"),
        (IN_RED, "pink R+$1"),
        (HIRING, "gray $3"),
        (HIRING_ON, "gray 1+R$1"),
        ({**SUBSIDY, "due": "2:D2[h2+$1]", "hands": ["h1+$2"]}, "subsidy"),
    ],
)
def test_the_same_tables_allow_something(table: dict[str, Any], decision: str) -> None:
    check_allowed(arranged(**table), decision)


def test_every_reason_is_in_the_table() -> None:
    """Each rule that can refuse is met by a row above."""
    assert {f"URBANIA-{row[2]}" for row in REFUSALS} == set(rules.RULE_IDS[1:])
