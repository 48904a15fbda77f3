"""Pictures of Urbe, as SVG and as text, compared with the views they draw."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import contrada
from contrada import Position
from contrada.cli import screen
from contrada.games import drawing
from contrada.games.urbe import picture
from contrada.games.urbe.picture.cities import CITY
from tests.contract.pictures import HREF, SVG, description, parsed
from tests.games.urbe import positions
from tests.games.urbe.positions import COLOURS as TILE_COLOURS
from tests.games.urbe.positions import EXAMPLES, GUILDS

View = Mapping[str, Any]
Player = Mapping[str, Any]
Face = tuple[str, str, tuple[str, ...], str]  # colour, points, guilds or power, name
Card = tuple[tuple[str, ...], tuple[str, ...]]  # flags, guilds

PIECES = Path(picture.__file__).parents[1] / "pieces.svg"
COLOURS = (*TILE_COLOURS, "grey")
POWERS = (
    *("castle", "townhall", "bridge", "church", "watchtower", "warehouse", "herald"),
    "cathedral",
)
DUES = (
    *("side", "useful", "mark", "archbishop", "meeple", "pay", "second", "treasurer"),
    *("place", "swap", "over"),
)
NOBODY = None


# --- Positions -----------------------------------------------------------------------------------


def archbishop_marks(view: View) -> bool:
    return any(place["archbishop"] is not None for place in view["market"])


STAGES = (
    *("side", "last useful", "mark", "mark, four seats", "archbishop sent", "meeple", "pay"),
    *("second, four seats", "treasurer", "place, late", "place or keep", "place grey tiles"),
    *("swap", "a bit of everything", "over", "over for four", "a watchtower alone"),
)
stages = pytest.mark.parametrize("stage", STAGES)


@cache
def position(stage: str) -> Position:
    return positions.position(EXAMPLES[stage])


@cache
def view_of(stage: str, seat: int | None = NOBODY) -> View:
    return position(stage).view(seat)


@cache
def svg_of(stage: str, seat: int | None = NOBODY) -> str:
    return position(stage).svg(seat)


@cache
def text_of(stage: str, seat: int | None = NOBODY) -> str:
    return position(stage).terminal(seat)


def every_seat(seen: Position) -> list[int | None]:
    return [NOBODY, *range(seen.seats)]


def every_view(stage: str) -> Iterator[tuple[int | None, View]]:
    for seat in every_seat(position(stage)):
        yield seat, view_of(stage, seat)


def with_decree_met(view: View, seat: int, cells: Sequence[str]) -> View:
    """Let a seat fulfil its first decree, which random games hardly ever do."""
    changed = deepcopy(dict(view))
    changed["players"][seat]["decrees"][0] |= {"met": True, "cells": [*cells]}
    return changed


def test_the_stages_are_what_they_are_called() -> None:
    """They include everything that can be due, and everything that can be on the table."""
    views = [view_of(stage) for stage in EXAMPLES]
    assert {view["due"] for view in views} == {*DUES}
    assert {view["seats"] for view in views} == {2, 3, 4}
    players = [player for view in views for player in view["players"]]
    for key in ("bridges", "watchtowers", "fountains", "waiting", "drawn", "is_herald", "decrees"):
        assert any(player[key] for player in players), key
    assert {player["side"] for player in players} == {None, "A", "B"}
    assert any(player["useful"] and player["useful"]["used"] for player in players)
    assert any(c["tile"] and c["worth"] != c["tile"]["vp"] for p in players for c in p["city"])


# --- Reading an SVG ------------------------------------------------------------------------------


def top(svg: str) -> list[ET.Element]:
    """List what is drawn, each group as one, without symbols, description and background."""
    return list(parsed(svg))[4:]


def drawn(parts: Iterable[ET.Element]) -> list[ET.Element]:
    return [element for part in parts for element in part.iter()]


def words(parts: Iterable[ET.Element]) -> list[str]:
    return [e.text or "" for e in drawn(parts) if e.tag == f"{SVG}text"]


def symbol(element: ET.Element) -> str:
    return element.attrib.get(HREF, "").removeprefix("#ur-")


def number(element: ET.Element, key: str) -> float:
    return float(element.attrib.get(key, "nan"))


def corner(element: ET.Element) -> complex:
    if found := re.match(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", "")):
        return complex(float(found[1]), float(found[2]))
    return complex(number(element, "x"), number(element, "y"))


def middle(element: ET.Element) -> complex:
    return corner(element) + complex(number(element, "width"), number(element, "height")) / 2


@cache
def panels(svg: str) -> list[list[ET.Element]]:
    """Sort the drawing into its panels; each begins with its border."""
    edges = [e for e in top(svg) if e.tag == f"{SVG}rect" and e.attrib.get("rx") == "10"]
    found = [[edge] for edge in edges]
    for element in top(svg):
        for panel in found:
            size = complex(number(panel[0], "width"), number(panel[0], "height"))
            inside = corner(element) - corner(panel[0])
            within = 0 <= inside.real <= size.real and 0 <= inside.imag <= size.imag
            if within and element not in edges and element.tag != f"{SVG}path":
                panel.append(element)
    return found


def seat_panels(svg: str, view: View) -> list[list[ET.Element]]:
    """Return the panels of the seats, in order: those with a city."""
    found = [panel for panel in panels(svg) if any(is_city(e) for e in panel)]
    assert len(found) == view["seats"]
    titles = [p["name"] + " (you)" * (p["seat"] == view["seat"]) for p in view["players"]]
    return [next(panel for panel in found if title in words(panel)) for title in titles]


def panel_with(svg: str, heading: str) -> list[ET.Element]:
    return next(panel for panel in panels(svg) if heading in words(panel))


def is_city(element: ET.Element) -> bool:
    return element.tag == f"{SVG}g" and number(element[0], "width") == CITY


def city_of(panel: Iterable[ET.Element]) -> ET.Element:
    return next(element for element in panel if is_city(element))


def market_of(svg: str) -> ET.Element | None:
    """Return the group of the market: the one with numbered places."""
    groups = [e for e in top(svg) if e.tag == f"{SVG}g" and number(e[0], "width") == 97]
    assert len(groups) <= 1
    return groups[0] if groups else None


def tiles(group: Iterable[ET.Element]) -> dict[complex, Face]:
    """Read the tiles of a group, by their centres."""
    found: dict[complex, list[ET.Element]] = {}
    reading: list[ET.Element] = []
    for element in group:
        if symbol(element).startswith("tile-"):
            found[middle(element)] = reading = [element]
        elif len(reading) == 1 or is_of_a_face(element):
            reading.append(element)
        else:
            reading = []
    return {place: face(parts) for place, parts in found.items()}


def is_of_a_face(element: ET.Element) -> bool:
    """Whether this could be the points, an icon or the name on a tile."""
    return element.tag == f"{SVG}text" or symbol(element).startswith(("guild-", *POWERS))


def face(parts: Sequence[ET.Element]) -> Face:
    tile, disc, points, *rest = parts
    assert disc.tag == f"{SVG}rect"
    signs = (symbol(e) for e in rest if symbol(e))
    icons = tuple(GUILDS[int(s[-1]) - 1] if s.startswith("guild") else s for s in signs)
    name = " ".join(e.text or "" for e in rest if e.tag == f"{SVG}text")
    return COLOURS[int(symbol(tile)[-1]) - 1], points.text or "", icons, name


def face_in(tile: Mapping[str, Any], points: int, *, named: bool) -> Face:
    icons = (tile["power"],) if tile["power"] else tuple(tile["guilds"])
    return tile["colour"], str(points), icons, tile["name"] if named else ""


def cell_at(place: complex) -> str:
    column, row = (int((part - drawing.FRAME) // 100) for part in (place.real, place.imag))
    return "ABCD"[column] + "1234"[row]


def cards(parts: Iterable[ET.Element]) -> list[Card]:
    """Read the coin cards: flags above, guilds below."""
    found = []
    for group in parts:
        if group.tag == f"{SVG}g" and number(group[0], "width") == 58:
            flags = [e for e in group if symbol(e) == "flag"]
            fills = [re.findall(r"pattern-(\d)", e.attrib["fill"])[0] for e in flags]
            guilds = tuple(GUILDS[int(symbol(e)[-1]) - 1] for e in group if "guild" in symbol(e))
            assert all(middle(e).imag < 50 for e in flags)
            found.append((tuple(COLOURS[int(n) - 1] for n in fills), guilds))
    return found


def cards_in(player: Player) -> list[Card]:
    return [(tuple(card["flags"]), tuple(card["guilds"])) for card in player["cards"]]


def token(name: str) -> str:
    return drawing.tokens("urbe", PIECES, "light")[name]


# --- SVG -----------------------------------------------------------------------------------------


def test_every_symbol_and_colour_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A symbol or a colour of this game that no picture uses is a mistake."""
    text = PIECES.read_text(encoding="utf-8")
    monkeypatch.setattr(drawing, "coloured", lambda svg, _: svg)
    monkeypatch.setattr(drawing, "definitions", drawing.definitions.__wrapped__)  # not kept
    views = [with_decree_met(view_of("place, late", 0), 0, ["A1"])]
    views += [view_of(stage, seat) for stage in EXAMPLES for seat in (0, 1)]
    svgs = [picture.svg(view, last=("market 1", "0:A1")) for view in views]
    tokens = set(re.findall(r"--([\w-]+):", text))
    assert tokens <= {name for svg in svgs for name in re.findall(r"var\(--([\w-]+)\)", svg)}
    used = {symbol(element) for svg in svgs for element in drawn(top(svg))} - {""}
    assert set(re.findall(r'<symbol id="ur-([\w-]+)', text)) == used


