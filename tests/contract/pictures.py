"""What must be true of every picture, as SVG and as text, and how to read one."""

from __future__ import annotations

import inspect
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from contrada import Position

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
THEMES = ("light", "dark")
COLOUR = r"#[0-9A-F]{6}|#000|#fff|none|currentColor|url\(#[\w-]+\)"
COLOURED = ("fill", "stroke", "color")
LARGEST = 120_000  # characters of an SVG document
COLUMNS, ROWS = 80, 72  # of a terminal
MARGIN = 0.01  # of numbers that are rounded


# --- Reading an SVG ------------------------------------------------------------------------------


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def drawn(svg: str) -> list[ET.Element]:
    """List what is drawn, in order, without the definitions of symbols."""
    parts = [part for part in parsed(svg) if part.tag != f"{SVG}defs"]
    return [element for part in parts for element in part.iter()]


def words(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(svg) if element.tag == f"{SVG}text"]


def description(svg: str) -> str:
    """Return what a screen reader says about the picture."""
    return parsed(svg).findtext(f"{SVG}desc") or ""


# --- SVG -----------------------------------------------------------------------------------------


def check_picture(position: Position, seat: int | None) -> None:
    """A picture is self-contained, has a description, stays in its frame, and fits a terminal."""
    picture, title = position.game.definition.picture, position.game.facts.title
    for wishes in wished(picture.svg):
        light, dark = (position.svg(seat, theme=theme, **wishes) for theme in THEMES)
        check_svg(light, title)
        check_colours(parsed(dark))
        assert light != dark
        assert shapes(light) == shapes(dark), "light and dark differ in more than colours"
    for wishes in wished(picture.terminal):
        check_characters(position.terminal(seat, **wishes))


def wished(draw: Callable[..., str]) -> list[dict[str, Any]]:
    """Yield the default options, and all options that show more."""
    wishes = inspect.signature(draw).parameters.values()
    everything = {wish.name: True for wish in wishes if isinstance(wish.default, bool)}
    return [{}, everything] if everything else [{}]


def check_svg(svg: str, title: str) -> None:
    root = parsed(svg)
    assert root.tag == f"{SVG}svg"
    assert len(svg) < LARGEST
    check_it_stands_alone(svg, root)
    check_it_is_named(root, title)
    check_colours(root)
    check_it_keeps_inside(root)


def check_it_stands_alone(svg: str, root: ET.Element) -> None:
    """Everything it refers to is inside it, and nothing in it runs or is fetched."""
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids), "two parts have one id"
    links = {element.attrib[HREF] for element in root.iter() if HREF in element.attrib}
    links |= set(re.findall(r"url\((.*?)\)", svg))
    assert links <= {f"#{each}" for each in ids}, "refers to what is not there"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags.isdisjoint({"style", "script", "image", "foreignObject", "a"}), "may do harm"
    assert "var(" not in svg
    assert "@import" not in svg
    assert set(re.findall(r"https?://[^\"]+", svg)) <= NAMESPACES, "fetches from elsewhere"


def check_it_is_named(root: ET.Element, title: str) -> None:
    named = root.attrib.get("aria-labelledby", "").split()
    texts = {element.attrib.get("id"): element.text for element in root}
    assert len(named) == 2, "has no name for a screen reader"
    assert [bool(texts.get(each)) for each in named] == [True, True], "a name says nothing"
    assert title.startswith(root.findtext(f"{SVG}title") or "?")
    assert root.attrib["role"] == "img"


def check_colours(root: ET.Element) -> None:
    """Fails if a theme has no colour for a token."""
    values = {e.attrib[key] for e in root.iter() for key in COLOURED if key in e.attrib}
    for value in values:
        assert re.fullmatch(COLOUR, value), f"{value} is no colour"
    attributes = [pair for element in root.iter() for pair in element.attrib.items()]
    opacities = {float(value) for key, value in attributes if key.endswith("opacity")}
    assert all(0 < opacity <= 1 for opacity in opacities)


def check_it_keeps_inside(root: ET.Element) -> None:
    """More to draw makes the picture longer; nothing sticks out of it."""
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    for middle in middles([part for part in root if part.tag != f"{SVG}defs"]):
        inside = (middle.real - x) / width, (middle.imag - y) / height
        assert all(-MARGIN <= part <= 1 + MARGIN for part in inside), "is drawn outside"


def middles(parts: Sequence[ET.Element], start: complex = 0, scale: float = 1) -> Iterator[complex]:
    """Yield the middle of everything that has a place of its own."""
    for part in parts:
        moved = re.match(r"translate\((\S+) (\S+)\)", part.attrib.get("transform", ""))
        scaled = re.search(r"scale\((\S+)\)", part.attrib.get("transform", ""))
        here = start + scale * (complex(float(moved[1]), float(moved[2])) if moved else 0)
        larger = scale * (float(scaled[1]) if scaled else 1)
        if "x" in part.attrib:
            place, size = (
                complex(*(float(part.attrib.get(key, 0)) for key in keys))
                for keys in (("x", "y"), ("width", "height"))
            )
            yield here + larger * (place + size / 2)
        yield from middles(list(part), here, larger)


def shapes(svg: str) -> list[tuple[str, str | None, dict[str, str]]]:
    """Return a picture without its colours."""
    return [
        (element.tag, element.text, {k: v for k, v in element.attrib.items() if not _is_colour(k)})
        for element in parsed(svg).iter()
    ]


def _is_colour(attribute: str) -> bool:
    return attribute in COLOURED or attribute.endswith("opacity")


def check_picture_hides(position: Position, seat: int, seed: int) -> None:
    """A picture does not depend on what is hidden from the seat that looks."""
    other = position.reimagine(seat, seed)
    for viewer in (None, seat):
        for draw in ("svg", "terminal"):
            before, after = (getattr(each, draw)(viewer, last=()) for each in (position, other))
            assert before == after, f"the {draw} shows what is hidden"


# --- Characters ----------------------------------------------------------------------------------


def check_characters(picture: str) -> None:
    """Plain ASCII in lines of one length, so that nothing shifts anywhere."""
    lines = picture.splitlines()
    assert len({len(line) for line in lines}) == 1, "lines differ in length"
    assert len(lines[0]) <= COLUMNS, "wider than a terminal"
    assert 5 < len(lines) <= ROWS
    assert set(re.findall(r"[^ -~]", picture)) == {"\n"}
