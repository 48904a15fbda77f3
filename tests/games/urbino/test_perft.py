"""Number of sequences of one, two and three full turns; both rule programs agree."""

from __future__ import annotations

import pytest

from tests.games.urbino.positions import position, twin_of
from tests.oracles.urbino import perft

# The set-up, the middle of the game, and its end: with skips, and with nothing after the last one.
COUNTS = [
    ("9/9/9/9/9/9/9/9/9", "- b architect 0 base", (81, 6480, 140208)),
    (
        "2t6/3HP1p2/HHH1h4/H3p2p1/3T1H3/t1T2hh2/3TP4/1t1h2pH1/p8",
        "d6,a8 b turn 0 base",
        (56, 2618, 91312),
    ),
    (
        "3P3p1/HT1H5/h2h2t2/hp3T3/2ht1PHh1/1HH1T4/H2P2h2/1h5h1/3h4H",
        "c8,a9 b turn 0 base",
        (17, 733, 68866),
    ),
    (
        "1pt6/3HP1p2/HHHPh4/H3p2p1/3T1H3/t1T2hh2/3TP4/1t1h2pH1/p8",
        "c6,c8 b turn 0 base",
        (5, 218, 6022),
    ),
    (
        "1pt6/3HP1p2/HHHPh4/H3p2p1/1h1T1H3/t1T2hh2/3TP4/1t1h2pH1/p8",
        "a5,c6 w turn 0 base",
        (34, 1006, 114077),
    ),
    (
        "2H1T1T2/1P6P/3h1hH2/h1h1H2t1/1H3ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1",
        "d5,d6 b turn 1 base",
        (56, 956, 21622),
    ),
    (
        "H1H1T1T2/1P6P/1hhh1hH2/h1h1H2t1/1H3ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1",
        "a7,c8 w turn 0 base",
        (32, 723, 4800),
    ),
    (
        "1tP5t/3P1T3/H6T1/H1p1T4/3HP1p2/9/1ptphh1hP/h4H3/2hHH2p1",
        "d2,e2 b turn 0 base",
        (6, 120, 12872),
    ),
    (
        "2T5t/2p1hH3/t1h3P1H/3P3H1/HH2pH1p1/1T1H2T1p/4p3h/5pth1/7HP",
        "f6,d7 b turn 0 base",
        (9, 491, 21384),
    ),
    (
        "2T2P2t/2p1hH3/t1h1h1P1H/3P1P1H1/HH2pH1ph/1T1H2T1p/4p3h/5pth1/7HP",
        "i6,e9 w turn 1 base",
        (19, 367, 57571),
    ),
    (
        "1t1T3p1/HP1H1hh1H/2H1Ph2P/h2T2hpH/2t2H1h1/th1HPHP1P/1hp2H3/2hT1p3/1p5p1",
        "i5,h7 w turn 1 base",
        (6, 133, 2247),
    ),
    (
        "H1H1THT2/1P1p1pHHP/1hhh1hH2/h1h1H2t1/1H1h1ph1p/1Hht1h1H1/T4H2p/2h1PHP2/2hp3t1",
        "c5,d6 b turn 1 base",
        (1, 1, 1, 1, 0),
    ),
]

# Too many for the twin to the last depth.
MORE_COUNTS = [
    (
        "2H1T1T2/8P/5hH2/4H2t1/5p3/1Hht5/T7p/2h3P2/3p3t1",
        "g6,h9 b turn 0 base",
        (91, 14250, 3497404),
    ),
    ("9/9/9/9/9/9/9/9/3h5", "h1,d8 w turn 0 base", (2844, 7150598)),
    (
        "2t6/4P1p2/HHH6/7p1/3T5/t1T3h2/3TP4/1t1h2pH1/p8",
        "a5,c6 b turn 0 base",
        (217, 50883, 10163985),
    ),
    (
        "H7h/8P/3tp1H2/1p4h2/3t1p1p1/6PT1/2P6/3Hp1HT1/T3t4",
        "h7,f8 b turn 0 base",
        (194, 38732, 5026767),
    ),
    (
        "1t1T5/HP4h2/4Ph2P/3T5/2t6/t5P1P/1h7/3T1p3/1p5p1",
        "e8,c9 b turn 0 base",
        (150, 25505, 5494642),
    ),
]


@pytest.mark.parametrize(("board", "rest", "counts"), COUNTS, ids=[row[1] for row in COUNTS])
def test_counts_agree(board: str, rest: str, counts: tuple[int, ...]) -> None:
    start = position(f"{board} {rest}")
    twin = twin_of(start)
    depths = range(1, len(counts) + 1)
    assert tuple(start.perft(depth) for depth in depths) == counts
    assert tuple(perft(twin, depth) for depth in depths) == counts


@pytest.mark.parametrize(
    ("board", "rest", "counts"), MORE_COUNTS, ids=[row[1] for row in MORE_COUNTS]
)
def test_greater_counts(board: str, rest: str, counts: tuple[int, ...]) -> None:
    start = position(f"{board} {rest}")
    twin = twin_of(start)
    assert tuple(start.perft(depth) for depth in range(1, len(counts) + 1)) == counts
    assert tuple(perft(twin, depth) for depth in range(1, len(counts))) == counts[:-1]


@pytest.mark.parametrize(("board", "rest", "counts"), COUNTS[2:5])
def test_monuments_change_no_turn(board: str, rest: str, counts: tuple[int, ...]) -> None:
    """URBINO-MONUMENT-1 is about scoring only."""
    assert position(f"{board} {rest}".replace("base", "monuments")).perft(3) == counts[2]
