"""Why a decision is refused: which rule, in which words, and the places to point at."""

from __future__ import annotations

from typing import Any

import pytest

from contrada.games.urbe import rules
from tests.contract.refusals import check_allowed, check_refused
from tests.games.urbe.positions import arranged

# --- Tables --------------------------------------------------------------------------------------

MARKING: dict[str, Any] = {"market": "P04 B11 Y10 G04 P01 X01 B04 Y04 G05"}
LATER: dict[str, Any] = {**MARKING, "market": "P04@2 B11@a Y10 G04 P01", "first": 2, "step": 1}
SENT: dict[str, Any] = {**LATER, "cities": ["", "", "A1=X14"], "archbishop": 2}
LAST: dict[str, Any] = {
    "round_number": 8,
    "cards": ["8"],
    "market": "P04 Y04 B05 P12 P01 X01 G17 B07 P15",
}
SECOND_MEEPLE: dict[str, Any] = {
    "seats": 2,
    "round_number": 4,
    "step": 2,
    "cards": ["58"],
    "market": "P04@0 G04@1 P06 P12 Y17 B05 P01 X01 G10",
}
SENDING: dict[str, Any] = {
    **MARKING,
    "market": "P04@0 B11 Y10@2 G04 P01",
    "first": 2,
    "step": 1,
    "due": "archbishop",
    "cities": ["A1=X14"],
    "archbishop": 0,
}
PAYING: dict[str, Any] = {"market": "P06@0 B11@1 Y10@2 B06 X02 G17", "due": "pay:1:0"}
FOR_GREY: dict[str, Any] = {"market": "X01@0 B11@1 Y10@2 B06", "due": "pay:1:0"}
PLAYED: dict[str, Any] = {"round_number": 7, "cards": ["35"]}
CHOOSING: dict[str, Any] = {
    "seats": 2,
    "market": "P06@0 B17@0 Y17@1 G17@1",
    "due": "meeple:0",
}
MORE: dict[str, Any] = {
    "market": "- B11@1 Y10@2 B06 X02 G17 B08",
    "due": "second:5f:1",
    "cards": ["1234678"],
    "waiting": ["P06"],
}
UNDER_HIM: dict[str, Any] = {
    **MORE,
    "market": "- B11@1 Y10@2 B06 B10@a",
    "cards": ["123467"],
    "cities": ["", "A1=X14"],
    "archbishop": 1,
}
TREASURE: dict[str, Any] = {**MORE, "due": "treasurer:5f:1", "useful": ["treasurer"]}
PLACING: dict[str, Any] = {"due": "place", "cities": ["B2 B3"], "waiting": ["Y14 X11"]}
BRIDGE: dict[str, Any] = {
    "due": "place",
    "cities": ["A1 B1 A2 A1-B1=X06"],
    "waiting": ["X05"],
}
CHURCH: dict[str, Any] = {"due": "place", "cities": ["B1 B2"], "waiting": ["X07"]}
TOWER: dict[str, Any] = {"due": "place", "cities": ["A1 A2 B2 ^A=X10"], "waiting": ["X09"]}
TOWER_FIRST: dict[str, Any] = {"due": "place", "cities": ["^A=X10"], "waiting": ["Y14"]}
SWAPPING: dict[str, Any] = {"due": "swap", "useful": ["mason"], "cities": ["A1 B1=X07 B2"]}
SIDES: dict[str, Any] = {
    "due": "side",
    "useful": ["keeper+mason", "almoner+painter", "surveyor+castellan"],
}
USEFUL: dict[str, Any] = {**SIDES, "due": "useful"}
OVER: dict[str, Any] = {"due": "over", "cities": ["A1 B1"]}

CARD_1, CARD_4, CARD_5 = "purple/wheel+fox", "green/crown+boat", "purple+blue/wheel"

