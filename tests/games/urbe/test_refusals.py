"""Why a decision is refused: the rule, the sentence, and the places to point at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from contrada.games.english import English
from contrada.games.urbe import explain, rules
from tests.contract.refusals import check_allowed, check_refused
from tests.games.urbe.positions import arranged

FILE = Path(explain.__file__).with_name("english.toml")

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
INSTEAD: dict[str, Any] = {**USEFUL, "variant": "useful_instead", "sides": "---"}
OVER: dict[str, Any] = {"due": "over", "cities": ["A1 B1"]}

CARD_1, CARD_4, CARD_5 = "purple/wheel+fox", "green/crown+boat", "purple+blue/wheel"

# table, decision, rule and case, places, part of the sentence
REFUSALS = [
    # Characters.
    (MARKING, "side A Chamberlain", "SETUP-4", "", "chosen before the first round"),
    (PAYING, "side B Goldsmith", "SETUP-4", "", "chosen before the first round"),
    (USEFUL, "side A Chamberlain", "SETUP-4", "", "the same for the whole game"),
    (INSTEAD, "side A Chamberlain", "EIGHT-3", "", "There is no side to choose"),
    (MARKING, "keep Almoner", "EIGHT-1.without", "", "without the Useful Eight"),
    (SIDES, "keep Mason", "EIGHT-1.sides", "", "Everyone chooses a side first"),
    (TREASURE, "keep Treasurer", "EIGHT-1.done", "", "were chosen before the first round"),
    (USEFUL, "keep Almoner", "EIGHT-1", "", "one of the two you drew"),
    # Marking: when, and where.
    (SIDES, "mark 1 Vineyard Hill", "MARKET-1", "", "You can’t mark a tile now"),
    (PAYING, "mark 4 Crane Wharf", "MARKET-1", "", "at the start of a round"),
    (SENDING, "mark 2 Fish Hall", "MARKET-1", "", "You can’t mark a tile now"),
    (PLACING, "mark 1 -", "MARKET-1", "", "You can’t mark a tile now"),
    (MARKING, "mark 10 -", "SETUP-2", "", "With 3 players the market has only 9 places"),
    ({"seats": 2}, "mark 12 -", "SETUP-2", "", "With 2 players the market has only 9 places"),
    (SENT, "mark 1 Glover's Shop", "MARKET-2.marked", "market 1", "already has a meeple"),
    (SENT, "mark 2 Fish Hall", "MARKET-2.archbishop", "market 2", "The Archbishop is on this tile"),
    (LAST, "mark 1 Glover's Shop", "MARKET-2", "market 1", "None of your coin cards pays"),
    (LAST, "mark 4 Royal Mint", "MARKET-2", "market 4", "Choose one that you can pay for"),
    (SECOND_MEEPLE, "mark 1 Glover's Shop", "MARKET-2.marked", "market 1", "already has a meeple"),
    (
        SECOND_MEEPLE,
        "mark 3 Lute Maker",
        "MARKET-2.both",
        "market 3",
        "You couldn’t pay for both this tile and your other one",
    ),
    (
        {**SECOND_MEEPLE, "cards": ["78"], "market": "Y05@0 G09@1 P06 P07 P10 P11 Y17 P05 P17"},
        "mark 3 Lute Maker",
        "MARKET-2",
        "market 3",
        "None of your coin cards pays for this tile",
    ),
    # The Archbishop.
    (MARKING, "archbishop 2 Fish Hall", "GREY-CATHEDRAL", "", "You can’t send the Archbishop now"),
    (MARKING, "no archbishop", "GREY-CATHEDRAL", "", "right after marking a tile"),
    (PAYING, "archbishop 4 Crane Wharf", "GREY-CATHEDRAL", "", "right after marking a tile"),
    (
        SENDING,
        "archbishop 1 Glover's Shop",
        "GREY-CATHEDRAL.marked",
        "market 1",
        "Send the Archbishop to another tile",
    ),
    (SENDING, "archbishop 3 Windmill", "GREY-CATHEDRAL.marked", "market 3", "already has a meeple"),
    (SENDING, "archbishop 10 -", "SETUP-2", "", "With 3 players the market has only 9 places"),
    # Which meeple.
    (MARKING, "meeple 1 Glover's Shop", "TAKE-4", "", "no choice of meeples to take back now"),
    (PAYING, "meeple 1 Lute Maker", "TAKE-4", "", "There is no choice of meeples"),
    (CHOOSING, "meeple 3 Carter's Inn", "TAKE-4.meeple", "market 3", "You have no meeple there"),
    (CHOOSING, "meeple 7 -", "TAKE-4.meeple", "market 7", "Choose one of yours"),
    # Paying.
    (MARKING, f"take - by the flags of {CARD_1}", "TAKE-1", "", "no tile to pay for now"),
    (MARKING, f"leave - for {CARD_1}", "TAKE-1", "", "no tile to pay for now"),
    (CHOOSING, f"take - by the guilds of {CARD_1}", "TAKE-1", "", "no tile to pay for now"),
    (PLACING, f"leave - for {CARD_1}", "TAKE-1", "", "no tile to pay for now"),
    (
        PAYING,
        f"take Lute Maker by the flags of {CARD_4}",
        "TAKE-1.flags",
        "market 1",
        "you need a purple flag. This card’s flag is green",
    ),
    (
        {**PAYING, "market": "Y06@0 B11@1 G10@2"},
        f"take Bakehouse by the flags of {CARD_5}",
        "TAKE-1.flags",
        "market 1",
        "you need a yellow flag. This card’s flags are purple and blue",
    ),
    (
        PAYING,
        f"take Lute Maker by the guilds of {CARD_4}",
        "TAKE-1.guilds",
        "market 1",
        "you need the wheel. This card shows the crown and the boat",
    ),
    (
        {**PAYING, "market": "P17@0 B11@1 Y10@2"},
        f"take Tapestry Hall by the guilds of {CARD_5}",
        "TAKE-1.guilds",
        "market 1",
        "you need the wheel and the fox. This card shows the wheel",
    ),
    (
        {**PAYING, **PLAYED},
        f"take Lute Maker by the flags of {CARD_1}",
        "COIN-1",
        "market 1",
        "already played this card",
    ),
    (
        {**PAYING, **PLAYED},
        f"take Lute Maker by the guilds of {CARD_1}",
        "COIN-1",
        "market 1",
        "already played this card",
    ),
    (
        {**FOR_GREY, **PLAYED},
        f"take Upper Castle for {CARD_1}",
        "COIN-1",
        "market 1",
        "already played this card",
    ),
    (
        {**PAYING, "market": "P04@0 B11@1 Y10@2", "round_number": 8, "cards": ["8"]},
        f"leave Glover's Shop for {CARD_1}",
        "COIN-1",
        "market 1",
        "already played this card",
    ),
    (
        FOR_GREY,
        f"take Upper Castle by the flags of {CARD_1}",
        "TAKE-2",
        "market 1",
        "A grey tile costs a whole coin card",
    ),
    (
        FOR_GREY,
        f"take Upper Castle by the guilds of {CARD_1}",
        "TAKE-2",
        "market 1",
        "not half of one",
    ),
    (
        PAYING,
        f"leave Lute Maker for {CARD_4}",
        "TAKE-4.payable",
        "market 1",
        "one of yours pays for this tile",
    ),
    # A second tile.
    (MARKING, "second 2 Fish Hall", "TAKE-3", "", "There is no second tile to take now"),
    (PAYING, "second 4 Crane Wharf", "TAKE-3", "", "There is no second tile to take now"),
    (PLACING, "no second", "TAKE-3", "", "There is no second tile to take now"),
    (MORE, "second 6 Vineyard Hill", "TAKE-3.unpaid", "market 6", "The other half of your card"),
    (MORE, "second 7 Customs House", "TAKE-3.unpaid", "market 7", "doesn’t pay for this tile"),
    (MORE, "second 3 Windmill", "TAKE-5.marked", "market 3", "there is a meeple on it"),
    (MORE, "second 5 River Castle", "TAKE-5.grey", "market 5", "goes only to the meeple on it"),
    (MORE, "second 1 -", "TAKE-5.gone", "market 1", "There is no tile there any more"),
    (UNDER_HIM, "second 5 Tide Mill", "TAKE-5.marked", "market 5", "there is a meeple on it"),
    (MORE, "second 12 -", "SETUP-2", "", "With 3 players the market has only 9 places"),
    (
        PAYING,
        f"take Lute Maker by the flags of {CARD_5}, second 6 Vineyard Hill",
        "TAKE-3.unpaid",
        "market 6",
        "The other half of your card doesn’t pay for this tile",
    ),
    # The Treasurer.
    (PAYING, "treasurer 4 Crane Wharf", "EIGHT-2.treasurer", "", "The Treasurer can’t act now"),
    (MORE, "treasurer 7 Customs House", "EIGHT-2.treasurer", "", "The Treasurer can’t act now"),
    (PLACING, "no treasurer", "EIGHT-2.treasurer", "", "right after you have paid"),
    (
        TREASURE,
        "treasurer 6 Vineyard Hill",
        "EIGHT-2.unpaid",
        "market 6",
        "The half you have paid with",
    ),
    (TREASURE, "treasurer 2 Fish Hall", "TAKE-5.marked", "market 2", "there is a meeple on it"),
    (TREASURE, "treasurer 5 River Castle", "TAKE-5.grey", "market 5", "only to the meeple on it"),
    (TREASURE, "treasurer 9 -", "TAKE-5.gone", "market 9", "There is no tile there any more"),
    (TREASURE, "treasurer 10 -", "SETUP-2", "", "With 3 players the market has only 9 places"),
    # Placing.
    (
        PLACING,
        "place Vintner's Court on D4",
        "PLACE-1.apart",
        "0:D4",
        "On D4 the tile would touch none of your tiles",
    ),
    (PLACING, "place Vintner's Court on A1", "PLACE-1.apart", "0:A1", "next to one of them"),
    (PLACING, "place Vintner's Court on B2", "PLACE-1.taken", "0:B2", "B2 already has a tile"),
    (PLACING, "place Vintner's Court on B2-B3", "PLACE-1.border", "0:B2-B3", "not on a border"),
    (PLACING, "place Wool Warehouse above B1", "PLACE-1.outside", "0:above B1", "not outside"),
    (TOWER_FIRST, "place Vintner's Court on B1", "PLACE-1.apart", "0:B1", "On B1 the tile would"),
    (
        {**PLACING, "first": 1, "step": 2},
        "place Vintner's Court on D4",
        "PLACE-1.apart",
        "0:D4",
        "touch none of your tiles",
    ),
    (
        PLACING,
        int(rules.PLACE) + 2 * int(rules.LOCATIONS),
        "PLACE-1.slot",
        "",
        "You have only 2 tiles to place",
    ),
    (
        {"due": "place", "waiting": ["Y14"]},
        int(rules.PLACE) + int(rules.LOCATIONS),
        "PLACE-1.slot",
        "",
        "You have only 1 tile to place",
    ),
    (MARKING, int(rules.PLACE), "PLACE-1", "", "You can’t place tiles now"),
    (PAYING, int(rules.PLACE), "PLACE-1", "", "You can’t place tiles now"),
    (SWAPPING, int(rules.PLACE), "PLACE-1", "", "You can’t place tiles now"),
    # Grey tiles.
    (BRIDGE, "place Stone Bridge on A1-B1", "GREY-BRIDGE.taken", "0:A1-B1", "already has a bridge"),
    (BRIDGE, "place Stone Bridge on B1-C1", "GREY-BRIDGE.open", "0:B1-C1", "on both sides"),
    (BRIDGE, "place Stone Bridge on B2", "GREY-BRIDGE", "0:B2", "the border between two tiles"),
    (BRIDGE, "place Stone Bridge above A1", "GREY-BRIDGE", "0:above A1", "between two tiles"),
    (CHURCH, "place Church of the Poor on C2", "GREY-CHURCH", "0:C2", "not on C2"),
    (
        {**CHURCH, "cities": [""]},
        "place Church of the Poor on B2",
        "GREY-CHURCH",
        "0:B2",
        "A church goes on the edge of the grid, not on B2",
    ),
    (CHURCH, "place Church of the Poor on C3", "PLACE-1.apart", "0:C3", "touch none of your tiles"),
    (CHURCH, "place Church of the Poor on B2", "PLACE-1.taken", "0:B2", "B2 already has a tile"),
    (CHURCH, "place Church of the Poor on D4", "PLACE-1.apart", "0:D4", "touch none of your tiles"),
    (CHURCH, "place Church of the Poor on B1-B2", "PLACE-1.border", "0:B1-B2", "not on a border"),
    (
        TOWER,
        "place North Watchtower above B1",
        "GREY-WATCHTOWER.alone",
        "0:above B1",
        "next to a tile on the edge of the grid. There is none on B1",
    ),
    (
        TOWER,
        "place North Watchtower above A1",
        "GREY-WATCHTOWER.taken",
        "0:above A1",
        "already a watchtower here",
    ),
    (TOWER, "place North Watchtower on B1", "GREY-WATCHTOWER", "0:B1", "goes outside the grid"),
    (TOWER, "place North Watchtower on A1-A2", "GREY-WATCHTOWER", "0:A1-A2", "outside the grid"),
    (PLACING, "keep", "TAKE-5.keep", "", "You still have a tile you can place"),
    (BRIDGE, "keep", "TAKE-5.keep", "", "You still have a tile you can place"),
    (MARKING, "keep", "GREY-WAREHOUSE", "", "There is nothing to keep now"),
    (SWAPPING, "keep", "GREY-WAREHOUSE", "", "you are not placing tiles"),
    (PAYING, "keep", "GREY-WAREHOUSE", "", "There is nothing to keep now"),
    (USEFUL, "keep", "GREY-WAREHOUSE.useful", "", "which of the two characters to keep"),
    # The Mason.
    (MARKING, "swap A1 B1", "EIGHT-2.mason", "", "The Mason can’t act now"),
    (PLACING, "swap B2 B3", "EIGHT-2.mason", "", "The Mason can’t act now"),
    (PLACING, "no swap", "EIGHT-2.mason", "", "after you have placed yours"),
    (
        SWAPPING,
        "swap B1 B2",
        "GREY-CHURCH.swap",
        "0:B1 0:B2",
        "You can’t swap B1 and B2: a church would leave the edge",
    ),
    (SWAPPING, "swap A1 D4", "EIGHT-2.empty", "0:A1 0:D4", "There is no tile on D4"),
    (SWAPPING, "swap C1 D1", "EIGHT-2.empty", "0:C1 0:D1", "There are no tiles on C1 and D1"),
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


def test_every_reason_is_in_the_table() -> None:
    """A row above covers each rule that can refuse, and each of its texts."""
    keys = {f"URBE-{row[2]}" for row in REFUSALS}
    assert keys == set(explain.english.refusals)
    assert {key.partition(".")[0] for key in keys} == set(rules.RULE_IDS[1:])


def test_colours_and_guilds_of_another_file_are_said_as_it_names_them() -> None:
    english = English(FILE, {"colour": ("orange",), "guild": ("owl",)})
    values = {"icons": ["owl", "fox"], "guilds": ["fox"]}
    refused = english.refusal("URBE-TAKE-1", "guilds", values)
    assert refused.sentence == "For this tile you need owl and the fox. This card shows the fox."
