"""Why a decision is refused: the rule, the spaces to point at, and the sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contrada.games.urbania import explain, rules
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

# table, decision, rule and case, spaces, part of the sentence
REFUSALS = [
    # Renewing: where.
    (
        HAND,
        "renew B1 park",
        "RENEW-1.apart",
        "B1",
        "You can’t renew the park on B1 yet: it touches no renewed building",
    ),
    (HAND, "renew D3 bank", "RENEW-1.renewed", "D3", "The bank on D3 is already renewed"),
    (
        HAND,
        "renew B1 park [green 3] +3",
        "RENEW-1.apart",
        "B1",
        "You can’t renew the park on B1 yet: it touches no renewed building",
    ),
    (
        {**HAND, "tiles": {**TILES, "C2": "s23"}, "renewed": "D2"},
        "renew D2 hospital",
        "RENEW-1.renewed",
        "D2",
        "The hospital on D2 is already renewed",
    ),
    # Renewing: with what.
    (
        MIXED,
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 2",
    ),
    (
        {**CITY, "hands": ["f3 b3"]},
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 0",
    ),
    (
        {**CITY, "hands": ["h$3 h$3"]},
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 0",
    ),
    (
        {**CITY, "hands": ["h2+$1"], "tables": ["h2+$1 h1+$2"]},
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 2",
    ),
    (
        MIXED,
        "renew E3 residential",
        "RENEW-3.workers",
        "E3",
        "You need 3 workers of one colour to renew the residential building on E3, and you have 2",
    ),
    (
        RAINBOW,
        "renew E3 residential",
        "RENEW-3.workers",
        "E3",
        "You need 3 workers of one colour to renew the residential building on E3, and you have 2",
    ),
    # Hiring.
    (HIRED, "hire CEO from 2", "HIRE-2", "", "The CEO already works for you"),
    (
        HIRED,
        "hire Doctor from 9",
        "TRACK-2",
        "",
        "The Doctor is at 9, the end of the track, and can’t be hired any more",
    ),
    (
        HIRED,
        "hire Banker from 5",
        "HIRE-3.coins",
        "",
        "You need 5 grey coins to hire the Banker, and you have 4",
    ),
    (
        HIRED,
        "hire Banker from 5",
        "HIRE-3.coins",
        "",
        "You need 5 grey coins to hire the Banker, and you have 4",
    ),
    (
        HIRED,
        "hire School Superintendent from 2",
        "HIRE-3.coins",
        "",
        "You need 2 beige coins to hire the School Superintendent, and you have 0",
    ),
    (
        HIRED,
        "hire Parks Director from 1",
        "HIRE-3.coins",
        "",
        "You need 1 green coin to hire the Parks Director, and you have 0",
    ),
    # Submitting.
    (
        THREE,
        "submit NW",
        "SUBMIT-1.three",
        "",
        "You have already submitted three projects, the most allowed",
    ),
    (HAND, "submit hospital", "SUBMIT-1", "", "This project is not in your hand"),
    (HAND, "submit SW", "SUBMIT-1", "", "This project is not in your hand"),
    (
        THREE,
        "submit CEO + Banker",
        "SUBMIT-1.three",
        "",
        "You have already submitted three projects, the most allowed",
    ),
    # Sweeping.
    (
        {"pool": "f3 b1+$2 h$3 c$3 s$3"},
        "draw sweep",
        "DRAW-2",
        "",
        "You can sweep the pool only if it shows three workers or fewer",
    ),
    (
        {"pool": "f3 bR+$1 h$3 c$3 s$3", "due": "2:draw1"},
        "sweep",
        "DRAW-2",
        "",
        "You can sweep the pool only if it shows three workers or fewer",
    ),
    (
        {"pool": COINS_ONLY, "due": "2:draw2s"},
        "sweep",
        "DRAW-3.again",
        "",
        "You can sweep the pool only once before each card",
    ),
    (
        {"pool": COINS_ONLY, "due": "1:draw1s"},
        "sweep",
        "DRAW-3.again",
        "",
        "You can sweep the pool only once before each card",
    ),
    (
        {"pool": COINS_ONLY, "pile": COINS_ONLY},
        "draw sweep, sweep",
        "DRAW-3.again",
        "",
        "You can sweep the pool only once before each card",
    ),
    (
        {"pool": "f$3 b$3 - c$3 s$3", **CLOSED},
        "draw sweep",
        "DRAW-3.gap",
        "",
        "You can sweep the pool only if it has five cards",
    ),
    (ICON, "draw sweep", "DRAW-6.sweep", "", "You can’t sweep the pool before a free card"),
    # Drawing from a source that is closed.
    (
        {"rest_of_projects": "hand"},
        "draw project",
        "DRAW-5.project",
        "",
        "The project pile is empty",
    ),
    (
        {"rest": "hand"},
        "draw pile",
        "DRAW-5.pile",
        "",
        "The resource pile is empty, and so are the discards",
    ),
    (
        {"pool": "f3 - b3 - -", "rest": "hand"},
        "draw pool 2 [-]",
        "DRAW-5.pool",
        "",
        "Place 2 of the pool is empty",
    ),
    (
        {"rest": "hand", "due": "2:draw1"},
        "pile",
        "DRAW-5.pile",
        "",
        "The resource pile is empty, and so are the discards",
    ),
    (
        {"rest": "hand", "due": "2:card"},
        "draw pile",
        "DRAW-5.pile",
        "",
        "The resource pile is empty, and so are the discards",
    ),
    # Declining.
    (HAND, "no card", "DRAW-6.decline", "", "There is no free card to decline"),
    (DRAWING, "no card", "DRAW-6.decline", "", "There is no free card to decline"),
    (PAYING, "no card", "DRAW-6.decline", "", "There is no free card to decline"),
    # Acting while a card is due.
    (DRAWING, "renew D2 hospital", "DRAW-1", "", "Draw your second card first"),
    (DRAWING, "hire Banker from 1", "DRAW-1", "", "Draw your second card first"),
    (DRAWING, "submit NW", "DRAW-1", "", "Draw your second card first"),
    (HAND, "draw pile, submit NW", "DRAW-1", "", "Draw your second card first"),
    (SWEPT, "submit NW", "DRAW-1.swept", "", "You have swept the pool"),
    (
        ICON,
        "renew D2 hospital",
        "DRAW-6",
        "",
        "First draw the free card for the card icon, or decline it",
    ),
    (
        ICON,
        "hire Banker from 1",
        "DRAW-6",
        "",
        "First draw the free card for the card icon, or decline it",
    ),
    (ICON, "submit NW", "DRAW-6", "", "First draw the free card for the card icon, or decline it"),
    (ICON, "submit SW", "DRAW-6", "", "First draw the free card for the card icon, or decline it"),
    # Acting during a payment.
    (PAYING, "draw pile", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (PAYING, "draw sweep", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (PAYING, "renew E3 residential", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (PAYING, "renew D2 hospital", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (PAYING, "hire Banker from 1", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (PAYING, "submit NW", "RENEW-5", "D2", "Finish your payment first, or take it back"),
    (HIRING, "draw project", "RENEW-5", "", "Finish your payment first, or take it back"),
    (HIRING, "hire Banker from 4", "RENEW-5", "", "Finish your payment first, or take it back"),
    # Paying with nothing to pay for.
    (HAND, "red 3", "TURN-1", "", "There is nothing to pay for yet"),
    (HAND, "table red 3", "TURN-1", "", "There is nothing to pay for yet"),
    (HAND, "subsidy", "TURN-1", "", "There is nothing to pay for yet"),
    (DRAWING, "red 3", "TURN-1", "", "There is nothing to pay for yet"),
    (ICON, "red 3", "TURN-1", "", "There is nothing to pay for yet"),
    # Paying workers.
    (PAYING, "table red 2+$1", "RENEW-2.table", "D2", "Cards on the table give coins, not workers"),
    (PAYING, "red 1+R$1", "RENEW-2.hand", "D2", "You have no red card (1+R$1) in your hand"),
    (PAYING, "gray 2+$1", "RENEW-2.card", "D2", "The grey card (2+$1) gives no red workers"),
    (PAID_TWO, "red $3", "RENEW-2.card", "D2", "The red card ($3) gives no red workers"),
    (PAID_TWO, "brown 3", "RENEW-2.card", "D2", "The brown card (3) gives no red workers"),
    (
        PAYING,
        "red 1+$2",
        "RENEW-5.later",
        "D2",
        "Name the cards with more workers or coins before the red card (1+$2)",
    ),
    (
        PAID_TWO,
        "red 3",
        "RENEW-5.earlier",
        "D2",
        "Name the cards with the most workers or coins first: the red card (3) comes earlier",
    ),
    (
        FOUR,
        "red 2+$1",
        "RENEW-5.earlier",
        "D2",
        "Name the cards with the most workers or coins first: the red card (2+$1) comes earlier",
    ),
    (
        FOUR,
        "red 1+R$1",
        "RENEW-5.later",
        "D2",
        "Name the cards with more workers or coins before the red card (1+R$1)",
    ),
    (
        HAND,
        "renew D2 hospital [red 1+$2, red 2+$1] +4",
        "RENEW-5.later",
        "D2",
        "Name the cards with more workers or coins before the red card (1+$2)",
    ),
    (IN_RED, "gray 1+$2", "RENEW-3.card", "E3", "The grey card (1+$2) gives no red workers"),
    (IN_RED, "gray 2+$1", "RENEW-3.card", "E3", "The grey card (2+$1) gives no red workers"),
    (NO_COLOUR, "gray $3", "RENEW-3.none", "E3", "The grey card ($3) gives no workers"),
    (
        NO_COLOUR,
        "red 2+$1",
        "RENEW-3.colour",
        "E3",
        "With the red card (2+$1), all workers must be red, and you don’t have enough of those",
    ),
    (
        NO_COLOUR,
        "gray 1+$2",
        "RENEW-5.later",
        "E3",
        "Name the cards with more workers or coins before the grey card (1+$2)",
    ),
    (
        {**CITY, "hands": ["h2+$1 fR+$1"], "due": "2:E3[]"},
        "brown R+$1",
        "RENEW-5.later",
        "E3",
        "Name the cards with more workers or coins before the brown card (R+$1)",
    ),
    (
        {**CITY, "hands": ["h2+$1 h2+$1 b1+$2"]},
        "renew E3 residential [red 2+$1, gray 1+$2] +4",
        "RENEW-3.card",
        "E3",
        "The grey card (1+$2) gives no red workers",
    ),
    (
        {**CITY, "hands": ["h3 h1+$2"], "due": "2:D2[]"},
        "red 1+$2",
        "RENEW-5.spare",
        "D2",
        "either you don’t need it, or the payment could never be enough",
    ),
    # Paying coins.
    (HIRING, "brown $3", "HIRE-3.card", "", "The brown card ($3) gives no grey coins"),
    (HIRING, "gray 3", "HIRE-3.card", "", "The grey card (3) gives no grey coins"),
    (HIRING, "table brown 1+$2", "HIRE-3.card", "", "The brown card (1+$2) gives no grey coins"),
    (HIRING, "table gray $3", "HIRE-3.table", "", "You have no grey card ($3) on the table"),
    (HIRING, "gray 1+$2", "HIRE-3.hand", "", "You have no grey card (1+$2) in your hand"),
    (
        HIRING,
        "gray 2+$1",
        "RENEW-5.later",
        "",
        "Name the cards with more workers or coins before the grey card (2+$1)",
    ),
    (
        HIRING_ON,
        "gray $3",
        "RENEW-5.earlier",
        "",
        "Name the cards with the most workers or coins first: the grey card ($3) comes earlier",
    ),
    # The subsidy.
    (PAYING, "subsidy", "SUBSIDY-1.off", "D2", "There are no subsidies in this game"),
    (HIRING, "subsidy", "SUBSIDY-1.off", "", "There are no subsidies in this game"),
    (
        {**SUBSIDY, "contracts": "used/active", "due": "2:D2[]"},
        "subsidy",
        "SUBSIDY-1.used",
        "D2",
        "You have already used your contract",
    ),
    (
        {**SUBSIDY, "due": "2:D2[]"},
        "subsidy",
        "SUBSIDY-1.alone",
        "D2",
        "The contract can’t pay on its own",
    ),
    (
        {**FOUR_SUBSIDY, "hands": ["h1+$2 h1+$2 h1+R$1"], "due": "2:D2[h2+$1]"},
        "subsidy",
        "SUBSIDY-1.short",
        "D2",
        "The contract adds only 1",
    ),
    (SUBSIDY, "subsidy", "TURN-1", "", "There is nothing to pay for yet"),
    (
        {**SUBSIDY, "hands": ["h1+$2"]},
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 2",
    ),
    (
        {**SUBSIDY, "hands": ["h$3"]},
        "renew D2 hospital",
        "RENEW-2.workers",
        "D2",
        "You need 3 red workers to renew the hospital on D2, and you have 0",
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
    ("table", "decision", "key", "spaces", "fragment"),
    REFUSALS,
    ids=[f"URBANIA-{row[2]} {row[1]}: {row[4]}" for row in REFUSALS],
)
def test_refusals(
    table: dict[str, Any], decision: str, key: str, spaces: str, fragment: str
) -> None:
    check_refused(arranged(**table), decision, f"URBANIA-{key}", spaces, fragment)


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


def test_every_text_is_in_the_table() -> None:
    assert {f"URBANIA-{row[2]}" for row in REFUSALS} == set(explain.english.refusals)
    assert {f"URBANIA-{row[2].partition('.')[0]}" for row in REFUSALS} == set(rules.RULE_IDS[1:])


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("type", rules.COMPONENTS.types),
        ("specialist", rules.COMPONENTS.specialists),
        ("colour", rules.COMPONENTS.colours),
    ],
)
def test_texts_know_what_our_components_are_called(group: str, names: tuple[str, ...]) -> None:
    """The names in components.toml are the ids that texts and page use."""
    assert tuple(explain.english.nouns[group]) == names


def test_names_of_other_components_are_said_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "SPECIALISTS", ("Mayor", *rules.COMPONENTS.specialists[1:]))
    other = explain.UrbaniaEnglish(Path(explain.__file__).with_name("english.toml"))
    assert other.refusal("URBANIA-HIRE-2", "", {"specialist": "Mayor"}).sentence == (
        "The Mayor already works for you."
    )