# table, decision, rule, places, part of the sentence
REFUSALS = [
    # Characters.
    (MARKING, "side A Chamberlain", "SETUP-4", "", "before the first round, one for the whole"),
    (PAYING, "side B Goldsmith", "SETUP-4", "", "Sides are chosen before the first round"),
    (USEFUL, "side A Chamberlain", "SETUP-4", "", "Sides are chosen before the first round"),
    (MARKING, "keep Almoner", "EIGHT-1", "", "This game is played without the Useful Eight"),
    (SIDES, "keep Mason", "EIGHT-1", "", "before the first round, after the sides"),
    (TREASURE, "keep Treasurer", "EIGHT-1", "", "before the first round, after the sides"),
    (USEFUL, "keep Almoner", "EIGHT-1", "", "The Almoner is not one of the two that were drawn"),
    # Marking: when, and where.
    (SIDES, "mark 1 Vineyard Hill", "MARKET-1", "", "It is not the time to mark a tile"),
    (PAYING, "mark 4 Crane Wharf", "MARKET-1", "", "It is not the time to mark a tile"),
    (SENDING, "mark 2 Fish Hall", "MARKET-1", "", "It is not the time to mark a tile"),
    (PLACING, "mark 1 -", "MARKET-1", "", "It is not the time to mark a tile"),
    (MARKING, "mark 10 -", "SETUP-2", "", "The market has 9 places with 3 seats"),
    ({"seats": 2}, "mark 12 -", "SETUP-2", "", "The market has 9 places with 2 seats"),
    (SENT, "mark 1 Glover's Shop", "MARKET-2", "market 1", "marked by a meeple already"),
    (
        SENT,
        "mark 2 Fish Hall",
        "MARKET-2",
        "market 2",
        "Fish Hall on place 2 is marked by the Arch",
    ),
    (
        LAST,
        "mark 1 Glover's Shop",
        "MARKET-2",
        "market 1",
        "No card left pays for Glover's Shop on place 1, and others can be paid",
    ),
    (LAST, "mark 4 Royal Mint", "MARKET-2", "market 4", "No card left pays for Royal Mint"),
    (SECOND_MEEPLE, "mark 1 Glover's Shop", "MARKET-2", "market 1", "by a meeple already"),
    (
        SECOND_MEEPLE,
        "mark 3 Lute Maker",
        "MARKET-2",
        "market 3",
        "Lute Maker on place 3 would not leave a card for each meeple, and other tiles do",
    ),
    (
        {**SECOND_MEEPLE, "cards": ["78"], "market": "Y05@0 G09@1 P06 P07 P10 P11 Y17 P05 P17"},
        "mark 3 Lute Maker",
        "MARKET-2",
        "market 3",
        "No card left pays for Lute Maker on place 3",
    ),
    # The Archbishop.
    (MARKING, "archbishop 2 Fish Hall", "GREY-CATHEDRAL", "", "sent by the seat that has him"),
    (MARKING, "no archbishop", "GREY-CATHEDRAL", "", "right after it marks a tile"),
    (PAYING, "archbishop 4 Crane Wharf", "GREY-CATHEDRAL", "", "right after it marks a tile"),
    (
        SENDING,
        "archbishop 1 Glover's Shop",
        "GREY-CATHEDRAL",
        "market 1",
        "Glover's Shop on place 1 is marked already",
    ),
    (SENDING, "archbishop 3 Windmill", "GREY-CATHEDRAL", "market 3", "is marked already"),
    (SENDING, "archbishop 10 -", "SETUP-2", "", "The market has 9 places with 3 seats"),
    # Which meeple.
    (MARKING, "meeple 1 Glover's Shop", "TAKE-4", "", "no choice of meeples to take back now"),
    (PAYING, "meeple 1 Lute Maker", "TAKE-4", "", "There is no choice of meeples"),
    (
        CHOOSING,
        "meeple 3 Carter's Inn",
        "TAKE-4",
        "market 3",
        "No meeple of this seat is on place 3",
    ),
    (CHOOSING, "meeple 7 -", "TAKE-4", "market 7", "No meeple of this seat is on place 7"),
    # Paying.
    (MARKING, f"take - by the flags of {CARD_1}", "TAKE-1", "", "No tile is being paid for now"),
    (MARKING, f"leave - for {CARD_1}", "TAKE-1", "", "No tile is being paid for now"),
    (CHOOSING, f"take - by the guilds of {CARD_1}", "TAKE-1", "", "No tile is being paid for now"),
    (PLACING, f"leave - for {CARD_1}", "TAKE-1", "", "No tile is being paid for now"),
    (
        PAYING,
        f"take Lute Maker by the flags of {CARD_4}",
        "TAKE-1",
        "market 1",
        f"The flags of {CARD_4} have not the colour of Lute Maker",
    ),
    (
        PAYING,
        f"take Lute Maker by the guilds of {CARD_4}",
        "TAKE-1",
        "market 1",
        f"The guilds of {CARD_4} do not have all the icons of Lute Maker",
    ),
    (
        {**PAYING, "market": "P17@0 B11@1 Y10@2"},
        f"take Tapestry Hall by the guilds of {CARD_5}",
        "TAKE-1",
        "market 1",
        "do not have all the icons of Tapestry Hall",
    ),
    (
        {**PAYING, **PLAYED},
        f"take Lute Maker by the flags of {CARD_1}",
        "COIN-1",
        "market 1",
        f"The card {CARD_1} has been played",
    ),
    (
        {**PAYING, **PLAYED},
        f"take Lute Maker by the guilds of {CARD_1}",
        "COIN-1",
        "market 1",
        "has been played",
    ),
    (
        {**FOR_GREY, **PLAYED},
        f"take Upper Castle for {CARD_1}",
        "COIN-1",
        "market 1",
        f"The card {CARD_1} has been played",
    ),
    (
        {**PAYING, "market": "P04@0 B11@1 Y10@2", "round_number": 8, "cards": ["8"]},
        f"leave Glover's Shop for {CARD_1}",
        "COIN-1",
        "market 1",
        f"The card {CARD_1} has been played",
    ),
    (
        FOR_GREY,
        f"take Upper Castle by the flags of {CARD_1}",
        "TAKE-2",
        "market 1",
        "Upper Castle is grey: it costs any one card, of which no part pays",
    ),
    (
        FOR_GREY,
        f"take Upper Castle by the guilds of {CARD_1}",
        "TAKE-2",
        "market 1",
        "Upper Castle is grey",
    ),
    (
        PAYING,
        f"leave Lute Maker for {CARD_4}",
        "TAKE-4",
        "market 1",
        "A card is spent for nothing only where none can pay, and some pay for Lute Maker",
    ),
    # A second tile.
    (MARKING, "second 2 Fish Hall", "TAKE-3", "", "There is no second tile to take now"),
    (PAYING, "second 4 Crane Wharf", "TAKE-3", "", "There is no second tile to take now"),
    (PLACING, "no second", "TAKE-3", "", "There is no second tile to take now"),
    (
        MORE,
        "second 6 Vineyard Hill",
        "TAKE-3",
        "market 6",
        "The other part of the card does not pay for Vineyard Hill on place 6",
    ),
    (MORE, "second 7 Customs House", "TAKE-3", "market 7", "The other part of the card does not"),
    (MORE, "second 3 Windmill", "TAKE-5", "market 3", "Windmill on place 3 is under a meeple"),
    (
        MORE,
        "second 5 River Castle",
        "TAKE-5",
        "market 5",
        "River Castle on place 5 is grey: only the meeple on it can take it",
    ),
    (MORE, "second 1 -", "TAKE-5", "market 1", "Place 1 of the market is empty"),
    (UNDER_HIM, "second 5 Tide Mill", "TAKE-5", "market 5", "is under a meeple"),
    (MORE, "second 12 -", "SETUP-2", "", "The market has 9 places with 3 seats"),
    (
        PAYING,
        f"take Lute Maker by the flags of {CARD_5}, second 6 Vineyard Hill",
        "TAKE-3",
        "market 6",
        "The other part of the card does not pay for Vineyard Hill",
    ),
    # The Treasurer.
    (PAYING, "treasurer 4 Crane Wharf", "EIGHT-2", "", "The Treasurer has nothing to do now"),
    (MORE, "treasurer 7 Customs House", "EIGHT-2", "", "The Treasurer has nothing to do now"),
    (PLACING, "no treasurer", "EIGHT-2", "", "The Treasurer has nothing to do now"),
    (
        TREASURE,
        "treasurer 6 Vineyard Hill",
        "EIGHT-2",
        "market 6",
        "The part that paid does not pay for Vineyard Hill on place 6",
    ),
    (TREASURE, "treasurer 2 Fish Hall", "TAKE-5", "market 2", "Fish Hall on place 2 is under a"),
    (TREASURE, "treasurer 5 River Castle", "TAKE-5", "market 5", "is grey: only the meeple on it"),
    (TREASURE, "treasurer 9 -", "TAKE-5", "market 9", "Place 9 of the market is empty"),
    (TREASURE, "treasurer 10 -", "SETUP-2", "", "The market has 9 places with 3 seats"),
    # Placing.
    (
        PLACING,
        "place Vintner's Court on D4",
        "PLACE-1",
        "0:D4",
        "Vintner's Court must touch a tile that is placed, and on D4 it would not",
    ),
    (PLACING, "place Vintner's Court on A1", "PLACE-1", "0:A1", "must touch a tile"),
    (
        PLACING,
        "place Vintner's Court on B2",
        "PLACE-1",
        "0:B2",
        "Vintner's Court cannot lie on B2: a tile lies there",
    ),
    (
        PLACING,
        "place Vintner's Court on B2-B3",
        "PLACE-1",
        "0:B2-B3",
        "goes onto a cell of the grid, not to B2-B3",
    ),
    (
        PLACING,
        "place Wool Warehouse above B1",
        "PLACE-1",
        "0:above B1",
        "Wool Warehouse goes onto a cell of the grid, not to above B1",
    ),
    (TOWER_FIRST, "place Vintner's Court on B1", "PLACE-1", "0:B1", "must touch a tile that is"),
    (
        {**PLACING, "first": 1, "step": 2},
        "place Vintner's Court on D4",
        "PLACE-1",
        "0:D4",
        "must touch",
    ),
    (
        PLACING,
        int(rules.PLACE) + 2 * int(rules.LOCATIONS),
        "PLACE-1",
        "",
        "Only 2 tiles wait to be",
    ),
    (MARKING, int(rules.PLACE), "PLACE-1", "", "It is not the time to place tiles"),
    (PAYING, int(rules.PLACE), "PLACE-1", "", "It is not the time to place tiles"),
    (SWAPPING, int(rules.PLACE), "PLACE-1", "", "It is not the time to place tiles"),
    # Grey tiles.
    (
        BRIDGE,
        "place Stone Bridge on A1-B1",
        "GREY-BRIDGE",
        "0:A1-B1",
        "Stone Bridge goes onto a border between two tiles that has no bridge yet, not onto A1-B1",
    ),
    (BRIDGE, "place Stone Bridge on B1-C1", "GREY-BRIDGE", "0:B1-C1", "not onto B1-C1"),
    (BRIDGE, "place Stone Bridge on B2", "GREY-BRIDGE", "0:B2", "not onto B2"),
    (BRIDGE, "place Stone Bridge above A1", "GREY-BRIDGE", "0:above A1", "between two tiles"),
    (
        CHURCH,
        "place Church of the Poor on C2",
        "GREY-CHURCH",
        "0:C2",
        "Church of the Poor goes onto the perimeter only, not onto C2",
    ),
    (
        {**CHURCH, "cities": [""]},
        "place Church of the Poor on B2",
        "GREY-CHURCH",
        "0:B2",
        "goes onto the perimeter only",
    ),
    (CHURCH, "place Church of the Poor on C3", "PLACE-1", "0:C3", "must touch a tile"),
    (CHURCH, "place Church of the Poor on B2", "PLACE-1", "0:B2", "a tile lies there"),
    (CHURCH, "place Church of the Poor on D4", "PLACE-1", "0:D4", "must touch a tile"),
    (CHURCH, "place Church of the Poor on B1-B2", "PLACE-1", "0:B1-B2", "onto a cell of the grid"),
    (
        TOWER,
        "place North Watchtower above B1",
        "GREY-WATCHTOWER",
        "0:above B1",
        "goes outside the grid to a free place next to a tile on the edge, not to above B1",
    ),
    (TOWER, "place North Watchtower above A1", "GREY-WATCHTOWER", "0:above A1", "not to above A1"),
    (TOWER, "place North Watchtower on B1", "GREY-WATCHTOWER", "0:B1", "goes outside the grid"),
    (TOWER, "place North Watchtower on A1-A2", "GREY-WATCHTOWER", "0:A1-A2", "outside the grid"),
    (PLACING, "keep", "TAKE-5", "", "What was taken must be placed if it can be, and it can"),
    (BRIDGE, "keep", "TAKE-5", "", "What was taken must be placed if it can be, and it can"),
    (MARKING, "keep", "GREY-WAREHOUSE", "", "Nothing is being placed now, so nothing can be kept"),
    (SWAPPING, "keep", "GREY-WAREHOUSE", "", "Nothing is being placed now"),
    (PAYING, "keep", "GREY-WAREHOUSE", "", "Nothing is being placed now"),
    # The Mason.
    (MARKING, "swap A1 B1", "EIGHT-2", "", "The Mason swaps two tiles once, after placing"),
    (PLACING, "swap B2 B3", "EIGHT-2", "", "and may not now"),
    (PLACING, "no swap", "EIGHT-2", "", "and may not now"),
    (
        SWAPPING,
        "swap B1 B2",
        "GREY-CHURCH",
        "0:B1 0:B2",
        "A church would leave the perimeter if B1 and B2 were swapped",
    ),
    (
        SWAPPING,
        "swap A1 D4",
        "EIGHT-2",
        "0:A1 0:D4",
        "Tiles must lie on both A1 and D4 to be swapped",
    ),
    (SWAPPING, "swap C1 D1", "EIGHT-2", "0:C1 0:D1", "Tiles must lie on both C1 and D1"),
    # The game is over, whatever is asked.
    (OVER, "side A Chamberlain", "END-1", "", "The game is over"),
    (OVER, "keep Mason", "END-1", "", "The game is over"),
    (OVER, "mark 1 -", "END-1", "", "The game is over"),
    (OVER, "no archbishop", "END-1", "", "The game is over"),
    (OVER, f"leave - for {CARD_1}", "END-1", "", "The game is over"),
    (OVER, "no second", "END-1", "", "The game is over"),
    (OVER, "no treasurer", "END-1", "", "The game is over"),
    (OVER, int(rules.PLACE), "END-1", "", "The game is over"),
    (OVER, "keep", "END-1", "", "The game is over"),
    (OVER, "swap A1 B1", "END-1", "", "The game is over"),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "decision", "rule", "places", "fragment"),
    REFUSALS,
    ids=[f"URBE-{row[2]} {row[1]}: {row[4]}" for row in REFUSALS],
)
def test_refusals(
    table: dict[str, Any], decision: int | str, rule: str, places: str, fragment: str
) -> None:
    check_refused(arranged(**table), decision, f"URBE-{rule}", places, fragment)


