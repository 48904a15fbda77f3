"""Pictures of Urtown, as SVG and as text, compared with the views they draw."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from contrada import Position
from contrada.games import drawing
from contrada.games.urtown import picture
from tests.contract.pictures import HREF, SVG, description, drawn
from tests.games.urtown.positions import (
    BLOCKED,
    COLOURS,
    EXAMPLES,
    WALLED_IN,
    at,
    position,
)
from tests.oracles.urtown import SQUARES, SYMBOLS, symbol_of

PIECES = Path(picture.__file__).parents[1] / "pieces.svg"
FACE, INLAY = "66", "46"  # sizes of what is drawn for a tile and an empty square of the board
NOBODY = None

stages = pytest.mark.parametrize("stage", EXAMPLES.values(), ids=EXAMPLES)


def every_seat(seen: Position) -> list[int | None]:
    return [NOBODY, *range(seen.seats)]


def face_of(element: ET.Element) -> str:
    """Return the face of a tile, from its symbol or its letter."""
    if element.tag == f"{SVG}text":
        return element.text or ""
    return element.attrib[HREF].removeprefix("#ut-").replace("money", "$")


def seen_tiles(seen: Position, seat: int | None) -> Counter[tuple[str, str]]:
    """Count the tiles that a picture may show off the board: known tiles, and the viewer's racks.

    Tiles that the viewer's own skip has shown are drawn twice: on the rack, and where everyone
    sees them.
    """
    view = seen.view(seat)
    names = [colour["name"] for colour in view["colours"]]
    tiles = [(names[tile["colour"]], tile["tile"]) for each in view["captured"] for tile in each]
    for colour in view["colours"]:
        if colour["owner"] == seat:
            faces = [*colour["rack"], *(colour["set_aside"] or colour["shown"])]
        else:
            faces = colour["set_aside"] or colour["rack"] or colour["shown"]
        tiles += [(colour["name"], face) for face in faces]
    return Counter(tiles)


# --- SVG -----------------------------------------------------------------------------------------


def tiles_off_the_board(svg: str) -> Counter[tuple[str, str]]:
    """Read the colours and faces of the tiles next to the board."""
    found: Counter[tuple[str, str]] = Counter()
    for element, following in pairwise(drawn(svg)):
        if link := re.fullmatch(r"#ut-tile-(\d)", element.attrib.get(HREF, "")):
            found[COLOURS[int(link[1]) - 1], face_of(following)] += 1
    return found


def square_at(element: ET.Element) -> str:
    column, row = (
        (float(element.attrib[key]) + float(element.attrib["width"]) / 2 - drawing.FRAME) // 100
        for key in ("x", "y")
    )
    return "ABCDEFGHI"[int(row)] + "123456789"[int(column)]


def tiles_on_the_board(svg: str) -> dict[str, tuple[str, str]]:
    tokens = drawing.tokens("urtown", PIECES, "light")
    colours = {tokens[f"seat-{number}"]: name for number, name in enumerate(COLOURS, 1)}
    return {
        square_at(element): (colours[element.attrib["fill"]], face_of(following))
        for element, following in pairwise(drawn(svg))
        if element.tag == f"{SVG}rect" and element.attrib["width"] == FACE
    }


def inlays(svg: str) -> dict[str, str]:
    """Read the visible symbols of the board."""
    inlay = drawing.tokens("urtown", PIECES, "light")["inlay"]
    return {
        square_at(element): face_of(element)
        for element in drawn(svg)
        if element.tag == f"{SVG}use" and element.attrib.get("color") == inlay
    }


@stages
def test_every_tile_is_drawn_on_its_square(stage: str) -> None:
    """URTOWN-BOARD-2: an empty square shows its symbol."""
    seen = position(stage)
    view, svg = seen.view(), seen.svg()
    names = [colour["name"] for colour in view["colours"]]
    expected = {tile["square"]: (names[tile["colour"]], tile["tile"]) for tile in view["tiles"]}
    assert tiles_on_the_board(svg) == expected
    assert inlays(svg) == {s: symbol_of(s) for s in SQUARES if s not in expected}


@stages
def test_every_group_is_one_block(stage: str) -> None:
    """URTOWN-GROUP-1."""
    seen = position(stage)
    fills = Counter(e.attrib.get("fill") for e in drawn(seen.svg()) if e.tag == f"{SVG}path")
    for number, colour in enumerate(seen.view()["colours"], 1):
        assert fills[f"url(#ut-pattern-{number})"] == len(colour["groups"])


@stages
def test_the_tiles_of_the_view_are_drawn_and_no_others(stage: str) -> None:
    """URTOWN-SETUP-1, URTOWN-CAPTURE-4, URTOWN-SKIP-2: the viewer's racks and what is face up."""
    seen = position(stage)
    for seat in every_seat(seen):
        assert tiles_off_the_board(seen.svg(seat)) == seen_tiles(seen, seat)


def test_hidden_tiles_are_not_drawn() -> None:
    """URTOWN-SETUP-1: at the start a spectator sees none, a seat its five, or twice five."""
    counts = {
        name: [
            tiles_off_the_board(position(EXAMPLES[name]).svg(seat)).total()
            for seat in (NOBODY, 0, 1)
        ]
        for name in ("start", "start of five", "start of two")
    }
    assert counts == {"start": [0, 5, 5], "start of five": [0, 5, 5], "start of two": [0, 10, 10]}