@stages
def test_the_market_is_drawn(stage: str) -> None:
    """URBE-SETUP-2: the tiles in rows with their names, and the number of each place."""
    view, group = view_of(stage), market_of(svg_of(stage))
    if view["due"] == "over":
        assert group is None
        return
    assert group is not None
    across = 4 if len(view["market"]) == 12 else 3
    middles = [complex(i % across + 0.5, i // across + 0.5) * 100 for i in range(12)]
    expected = {
        place: face_in(each["tile"], each["tile"]["vp"], named=True)
        for place, each in zip(middles, view["market"], strict=False)
        if each["tile"]
    }
    assert tiles(group) == expected
    numbers = {
        place: e.text
        for e in group
        for place in middles
        if e.attrib.get("font-size") == "14" and abs(corner(e) - place + 35.5 + 33j) < 1
    }
    assert [numbers[m] for m in middles[: len(view["market"])]] == [
        str(each["place"]) for each in view["market"]
    ]


@stages
def test_meeples_stand_on_the_market(stage: str) -> None:
    """URBE-MARKET-1, URBE-GREY-CATHEDRAL: in the colour of their seat, the Archbishop in white."""
    view, group = view_of(stage), market_of(svg_of(stage))
    across = 4 if len(view["market"]) == 12 else 3

    def place_of(element: ET.Element) -> int:
        place = middle(element) - (32 - 30j)
        return round(place.imag / 100 - 0.5) * across + round(place.real / 100 - 0.5) + 1

    parts = [] if group is None else list(group)
    meeples = {place_of(e): e.attrib["fill"] for e in parts if symbol(e) == "meeple"}
    patterns = [f"url(#ur-pattern-{COLOURS.index(p['colour']) + 1})" for p in view["players"]]
    marked = {each["place"]: each["meeple"] for each in view["market"]}
    assert meeples == {n: patterns[seat] for n, seat in marked.items() if seat is not None}
    white = {
        place_of(e): symbol(after) for e, after in pairwise(parts) if symbol(e) == "archbishop"
    }
    owners = {each["place"]: each["archbishop"] for each in view["market"]}
    assert white == {
        n: f"field-{COLOURS.index(view['players'][seat]['colour']) + 1}"
        for n, seat in owners.items()
        if seat is not None
    }


def test_the_archbishop_is_on_a_market() -> None:
    assert archbishop_marks(view_of("archbishop sent"))


@stages
def test_cities_are_drawn(stage: str) -> None:
    """URBE-PLACE-1: each tile on its cell, with its worth there, and its name if it fits."""
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            city = city_of(panel)
            named = view["seats"] == 2 or player["seat"] == seat
            expected = {
                cell["cell"]: face_in(cell["tile"], cell["worth"], named=named)
                for cell in player["city"]
                if cell["tile"]
            }
            assert {cell_at(place): face for place, face in tiles(city).items()} == expected
            frame = [e.text for e in city if e.attrib.get("font-size") == "20"]
            assert [mark for mark in frame if mark in [*"ABCD1234"]][:8] == [*"A1B2C3D4"]


@stages
def test_what_takes_no_cell_is_drawn(stage: str) -> None:
    """URBE-GREY-BRIDGE, URBE-GREY-WATCHTOWER, URBE-FOUNTAIN-1."""
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            parts = list(city_of(panel))
            plates = {
                middle(plate): (symbol(sign), points.text)
                for plate, sign, points in zip(parts, parts[1:], parts[2:], strict=False)
                if plate.attrib.get("rx") == "5"
            }
            laid = [(each["border"], each["tile"]) for each in player["bridges"]]
            laid += [(each["outside"], each["tile"]) for each in player["watchtowers"]]
            expected = {spot(place): (tile["power"], str(tile["vp"])) for place, tile in laid}
            assert plates == expected
            fountains = {
                middle(e): points.text
                for e, points in pairwise(parts)
                if symbol(e).startswith("fountain")
            }
            assert fountains == {
                spot(each["square"]) + 50 + 50j: str(each["vp"]) for each in player["fountains"]
            }


def spot(place: str) -> complex:
    """Return where something is, in a city with cells of 100."""
    cells = [
        complex(90 + 100 * "ABCD".index(c), 90 + 100 * "1234".index(r))
        for c, r in re.findall("([A-D])([1-4])", place)
    ]
    if len(cells) == 2:
        return sum(cells) / 2
    aside = {"above": -70j, "below": 70j, "left of": -70, "right of": 70}
    return cells[0] + aside.get(place[:-3], 0)


def test_own_and_small_cities() -> None:
    """The viewer's city is the largest; for spectators all are equal."""

    def scales(seat: int | None) -> list[str]:
        view, svg = view_of("second, four seats", seat), svg_of("second, four seats", seat)
        cities = map(city_of, seat_panels(svg, view))
        return [re.findall(r"scale\((.*?)\)", city.attrib["transform"])[0] for city in cities]

    assert len(set(scales(NOBODY))) == 1
    own, *others = sorted(map(float, scales(0)), reverse=True)
    assert float(scales(0)[0]) == own > 2 * others[0]
    assert len(set(others)) == 1


@stages
def test_every_seat_is_described(stage: str) -> None:
    """Points, guild and side, characters, and marks for first player, Herald and Archbishop."""
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            said = " ".join(words(panel))
            side = f", side {player['side']}" if player["side"] else ""
            title = player["name"] + " (you)" * (player["seat"] == seat)
            guild = f"{player['guild'].capitalize()}{side}"
            assert f"{title} {guild} {player['points']}" in said
            if player["character"]:
                counts = "1-2" if player["side"] == "A" else "3-8"
                vp = player["character"]["vp"]
                what = f"{vp} for each {player['colour']} tile of {counts} VP"
                assert f"{player['character']['name']} {what}" in said
            for useful in [player["useful"]] if player["useful"] else player["drawn"]:
                sign = "?" if not player["useful"] else " (used)" if useful["used"] else ""
                vp = f"{useful['vp']} " if useful["vp"] else ""
                assert f"{useful['name']}{sign} {vp}{useful['text']}" in said
            signs = {symbol(e) for e in panel if number(e, "width") == 22}
            assert ("first" in signs) == (player["seat"] == view["first"])
            assert ("herald" in signs) == player["is_herald"]
            assert ("archbishop" in signs) == player["has_archbishop"]


@stages
def test_the_coins_of_all_are_drawn(stage: str) -> None:
    """URBE-COIN-1: the viewer's in a panel of their own; played ones leave a gap."""
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            assert cards(panel) == ([] if player["seat"] == seat else cards_in(player))
        own = [panel for panel in panels(svg) if "Your coins" in words(panel)]
        assert len(own) == (seat is not NOBODY and view["due"] != "over")
        for panel in own:
            player = view["players"][seat]
            used = [view["card"]] if view["card"] and view["to_move"] == seat else []
            held = sorted([*player["cards"], *used], key=lambda card: int(card["card"]))
            assert cards(panel) == cards_in({"cards": held})
            right = number(panel[0], "x") + number(panel[0], "width")
            assert all(corner(e).real + 60 < right for e in panel if e.tag == f"{SVG}g")
            gaps = [e for e in panel if e.attrib.get("stroke-dasharray") == "4 5"]
            assert len(gaps) == player["cards_played"]
            green = [e for e in gaps if e.attrib["stroke"] == token("accent")]
            assert len(green) == (view["card"] is not None and view["to_move"] == seat)


@stages
def test_tiles_to_be_placed_are_drawn(stage: str) -> None:
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            groups = [g for g in panel if g.tag == f"{SVG}g" and symbol(g[0]).startswith("tile-")]
            found = [face for group in groups for face in tiles(group).values()]
            assert found == [face_in(t, t["vp"], named=False) for t in player["waiting"]]
            said = " ".join(words(panel)).partition("To be placed ")[2]
            names = [said.index(tile["name"]) for tile in player["waiting"]]
            assert names == sorted(names)


def decree_names(view: View) -> set[str]:
    decrees = (decree for player in view["players"] for decree in player["decrees"] or ())
    return {decree["name"] for decree in decrees}


def all_decrees() -> set[str]:
    names = set()
    for seats, seed in ((4, 1), (4, 2), (3, 3)):
        here = contrada.game("urbe").start(seats, seed)
        for _ in range(seats):
            here = here.play(here.legal()[0])
        names |= {name for seat in range(seats) for name in decree_names(here.view(seat))}
    return names


@stages
def test_hidden_decrees_are_not_drawn(stage: str) -> None:
    """URBE-SETUP-5: before the end you see only your own, and how many the others have."""
    known = all_decrees() | {
        name for seat in range(position(stage).seats) for name in decree_names(view_of(stage, seat))
    }
    for seat, view in every_view(stage):
        svg, text = svg_of(stage, seat), " ".join(text_of(stage, seat).split())
        said = " ".join(words(top(svg)))
        seen = decree_names(view)
        for name in known:
            assert (name in said) == (name in seen), name
            assert (name in text) == (name in seen), name
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            secret = player["decrees"] is None and player["decrees_size"] > 0
            assert ("3 secret decrees" in words(panel)) == secret
            assert ("decree" in {symbol(e) for e in panel}) == secret
    assert len(known) > 15


@stages
def test_decrees_are_drawn_with_their_grids(stage: str) -> None:
    """URBE-DECREE-2: coloured fields, and an empty field for anything."""
    for seat, view in every_view(stage):
        svg = svg_of(stage, seat)
        for player, panel in zip(view["players"], seat_panels(svg, view), strict=True):
            boxes = [e for e in panel if e.attrib.get("rx") == "8"]
            assert len(boxes) == len(player["decrees"] or ())
            for box, decree in zip(boxes, player["decrees"] or (), strict=True):
                size = complex(number(box, "width"), number(box, "height"))
                inside = [
                    e
                    for e in panel
                    if 0 < (corner(e) - corner(box)).real < size.real
                    and 0 < (corner(e) - corner(box)).imag < size.imag
                ]
                assert grid_of(inside) == decree["grid"]
                said = words(inside)
                state = "fulfilled" if decree["met"] else "not fulfilled"
                name, _, about = " ".join(said[:-1]).partition(f" {decree['pile']} ")
                assert name == decree["name"]
                assert about.removeprefix("· ").startswith(state)
                assert said[-1] == str(decree["vp"])


def grid_of(parts: Iterable[ET.Element]) -> list[str]:
    """Read the grid of a decree from its fields."""
    letters = {
        middle(e): "PBYG"[int(symbol(e)[-1]) - 1] if symbol(e) else "."
        for e in parts
        if symbol(e).startswith("field-") or e.attrib.get("stroke-dasharray") == "2 2"
    }
    lines = sorted({round(place.imag, 3) for place in letters})
    return [
        "".join(letters[p] for p in sorted(letters, key=lambda p: p.real) if round(p.imag, 3) == y)
        for y in lines
    ]


def test_a_decree_that_is_met_is_outlined() -> None:
    """URBE-DECREE-2: in the city, around all its cells; its box turns green."""
    plain = view_of("place, late", 0)
    view = with_decree_met(plain, 0, ["B2", "C2", "D2"])
    before, after = (
        [
            e.attrib
            for e in seat_panels(picture.svg(v), v)[0]
            + list(city_of(seat_panels(picture.svg(v), v)[0]))
            if e.attrib.get("stroke") == token("accent")
        ]
        for v in (plain, view)
    )
    new = [attributes for attributes in after if attributes not in before]
    outline = [attributes["d"] for attributes in new if "d" in attributes]
    assert outline == [drawing.circuit(map(spot, ["B2", "C2", "D2"]), inset=2, corner=6)]
    assert [attributes["fill"] for attributes in new if "rx" in attributes] == [
        token("accent-soft")
    ]
    assert "starting · fulfilled on B2 C2 D2" in words(top(picture.svg(view)))


@stages
def test_the_points_are_a_table(stage: str) -> None:
    """URBE-SCORE-1: before the end decrees are separate, because they count only then."""
    for seat, view in every_view(stage):
        found = words(panel_with(svg_of(stage, seat), "Points"))
        over, eight = view["due"] == "over", view["options"]["useful_eight"]
        heads = ["Tiles", *["Character"] * (eight != "instead"), "Fountains"]
        heads += ["Useful"] if eight else []
        heads += ["Decrees", "Points"] if over else ["Points", "Decrees"]
        rows = {head: found[found.index(head, 1) + 1 :][: view["seats"]] for head in heads}
        assert [e for e in found if e in heads and e != "Points"] == [
            head for head in heads if head != "Points"
        ]
        assert rows["Points"] == [str(p["points"]) for p in view["players"]]
        for what, head in (
            ("tile", "Tiles"),
            ("character", "Character"),
            ("fountain", "Fountains"),
        ):
            if head in rows:
                assert rows[head] == [str(points_for(p, what)) for p in view["players"]]
        for player, decrees in zip(view["players"], rows["Decrees"], strict=True):
            known = sum(line["points"] for line in player["sheet"])
            secret = points_for(player, "decree") if over else known - player["points"]
            dealt = "secret" if player["decrees"] is None else str(secret)
            assert decrees == (dealt if player["decrees_size"] else "-")
        if eight:
            parts = [
                sum(int(rows[h][i]) for h in rows if h not in ("Points", "Decrees"))
                for i in range(view["seats"])
            ]
            parts = [p + int(rows["Decrees"][i]) if over else p for i, p in enumerate(parts)]
            assert parts == [p["points"] for p in view["players"]]


def points_for(player: Player, what: str) -> int:
    return sum(line["points"] for line in player["sheet"] if line["what"] == what)


def test_decrees_met_before_the_end_stand_apart() -> None:
    """Together with what the Chancellor adds for them, which is just as secret."""
    plain = view_of("place, late", 0)
    view = with_decree_met(plain, 0, ["A1"])
    view["players"][0]["sheet"] += [
        {"what": "decree", "name": "One", "points": 6, "squares": ["A1"]},
        {"what": "useful", "name": "Chancellor", "points": 3, "squares": []},
    ]
    before, after = (words(panel_with(picture.svg(v), "Points")) for v in (plain, view))
    changed = before.index("Decrees") + 1
    assert after == [*before[:changed], "9", *before[changed + 1 :]]
    assert f"{view['players'][0]['points']}        9" in picture.terminal(view)


@stages
def test_what_is_left_is_counted(stage: str) -> None:
    """URBE-SETUP-1, URBE-SETUP-6: the pile, the discards, the box, both kinds of fountains."""
    view, svg = view_of(stage), svg_of(stage)
    panel = panel_with(svg, "in the box")
    found = words(panel)
    expected = [
        *(str(view["pile_size"]), "pile", str(view["discards_size"]), "discards"),
        *(str(view["box_size"]), "in the box"),
    ]
    for kind in view["fountains_left"]:
        expected += [str(kind["vp"]), str(kind["left"]), "fountains"]
    assert found == expected
    signs = [symbol(e) for e in panel if symbol(e)]
    assert signs == ["pile", "discards", "box", "fountain-1", "fountain-2"]


@stages
def test_the_strip_says_who_is_to_do_what(stage: str) -> None:
    view = view_of(stage)
    said = " ".join(words(panels(svg_of(stage))[0]))
    who, _, what = picture.sentence(view).removesuffix(".").partition(": ")
    assert said.startswith(f"{who} {what.replace('; ', ' ')} ")
    if view["round"]:
        assert f"round {view['round']} of {view['rounds']}" in said
    else:
        assert f"before round 1 of {view['rounds']}" in said
    assert f"{view['seat_names'][view['first']]} is first player" in said
    herald = any(player["is_herald"] for player in view["players"])
    assert ("Herald" in said) == herald


@stages
def test_the_panel_of_who_is_to_move_has_a_green_edge(stage: str) -> None:
    for seat, view in every_view(stage):
        found = seat_panels(svg_of(stage, seat), view)
        green = [i for i, p in enumerate(found) if p[0].attrib["stroke"] == token("accent")]
        assert green == ([] if view["to_move"] is None else [view["to_move"]])


def strokes(group: Iterable[ET.Element], name: str) -> list[dict[str, str]]:
    return [e.attrib for e in group if e.attrib.get("stroke") == token(name)]


def test_the_last_turn_is_marked_in_a_city() -> None:
    """One outline around cells that touch, a background under what takes no cell."""
    view = view_of("second, four seats", 0)
    last = ("1:A1", "1:B1", "1:A2-B2", "0:D4")
    plain, marked = (
        [city_of(panel) for panel in seat_panels(picture.svg(view, last=names), view)]
        for names in ((), last)
    )
    assert [strokes(city, "last") for city in plain] == [[]] * 4
    own, other, *rest = (strokes(city, "last") for city in marked)
    assert [a["d"] for a in own] == [drawing.circuit([spot("D4")], inset=2, corner=8)]
    assert other[0]["d"] == drawing.circuit(map(spot, ("A1", "B1")), inset=2, corner=8)
    assert len(other) == 2
    ground = {key: float(other[1][key]) for key in ("x", "y", "width", "height")}
    assert spot("A2-B2").real == ground["x"] + ground["width"] / 2
    assert spot("A2-B2").imag == ground["y"] + ground["height"] / 2
    assert rest == [[], []]


def test_the_last_turn_is_marked_on_the_market() -> None:
    view = view_of("second, four seats", 0)
    plain, marked = (market_of(picture.svg(view, last=last)) for last in ((), ("market 6",)))
    assert plain is not None
    assert marked is not None
    assert strokes(plain, "last") == []
    path = drawing.circuit([150 + 150j], inset=2, corner=8)
    assert [a["d"] for a in strokes(marked, "last")] == [path]
    assert [a["d"] for a in strokes(marked, "last-soft")] == [path]


def test_what_is_being_paid_for_is_marked() -> None:
    """URBE-TAKE-1: with a green outline, which the mark of the last turn does not hide."""
    view = view_of("pay")
    target = view["target"]
    group = market_of(picture.svg(view, last=(f"market {target}",)))
    assert group is not None
    (line,) = [e for e in group if e.attrib.get("stroke") == token("accent")]
    assert middle(line) == complex((target - 1) % 3 + 0.5, (target - 1) // 3 + 0.5) * 100
    assert strokes(group, "last") == []


def test_positions_mark_their_last_turn() -> None:
    """The picture marks what the notation names."""
    for stage, turn in (
        ("archbishop", "archbishop 7 Rope Walk"),
        ("place", "place Fish Hall on A1"),
    ):
        seen = position(stage).play(turn)
        assert seen.last_squares()
        assert seen.svg() != seen.svg(last=())
        assert seen.terminal() != seen.terminal(last=())


# stage, seat, what the description says
DESCRIPTIONS = [
    ("side", NOBODY, r"First to move: choose side A or B\. Before round 1 of 8, \w+ is first pl"),
    (
        "place, late",
        0,
        r"Round 4 of 4, \w+ is first player.*\. Points: First \d+, Second \d+\. Your decr",
    ),
    ("over", NOBODY, r"Game over: First \d+, Second \d+, Third \d+; most points win\."),
]


@pytest.mark.parametrize(("stage", "seat", "said"), DESCRIPTIONS)
def test_description(stage: str, seat: int | None, said: str) -> None:
    assert re.search(said, description(svg_of(stage, seat)))


@stages
def test_panels_do_not_overlap(stage: str) -> None:
    for seat in every_seat(position(stage)):
        edges = [panel[0] for panel in panels(svg_of(stage, seat))]
        for i, one in enumerate(edges):
            for other in edges[:i]:
                apart = [
                    number(a, start) + number(a, size) <= number(b, start)
                    for a, b in ((one, other), (other, one))
                    for start, size in (("x", "width"), ("y", "height"))
                ]
                assert any(apart)


# --- Characters ----------------------------------------------------------------------------------


def code(tile: Mapping[str, Any], points: int) -> str:
    if tile["power"]:
        return f"*{tile['power'][:3]}{points}"
    return f"{tile['colour'][0].upper()}{points}{''.join(g[0] for g in tile['guilds'])}"


def cities(text: str) -> list[list[str]]:
    """Cut out the cities: eleven lines each, two side by side."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if re.fullmatch(r" +A +B +C +D.*", line)]
    found = []
    for start in starts:
        block = lines[start - 1 : start + 10]
        found += [[line[:39] for line in block], [line[40:] for line in block]]
    return [city for city in found if city[1].strip()]


def rows_of(city: Sequence[str]) -> dict[str, str]:
    """Read what is on each cell, with the marks of the last turn."""
    return {
        column + line[0]: line[2 + 9 * i : 10 + 9 * i]
        for line in city[3:10:2]
        for i, column in enumerate("ABCD")
    }


@stages
def test_the_table_is_short(stage: str) -> None:
    for seat in every_seat(position(stage)):
        rows = text_of(stage, seat).splitlines()
        assert len(rows) <= (50 if position(stage).seats == 2 else 72)


@stages
def test_the_market_is_listed(stage: str) -> None:
    """Each place with its tile, the name, and who has marked it."""
    view, text = view_of(stage), position(stage).terminal(last=())
    found = {}
    for line in text.splitlines()[1:7]:
        for half in (line[:39], line[40:]):
            if entry := re.match(r"([ \d]\d) (\S+) *(.*?) *([ma]\d)?$", half.rstrip()):
                found[int(entry[1])] = entry.groups()[1:]
    expected = {}
    for each in view["market"] if view["due"] != "over" else ():
        tile = each["tile"]
        marks = [
            f"{key[0]}{each[key] + 1}" for key in ("meeple", "archbishop") if each[key] is not None
        ]
        words = (code(tile, tile["vp"]), tile["name"]) if tile else ("-", "")
        expected[each["place"]] = (*words, marks[0] if marks else None)
    assert found == expected


@stages
def test_every_cell_has_its_tile(stage: str) -> None:
    for seat, view in every_view(stage):
        found = cities(text_of(stage, seat))
        assert len(found) == view["seats"]
        for player, city in zip(view["players"], found, strict=True):
            side = f", side {player['side']}" if player["side"] else ""
            you = " (you)" * (player["seat"] == seat)
            assert city[0].strip() == f"{player['name']}{you}, {player['guild'].capitalize()}{side}"
            expected = {
                cell["cell"]: code(cell["tile"], cell["worth"]) if cell["tile"] else "."
                for cell in player["city"]
            }
            assert {cell: word.strip(" <>") for cell, word in rows_of(city).items()} == expected


@stages
def test_lines_of_a_city_show_what_takes_no_cell(stage: str) -> None:
    view = view_of(stage)
    for player, city in zip(view["players"], cities(text_of(stage)), strict=True):
        signs = Counter("".join(city[2:]))
        assert signs["="] == len(player["bridges"])
        assert signs["T"] == len(player["watchtowers"])
        corners = {line[10 + 9 * i] for line in city[4:10:2] for i in range(3)}
        assert corners <= {"+", "1", "3"}
        expected = {each["square"]: str(each["vp"]) for each in player["fountains"]}
        found = {
            "ABC"[i] + str(row): line[10 + 9 * i]
            for row, line in enumerate(city[4:10:2], 1)
            for i in range(3)
            if line[10 + 9 * i] != "+"
        }
        assert found == expected


# where it lies; the line of the city and the column where its sign stands
SIGNS = [
    ("above B1", 2, 14),
    ("below D4", 10, 32),
    ("left of A3", 7, 1),
    ("right of D2", 5, 37),
    ("A1-B1", 3, 10),
    ("C4-D4", 9, 28),
    ("C2-C3", 6, 23),
]


def with_laid(place: str) -> tuple[View, str]:
    """Let the fourth seat have only a bridge or watchtower, there."""
    power = "bridge" if "-" in place else "watchtower"
    key = "border" if power == "bridge" else "outside"
    tile = {"name": "X", "colour": "grey", "vp": 9, "guilds": [], "power": power}
    view = deepcopy(dict(view_of("second, four seats")))
    view["players"][3] |= {"bridges": [], "watchtowers": []}
    view["players"][3] |= {f"{power}s": [{key: place, "tile": tile}]}
    return view, power


@pytest.mark.parametrize(("place", "row", "column"), SIGNS)
def test_signs_stand_where_things_lie(place: str, row: int, column: int) -> None:
    view, power = with_laid(place)
    city, sign = cities(picture.terminal(view))[3], "=" if power == "bridge" else "T"
    found = [(i, line.index(sign)) for i, line in enumerate(city) if sign in line and i > 1]
    assert found == [(row, column)]
    assert f"Fourth also has: X *{power[:3]}9 {place}." in picture.terminal(view)
    marked = picture.terminal(view, last=(f"3:{place}",))
    assert f"X *{power[:3]}9 >{place}<." in marked


@pytest.mark.parametrize("place", [place for place, _, _ in SIGNS])
def test_plates_lie_where_they_should(place: str) -> None:
    """A bridge along its border; a coordinate makes room for a watchtower."""
    view, power = with_laid(place)
    city = city_of(seat_panels(picture.svg(view), view)[3])
    (plate,) = [e for e in city if e.attrib.get("rx") == "5"]
    assert middle(plate) == spot(place)
    upright = place[:4] in ("left", "righ") or place[1] == place[-1]
    assert (number(plate, "width") < number(plate, "height")) == upright
    letters = [e for e in city if (e.text or "") in [*"ABCD1234"] and symbol(e) == ""]
    frame = [e for e in letters if e.attrib["font-size"] == "20"][:8]
    half = complex(number(plate, "width"), number(plate, "height")) / 2
    for letter in frame:
        away = corner(letter) - spot(place)
        assert abs(away.real) > half.real or abs(away.imag) > half.imag
    assert power in {symbol(e) for e in city}


@stages
def test_what_a_seat_has_is_written(stage: str) -> None:
    """Characters, cards left, tiles to place, and what takes no cell."""
    for seat, view in every_view(stage):
        said = " ".join(text_of(stage, seat).split())
        for player in view["players"]:
            name = player["name"]
            if player["character"]:
                assert f"{name} is: {player['character']['name']}, " in said
            if player["useful"]:
                used = " (used)" if player["useful"]["used"] else ""
                assert f"{player['useful']['name']}{used}, " in said
                assert player["useful"]["text"] in said
            if player["cards"]:
                listed = ", ".join(card["text"] for card in player["cards"])
                assert f"{name} has cards: {listed}." in said
            else:
                assert f"{name} has cards" not in said
            if player["waiting"]:
                tiles = [f"{tile['name']} {code(tile, tile['vp'])}" for tile in player["waiting"]]
                assert f"{name} has to place: {', '.join(tiles)}." in said
            for each in (*player["bridges"], *player["watchtowers"]):
                place = each.get("border") or each["outside"]
                assert each["tile"]["name"] in said
                assert place in said
            assert said.count("with the Archbishop") == sum(
                p["has_archbishop"] for p in view["players"]
            )


@stages
def test_decrees_are_written_with_their_grids(stage: str) -> None:
    for seat, view in every_view(stage):
        text = text_of(stage, seat)
        said = " ".join(text.split())
        for player in view["players"]:
            for i, decree in enumerate(player["decrees"] or ()):
                if player["seat"] != seat:
                    grid = "/".join(decree["grid"])
                    state = "fulfilled" if decree["met"] else "not fulfilled"
                    assert f"{decree['name']} {grid} {decree['vp']} {state}" in said
                    continue
                block = [line[26 * i : 26 * i + 26].strip() for line in text.splitlines()]
                start = block.index(decree["name"])
                assert block[start + 1] == f"{decree['pile']}, {decree['vp']} VP"
                about = (
                    ["fulfilled", " ".join(decree["cells"])] if decree["met"] else ["not fulfilled"]
                )
                end = start + 2 + len(about)
                assert block[start + 2 : end] == about
                assert block[end : end + len(decree["grid"])] == decree["grid"]


@stages
def test_the_seats_are_a_table(stage: str) -> None:
    """The score sheet, in the same order as in the drawing."""
    for seat, view in every_view(stage):
        lines = [line.strip() for line in text_of(stage, seat).splitlines()]
        start = next(i for i, line in enumerate(lines) if line.startswith("Seat "))
        head, *rows = (re.split("  +", line) for line in lines[start : lines.index("", start)])
        for player, row in zip(view["players"], rows, strict=True):
            cell = dict(zip(head, row, strict=True))
            assert cell["Seat"] == player["name"] + " (you)" * (player["seat"] == seat)
            assert cell["Points"] == str(player["points"])
            assert cell["Tiles"] == str(points_for(player, "tile"))
            assert ("Useful" in cell) == bool(view["options"]["useful_eight"])
            assert ("Character" in cell) == (view["options"]["useful_eight"] != "instead")
            assert (cell["Decrees"] == "secret") == (
                player["decrees"] is None and player["decrees_size"] > 0
            )


@stages
def test_round_and_piles_are_written(stage: str) -> None:
    view, lines = view_of(stage), text_of(stage).splitlines()
    number = view["round"]
    begins = f"Round {number} of " if number else "Before round 1 of "
    assert lines[0].startswith(f"{begins}{view['rounds']}, ")
    three, one = (f"{kind['left']} of {kind['vp']} VP" for kind in view["fountains_left"])
    assert (
        f"Pile {view['pile_size']}, discards {view['discards_size']}, in the box "
        f"{view['box_size']}; fountains left: {three}, {one}."
    ) in map(str.rstrip, lines)


def test_the_last_turn_is_marked_with_characters() -> None:
    seen = position("second, four seats")
    text = seen.terminal(last=("market 6", "1:A1", "1:D4"))
    marked = {
        (i, cell): word
        for i, city in enumerate(cities(text))
        for cell, word in rows_of(city).items()
        if ">" in word
    }
    assert [*marked] == [(1, "A1"), (1, "D4")]
    (place,) = re.findall(r" 6(>.{8}<)", text)
    assert all(screen.LATEST.fullmatch(word) for word in [*marked.values(), place])
    assert ">" not in seen.terminal(last=())


def test_styles_colour_tiles_and_fields() -> None:
    """A tile, a field of a decree and a word have their colour; column headings have none."""

    def found(line: str) -> list[str]:
        return [m for pattern, _ in picture.styles for m in re.findall(pattern, line)]

    assert found("1| P2cw   | *cas11 |>G7   <|") == ["P2cw", "G7", "*cas11"]
    assert found("      A        B        C        D") == []
    assert found("BYB   .G.") == ["B", "B", "Y", "G"]
    assert found("First has cards: purple+blue/wheel.") == ["purple", "blue"]
    assert found(" +--------3---=----+ 3-8 VP") == ["+--------3---=----+", "3"]
    assert found("Points  Bakehouse 2. Your decrees: Boats") == []


# --- Who has to do what --------------------------------------------------------------------------

# stage, what the sentence says after the name of the seat
DUE = [
    ("side", r"choose side A or B"),
    ("useful", r"keep the [A-Z][\w-]+ or [A-Z][\w-]+"),
    ("mark", r"mark a tile"),
    ("archbishop", r"send the Archbishop or not"),
    ("meeple", r"take back the meeple from \d or \d"),
    ("pay", r"pay for [A-Z][\w' ]+"),
    ("second", r"take a second tile or none"),
    ("treasurer", r"take one more tile with the Treasurer or not"),
    ("place", r"place [A-Z][\w', ]+"),
    ("place or keep", r"place or keep \w+ Warehouse"),
    ("swap", r"swap two tiles or none"),
]


@pytest.mark.parametrize(("stage", "said"), DUE)
def test_the_sentence_says_what_is_due(stage: str, said: str) -> None:
    """The prompt of the terminal repeats it."""
    seen = position(stage)
    mover = seen.to_move
    assert mover is not None
    name = seen.view()["seat_names"][mover]
    assert re.fullmatch(rf"{name} to move: {said}\.", picture.sentence(seen.view(mover)))
    assert re.fullmatch(rf"{name}, {said}> ", screen.prompt(seen, mover))
    assert picture.sentence(seen.view(mover)) in " ".join(seen.terminal(mover).split())


def test_the_sentence_knows_everything_that_can_be_due() -> None:
    assert {view_of(stage)["due"] for stage, _ in DUE} == {*DUES} - {"over"}


def test_what_is_paid_for_is_named() -> None:
    view = view_of("pay")
    tile = next(each["tile"] for each in view["market"] if each["place"] == view["target"])
    assert f": pay for {tile['name']}." in picture.sentence(view)


@pytest.mark.parametrize("stage", ["over", "over for four"])
def test_the_end_is_told_with_the_scores(stage: str) -> None:
    """URBE-SCORE-1."""
    view = view_of(stage)
    scores = ", ".join(f"{p['name']} {p['points']}" for p in view["players"])
    assert picture.sentence(view) == f"Game over: {scores}; most points win."
