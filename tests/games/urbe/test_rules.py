"""Every rule of docs/rules/urbe.md as tables: what it allows, what it changes, what it scores.

The tables are written from the rule page. Grey tiles, the Useful Eight and scores have their own
files, and test_refusals.py has the texts of refusals.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any, NamedTuple

import pytest

from contrada import Position
from tests.games.urbe.positions import (
    ALL_CELLS,
    CARDS,
    CELLS,
    COLOURED,
    COLOURS,
    DECREES,
    GREY,
    GREY_USED,
    GUILDS,
    MARKET,
    MEEPLES,
    NAME,
    ROUNDS,
    SEAT_COUNTS,
    SQUARES,
    TILES,
    USED,
    acting,
    arranged,
    cells_of,
    choices,
    fields,
    neighbours,
    of_seat,
    phase,
    places_of,
    play_out,
    play_round,
    round_and_first,
    tiles_in,
    urbe,
    where,
)


class Play(NamedTuple):
    """A table, a turn or a part of one, and the parts of the text that result."""

    table: dict[str, Any]
    turn: str
    comes_to: dict[str, str]


def check(case: Play) -> Position:
    reached = arranged(**case.table).play(case.turn)
    found = fields(reached)
    assert {field: found[field] for field in case.comes_to} == case.comes_to
    return reached


def with_characters(start: Position) -> Position:
    """Let everyone choose the first side, so that decrees are dealt and round 1 begins."""
    while phase(start) == "characters":
        start = start.play(start.legal()[0])
    return start


# --- Components ----------------------------------------------------------------------------------


@pytest.mark.parametrize("guild", GUILDS)
def test_coin_cards(guild: str) -> None:
    """URBE-COIN-1: eight different ones; each colour and each guild three times."""
    others = [each for each in GUILDS if each != guild]
    cards = arranged(guilds=" ".join([guild, *others])).view()["players"][0]["cards"]
    assert len({card["text"] for card in cards}) == 8
    sizes = Counter((len(card["flags"]), len(card["guilds"])) for card in cards)
    assert sizes == {(1, 2): 4, (2, 1): 4}
    assert Counter(flag for card in cards for flag in card["flags"]) == dict.fromkeys(COLOURS, 3)
    assert Counter(icon for card in cards for icon in card["guilds"]) == dict.fromkeys(GUILDS, 3)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_tiles(seats: int) -> None:
    """URBE-TILE-1: 82 tiles, 17 of each colour and 14 grey ones, all of them somewhere."""
    found = tiles_in(urbe().start(seats, seed=3))
    assert sorted(found) == sorted(TILES)
    assert Counter(TILES[tile]["colour"] for tile in found) == {
        **dict.fromkeys(COLOURS, 17),
        "grey": 14,
    }


def test_tiles_of_a_market() -> None:
    """URBE-TILE-1, URBE-TILE-2: what a tile shows; 1 VP tiles and grey ones have no guild icon."""
    seen: dict[str, dict[str, Any]] = {}
    for number in range(0, len(TILES), 12):
        dealt = list(TILES)[number : number + 12]
        market = arranged(seats=4, market=" ".join(dealt)).view()["market"]
        seen |= {tile: place["tile"] for tile, place in zip(dealt, market, strict=False)}
    assert list(seen) == list(TILES)
    for tile, shown in seen.items():
        assert (shown["id"], shown["name"]) == (tile, NAME[tile])
        assert (shown["vp"], shown["colour"]) == (TILES[tile]["vp"], TILES[tile]["colour"])
        assert shown["guilds"] == TILES[tile]["guilds"]
        if shown["vp"] == 1 or shown["colour"] == "grey":
            assert shown["guilds"] == []
        else:
            assert 1 <= len(shown["guilds"]) <= 2
        assert (shown["power"] is not None) == (shown["colour"] == "grey")
    assert sum(shown["vp"] == 1 for shown in seen.values()) == 4 * 3


def test_decrees() -> None:
    """URBE-DECREE-1: over many deals ten starting and twenty advanced ones, all of them dealt."""
    dealt: Counter[str] = Counter()
    for seed in range(60):
        held = fields(with_characters(urbe().start(4, seed)))["decrees"]
        dealt.update(re.findall(r"[SA]\d\d", held))
    assert sorted(dealt) == sorted(DECREES)
    assert Counter(decree[0] for decree in dealt) == {"S": 10, "A": 20}
    assert min(dealt.values()) > 8  # of 24 that are to be expected


@pytest.mark.parametrize(
    ("guild", "one", "other"),
    [
        ("crown", "side A Chamberlain", "side B Goldsmith"),
        ("boat", "side A Ferrywoman", "side B Harbour Master"),
        ("wheel", "side A Stallholder", "side B Grain Factor"),
        ("fox", "side A Gardener", "side B Forest Warden"),
    ],
)
def test_characters(guild: str, one: str, other: str) -> None:
    """URBE-CHAR-1: one tile with two sides for each guild."""
    others = [each for each in GUILDS if each != guild]
    start = arranged(guilds=" ".join([guild, *others]), due="side")
    assert choices(start) == [one, other]
    for text in (one, other):
        player = start.play(text).view()["players"][0]
        assert (player["guild"], f"side {player['side']} {player['character']['name']}") == (
            guild,
            text,
        )


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_meeples(seats: int) -> None:
    """URBE-CHAR-1, URBE-SETUP-3: one each; with two seats two of a colour; no Archbishop yet."""
    reached = arranged(seats=seats)
    marked = 0
    while phase(reached) == "mark":
        reached, marked = reached.play(reached.legal()[0]), marked + 1
    assert marked == seats * MEEPLES[seats]
    on_market = [place["meeple"] for place in reached.view()["market"]]
    assert Counter(on_market) - Counter({None: 12}) == dict.fromkeys(range(seats), MEEPLES[seats])
    assert all(place["archbishop"] is None for place in reached.view()["market"])


# --- Setting up ----------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_table_at_the_start(seats: int) -> None:
    """URBE-SETUP-1, URBE-SETUP-2, URBE-SETUP-3: sizes of box, market and pile; coins."""
    start = urbe().start(seats, seed=1)
    found = fields(start)
    boxed, market = found["box"].split(","), found["market"].split("/")
    assert len(boxed) == 14 - GREY_USED[seats]
    assert set(boxed) <= set(GREY)
    assert len(market) == MARKET[seats]
    assert "@" not in found["market"]
    assert len(found["pile"].split(",")) == 68 + GREY_USED[seats] - MARKET[seats]
    assert found["discards"] == "-"
    assert found["cards"] == "/".join(["12345678"] * seats)
    nothing = "/".join(["-"] * seats)
    for field in ("decrees", "waiting", "cities", "fountains"):
        assert found[field] == nothing
    assert start.view()["rounds"] == ROUNDS[seats]
    assert start.scores() == (0,) * seats


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_which_grey_tiles_are_used_is_random(seats: int) -> None:
    """URBE-SETUP-1: each stays in the box about equally often, and nobody sees which."""
    starts = [urbe().start(seats, seed) for seed in range(300)]
    boxed = Counter(tile for start in starts for tile in fields(start)["box"].split(","))
    expected = 300 * (14 - GREY_USED[seats]) / 14
    assert sorted(boxed) == GREY
    assert max(abs(times - expected) for times in boxed.values()) < 0.25 * expected + 15
    for seat in (None, 0):
        view = starts[0].view(seat)
        assert view["text"].split(" ")[14] == f"?{14 - GREY_USED[seats]}"
        assert view["box_size"] == 14 - GREY_USED[seats]


def test_tiles_are_shuffled() -> None:
    """URBE-SETUP-2: over many seeds every tile is dealt to the first market about as often."""
    dealt: Counter[str] = Counter()
    for seed in range(600):
        dealt.update(fields(urbe().start(4, seed))["market"].split("/"))
    assert set(dealt) == set(TILES)
    coloured = [dealt[tile] for tile in COLOURED]
    assert 58 < min(coloured) < max(coloured) < 130  # of 12/78 of 600, 92
    grey = [dealt[tile] for tile in GREY]
    assert 38 < min(grey) < max(grey) < 100  # of 10/14 of that, 66


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_sides_are_chosen_in_seat_order(seats: int) -> None:
    """URBE-SETUP-4, URBE-SETUP-7: whoever is first; the market is dealt, decrees are not."""
    for seed in range(6):
        reached = urbe().start(seats, seed)
        market = fields(reached)["market"]
        for seat in range(seats):
            assert (reached.to_move, fields(reached)["due"]) == (seat, "side")
            assert fields(reached)["decrees"] == "/".join(["-"] * seats)
            reached = reached.play(reached.legal()[seat % 2])
        assert [player["side"] for player in reached.view()["players"]] == list("ABAB")[:seats]
        assert fields(reached)["due"] == "mark"
        assert fields(reached)["market"] == market


def test_a_side_is_chosen_for_the_whole_game() -> None:
    """URBE-SETUP-4: no later decision changes it."""
    choose = random.Random(4)
    start = with_characters(urbe().start(3, seed=4))
    line = play_out(start, lambda seen: choose.choice(seen.legal()))
    for seen in line[::3]:
        assert all(each.split(":")[1] == "A" for each in fields(seen)["characters"].split("/"))
        assert not any(text.startswith("side") for text in choices(seen))


def test_guilds_fall_at_random() -> None:
    """URBE-SETUP-7: every seat gets each guild about equally often, no two seats the same."""
    found = []
    for seed in range(400):
        characters = fields(urbe().start(3, seed))["characters"].split("/")
        found.append([each.split(":")[0] for each in characters])
    assert all(len(set(guilds)) == 3 for guilds in found)
    for seat in range(3):
        counts = Counter(guilds[seat] for guilds in found)
        assert sorted(counts) == sorted(GUILDS)
        assert min(counts.values()) > 68  # of 100


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_random_player_is_first(seats: int) -> None:
    """URBE-SETUP-5: over many seeds each about equally often, and that player marks first."""
    firsts = [round_and_first(urbe().start(seats, seed))[1] for seed in range(400)]
    assert min(firsts.count(seat) for seat in range(seats)) > 0.7 * 400 / seats
    for seed in range(12):
        assert with_characters(urbe().start(seats, seed)).to_move == firsts[seed]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_decrees_are_drawn_in_turn_order(seats: int) -> None:
    """URBE-SETUP-5: one starting and two advanced; whoever is first draws the same cards."""
    drawn = []
    for first in range(seats):
        last = arranged(seats=seats, due="side", to_move=seats - 1, first=first, seed=77)
        held = fields(last.play(last.legal()[0]))["decrees"].split("/")
        drawn.append([*held[first:], *held[:first]])
    assert all(held == drawn[0] for held in drawn)
    assert all(re.fullmatch(r"S\d\d,A\d\d,A\d\d", held) for held in drawn[0])
    each = ",".join(drawn[0]).split(",")
    assert len(set(each)) == len(each)
    other = arranged(seats=seats, due="side", to_move=seats - 1, seed=78)
    assert fields(other.play(other.legal()[0]))["decrees"].split("/") != drawn[0]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_decrees_are_secret_until_the_end() -> None:
    """URBE-SETUP-5: owners may look at any time, others when the game is over."""
    held: dict[str, Any] = {"decrees": ["S05 A05 A06", "S06 A07 A08", "S07 A09 A10"]}
    mine = ["Crown and River", "Island Court", "Fairground Court"]
    tables: list[dict[str, Any]] = [
        {"due": "mark"},
        {"due": "pay:1:0", "market": "P04@0 B11@1 Y10@2"},
        {"due": "place", "waiting": ["P04"]},
    ]
    for table in tables:
        seen = arranged(**table, **held)
        for viewer in (None, 0, 1, 2):
            players = seen.view(viewer)["players"]
            shown = [
                player["decrees"] and [decree["name"] for decree in player["decrees"]]
                for player in players
            ]
            assert [each is not None for each in shown] == [seat == viewer for seat in range(3)]
            assert [player["decrees_size"] for player in players] == [3, 3, 3]
            if viewer == 0:
                assert shown[0] == mine
    over = arranged(due="over", **held).view()["players"]
    assert [decree["name"] for decree in over[0]["decrees"]] == mine
    assert [len(player["decrees"]) for player in over] == [3, 3, 3]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(("seats", "threes", "ones"), [(2, 8, 16), (3, 7, 14), (4, 6, 12)])
def test_the_fountain_supply(seats: int, threes: int, ones: int) -> None:
    """URBE-SETUP-6, URBE-DECREE-1: the backs of the decrees that were not dealt."""
    for seen in (urbe().start(seats, seed=2), arranged(seats=seats)):
        assert seen.view()["fountains_left"] == [
            {"vp": 3, "left": threes},
            {"vp": 1, "left": ones},
        ]


# --- The market ----------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_order_of_a_round(seats: int) -> None:
    """URBE-MARKET-1, URBE-TAKE-1, URBE-PLACE-2: in turn order; with two seats alternating.

    URBE-MARKET-2, URBE-TAKE-4: until both have placed two, and taken them back.
    """
    for first in range(seats):
        turns = [(first + place) % seats for place in range(seats)]
        line = play_round(arranged(seats=seats, first=first))
        assert acting(line[:-1], "mark") == turns * MEEPLES[seats]
        assert acting(line, "take") == turns * MEEPLES[seats]
        assert acting(line, "place") == turns


class Marks(NamedTuple):
    """A market, and the places that may be marked."""

    table: dict[str, Any]
    offered: list[int]


# Cards of the crown: 5 is purple+blue/wheel, 7 is blue+green/crown, 8 is yellow+green/boat.
LAST: dict[str, Any] = {"round_number": 8, "cards": ["8"]}
SECOND_MEEPLE: dict[str, Any] = {"seats": 2, "round_number": 4, "step": 2, "cards": ["58"]}

MARKS = [
    pytest.param(
        Marks({"market": "P04 B04 Y04 G04 P01 X01"}, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        id="URBE-MARKET-1 any tile of the market, a grey one too",
    ),
    pytest.param(
        Marks({"market": "P04@2 B04 Y04@1 G04 P01", "first": 1, "step": 2}, [2, 4, 5, 6, 7, 8, 9]),
        id="URBE-MARKET-2 one meeple to a tile",
    ),
    pytest.param(
        Marks(
            {
                "market": "P04@2 B04@a Y04@1 G04 P01",
                "first": 1,
                "step": 2,
                "cities": ["", "A1=X14"],
                "archbishop": 1,
            },
            [4, 5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 the Archbishop is a meeple, too",
    ),
    pytest.param(
        Marks({**LAST, "market": "P04 Y04 B05 P12 P01 X01 G17 B07 P15"}, [2, 3, 5, 6, 7]),
        id="URBE-MARKET-2 only what the last card can pay: flags, guilds, 1 VP, grey",
    ),
    pytest.param(
        Marks(
            {"round_number": 7, "cards": ["57"], "market": "P04 Y05 Y10 Y04 Y17 G17 B03 Y01 X01"},
            [1, 3, 4, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 by one card or the other",
    ),
    pytest.param(
        Marks({**LAST, "market": "P04 P06 X05 P08 P10 P11 P13 P14 P17"}, [3]),
        id="URBE-MARKET-2 a grey tile can be paid with any card",
    ),
    pytest.param(
        Marks({**LAST, "market": "P04 P06 P07 P08 P10 P11 P13 P14 P17"}, [*range(1, 10)]),
        id="URBE-MARKET-2 if none can be paid, any",
    ),
    pytest.param(
        Marks(
            {**LAST, "first": 2, "step": 1, "market": "G04@2 P06 P07 P08 P10 P11 P13 P14 P17"},
            [2, 3, 4, 5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 if none that is unmarked can be paid, any unmarked one",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "step": 0, "market": "P04 Y04 B05 P12 P01 X01 G17 B07 P15"},
            [*range(1, 10)],
        ),
        id="URBE-MARKET-2 a first meeple may take the only card for the others",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "market": "P04@0 G04@1 P06 P12 Y17 B05 P01 X01 G10"},
            [5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 5 is for the first meeple: the second leaves 8",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "market": "Y04@0 G04@1 P06 P12 Y17 B05 P01 X01 G10"},
            [3, 4, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 8 is for the first meeple: the second leaves 5",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "market": "B09@0 G04@1 P06 P12 Y17 B05 P01 X01 G10"},
            [3, 4, 5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 either card pays for the first meeple",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "market": "X02@0 G04@1 P06 P12 Y17 B05 P01 X01 G10"},
            [3, 4, 5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 a grey tile takes the card that the second does not need",
    ),
    pytest.param(
        Marks(
            {**SECOND_MEEPLE, "cards": ["78"], "market": "Y05@0 G09@1 P06 P07 P10 P11 Y17 P05 P17"},
            [7, 8],
        ),
        id="URBE-MARKET-2 no tile leaves a second card: what can be paid for alone",
    ),
    pytest.param(
        Marks(
            {
                **SECOND_MEEPLE,
                "cards": ["78"],
                "first": 1,
                "step": 3,
                "market": "P06@0 G09@1 P07@1 P10 P11 P13 P14 P15 P17",
            },
            [4, 5, 6, 7, 8, 9],
        ),
        id="URBE-MARKET-2 no tile can be paid for, not even the first: any",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", MARKS)
def test_marking(case: Marks) -> None:
    start = arranged(**case.table)
    assert start.to_move == 0
    assert places_of(start, "mark") == case.offered
    assert len(start.legal()) == len(case.offered)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_mark_is_seen_by_all() -> None:
    """URBE-MARKET-1: the meeple is on the tile; no card is played yet."""
    reached = check(
        Play(
            {"market": "P04 B11 Y10 G04 P01 X01 B04 Y04 G05"},
            "mark 2 Fish Hall",
            {
                "market": "P04/B11@0/Y10/G04/P01/X01/B04/Y04/G05",
                "cards": "12345678/12345678/12345678",
                "to_move": "1",
                "due": "mark",
                "round": "1/0/1",
            },
        )
    )
    assert reached.view()["market"][1]["meeple"] == 0


# --- Taking --------------------------------------------------------------------------------------


class Payments(NamedTuple):
    """A tile under the crown's meeple: the cards whose flags, and whose guilds, pay."""

    tile: str
    flags: str
    guilds: str
    cards: str = "12345678"


