"""What decisions of Urbe consist of, and what players are told about them."""

from __future__ import annotations

from typing import Any

import pytest

from contrada.games.contract import Position
from contrada.games.urbe import rules
from tests.games.urbe.positions import CARDS, NAME, arranged, urbe

PARTS = [
    (rules.SIDE + 1, {"does": "choose_side", "side": "B"}),
    (rules.KEEP_USEFUL + 1, {"does": "keep_useful", "useful": "almoner"}),
    (rules.MARK, {"does": "mark", "place": 1}),
    (rules.ARCHBISHOP + 11, {"does": "send_archbishop", "place": 12}),
    (rules.NO_ARCHBISHOP, {"does": "no_archbishop"}),
    (rules.MEEPLE, {"does": "choose_meeple", "place": 1}),
    (rules.FLAGS + 7, {"does": "pay", "by": "flags", "card": 8}),
    (rules.GUILD_ICONS, {"does": "pay", "by": "guilds", "card": 1}),
    (rules.SPEND + 1, {"does": "spend", "card": 2}),
    (rules.SECOND + 2, {"does": "take_second", "place": 3}),
    (rules.NO_SECOND, {"does": "no_second"}),
    (rules.USE_TREASURER, {"does": "use_treasurer", "place": 1}),
    (rules.NO_TREASURER, {"does": "no_treasurer"}),
    (rules.PLACE, {"does": "place", "slot": 0, "location": "A1"}),
    (rules.PLACE + 56 + 16, {"does": "place", "slot": 1, "location": "A1-B1"}),
    (rules.PLACE + 7 * 56 + 41, {"does": "place", "slot": 7, "location": "above B1"}),
    (rules.KEEP, {"does": "keep"}),
    (rules.SWAP, {"does": "swap", "cell": "A1", "other": "B1"}),
    (rules.NO_SWAP, {"does": "no_swap"}),
]


@pytest.mark.parametrize(("decision", "parts"), PARTS)
def test_parts(decision: int, parts: dict[str, Any]) -> None:
    assert urbe().parts()[decision] == parts


def told(here: Position, text: str) -> dict[str, Any]:
    """Return what everyone is told about a decision; every seat is told the same."""
    (decision,) = here.read(text)
    everyone = here.account(decision)
    assert all(here.account(decision, seat) == everyone for seat in range(here.seats))
    return everyone


def test_a_side_has_its_character() -> None:
    """URBE-SETUP-4."""
    found = told(arranged(due="side"), "side B Goldsmith")
    expected = {"does": "choose_side", "side": "B", "guild": "crown", "name": "Goldsmith"}
    assert found == expected


def test_marks_name_the_tile() -> None:
    found = told(arranged(market="P04"), f"mark 1 {NAME['P04']}")
    tile = {"id": "P04", "name": NAME["P04"], "colour": "purple", "vp": 2, "power": None}
    assert found == {"does": "mark", "place": 1, "tile": tile}


@pytest.mark.parametrize(
    ("market", "how", "does", "takes"),
    [
        ("P04@0", "by the flags of", "pay", True),  # URBE-TAKE-1
        ("X01@0", "for", "spend", True),  # URBE-TAKE-2
    ],
)
def test_taking_names_card_and_tile(market: str, how: str, does: str, takes: bool) -> None:
    here = arranged(due="pay:1:0", market=f"{market} B01@1 Y01@2")
    name = NAME[market[:3]]
    card = next(
        text for text in CARDS["crown"] if how == "for" or "purple" in text.split("/")[0].split("+")
    )
    found = told(here, f"take {name} {how} {card}")
    assert (found["does"], found["card"]) == (does, CARDS["crown"].index(card) + 1)
    assert (found["text"], found["place"], found["takes"]) == (card, 1, takes)
    assert found["tile"]["name"] == name
    shown = "/".join("+".join(found[part]) for part in ("flags", "guilds"))
    assert shown == card


def test_placing_tells_fountains() -> None:
    """URBE-FOUNTAIN-1."""
    here = arranged(due="place", waiting=["P04"], cities=["A1 B1 A2"])
    found = told(here, f"place {NAME['P04']} on B2")
    assert (found["slot"], found["location"], found["fountains"]) == (0, "B2", [3])
    assert found["tile"]["id"] == "P04"
    assert told(here, f"place {NAME['P04']} on A3")["fountains"] == []


def test_keeping_names_the_warehouses() -> None:
    """URBE-GREY-WAREHOUSE."""
    warehouse = next(tile for tile in NAME if rules.TILE_POWER[list(NAME).index(tile)] == 5)
    found = told(arranged(due="place", waiting=[warehouse], cities=["A1"]), "keep")
    assert [tile["id"] for tile in found["kept"]] == [warehouse]


def test_swapping_names_both_tiles() -> None:
    """URBE-EIGHT-2."""
    here = arranged(due="swap", useful=["mason"], cities=["A1=P04 B1=B04"])
    found = told(here, "swap A1 B1")
    assert [tile["id"] for tile in found["tiles"]] == ["P04", "B04"]
