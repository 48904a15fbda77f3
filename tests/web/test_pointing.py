"""What a pointer does: hovering over squares, and dragging with a mouse or a finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.person import PHONE, Person, Players, Somebody
from tests.web.serving import table_of
from tests.web.test_urbe import due, sits_at, waiting

URBINO = "e5 c3 1c5 1e3"
LOTS = re.compile(r"\b4 building lots\b")  # from e6 and c3: f6, e5, c4 and b3
SIGHT = "g[stroke='var(--sight)'] path[stroke-dasharray]"


@pytest.fixture
def urbino(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    ada.waits_for_turn()


def drags(person: Person, what: Locator, to: Locator) -> None:
    """Press something, move it to a square in steps, and let go."""
    what.hover()
    person.page.mouse.down()
    box = to.bounding_box()
    assert box is not None
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    person.page.mouse.up()


def lines(person: Person) -> list[str]:
    """The lines of vision that are drawn."""
    found: list[str] = person.page.locator(SIGHT).evaluate_all(
        "paths => paths.map(path => path.getAttribute('d')).sort()"
    )
    return found


@pytest.mark.usefixtures("urbino")
def test_pointing_at_a_square_shows_what_an_architect_would_see_there(ada: Person) -> None:
    ada.presses_square("e5")
    ada.page.mouse.move(0, 0)
    before = lines(ada)
    assert before
    ada.does_not_see(LOTS)
    ada.square("e6").hover()
    ada.sees(LOTS)
    ada.until(lambda: lines(ada) != before, "other lines of vision")
    ada.page.mouse.move(0, 0)
    ada.until(lambda: lines(ada) == before, "the lines of vision as they were")


@pytest.mark.usefixtures("urbino")
def test_an_architect_is_dragged(ada: Person) -> None:
    drags(ada, ada.square("e5"), ada.square("e6"))
    expect(ada.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))
    ada.sees("Now choose a building and a lot for it.")


def test_a_tile_of_urtown_is_dragged(ada: Person, player: Players) -> None:
    ada.opens_table(table_of("urtown", [player(ada), player("Bruno"), player("Carla")]))
    ada.waits_for_turn()
    tile = ada.until(lambda: ada.rack, "the rack")[0]
    ada.presses(tile)
    square = ada.finds("you can place a tile here")[0]
    ada.presses(tile)  # down again
    drags(ada, ada.button(tile), ada.square(square))
    ada.presses(f"Place on {square}")
    expect(ada.square(square)).to_have_accessible_name(re.compile(f"{square}, {tile}"))


def test_a_tile_of_urbe_is_dragged(ada: Person, player: Players) -> None:
    sits_at(ada, player, due("place"))
    tile = waiting(ada).first
    name = re.escape(str(tile.get_attribute("aria-label")))
    tile.click()
    square = ada.finds("you can place a tile here")[0]
    tile.click()  # down again
    drags(ada, tile, ada.square(square))
    expect(ada.square(square)).to_have_accessible_name(re.compile(f"^{square}, .*{name}"))


def test_a_finger_drags_an_architect(somebody: Somebody, player: Players) -> None:
    ada = somebody("Ada", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")], URBINO))
    ada.waits_for_turn()
    places = []
    for square in ("e5", "e6"):
        box = ada.square(square).bounding_box()
        assert box is not None
        places.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    finger = ada.context.new_cdp_session(ada.page)
    for kind, points in (
        ("touchStart", places[:1]),
        ("touchMove", places[1:]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(ada.square("e6")).to_have_accessible_name(re.compile("^e6, architect"))
    ada.sees("Now choose a building and a lot for it.")
