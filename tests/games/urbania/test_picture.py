"""Pictures of Urbania, as SVG and as text, compared with the views they draw."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from contrada import Position
from contrada.cli import screen
from contrada.games import drawing
from contrada.games.urbania import picture
from contrada.games.urbania.picture.panels import COUNTS
from tests.contract.pictures import HREF, SVG, description, drawn, words
from tests.games.urbania import positions
from tests.games.urbania.positions import EXAMPLES, SPACES

View = Mapping[str, Any]
Face = tuple[str, int, int, int, int]  # suit, workers, rainbow workers, coins, rainbow coins
Building = tuple[str, int, int, bool] | str  # what it needs and gives, or its type if renewed

PIECES = Path(picture.__file__).parents[1] / "pieces.svg"
TYPES = ("factory", "bank", "hospital", "business", "school", "park", "residential")
DISTRICTS = ("NW", "NE", "SW", "SE")
NOBODY = None


# --- Positions -----------------------------------------------------------------------------------


STAGES = (
    *("a deal", "open", "some", "ending", "over", "over for five", "a pool to sweep"),
    *("second card", "icon", "payment", "hire from the table", "contracts", "pool with a gap"),
    "five, late",
)
stages = pytest.mark.parametrize("stage", STAGES)


@cache
def position(stage: str) -> Position:
    return positions.position(EXAMPLES[stage])


def every_seat(seen: Position) -> list[int | None]:
    return [NOBODY, *range(seen.seats)]


def every_view(stage: str) -> Iterator[tuple[int | None, View]]:
    for seat in every_seat(position(stage)):
        yield seat, position(stage).view(seat)


def face(card: dict[str, Any]) -> Face:
    keys = ("workers", "rainbow_workers", "coins", "rainbow_coins")
    workers, rainbow_workers, coins, rainbow_coins = (card[key] for key in keys)
    return card["suit"], workers, rainbow_workers, coins, rainbow_coins


def cards_of(view: View) -> list[dict[str, Any]]:
    """List the cards that a picture may show: pool, payment, open cards and the viewer's hand."""
    paid = view["payment"]["cards"] if view["payment"] else []
    cards = [*paid, *(card for card in view["pool"] if card)]
    for player in view["players"]:
        cards += [*player["table"], *player["known"], *(player["hand"] or ())]
    return cards


def projects_of(view: View) -> list[dict[str, Any]]:
    return [
        project
        for player in view["players"]
        for project in [*(player["submitted"] or ()), *(player["projects"] or ())]
    ]


def test_the_stages_are_what_they_are_called() -> None:
    """They include every `due`, hidden projects, open cards, and used and unused contracts."""
    views = [position(stage).view() for stage in EXAMPLES]
    assert {view["due"] for view in views} == {"action", "draw", "renew", "hire", "card", "over"}
    players = [player for view in views for player in view["players"]]
    assert {player["contract"] for player in players} == {None, False, True}
    for key in ("table", "known", "submitted_size", "project_hand_size", "from_projects"):
        assert any(player[key] for player in players), key
    assert any(None in view["pool"] for view in views)
    assert {view["may_sweep"] for view in views} == {False, True}


# --- Reading an SVG ------------------------------------------------------------------------------


def symbol(element: ET.Element) -> str:
    return element.attrib.get(HREF, "").removeprefix("#ua-")


def size(element: ET.Element) -> float:
    return float(element.attrib.get("width", "0"))


def middle(element: ET.Element) -> complex:
    corner = complex(float(element.attrib["x"]), float(element.attrib["y"]))
    return corner + complex(float(element.attrib["width"]), float(element.attrib["height"])) / 2