@stages
def test_numbers_are_written(stage: str) -> None:
    """Piles, groups, points and captured tiles of each seat."""
    view = position(stage).view()
    words = [e.text for e in drawn(position(stage).svg()) if e.tag == f"{SVG}text"]
    for seat, name in enumerate(view["seat_names"]):
        colours = [colour for colour in view["colours"] if colour["owner"] == seat]
        finished = all(colour["finished"] for colour in colours)
        piles = "+".join(str(colour["pile_size"]) for colour in colours)
        panel = words[words.index(name) :]
        assert panel[1] == ("finished" if finished else f"{piles} in pile")
        groups = sum(len(colour["groups"]) for colour in colours)
        points = [str(view["scores"][seat])] * (view["options"]["scoring"] == "blockers")
        numbers = [str(groups), *points, str(len(view["captured"][seat]))]
        assert panel[2 : 2 + 2 * len(numbers) : 2] == numbers


def test_the_last_move_is_marked() -> None:
    seen = at(blue="C5", racks={"red": "5"}).play("5 xC5")
    plain, marked = (
        [e for e in drawn(svg) if e.tag == f"{SVG}rect"] for svg in (seen.svg(last=()), seen.svg())
    )
    before = [e.attrib for e in plain]
    assert [square_at(e) for e in marked if e.attrib not in before] == ["C5", "C5"]
    assert len(marked) == len(plain) + 2


def test_a_skip_marks_no_square() -> None:
    """URTOWN-SKIP-1."""
    seen = at(**WALLED_IN, racks={"red": BLOCKED}).play("skip")
    assert seen.svg() == seen.svg(last=())
    assert ">" not in seen.terminal()


# stage, seat, what the description says
DESCRIPTIONS = [
    ("start", NOBODY, "First to move. Tiles on the board: 0."),
    ("start", 0, "Your red rack: 1, 2, 3, 4, 5."),
    ("two", 1, "Groups: red 1, blue 1, yellow 1, green 1. Your yellow rack:"),
    ("a few tiles", 2, "First to move. Tiles on the board: 7. Groups: red 2, blue 1, yellow 2."),
    ("over", NOBODY, "Game over: First 1, Second 0, Third 0; the fewest groups win."),
]


@pytest.mark.parametrize(("stage", "seat", "said"), DESCRIPTIONS)
def test_description(stage: str, seat: int | None, said: str) -> None:
    assert said in description(position(EXAMPLES[stage]).svg(seat))


# --- Characters ----------------------------------------------------------------------------------

SHORT = dict(
    zip(SYMBOLS, ("man", "rng", "wmn", "lmp", "sky", "sax", "car", "crd", "chm"), strict=True)
)


def cells(picture: str) -> dict[str, str]:
    """Read what is on each square, with the marks of the last move."""
    found: dict[str, str] = {}
    for line in picture.splitlines():
        if row := re.match(r" ([A-I]) \|(.{21})\|(.{21})\|(.{21})\|", line):
            words = re.findall(".{7}", "".join(row.groups()[1:]))
            found |= {row[1] + str(i): word for i, word in enumerate(words, 1)}
    return found


@stages
def test_every_square_has_its_mark(stage: str) -> None:
    seen = position(stage)
    view = seen.view()
    letters = [colour["name"][0] for colour in view["colours"]]
    expected = {square: SHORT[symbol_of(square)] for square in SQUARES}
    for tile in view["tiles"]:
        letter, face = letters[tile["colour"]], tile["tile"]
        expected[tile["square"]] = f"{letter}:{SHORT[face]}" if face in SHORT else letter + face
    assert {square: word.strip() for square, word in cells(str(seen)).items()} == expected


@stages
def test_racks_are_spelled_out_for_their_owner(stage: str) -> None:
    seen = position(stage)
    for seat in every_seat(seen):
        said = " ".join(seen.terminal(seat).split())
        racks = re.findall(r"Your (\w+) rack: (.*?)\.", said)
        own = [c for c in seen.view(seat)["colours"] if c["owner"] == seat and c["rack"]]
        assert racks == [(colour["name"], ", ".join(colour["rack"])) for colour in own]


# stage, what everyone is told of racks
KNOWN = [
    ("start", ""),
    ("shown", "Second, known: blue 1, man."),
    ("skipped", "First, known: red 1, 2, man, lamp, car."),
    ("set aside", "First, left over: red 5, 9, man, $."),
    ("an empty pile", "Second, known: blue "),
    ("over, nobody can place", "First, known: red 1, 2, man, lamp, car."),
]


@pytest.mark.parametrize(("stage", "said"), KNOWN)
def test_what_is_known_of_racks(stage: str, said: str) -> None:
    """URTOWN-SKIP-2, URTOWN-DUO-2, URTOWN-END-1."""
    told = [line for line in str(position(EXAMPLES[stage])).splitlines() if ": " in line]
    known = [line for line in told if re.search(", (known|left over): ", line)]
    assert (said in known[0]) if said else known == []


def test_the_last_move_is_marked_with_characters() -> None:
    seen = at(blue="C5", racks={"red": "5"}).play("5 xC5")
    marked = {square: word for square, word in cells(str(seen)).items() if ">" in word}
    assert marked == {"C5": ">r5   <"}


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("start of five", "Fifth to move."),
        ("two", "First to move."),
        ("over", "Game over: First 1, Second 0, Third 0; the fewest groups win."),
    ],
)
def test_the_picture_says_who_is_to_move(stage: str, said: str) -> None:
    assert str(position(EXAMPLES[stage])).splitlines()[-1].rstrip() == said
