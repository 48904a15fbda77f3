"""The worked examples of docs/rules/urbania.md, in order, and those inside its rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.urbania.positions import CENTRE, arranged, choices, fields

DRAW = "draw project, project; draw project, project"
LAST_TURN: dict[str, Any] = {"to_move": 1, "end": 1}
# Three specialists of 5 or more, so that the end phase has begun.
END_IS_NEAR = "F51 C51 S51"
NW_5 = "D2 D1 C2 C3 B3"


@pytest.mark.uncompiled
@pytest.mark.bounds
@pytest.mark.parametrize(
    ("table", "project", "worth"),
    [
        pytest.param(
            {"renewed": NW_5, "specialists": END_IS_NEAR},
            "NW",
            20,
            id="URBANIA-END-3 NW project with 5 renewed there",
        ),
        pytest.param(
            {
                "tiles": {"D2": "f22+", "D3": "f23", "D4": "f34+", "E3": "f35", "C3": "f46+"},
                "renewed": "D2 E3",  # C3 is not renewed and does not count
                "specialists": END_IS_NEAR,
            },
            "f",
            24,
            id="URBANIA-END-3 factory project with 4",
        ),
        pytest.param(
            {"specialists": "H61 C51 S51"}, "H", 30, id="URBANIA-END-3 Doctor at 6, an opponent's"
        ),
        pytest.param(
            {"specialists": "H60 C51 S51"}, "H", 30, id="URBANIA-END-3 Doctor at 6, one's own"
        ),
        pytest.param(
            {"specialists": "B90 C21 S51 P51"},
            "BC",
            33,
            id="URBANIA-END-3 Banker 9 + Small Business Owner 2",
        ),
    ],
)
def test_projects(table: dict[str, Any], project: str, worth: int) -> None:
    start = arranged(**LAST_TURN, **table, submitted=[project])
    [shown] = start.view(0)["players"][0]["submitted"]
    assert shown["worth"] == worth
    end = start.play(DRAW)
    assert end.is_over
    assert end.standing()[0] == (worth, worth)


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_hospital() -> None:
    """URBANIA-RENEW-2, URBANIA-RENEW-6 to -8: 3 red workers, 4 VP and a card icon.

    It is paid with two red workers/$1 and rainbow worker/pink $1, which both stay on the table.
    """
    start = arranged(tiles={"D2": "h34+"}, hands=["h2+$1 cR+$1 b3"], pile="p3", points=[5])
    reached = start.play("renew D2 hospital [red 2+$1, pink R+$1] +4")
    expected = {"points": "9/0", "hands": "b3/-", "tables": "h2+$1,cR+$1/-", "discards": "-"}
    assert {field: fields(reached)[field] for field in expected} == expected
    assert fields(reached)["due"] == "2:card"
    assert reached.view()["track"][2]["buildings"] == 1
    assert [s["renewed"] for s in reached.view()["spaces"] if s["space"] == "D2"] == [True]
    drawn = reached.play("draw pile")
    assert fields(drawn)["hands"] == "b3,p3/-"
    whole = "renew D2 hospital [red 2+$1, pink R+$1] +4, draw pile"
    assert start.play(whole) == drawn
    assert drawn.moves()[-1] == whole


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_parks_director() -> None:
    """URBANIA-HIRE-3, URBANIA-HIRE-4: at 3, paid with green $2 from the table and from the hand.

    No change; the marker goes to 4, and a card is drawn.
    """
    start = arranged(hands=["p1+$2"], tables=["p1+$2"], specialists="P31", pile="f3")
    reached = start.play("hire Parks Director from 3 [green 1+$2, table green 1+$2]")
    expected = {"hands": "-/-", "tables": "-/-", "discards": "p1+$2,p1+$2", "due": "2:card"}
    assert {field: fields(reached)[field] for field in expected} == expected
    assert fields(reached)["specialists"] == "1-/1-/1-/1-/1-/40"
    drawn = reached.play("draw pile")
    assert (fields(drawn)["hands"], fields(drawn)["due"]) == ("f3/-", "1")


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_specialists() -> None:
    """URBANIA-SPECIALIST-1: Banker with 6 banks and Doctor with 2 hospitals score 8."""
    banks, hospitals = ["b22+", "b23", "b34+", "b35", "b46+", "b47"], ["h22+", "h23"]
    spaces = [*CENTRE, "D2", "E3", "C3"]
    start = arranged(
        tiles=dict(zip(spaces, banks + hospitals, strict=True)),
        renewed="D2 E3 C3",
        specialists="B20 H30 P41",
        points=[11, 2],
    )
    assert fields(start.play(DRAW))["points"] == "19/2"


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_a_pool_with_three_worker_icons() -> None:
    """URBANIA-DRAW-2: may be swept, before the first and before the second card."""
    pool = "f1+$2 b$3 hR+$1 c$3 s1+R$1"
    start = arranged(pool=pool, pile="p$3 f3 b3 h3 c3 s3")
    assert start.view()["pool_workers"] == 3
    assert fields(start.play("draw sweep"))["pool"] == "p$3/f3/b3/h3/c3"
    second = start.play("draw pile")
    assert "sweep" in choices(second)
    assert fields(second.play("sweep"))["pool"] == "f3/b3/h3/c3/s3"


def test_a_fee() -> None:
    """URBANIA-SUBMIT-2: 39 VP cost 3."""
    reached = arranged(projects=["H"], points=[39]).play("submit Doctor -3")
    assert fields(reached)["points"] == "36/0"


@pytest.mark.uncompiled
@pytest.mark.bounds
def test_the_last_rounds() -> None:
    """URBANIA-END-2: four seats, second from the start player triggers: 3, 4, 1, 2, 3, 4."""
    start = arranged(
        seats=4, starter=0, to_move=1, hands=["", "h$3 h$3"], specialists="F52 B53 H40"
    )
    seen = start.play("hire Doctor from 4 [red $3, red $3]; draw pile, pile")
    seats = []
    while seen.to_move is not None:
        seats.append(seen.to_move + 1)
        seen = seen.play("draw project, pile; draw project, pile")
    assert seats == [3, 4, 1, 2, 3, 4]
