"""Why a decision is refused: the rule, the squares to point at, and the sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from contrada import Position
from contrada.games.urbino import explain
from tests.contract.refusals import check_refused
from tests.games.urbino.positions import BOTH_WALLED_IN, EMPTY, position, urbino
from tests.oracles.urbino import joined_groups

HOUSE = "9/9/9/9/4h4/9/9/9/9"
A1_WALLED_IN = "9/9/9/9/4h4/9/9/hh7/1h7"

# position, turn, rule and case, squares, part of the sentence
REFUSALS = [
    # Something else is due.
    (f"{EMPTY} - b architect 0 base", "1e5", "URBINO-SETUP-2", "", "Black placing the first"),
    (f"{EMPTY} - b architect 0 base", "pass", "URBINO-SETUP-2", "", "Black placing the first"),
    (f"{EMPTY} e5 w architect 0 base", "e5", "URBINO-SETUP-3.taken", "e5", "architect on e5"),
    (f"{EMPTY} e5 w architect 0 base", "1e6", "URBINO-SETUP-3", "", "White places the second"),
    (f"{EMPTY} a1,e1 b name 0 base", "e5", "URBINO-SETUP-4", "", "Black chooses who"),
    (f"{EMPTY} a1,e1 b name 0 base", "a1-a2", "URBINO-SETUP-4", "", "Black chooses who"),
    (
        f"{EMPTY} a1,e1 w first 0 base",
        "a1-a2,1c2",
        "URBINO-SETUP-5",
        "",
        "You can’t reposition an architect yet",
    ),
    (f"{EMPTY} a1,e1 w first 0 base", "pass", "URBINO-SETUP-5", "", "first building now"),
    (f"{HOUSE} a1,e1 w turn 0 base", "e6", "URBINO-SETUP-3.done", "", "already been placed"),
    (
        f"{HOUSE} a1,e1 w turn 0 base",
        "white",
        "URBINO-SETUP-4.done",
        "",
        "at the start of the game",
    ),
    (f"{HOUSE} a1,e1 w build 0 base", "e6", "URBINO-SETUP-3.done", "", "already been placed"),
    (
        f"{HOUSE} a1,e1 w build 0 base",
        "black",
        "URBINO-SETUP-4.done",
        "",
        "at the start of the game",
    ),
    (f"{HOUSE} a1,e1 w build 0 base", "a1-a2", "URBINO-TURN-1.done", "", "Now build"),
    (f"{HOUSE} a1,e1 w build 0 base", "stay", "URBINO-TURN-1.done", "", "Now build"),
    (
        f"{HOUSE} a1,e1 w build 0 base",
        "pass",
        "URBINO-TURN-2",
        "",
        "you have to build",
    ),
    (f"{BOTH_WALLED_IN} a1,i9 - over 2 base", "pass", "URBINO-TURN-7", "", "game is over"),
    (f"{BOTH_WALLED_IN} a1,i9 - over 2 base", "1e5", "URBINO-TURN-7", "", "game is over"),
    # An architect cannot go there, or both cannot stay.
    (f"{HOUSE} a1,e1 w turn 0 base", "a1-a1,1c1", "URBINO-TURN-1.same", "a1", "stands on a1"),
    (f"{HOUSE} a1,e1 w turn 0 base", "a1-e1,1c1", "URBINO-TURN-1.occupied", "e1", "e1: it is"),
    (f"{HOUSE} a1,e1 w turn 0 base", "a1-e5,1e3", "URBINO-TURN-1.occupied", "e5", "e5: it is"),
    (f"{A1_WALLED_IN} i1,i9 w turn 0 base", "i1-a1", "URBINO-TURN-3", "a1 i9", "a1 and i9. Choose"),
    (f"{A1_WALLED_IN} i1,i9 w turn 0 base", "i9-a1,1i5", "URBINO-TURN-3", "a1 i1", "a1 and i1"),
    (f"{A1_WALLED_IN} a1,i9 w turn 0 base", "stay", "URBINO-TURN-2.stay", "a1 i9", "on a1 and i9"),
    # Skipping.
    (f"{HOUSE} a1,e1 w turn 0 base", "pass", "URBINO-TURN-5.here", "", "where they are"),
    (f"{A1_WALLED_IN} a1,i9 w turn 0 base", "pass", "URBINO-TURN-5.elsewhere", "", "reposition"),
    # No lot: who does not see it, or what stands there.
    (f"{HOUSE} a1,e1 w turn 0 base", "1e3", "URBINO-LOT-3.unseen", "a1", "the architect on a1 "),
    (f"{HOUSE} a1,e1 w turn 0 base", "1a3", "URBINO-LOT-3.unseen", "e1", "the architect on e1 "),
    (
        f"{HOUSE} a1,e1 w turn 0 base",
        "2h9",
        "URBINO-LOT-3.unseen",
        "a1 e1",
        "the architects on a1 and e1 ",
    ),
    (f"{HOUSE} a1,c1 w turn 0 base", "1d1", "URBINO-LOT-3.unseen", "a1", "the architect on a1 "),
    (f"{HOUSE} a1,e1 w turn 0 base", "e1-e9,1e3", "URBINO-LOT-3.unseen", "a1 e9", "on a1 and e9 "),
    (f"{HOUSE} a1,e1 w build 0 base", "1e3", "URBINO-LOT-3.unseen", "a1", "the architect on a1 "),
    (f"{HOUSE} a1,e1 w turn 0 base", "1e5", "URBINO-LOT-3.building", "e5", "a building stands"),
    (f"{HOUSE} a1,e1 w turn 0 base", "1a1", "URBINO-LOT-3.architect", "a1", "an architect stands"),
    (f"{HOUSE} a1,e1 w turn 0 base", "e1-e2,1e2", "URBINO-LOT-3.architect", "e2", "an architect"),
    # What a text leaves unsaid is not the answer to it.
    (f"{A1_WALLED_IN} a1,i9 w turn 0 base", "1i5", "URBINO-LOT-3.unseen", "a1", "i5 is not"),
    (f"{A1_WALLED_IN} a1,i9 w turn 0 base", "1g5", "URBINO-LOT-3.unseen", "a1 i9", "g5 is not"),
    (f"{BOTH_WALLED_IN} a1,i9 w turn 0 base", "1g5", "URBINO-LOT-3.unseen", "a1 i9", "g5 is not"),
    (f"{EMPTY} a1,e1 b name 0 base", "1h9", "URBINO-LOT-3.unseen", "a1 e1", "h9 is not"),
    # Blocks that would stand apart.
    (
        "9/9/9/9/2h1h4/9/9/9/9 d1,d9 w turn 0 base",
        "1d5",
        "URBINO-DISTRICT-3",
        "c5 e5",
        "on d5: Black would have separate blocks in one district",
    ),
    (
        "9/9/9/9/2H1H4/9/9/9/9 d1,d9 b turn 0 base",
        "2d5",
        "URBINO-DISTRICT-3",
        "c5 e5",
        "on d5: White would have separate blocks in one district",
    ),
    (
        "9/9/9/2H1H4/2h1h4/9/9/9/9 d1,d9 w turn 0 base",
        "3d5",
        "URBINO-DISTRICT-3",
        "c5 e5 c6 e6",
        "on d5: Black and White would have separate blocks",
    ),
    (
        "9/9/9/2H1H4/2h1h4/9/9/9/9 d1,d9 b turn 0 base",
        "1d5",
        "URBINO-DISTRICT-3",
        "c6 e6",
        "on d5: White would have",
    ),
    (
        "9/9/9/9/1Hh6/9/9/9/9 d1,d9 w turn 0 base",
        "1d5",
        "URBINO-DISTRICT-3",
        "b5",
        "on d5: White would have",
    ),
    (
        "9/9/9/9/1hH1Hh3/9/9/9/9 d1,d9 w turn 0 base",
        "d1-d2,1d5",
        "URBINO-DISTRICT-3",
        "b5 f5",
        "on d5: Black would have",
    ),
    # Twins.
    (
        "9/9/9/9/2t1t4/9/9/9/9 d1,d9 b turn 0 base",
        "3d5",
        "URBINO-TWIN-1",
        "c5 e5",
        "there are towers next to it, on c5 and e5",
    ),
    (
        "9/9/9/9/2P6/9/9/9/9 d1,d9 b turn 0 base",
        "2d5",
        "URBINO-TWIN-2",
        "c5",
        "there is a palace next to it, on c5",
    ),
    # Nothing left.
    (
        "9/9/9/9/9/9/9/9/t1t3t2 d1,d9 b turn 0 base",
        "3d5",
        "URBINO-SUPPLY-1",
        "",
        "Black has no towers left",
    ),
    (
        "P1P3P1P/9/9/9/9/9/9/9/P7P d1,d9 w turn 0 base",
        "2d5",
        "URBINO-SUPPLY-1",
        "",
        "White has no palaces left",
    ),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("text", "turn", "key", "squares", "fragment"),
    REFUSALS,
    ids=[f"{row[2]} {row[1]} in {' '.join(row[0].split()[1:4])}" for row in REFUSALS],
)
def test_refusals(text: str, turn: str, key: str, squares: str, fragment: str) -> None:
    check_refused(position(text), turn, key, squares, fragment)


def test_every_text_is_in_the_table() -> None:
    by_number = {"URBINO-TURN-1"}  # below
    assert {row[2] for row in REFUSALS} | by_number == set(explain.english.refusals)


def test_building_comes_after_the_architects() -> None:
    """URBINO-TURN-1, by number: the text of a building implies that both stay."""
    start = position(f"{HOUSE} a1,e1 w turn 0 base")
    [_, house_on_c1] = start.read("1c1")
    refused = start.why_not(house_on_c1)
    assert refused is not None
    assert (refused.key, refused.squares) == ("URBINO-TURN-1", ())
    assert "Then build" in refused.sentence


def some_positions(seed: int, share: float) -> Iterator[Position]:
    """Yield some positions of a random game, including the last one."""
    choose = random.Random(seed)
    reached = urbino().start()
    while not reached.is_over:
        if choose.random() < share:
            yield reached
        reached = reached.play(choose.choice(reached.legal()))
    yield reached


def blocks_of_one_district(seen: Position, square: str) -> dict[int, list[frozenset[str]]]:
    """The blocks of each colour in the district that a new building would be in."""
    owners = {building["square"]: building["seat"] for building in seen.view()["buildings"]}
    owners[square] = seen.to_move
    district = next(group for group in joined_groups(owners) if square in group)
    return {
        seat: joined_groups(sorted(place for place in district if owners[place] == seat))
        for seat in (0, 1)
    }


@pytest.mark.parametrize("seed", range(20))
def test_what_parts_a_colour_is_refused_and_nothing_else_is(seed: int) -> None:
    """URBINO-DISTRICT-3 taken literally: count the blocks that a house would leave."""
    refusals = 0
    for reached in some_positions(seed, 1):
        view = reached.view()
        if view["phase"] not in {"turn", "build"} or not view["supply"][view["to_move"]]["house"]:
            continue
        for lot in view["lots"]:
            blocks = blocks_of_one_district(reached, lot)
            apart = [block for of_one in blocks.values() if len(of_one) > 1 for block in of_one]
            refused = reached.why_not(f"1{lot}")
            assert (refused is not None) == bool(apart)
            if refused:
                assert refused.rule == "URBINO-DISTRICT-3"
                assert set(refused.squares) == frozenset().union(*apart) - {lot}
                refusals += 1
    assert refusals > 0