@pytest.mark.parametrize(
    ("table", "decision"),
    [
        (SIDES, "side B Goldsmith"),
        (USEFUL, "keep Mason"),
        (MARKING, "mark 2 Fish Hall"),
        (SENT, "mark 3 Windmill"),
        (LAST, "mark 2 Weigh House"),
        (SECOND_MEEPLE, "mark 5 Carter's Inn"),
        (SENDING, "archbishop 2 Fish Hall"),
        (SENDING, "no archbishop"),
        (CHOOSING, "meeple 2 Salt Barn"),
        (PAYING, f"take Lute Maker by the guilds of {CARD_5}"),
        ({**PAYING, **PLAYED}, f"take Lute Maker by the flags of {CARD_5}"),
        (FOR_GREY, f"take Upper Castle for {CARD_4}"),
        (MORE, "second 4 Crane Wharf"),
        (UNDER_HIM, "second 4 Crane Wharf"),
        (TREASURE, "treasurer 7 Customs House"),
        (PLACING, "place Vintner's Court on B1"),
        (BRIDGE, "place Stone Bridge on A1-A2"),
        (CHURCH, "place Church of the Poor on C1"),
        (TOWER, "place North Watchtower left of A1"),
        (TOWER_FIRST, "place Vintner's Court on A1"),
        ({**PLACING, "waiting": ["X11"]}, "keep"),
        (SWAPPING, "swap A1 B1"),
    ],
)
def test_the_same_tables_allow_something(table: dict[str, Any], decision: str) -> None:
    check_allowed(arranged(**table), decision)


def test_one_tile_that_waits_is_one_tile() -> None:
    """URBE-PLACE-1: in words."""
    start = arranged(due="place", waiting=["Y14"])
    refused = start.why_not(int(rules.PLACE) + int(rules.LOCATIONS))
    assert refused is not None
    assert "1 tiles" not in refused.sentence


def test_every_reason_is_in_the_table() -> None:
    """Each rule that can refuse is met by a row above."""
    assert {f"URBE-{row[2]}" for row in REFUSALS} == set(rules.RULE_IDS[1:])