PAYMENTS = [
    pytest.param(Payments("P04", "156", "247"), id="URBE-TAKE-1 purple with the crown"),
    pytest.param(Payments("B06", "257", "125"), id="URBE-TAKE-1 blue with the wheel"),
    pytest.param(Payments("Y05", "368", "348"), id="URBE-TAKE-1 yellow with the boat"),
    pytest.param(Payments("G07", "478", "136"), id="URBE-TAKE-1 green with the fox"),
    pytest.param(Payments("P17", "156", "1"), id="URBE-TAKE-1 all icons, not one of them"),
    pytest.param(Payments("B12", "257", "4"), id="URBE-TAKE-1 two icons on one card"),
    pytest.param(Payments("Y14", "368", ""), id="URBE-TAKE-1 two icons that no card has together"),
    pytest.param(Payments("P01", "156", "12345678"), id="URBE-TAKE-1 1 VP: any guild half"),
    pytest.param(Payments("G03", "478", "12345678"), id="URBE-TAKE-1 1 VP of another colour"),
    pytest.param(Payments("B06", "57", "5", "345678"), id="URBE-TAKE-1 only cards that are left"),
    pytest.param(Payments("Y14", "", "", "1245"), id="URBE-TAKE-4 no card can pay"),
    pytest.param(Payments("X01", "", ""), id="URBE-TAKE-2 a grey tile costs any card"),
    pytest.param(Payments("X14", "", "", "38"), id="URBE-TAKE-2 any card that is left"),
]