def space_at(element: ET.Element) -> str:
    place = middle(element) - complex(drawing.FRAME, drawing.FRAME)
    return "ABCDEFG"[int(place.real // 100)] + "1234567"[int(place.imag // 100)]


def groups(svg: str, begins: Callable[[ET.Element], bool]) -> Iterator[list[ET.Element]]:
    """Yield each group of elements, from one that begins like this up to the next."""
    group: list[ET.Element] = []
    for element in drawn(svg):
        if begins(element):
            if group:
                yield group
            group = [element]
        elif group:
            group.append(element)
    if group:
        yield group


def buildings(svg: str) -> dict[str, Building]:
    """Read the buildings of the city from the picture."""

    def is_tile(element: ET.Element) -> bool:
        return (
            size(element) == 100 and re.fullmatch(r"(tile|renewed)-\d", symbol(element)) is not None
        )

    found: dict[str, Building] = {}
    for tile, icon, *rest in groups(svg, is_tile):
        kind, number = symbol(tile).split("-")
        assert symbol(icon) == f"{'old' if kind == 'tile' else 'building'}-{number}"
        type_ = TYPES[int(number) - 1]
        if kind == "renewed":
            found[space_at(tile)] = type_
        else:
            workers, points = [int(e.text or "") for e in rest[:4] if e.tag == f"{SVG}text"]
            assert symbol(rest[0]) == "worker"
            found[space_at(tile)] = (type_, workers, points, symbol(rest[2]) == "draw")
    return found


def cards(svg: str) -> Counter[Face]:
    """Read the cards from the picture, with how many there are of each."""
    found: Counter[Face] = Counter()
    for card, head, *rest in groups(svg, lambda e: re.fullmatch(r"card-\d", symbol(e)) is not None):
        number = symbol(card).removeprefix("card-")
        assert symbol(head) == f"building-{number}"
        times = re.fullmatch(r"×(\d+)", rest[0].text or "")
        signs: Counter[str] = Counter()
        for element in rest[1:] if times else rest:
            if symbol(element) not in ("worker", "coin", "rainbow-coin"):
                break
            rainbow = element.attrib["fill"] == "url(#ua-rainbow)"
            signs[("rainbow-" if rainbow else "") + symbol(element).removeprefix("rainbow-")] += 1
        keys = ("worker", "rainbow-worker", "coin", "rainbow-coin")
        workers, rainbow_workers, coins, rainbow_coins = (signs[key] for key in keys)
        suit = TYPES[int(number) - 1]
        found[suit, workers, rainbow_workers, coins, rainbow_coins] += int(times[1]) if times else 1
    return found


# --- SVG -----------------------------------------------------------------------------------------


def test_every_symbol_and_colour_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A symbol or a colour of this game that no picture uses is a mistake."""
    text = PIECES.read_text(encoding="utf-8")
    monkeypatch.setattr(drawing, "coloured", lambda svg, _: svg)
    monkeypatch.setattr(drawing, "definitions", drawing.definitions.__wrapped__)  # not kept
    svgs = [position(stage).svg(seat) for stage in EXAMPLES for seat in (0, 1)]
    tokens = set(re.findall(r"--([\w-]+):", text))
    assert tokens <= {token for svg in svgs for token in re.findall(r"var\(--([\w-]+)\)", svg)}
    used = {symbol(element) for svg in svgs for element in drawn(svg)} - {""}
    assert set(re.findall(r'<symbol id="ua-([\w-]+)', text)) == used


@stages
def test_every_building_is_drawn_on_its_space(stage: str) -> None:
    """URBANIA-TILES-1, URBANIA-RENEW-6: what run-down ones need and give, and which are renewed."""
    keys = ("type", "workers", "points", "card")
    view = position(stage).view()
    expected = {
        space["space"]: space["type"] if space["renewed"] else tuple(space[key] for key in keys)
        for space in view["spaces"]
    }
    assert list(expected) == SPACES
    assert buildings(position(stage).svg()) == expected


@stages
def test_the_frame_names_columns_rows_and_districts(stage: str) -> None:
    """URBANIA-END-1: with the number of run-down buildings in each district."""
    found = words(position(stage).svg())
    assert found[:14] == [mark for pair in zip("ABCDEFG", "1234567", strict=True) for mark in pair]
    pairs = dict(zip(found[14:22:2], found[15:22:2], strict=True))
    assert pairs == {k: str(v) for k, v in position(stage).view()["undeveloped"].items()}


@stages
def test_the_cards_of_the_view_are_drawn_and_no_others(stage: str) -> None:
    """The viewer's hand, and the others' cards only if everyone has seen them."""
    for seat, view in every_view(stage):
        expected: Counter[Face] = Counter()
        for card in cards_of(view):
            expected[face(card)] += card.get("count", 1)
        assert cards(position(stage).svg(seat)) == expected


def test_hidden_cards_are_not_drawn() -> None:
    """URBANIA-SETUP-3: at the start everyone sees the pool, and a seat also its five cards."""
    counts = [cards(position("a deal").svg(seat)).total() for seat in (NOBODY, 0, 1, 2)]
    assert counts == [5, 10, 10, 10]
    own, other = (cards(position("a deal").svg(seat)) for seat in (0, 1))
    assert own != other


@stages
def test_hidden_projects_are_not_drawn(stage: str) -> None:
    """URBANIA-SUBMIT-1: others see no projects in hand and, before the end, no submitted ones."""
    for seat, view in every_view(stage):
        found, said = words(position(stage).svg(seat)), position(stage).terminal(seat)
        places = [word for word in found if word in ("in hand", "submitted")]
        assert len(places) == len(projects_of(view))
        own = seat is not NOBODY and bool(projects_of({"players": [view["players"][seat]]}))
        assert ("Your projects" in found) == ("Your projects" in said) == own
        others = [p for p in view["players"] if p["seat"] != seat and view["due"] == "over"]
        expected = [f"Projects of {p['name']}" for p in others if p["submitted"]]
        assert sorted(word for word in found if "Projects of" in word) == sorted(expected)


@stages
def test_projects_are_drawn_with_what_they_are_worth(stage: str) -> None:
    """URBANIA-END-3."""
    for seat, view in every_view(stage):
        found = words(position(stage).svg(seat))
        for project in projects_of(view):
            lines = [
                f"{'+ ' if i else ''}{name}" for i, name in enumerate(project["name"].split(" + "))
            ]
            lines[0] = lines[0][0].upper() + lines[0][1:]
            counts = f"{project['factor']} {COUNTS[project['kind']]}"
            whole = [*lines, counts, str(project["worth"])]
            assert any(found[i : i + len(whole)] == whole for i in range(len(found))), project


def seat_panels(svg: str, seats: int) -> list[list[ET.Element]]:
    """Split the drawing by seat: each begins with its large flag."""
    found = [*groups(svg, lambda e: symbol(e).startswith("flag-") and size(e) == 38)]
    assert [symbol(group[0]) for group in found] == [f"flag-{n}" for n in range(1, seats + 1)]
    return [[*group[:14]] for group in found]


@stages
def test_every_seat_has_its_numbers(stage: str) -> None:
    """Points, name, hand, coins, projects in hand and submitted, contract, start player."""
    for seat, view in every_view(stage):
        panels = seat_panels(position(stage).svg(seat), view["seats"])
        for player, panel in zip(view["players"], panels, strict=True):
            coins = sum(c["count"] * (c["coins"] + c["rainbow_coins"]) for c in player["table"])
            expected = [
                str(player["points"]),
                player["name"] + " (you)" * (player["seat"] == seat),
                str(player["hand_size"]),
                str(coins),
                str(player["project_hand_size"]),
                f"{player['submitted_size']}/3",
            ]
            expected += [f"{player['from_projects']} from projects"] * (view["due"] == "over")
            found = [e.text for e in panel if e.tag == f"{SVG}text"]
            assert found[: len(expected)] == expected
            symbols = {symbol(e) for e in panel}
            assert ("start" in symbols) == (player["seat"] == view["start_seat"])
            assert ("contract" in symbols) == (player["contract"] is True)
            assert ("contract-used" in symbols) == (player["contract"] is False)


@stages
def test_the_panel_of_who_is_to_move_has_a_green_edge(stage: str) -> None:
    seen, accent = position(stage), drawing.tokens("urbania", PIECES, "light")["accent"]
    thick = [
        e
        for e in drawn(seen.svg())
        if e.attrib.get("stroke") == accent
        and e.attrib.get("stroke-width") == "5"
        and size(e) > 100
    ]
    assert len(thick) == (0 if seen.to_move is None else 1)
    flags = [e for e in drawn(seen.svg()) if symbol(e).startswith("flag-") and size(e) == 38]
    for edge in thick:
        inside = [abs(middle(f) - complex(float(edge.attrib["x"]), 34)) < 60 for f in flags]
        assert inside.index(True) == seen.to_move


@stages
def test_the_track_shows_markers_and_holders(stage: str) -> None:
    """URBANIA-TRACK-1, URBANIA-HIRE-4: a marker's column is its value, a flag shows the seat."""
    view, elements = position(stage).view(), drawn(position(stage).svg())
    columns = {
        int(e.text or ""): float(e.attrib["x"])
        for e in elements[next(i for i, e in enumerate(elements) if e.text == "Value track") :][:20]
        if (e.text or "").isdigit()
    }
    assert sorted(columns) == [*range(10)]

    def value(element: ET.Element) -> int:
        return min(columns, key=lambda number: abs(columns[number] - middle(element).real))

    squares = [e for e in elements if e.tag == f"{SVG}rect" and size(e) == 28]
    rounds = [e for e in elements if e.tag == f"{SVG}rect" and size(e) == 27]
    assert [value(e) for e in squares] == [row["buildings"] for row in view["track"]]
    assert [value(e) for e in rounds] == [row["value"] for row in view["track"]]
    held = {
        round(middle(e).imag): symbol(e)
        for e in elements
        if symbol(e)[:5] == "flag-" and size(e) == 29
    }
    expected = [None if r["holder"] is None else f"flag-{r['holder'] + 1}" for r in view["track"]]
    assert [held.get(round(middle(e).imag)) for e in squares] == expected
    assert len(held) == len([name for name in expected if name])
    found = words(position(stage).svg())
    found = found[found.index("Value track") :]
    for row in view["track"]:
        assert found[found.index(row["type"].capitalize()) + 1] == row["specialist"]
    icons = [e for e in elements if symbol(e) == "draw" and size(e) == 22]
    assert [value(e) for e in icons] == view["card_icons"]


@stages
def test_pool_and_piles_are_counted(stage: str) -> None:
    """URBANIA-DRAW-1, -2, -5: five places, even if empty, and the sizes of the piles."""
    view, found = position(stage).view(), words(position(stage).svg())
    after = found[found.index("Pool") :]
    assert [word for word in after if word in "12345" and len(word) == 1][:5] == [*"12345"]
    for key, name in (("pile", "cards"), ("project_pile", "projects"), ("discards", "discards")):
        assert after[after.index(name) - 1] == str(view[f"{key}_size"])
    assert after[1].startswith(f"{view['pool_workers']} worker")
    assert after[1].endswith("may be swept") == view["may_sweep"]
    dashed = [e for e in drawn(position(stage).svg()) if e.attrib.get("stroke-dasharray") == "6 6"]
    sizes = (view["pile_size"], view["project_pile_size"], view["discards_size"])
    assert len(dashed) == view["pool"].count(None) + sizes.count(0)


def test_the_last_turn_is_marked() -> None:
    seen = position("five, late")
    plain, marked = (
        [e for e in drawn(seen.svg(last=last)) if e.tag == f"{SVG}rect"]
        for last in ((), ("C4", "G7"))
    )
    before = [e.attrib for e in plain]
    assert [space_at(e) for e in marked if e.attrib not in before] == ["C4", "C4", "G7", "G7"]
    assert len(marked) == len(plain) + 4


def test_what_is_being_paid_for_is_marked() -> None:
    """URBANIA-RENEW-2: a green outline, which the mark of the last turn does not hide."""
    seen = position("open").play("renew E3 hospital")
    accent = drawing.tokens("urbania", PIECES, "light")["accent"]
    lines = [e for e in drawn(seen.svg()) if e.attrib.get("stroke") == accent and size(e) == 98]
    assert [space_at(e) for e in lines] == [seen.view()["payment"]["target"]]
    assert seen.view()["payment"]["target"] in seen.last_squares()
    last = drawing.tokens("urbania", PIECES, "light")["last"]
    assert [e for e in drawn(seen.svg()) if e.attrib.get("stroke") == last] == []


@pytest.mark.parametrize("stage", ["payment", "half hired", "hire from the table"])
def test_a_payment_says_where_its_cards_came_from(stage: str) -> None:
    payment, found = position(stage).view()["payment"], words(position(stage).svg())
    start = found.index(
        f"{position(stage).view()['seat_names'][position(stage).to_move or 0]} to move"
    )
    end = start + 3 + len(payment["cards"])
    signs = "workers" if stage == "payment" else "coins"
    assert found[start + 2] == f"{payment['paid']} of {payment['price']} {signs}"
    assert found[start + 3 : end] == [card["from"] for card in payment["cards"]]


# stage, seat, what the description says
DESCRIPTIONS = [
    (
        "start",
        NOBODY,
        "First to move: action 1 of 2. Buildings renewed: 5 of 49. Points: First 0,",
    ),
    ("a deal", 0, "Your hand: brown "),
    ("over", NOBODY, "Game over: First "),
]


@pytest.mark.parametrize(("stage", "seat", "said"), DESCRIPTIONS)
def test_description(stage: str, seat: int | None, said: str) -> None:
    assert said in description(position(stage).svg(seat))


# --- Characters ----------------------------------------------------------------------------------


def cells(picture: str) -> dict[str, str]:
    """Read what is on each space, with the marks of the last turn."""
    found: dict[str, str] = {}
    for line in picture.splitlines():
        if row := re.match(r"([1-7])\|((?:.{10}[ |]){7})", line):
            found |= {c + row[1]: row[2][i * 11 : i * 11 + 10] for i, c in enumerate("ABCDEFG")}
    return found


def listed(picture: str) -> Counter[str]:
    """Read the cards, wherever they are written."""
    found: Counter[str] = Counter()
    colours = "brown|gray|red|pink|beige|green|blue"
    for text, times in re.findall(rf"((?:{colours}) [\dR$][\dR$+]*)(?: x(\d+))?", picture):
        found[text] += int(times or 1)
    return found


@stages
def test_the_table_is_short(stage: str) -> None:
    for seat in every_seat(position(stage)):
        assert len(position(stage).terminal(seat).splitlines()) <= 64


@stages
def test_every_space_has_its_mark(stage: str) -> None:
    seen = position(stage)
    expected = {
        space["space"]: f"[{space['type'][:3].upper()}]"
        if space["renewed"]
        else f"{space['type'][:3]} {space['workers']}/{space['points']}{'c' * space['card']}"
        for space in seen.view()["spaces"]
    }
    assert {space: word.strip(" <>") for space, word in cells(str(seen)).items()} == expected


def test_lines_run_between_the_districts() -> None:
    """URBANIA-BOARD-2."""
    lines = str(position("start")).splitlines()
    assert [line[0] for line in lines[3:16]] == [*"12 3 4 5 67", " ", " "][:13]
    assert lines[5] == " |" + " " * 32 + "+" + "-" * 10 + "+" + " " * 32 + "|"
    assert [i for i, mark in enumerate(lines[8]) if mark == "|"] == [1, 23, 56, 78]


@stages
def test_districts_are_counted_with_characters(stage: str) -> None:
    undeveloped = position(stage).view()["undeveloped"]
    found = re.findall(r"(NW|NE|SW|SE): (\d+) run-down", str(position(stage)))
    assert found == [(name, str(undeveloped[name])) for name in DISTRICTS]


@stages
def test_the_cards_of_the_view_are_listed_and_no_others(stage: str) -> None:
    for seat, view in every_view(stage):
        expected: Counter[str] = Counter()
        for card in cards_of(view):
            expected[card["text"]] += card.get("count", 1)
        # A card is never broken over two lines.
        assert listed(position(stage).terminal(seat)) == expected


def rows(picture: str, head: str) -> list[list[str]]:
    """Read a table whose header begins like this, down to the next empty line."""
    lines = [line.strip() for line in picture.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith(head))
    end = lines.index("", start)
    return [re.split(r"  +", line) for line in lines[start:end]]


@stages
def test_the_track_is_a_table(stage: str) -> None:
    view = position(stage).view()
    _, *found, icons = rows(str(position(stage)), "Type ")
    keys = ("type", "colour", "buildings", "value", "specialist")
    assert [row[:-1] for row in found] == [[str(r[key]) for key in keys] for r in view["track"]]
    names = ["-" if r["holder"] is None else view["seat_names"][r["holder"]] for r in view["track"]]
    assert [row[-1] for row in found] == names
    assert icons == ["A specialist brings a card at value 4, 6, 8."]


@stages
def test_the_seats_are_a_table(stage: str) -> None:
    for seat, view in every_view(stage):
        head, *found = rows(position(stage).terminal(seat), "Seat ")
        for player, row in zip(view["players"], found, strict=True):
            cell = dict(zip(head, row, strict=True))
            you, starts = player["seat"] == seat, player["seat"] == view["start_seat"]
            assert cell["Seat"] == player["name"] + " (you)" * you + ", starts" * starts
            assert cell["Points"] == str(player["points"])
            assert cell["Hand"] == str(player["hand_size"])
            assert cell["Projects"] == str(player["project_hand_size"])
            assert cell["Submitted"] == f"{player['submitted_size']}/3"
            contract = {None: None, True: "active", False: "used"}[player["contract"]]
            assert cell.get("Contract") == (None if view["due"] == "over" else contract)
            over = str(player["from_projects"]) if view["due"] == "over" else None
            assert cell.get("From projects") == over


@stages
def test_pool_and_piles_are_written(stage: str) -> None:
    view, said = position(stage).view(), " ".join(str(position(stage)).split())
    places = [card["text"] if card else "-" for card in view["pool"]]
    pool = ", ".join(f"({place}) {text}" for place, text in enumerate(places, 1))
    assert f"Pool {pool}; {view['pool_workers']} worker" in said
    assert ("may be swept" in said) == view["may_sweep"]
    sizes = (view["pile_size"], view["project_pile_size"], view["discards_size"])
    assert "Cards in the pile {}, projects in the pile {}, discards {}.".format(*sizes) in said


@stages
def test_projects_are_listed_with_what_they_are_worth(stage: str) -> None:
    for seat, view in every_view(stage):
        said = " ".join(position(stage).terminal(seat).split())
        for project in projects_of(view):
            assert f"{project['name']} ({project['worth']})" in said
        assert len(re.findall(r" \(\d+\)(?=[,.])", said)) == len(projects_of(view))


def test_the_last_turn_is_marked_with_characters() -> None:
    seen = position("five, late")
    marked = {s: word for s, word in cells(seen.terminal(last=("A1", "D4"))).items() if ">" in word}
    assert [*marked] == ["A1", "D4"]
    assert all(screen.LATEST.fullmatch(word) for word in marked.values())
    assert ">" not in seen.terminal(last=())


# --- Who has to do what --------------------------------------------------------------------------


def without(view: View, **changes: Any) -> View:
    return {**view, **changes}


# stage, what the sentence says after the name of the seat
DUE = [
    ("start", r"action 1 of 2"),
    ("second card", r"draw card 2 of 2"),
    ("payment", r"pay for [A-G][1-7], [1-3] of [2-4] workers"),
    ("half hired", r"pay the [A-Z][\w ]+, \d of \d coins"),
    ("icon", r"draw a card or none"),
]


@pytest.mark.parametrize(("stage", "said"), DUE)
def test_the_sentence_says_what_is_due(stage: str, said: str) -> None:
    """The prompt of the terminal repeats it."""
    seen = position(stage)
    mover = seen.to_move
    assert mover is not None
    name = seen.view()["seat_names"][mover]
    view = without(seen.view(mover), end_turns=0)
    assert re.fullmatch(rf"{name} to move: {said}\.", picture.sentence(view))
    assert re.fullmatch(rf"{name}, {said}> ", screen.prompt(seen, mover))
    assert picture.sentence(seen.view(mover)) in " ".join(seen.terminal(mover).split())


@pytest.mark.parametrize(("left", "said"), [(2, "action 1 of 2"), (1, "action 2 of 2")])
def test_actions_are_counted(left: int, said: str) -> None:
    view = without(position("start").view(), actions_left=left)
    assert picture.sentence(view) == f"First to move: {said}."


@pytest.mark.parametrize(
    ("turns", "said"),
    [(4, " End phase, 4 turns left."), (1, " End phase, 1 turn left."), (0, "")],
)
def test_the_end_phase_is_announced(turns: int, said: str) -> None:
    """URBANIA-END-2: in the sentence and in the picture."""
    view = without(position("start").view(), end_turns=turns)
    assert picture.sentence(view) == f"First to move: action 1 of 2.{said}"
    assert said.strip(" .") in ["", *words(picture.svg(view))]
    assert position("ending").view()["end_turns"] > 0
    assert any(word.startswith("End phase, ") for word in words(position("ending").svg()))


@pytest.mark.parametrize("stage", ["over", "over for five"])
def test_the_end_is_told_with_the_scores(stage: str) -> None:
    """URBANIA-END-4."""
    view = position(stage).view()
    scores = ", ".join(f"{p['name']} {p['points']}" for p in view["players"])
    assert picture.sentence(view) == f"Game over: {scores}; most points win."
    assert f"{scores}; most points win" in words(position(stage).svg())
    assert str(position(stage)).splitlines()[-1].rstrip().endswith("most points win.")


# --- Colours of characters -----------------------------------------------------------------------


def styled(line: str) -> dict[str, str]:
    return {
        line[s.start : s.end]: str(s.style) for s in screen.coloured(line, picture.styles).spans
    }


def test_types_and_cards_are_coloured() -> None:
    assert set(styled("[HOS]  res 2/1c  red 2+$1 x2, green R+$1")) == {
        "[HOS]",
        "res",
        "red 2+$1",
        "green R+$1",
    }
    assert styled("Hospital, is red; the pile 3") == {}
    assert len(set(styled("[FAC] [BAN] [HOS] [BUS] [SCH] [PAR] [RES]").values())) == 7