def payment(tile: str, how: str, card: int | str) -> str:
    verb = "take" if how != "for" or tile[0] == "X" else "leave"
    words = how if how == "for" else f"by the {how} of"
    return f"{verb} {NAME[tile]} {words} {CARDS['crown'][int(card) - 1]}"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", PAYMENTS)
def test_payments(case: Payments) -> None:
    start = arranged(
        market=f"{case.tile}@0 B11@1 Y10@2",
        due="pay:1:0",
        round_number=9 - len(case.cards),
        cards=[case.cards],
    )
    expected = [payment(case.tile, "flags", card) for card in case.flags]
    expected += [payment(case.tile, "guilds", card) for card in case.guilds]
    assert choices(start) == (expected or [payment(case.tile, "for", c) for c in case.cards])


@pytest.mark.parametrize("guild", GUILDS)
def test_every_payment(guild: str) -> None:
    """URBE-TAKE-1, URBE-TAKE-2: every card of a guild for every tile in the box."""
    others = " ".join(each for each in GUILDS if each != guild)
    for tile, entry in TILES.items():
        marked = [each for each in ("P05", "Y10", "G12") if each != tile][:2]
        start = arranged(
            guilds=f"{guild} {others}",
            market=f"{tile}@0 {marked[0]}@1 {marked[1]}@2",
            due="pay:1:0",
        )
        by_flags, by_guilds = [], []
        for card in CARDS[guild]:
            flags, icons = (part.split("+") for part in card.split("/"))
            if entry["colour"] in flags:
                by_flags.append(f"take {NAME[tile]} by the flags of {card}")
            if set(entry["guilds"]) <= set(icons):
                by_guilds.append(f"take {NAME[tile]} by the guilds of {card}")
        grey = [f"take {NAME[tile]} for {card}" for card in CARDS[guild]]
        assert choices(start) == (grey if tile in GREY else by_flags + by_guilds)


TAKES = [
    pytest.param(
        Play(
            {"market": "P04@0 B11@1 Y10@2 Y13", "due": "pay:1:0"},
            "take Glover's Shop by the flags of purple+blue/wheel",
            {
                "market": "-/B11@1/Y10@2/Y13/-/-/-/-/-",
                "cards": "1234678/12345678/12345678",
                "waiting": "P04/-/-",
                "to_move": "1",
                "due": "pay:2:0",
                "round": "1/0/1",
            },
        ),
        id="URBE-TAKE-1 tile and meeple come, the card goes; nothing else to take",
    ),
    pytest.param(
        Play(
            {"market": "P04@0 B11@1 Y10@2 B06", "due": "pay:1:0"},
            "take Glover's Shop by the flags of purple+blue/wheel, second 4 Crane Wharf",
            {
                "market": "-/B11@1/Y10@2/-/-/-/-/-/-",
                "cards": "1234678/12345678/12345678",
                "waiting": "P04,B06/-/-",
                "to_move": "1",
                "due": "pay:2:0",
            },
        ),
        id="URBE-TAKE-3 another tile by the guilds of the same card",
    ),
    pytest.param(
        Play(
            {"market": "Y10@0 B11@1 P04@2 P12", "due": "pay:1:0"},
            "take Windmill by the guilds of purple+blue/wheel, second 4 Royal Mint",
            {"waiting": "Y10,P12/-/-", "cards": "1234678/12345678/12345678", "to_move": "1"},
        ),
        id="URBE-TAKE-3 another tile by the flags of the same card",
    ),
    pytest.param(
        Play(
            {"market": "P04@0 B11@1 Y10@2 B06", "due": "pay:1:0"},
            "take Glover's Shop by the flags of purple+blue/wheel, no second",
            {"market": "-/B11@1/Y10@2/B06/-/-/-/-/-", "waiting": "P04/-/-", "to_move": "1"},
        ),
        id="URBE-TAKE-5 the second tile is optional",
    ),
    pytest.param(
        Play(
            {"market": "X01@0 B11@1 Y10@2 P01 B01 Y01", "due": "pay:1:0"},
            "take Upper Castle for purple+blue/wheel",
            {
                "market": "-/B11@1/Y10@2/P01/B01/Y01/-/-/-",
                "cards": "1234678/12345678/12345678",
                "waiting": "X01/-/-",
                "to_move": "1",
            },
        ),
        id="URBE-TAKE-2 a grey tile gives no second tile",
    ),
    pytest.param(
        Play(
            {
                "market": "P04@0 B11@1 Y10@2 Y01",
                "due": "pay:1:0",
                "round_number": 7,
                "cards": ["38"],
            },
            "leave Glover's Shop for yellow/boat+fox",
            {
                "market": "P04/B11@1/Y10@2/Y01/-/-/-/-/-",
                "cards": "8/12/12",
                "waiting": "-/-/-",
                "to_move": "1",
                "due": "pay:2:0",
            },
        ),
        id="URBE-TAKE-4 no card can pay: one is spent, the meeple comes back, the tile stays",
    ),
    pytest.param(
        Play(
            {"market": "P04 B11@1 Y10@2", "due": "pay:2:0", "step": 1, "round_number": 2},
            "take Fish Hall by the flags of blue/crown+fox, second 1 Glover's Shop",
            {"market": "-/-/Y10@2/-/-/-/-/-/-", "waiting": "-/B11,P04/-"},
        ),
        id="URBE-TAKE-4 the tile that stayed can be a second one of somebody else",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", TAKES)
def test_taking(case: Play) -> None:
    assert check(case).turn_begins


class Seconds(NamedTuple):
    """A market after the first tile was paid for, the half used, and the places then offered."""

    market: str
    card: str
    part: str
    offered: list[int]


# P06 is purple with the wheel: card 5, purple+blue/wheel, pays for it with either part.
SECONDS = [
    pytest.param(
        Seconds("B06 Y10 G06 P13 Y04 G03", "5", "flags", [4, 5, 6, 9]),
        id="URBE-TAKE-3 after the flags only the guilds pay: wheels, and 1 VP",
    ),
    pytest.param(
        Seconds("B06 Y10 G06 P13 Y04 P01", "5", "guilds", [4, 7, 9]),
        id="URBE-TAKE-3 after the guilds only the flags pay: purple and blue",
    ),
    pytest.param(
        Seconds("P13 P17 P04 B12 Y04 G17", "5", "flags", []),
        id="URBE-TAKE-3 nothing for the other half, though the flags would pay again",
    ),
    pytest.param(
        Seconds("Y10 G06 Y13 Y04 G01 Y17", "5", "guilds", []),
        id="URBE-TAKE-3 nothing for the other half, though the guilds would pay again",
    ),
    pytest.param(
        Seconds("P17 G17 P07 B06 P01 Y14", "1", "flags", [4, 5, 6, 7, 8]),
        id="URBE-TAKE-3 both icons, one of them, or none, on a card with two guilds",
    ),
    pytest.param(
        Seconds("X01 X05 X14 B06", "5", "flags", [7]),
        id="URBE-TAKE-5 never a grey tile",
    ),
    pytest.param(
        Seconds("X01 X05 X14", "5", "flags", []),
        id="URBE-TAKE-5 nothing but grey tiles: nothing is asked",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", SECONDS)
def test_second_tiles(case: Seconds) -> None:
    """The first places are marked, and both halves of card 5 would pay for their tiles."""
    start = arranged(market=f"P06@0 B10@1 P10@2 {case.market}", due="pay:1:0")
    reached = start.play(payment("P06", case.part, case.card))
    assert places_of(reached, "second") == case.offered
    if case.offered:
        assert choices(reached)[-1] == "no second"
        assert (reached.to_move, reached.turn_begins) == (0, False)
    else:
        assert (reached.to_move, reached.turn_begins) == (1, True)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_second_tile_is_never_under_a_meeple() -> None:
    """URBE-TAKE-5: another player's, your own other one, or the Archbishop."""
    table: dict[str, Any] = {"seats": 2, "cities": ["", "A1=X14"], "archbishop": 1}
    start = arranged(**table, market="P06@0 B06@0 Y10@1 G06@1 G10@a Y06", due="pay:1:0")
    reached = start.play(payment("P06", "flags", 5))
    assert choices(reached) == ["second 6 Bakehouse", "no second"]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_two_seats_choose_which_meeple() -> None:
    """URBE-TAKE-4: one each in turn order, twice; the last one is no longer a choice."""
    reached = arranged(seats=2, market="P06@0 B17@0 Y17@1 G17@1", due="meeple:0")
    assert choices(reached) == ["meeple 1 Lute Maker", "meeple 2 Salt Barn"]
    reached = reached.play("meeple 2 Salt Barn")
    assert (reached.to_move, reached.turn_begins, fields(reached)["due"]) == (0, False, "pay:2:0")
    reached = reached.play("take Salt Barn by the flags of blue+green/crown")
    assert fields(reached)["market"] == "P06@0/-/Y17@1/G17@1/-/-/-/-/-"
    assert choices(reached) == ["meeple 3 Carter's Inn", "meeple 4 Vineyard Hill"]
    reached = reached.play(
        "meeple 3 Carter's Inn, take Carter's Inn by the flags of yellow/boat+fox"
    )
    assert (reached.to_move, reached.turn_begins, fields(reached)["due"]) == (0, True, "pay:1:0")
    reached = reached.play("take Lute Maker by the flags of purple/wheel+fox")
    assert (reached.to_move, fields(reached)["due"]) == (1, "pay:4:0")
    reached = reached.play("take Vineyard Hill by the flags of green/crown+wheel")
    assert (fields(reached)["due"], reached.to_move) == ("place", 0)
    assert fields(reached)["waiting"] == "B17,P06/Y17,G17"
    assert fields(reached)["cards"] == "234568/145678"


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_card_serves_one_meeple() -> None:
    """URBE-TAKE-4, URBE-TAKE-1: the card for the first meeple cannot pay for the second."""
    table: dict[str, Any] = {"seats": 2, "round_number": 4, "cards": ["58"]}
    start = arranged(**table, market="P06@0 B17@0 Y17@1 G17@1", due="meeple:0")
    reached = start.play("meeple 1 Lute Maker, " + payment("P06", "flags", 5))
    reached = reached.play(reached.turns()[0])
    assert choices(reached) == ["leave Salt Barn for yellow+green/boat"]
    reached = reached.play("leave Salt Barn for yellow+green/boat")
    assert fields(reached)["market"].split("/")[1] == "B17"
    assert of_seat(reached, "cards") == "-"
    assert of_seat(reached, "waiting") == "P06"


# --- Placing -------------------------------------------------------------------------------------


class Placing(NamedTuple):
    """A city, and the cells where a coloured tile may be placed."""

    city: str
    cells: str


PLACINGS = [
    pytest.param(Placing("", ALL_CELLS), id="URBE-PLACE-1 the first anywhere"),
    pytest.param(Placing("A1", "B1 A2"), id="URBE-PLACE-1 in a corner"),
    pytest.param(Placing("C1", "B1 D1 C2"), id="URBE-PLACE-1 at the edge"),
    pytest.param(Placing("B2", "B1 A2 C2 B3"), id="URBE-PLACE-1 in the middle, not diagonally"),
    pytest.param(
        Placing("A2 B2 C2 D2", "A1 B1 C1 D1 A3 B3 C3 D3"), id="URBE-PLACE-1 not past the edge"
    ),
    pytest.param(
        Placing("A1 B1 C1 D1 D2 D3 D4 C4 B4 A4 A3 A2", "B2 C2 B3 C3"), id="URBE-PLACE-1 a ring"
    ),
    pytest.param(
        Placing("A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4", "D4"),
        id="URBE-PLACE-1 the last cell of the grid",
    ),
    pytest.param(
        Placing("D4", "D3 C4"), id="URBE-PLACE-2 the frame is fixed: a grid does not grow from D4"
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", PLACINGS)
def test_where_a_tile_may_be_placed(case: Placing) -> None:
    start = arranged(due="place", cities=[case.city], waiting=["Y14"])
    assert where(start, "Y14") == case.cells.split()
    assert len(start.legal()) == len(case.cells.split())


@pytest.mark.parametrize("cell", CELLS)
def test_the_first_tile_takes_any_cell(cell: str) -> None:
    """URBE-PLACE-2, URBE-PLACE-1: and the next one a cell next to it."""
    start = arranged(due="place", waiting=["P04 B11"])
    reached = start.play(f"place Glover's Shop on {cell}")
    assert of_seat(reached, "cities") == f"{cell}=P04"
    assert sorted(where(reached, "B11")) == sorted(neighbours(cell))


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_tiles_are_placed_in_any_order() -> None:
    """URBE-PLACE-2: each tile to place is offered; the others close up."""
    start = arranged(due="place", waiting=["P04 B11 Y14"], cities=["B2"], useful=[USED])
    beside = ["B1", "A2", "C2", "B3"]
    assert [where(start, tile) for tile in ("P04", "B11", "Y14")] == [beside] * 3
    reached = start.play("place Fish Hall on B1")
    assert of_seat(reached, "waiting") == "P04,Y14"
    assert where(reached, "Y14") == ["A1", "C1", "A2", "C2", "B3"]
    reached = reached.play("place Vintner's Court on A1, place Glover's Shop on A2 with fountain 3")
    assert of_seat(reached, "waiting") == "-"
    city = of_seat(reached, "cities")
    assert {"A1=Y14", "B1=B11", "A2=P04"} <= set(city.split(","))


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("first", [0, 1, 2])
def test_placing_goes_in_turn_order(first: int) -> None:
    """URBE-PLACE-2: from the first player on, each places all their tiles."""
    reached = arranged(due="place", first=first, waiting=["P04 B11", "Y14", "G04 G05"])
    turns = [(first + place) % 3 for place in range(3)]
    for seat in turns:
        while phase(reached) == "place" and reached.to_move == seat:
            reached = reached.play(reached.legal()[0])
    assert round_and_first(reached) == [2, (first + 1) % 3]


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_who_has_no_tile_places_none() -> None:
    """URBE-PLACE-1: the meeple came back without a tile, and the turn passes."""
    table: dict[str, Any] = {"round_number": 8, "cards": ["-", "-", "8"]}
    start = arranged(
        **table,
        step=2,
        due="pay:1:0",
        guilds="boat wheel crown",
        market="P04@2",
        waiting=["", "B11"],
    )
    reached = start.play("leave Glover's Shop for yellow+green/boat")
    assert (reached.to_move, fields(reached)["round"]) == (1, "8/0/1")
    assert reached.play("place Fish Hall on A1").is_over


# --- Fountains -----------------------------------------------------------------------------------

RING = "A1 B1 C1 A2 C2 A3 B3 C3"  # around B2
TWELVE = "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"  # six squares
FIFTEEN = ALL_CELLS.removesuffix(" D4")  # eight squares


class Fountains(NamedTuple):
    """Cities, the cell where the first seat places a tile, and the fountains it earns."""

    cities: list[str]
    cell: str
    earns: str
    left: tuple[int, int]
    seats: int = 3


FOUNTAINS = [
    pytest.param(Fountains(["A1 B1"], "A2", "-", (7, 14)), id="URBE-FOUNTAIN-1 three tiles: none"),
    pytest.param(Fountains(["A1 B1 A2"], "B2", "A1=3", (6, 14)), id="URBE-FOUNTAIN-1 a square"),
    pytest.param(
        Fountains(["C3 D3 C4"], "D4", "C3=3", (6, 14)), id="URBE-FOUNTAIN-1 in the last corner"
    ),
    pytest.param(
        Fountains(["A1 B1 C1"], "D1", "-", (7, 14)), id="URBE-FOUNTAIN-1 four in a row: none"
    ),
    pytest.param(
        Fountains(["D1 C1 C2 B2 A2"], "A3", "-", (7, 14)), id="URBE-FOUNTAIN-1 no square: none"
    ),
    pytest.param(
        Fountains(["D1 D2 C2 B2 A2 A3"], "D3", "-", (7, 14)),
        id="URBE-FOUNTAIN-1 no square past the edge",
    ),
    pytest.param(
        Fountains(["A1 B1 C1 A2 C2"], "B2", "A1=3,B1=3", (5, 14)),
        id="URBE-FOUNTAIN-1 two squares at once",
    ),
    pytest.param(
        Fountains([RING], "B2", "A1=3,B1=3,A2=3,B2=3", (3, 14)),
        id="URBE-FOUNTAIN-1 four squares at once, a tile serves in all",
    ),
    pytest.param(
        Fountains(["A1 B1 A2 B2 C1"], "C2", "A1=3,B1=3", (5, 14)),
        id="URBE-FOUNTAIN-1 a square that was full earns nothing again",
    ),
    pytest.param(
        Fountains(["A1 B1 A2=X03"], "B2", "A1=3", (6, 14)),
        id="URBE-FOUNTAIN-1 a grey tile on a cell counts",
    ),
    pytest.param(
        Fountains(["A1 B1 C1 A2 C2", TWELVE], "B2", "A1=3,B1=1", (0, 13)),
        id="URBE-FOUNTAIN-1 the most valuable left: the last 3, then a 1",
    ),
    pytest.param(
        Fountains(["A1 B1 C1 A2 C2", TWELVE, "A1 B1 A2 B2"], "B2", "A1=1,B1=1", (0, 12)),
        id="URBE-FOUNTAIN-1 ones when there are no threes",
    ),
    pytest.param(
        Fountains([RING, TWELVE], "B2", "A1=3,B1=1,A2=1,B2=1", (0, 11)),
        id="URBE-FOUNTAIN-1 the upper left square comes first",
    ),
    pytest.param(
        Fountains(["A1 B1 C1 A2 C2", ALL_CELLS, FIFTEEN], "B2", "A1=1", (0, 0), 4),
        id="URBE-FOUNTAIN-2 one fountain for two squares",
    ),
    pytest.param(
        Fountains(["A1 B1 C1 A2 C2", ALL_CELLS, ALL_CELLS], "B2", "-", (0, 0), 4),
        id="URBE-FOUNTAIN-2 an empty supply gives nothing",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize("case", FOUNTAINS)
def test_fountains(case: Fountains) -> None:
    start = arranged(seats=case.seats, due="place", cities=case.cities, waiting=["Y14"])
    reached = start.play(f"place Vintner's Court on {case.cell}")
    assert of_seat(reached, "fountains") == case.earns
    assert tuple(kind["left"] for kind in reached.view()["fountains_left"]) == case.left
    earned = [
        {"square": square, "vp": int(vp)}
        for square, _, vp in (each.partition("=") for each in case.earns.split(",") if each != "-")
    ]
    assert reached.view()["players"][0]["fountains"] == earned


@pytest.mark.parametrize("square", SQUARES)
def test_every_square_earns(square: str) -> None:
    """URBE-FOUNTAIN-1: each of the nine, at once, whichever of its tiles comes last."""
    for last in cells_of(square):
        others = " ".join(cell for cell in cells_of(square) if cell != last)
        start = arranged(due="place", cities=[others], waiting=["Y14 Y15"])
        reached = start.play(f"place Vintner's Court on {last} with fountain 3")
        assert of_seat(reached, "fountains") == f"{square}=3"
        assert reached.scores()[0] - start.scores()[0] >= 3 + 5
        assert reached.to_move == 0


def test_the_last_square_of_a_full_city() -> None:
    """URBE-FOUNTAIN-1: it has earned seven 3s and a 1; the ninth square earns another 1."""
    start = arranged(due="place", cities=[FIFTEEN], waiting=["Y14"])
    reached = start.play("place Vintner's Court on D4 with fountain 1")
    assert of_seat(start, "fountains") == "A1=3,B1=3,C1=3,A2=3,B2=3,C2=3,A3=3,B3=1"
    assert of_seat(reached, "fountains") == of_seat(start, "fountains") + ",C3=1"


# --- Rounds --------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("first", "next_first"), [(0, 1), (1, 2), (2, 0)], ids=lambda seat: f"seat {seat}"
)
def test_a_new_round(first: int, next_first: int) -> None:
    """URBE-ROUND-1: the rest is discarded, a market dealt from the pile, the next is first."""
    start = arranged(
        due="place",
        first=first,
        step=2,
        waiting=["P04" if seat == (first + 2) % 3 else "" for seat in range(3)],
        market="P05 - X01 - B11",
        pile="Y01 Y02 Y03 Y04 Y05 Y06 Y07 X02 Y09 Y10",
        discards="G01",
    )
    reached = start.play("place Glover's Shop on A1")
    found = fields(reached)
    assert found["market"] == "Y01/Y02/Y03/Y04/Y05/Y06/Y07/X02/Y09"
    assert found["pile"].split(",")[0] == "Y10"
    assert found["discards"] == "P05,B11,G01,X01"
    assert found["round"] == f"2/{next_first}/0"
    assert (reached.to_move, found["due"]) == (next_first, "mark")


REBUILT: dict[str, Any] = {
    "due": "place",
    "step": 2,
    "waiting": ["", "", "P04"],
    "rest": "discards",
    "round_number": 7,
}


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_pile_is_built_anew_from_the_discards() -> None:
    """URBE-ROUND-1: the last tiles of the pile, then the discards, including the market's."""
    start = arranged(**REBUILT, market="P05 P06", pile="Y01 Y02 X03 Y04")
    before = set(fields(start)["discards"].split(","))
    found = fields(start.play("place Glover's Shop on A1"))
    market = found["market"].split("/")
    assert market[:4] == ["Y01", "Y02", "X03", "Y04"]
    assert found["discards"] == "-"
    dealt = set(market[4:]) | set(found["pile"].split(","))
    assert dealt == before | {"P05", "P06"}
    assert not dealt & set(found["box"].split(","))


def test_the_new_pile_is_shuffled() -> None:
    """URBE-ROUND-1: another random state, another order; any discard may come first."""
    firsts: Counter[str] = Counter()
    for seed in range(120):
        start = arranged(**REBUILT, pile="Y01 Y02 Y03 Y04 Y05 Y06 Y07 Y08", seed=seed)
        firsts[fields(start.play("place Glover's Shop on A1"))["market"].split("/")[8]] += 1
    assert len(firsts) > 40
    assert max(firsts.values()) < 10


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_pile_that_suffices_is_not_built_anew() -> None:
    """URBE-ROUND-1: it runs out with the deal, and discards stay until they are needed."""
    start = arranged(**REBUILT, market="P05", pile="Y01 Y02 Y03 Y04 Y05 Y06 Y07 Y08 Y09")
    found = fields(start.play("place Glover's Shop on A1"))
    assert found["pile"] == "-"
    assert {"P05", "P06", "G17"} <= set(found["discards"].split(","))


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("seats", "round_number", "over"),
    [(2, 3, False), (2, 4, True), (3, 7, False), (3, 8, True), (4, 7, False), (4, 8, True)],
)
def test_the_last_round(seats: int, round_number: int, over: bool) -> None:
    """URBE-END-1: after eight rounds, four with two seats, when all have placed."""
    start = arranged(
        seats=seats,
        due="place",
        round_number=round_number,
        step=seats - 1,
        waiting=["", "", "", "P04"][-seats:],
        market="P05 P06",
    )
    assert not start.is_over
    reached = start.play("place Glover's Shop on A1")
    assert reached.is_over is over
    if over:
        assert (reached.legal(), reached.to_move) == ([], None)
        assert of_seat(reached, "cards") == "-"
        assert fields(reached)["market"] == "/".join(["-"] * MARKET[seats])
        assert {"P05", "P06"} <= set(fields(reached)["discards"].split(","))


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_whole_game(seats: int) -> None:
    """URBE-END-1, URBE-ROUND-1, URBE-TAKE-1: eight cards each; first players rotate."""
    choose = random.Random(seats)
    line = play_out(urbe().start(seats, seed=5), lambda seen: choose.choice(seen.legal()))
    assert fields(line[-1])["cards"] == "/".join(["-"] * seats)
    _, start = round_and_first(line[0])
    rounds = [round_and_first(seen) for seen in line]
    assert sorted({number for number, _ in rounds}) == list(range(ROUNDS[seats] + 1))
    assert all(first == (start + max(number - 1, 0)) % seats for number, first in rounds)
    for seen in line[::7]:
        assert sorted(tiles_in(seen)) == sorted(TILES)
    for part in ("mark", "take"):
        assert Counter(acting(line, part)) == dict.fromkeys(range(seats), 8)
