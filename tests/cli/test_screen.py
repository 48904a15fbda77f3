"""What a player sees: colours, grouped choices, and a prompt that says what to do."""

from __future__ import annotations

import io
from typing import Literal

import pytest
from rich.console import Console, RenderableType

import contrada
from contrada.cli import screen
from contrada.errors import OptionError
from contrada.games.contract import Position
from contrada.games.urbino import picture as urbino_picture
from tests.cli import toy


def after(*turns: str) -> Position:
    position = contrada.game("urbino").start()
    for turn in turns:
        position = position.play(turn)
    return position


def printed(what: RenderableType, *, terminal: bool = False) -> str:
    file = io.StringIO()
    colours: Literal["256"] | None = "256" if terminal else None
    console = Console(file=file, width=80, force_terminal=terminal, color_system=colours)
    console.print(what)
    return file.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("città è 東 🏛", "città è 東 🏛"),
        ("a\nb\x1b[2J", r"a\nb\x1b[2J"),
        ("half \udcff", r"half \udcff"),
        ("\u202ereversed", r"\u202ereversed"),
    ],
)
def test_what_is_not_printable_is_written_out(text: str, shown: str) -> None:
    assert screen.printable(text) == shown


# --- Pictures ------------------------------------------------------------------------------------

BUILT = ("h1", "d8", "1d1", "h1-i7,1g5")


def style_at(text: str, mark: str) -> str:
    drawn = screen.coloured(text, urbino_picture.styles)
    place = text.index(mark)
    return " ".join(str(s.style) for s in drawn.spans if s.start <= place < s.end)


@pytest.mark.parametrize(
    ("mark", "style"),
    [
        ("[H]", "color(230) on color(94)"),
        ("/H\\", "color(94) on color(230)"),
        ("(A)", "red"),
        ("+  ", "green"),
        (">", "yellow"),
        ("<", "yellow"),
        ("+--", "dim"),
    ],
)
def test_shapes_have_colours(mark: str, style: str) -> None:
    picture = after(*BUILT).terminal(lots=True)
    assert style in style_at(picture, mark)


def test_words_have_no_colour() -> None:
    picture = after(*BUILT).terminal(lots=True, districts=True)
    for words in ("Black to move", "points", "supply", "District"):
        assert style_at(picture, words) == ""


def test_colours_are_for_terminals_only() -> None:
    picture = screen.picture(after(*BUILT), 0)
    assert "\x1b[" in printed(picture, terminal=True)
    assert "\x1b" not in printed(picture)
    assert printed(picture).rstrip("\n") == after(*BUILT).terminal(0, lots=True)


def test_extras_are_asked_of_the_picture() -> None:
    assert screen.extras(after()) == ["lots", "districts"]
    assert screen.extras(toy.game().start()) == []
    assert "District" in printed(screen.picture(after(*BUILT), 0, ["districts"]))
    assert "Your card: 1" in printed(screen.picture(toy.game().start(), 0, ["districts"]))


# --- Seats and prompts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "prompt"),
    [
        ([], "Black, place an architect> "),
        (["h1"], "White, place an architect> "),
        (["h1", "d8"], "Black, choose who builds first> "),
        (["h1", "d8", "pass"], "White, build the first building> "),
        (["h1", "d8", "1d1"], "White, reposition or build> "),
        (["h1", "d8", "1d1", "stay"], "White, build> "),
    ],
)
def test_prompts_say_what_is_due(turns: list[str], prompt: str) -> None:
    position = after(*turns)
    assert position.to_move is not None
    assert screen.prompt(position, position.to_move) == prompt


def test_a_picture_without_words_leaves_the_name() -> None:
    assert screen.prompt(toy.game().start(), 2) == "Blue> "


@pytest.mark.parametrize(("text", "seat"), [("Black", 0), ("WHITE", 1), ("0", 0), ("1", 1)])
def test_seats_by_name_or_number(text: str, seat: int) -> None:
    assert screen.seat_number(after().game.facts, text, 2) == seat


@pytest.mark.parametrize("text", ["", "2", "-1", "Red", "０", "both"])
def test_no_such_seat(text: str) -> None:
    with pytest.raises(OptionError, match=r"expected Black \(0\), White \(1\)"):
        screen.seat_number(after().game.facts, text, 2)


# --- Choices -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        (["a1", "i9"], {"": ["a1", "i9"]}),
        (["1a1", "1b2", "2a1"], {"1": ["a1", "b2"], "2": ["a1"]}),
        (["h1-a1", "stay"], {"h1-": ["a1"], "stay": ["stay"]}),
        (["h1-i7,1g5", "h1-i7,1h6"], {"h1-i7,1": ["g5", "h6"]}),
        (["pass", "black"], {"pass": ["pass"], "black": ["black"]}),
        (["B12-C3"], {"B12-": ["C3"]}),
        ([], {}),
    ],
)
def test_groups(texts: list[str], groups: dict[str, list[str]]) -> None:
    assert screen.grouped(texts) == groups


def test_listing() -> None:
    shown = printed(screen.listing(["h1-a1", "h1-b1", "d8-c1", "stay", "pass"]))
    assert [line.rstrip() for line in shown.splitlines()] == [
        "stay  pass",
        "h1-…  a1 b1",
        "d8-…  c1",
    ]


@pytest.mark.parametrize("turns", [[], ["h1", "d8", "1d1"], ["h1", "d8", "1d1", "stay"]])
def test_listings_hold_every_choice_and_fit(turns: list[str]) -> None:
    texts = screen.choices(after(*turns))
    shown = printed(screen.listing(texts))
    assert max(map(len, shown.splitlines())) <= 80
    ends = [end for group in screen.grouped(texts).values() for end in group]
    assert sorted(word for word in shown.split() if "…" not in word) == sorted(ends)


def test_hints_name_what_can_be_played() -> None:
    assert screen.hint(after("h1", "d8")) == "You can play black or white. Type 'help' for more."
    first, second = screen.hint(after()).split("\n")
    assert first == "For example, you can play e5."
    assert second == "Type 'moves' to list all 81 choices, 'help' for more."


def test_every_example_of_a_hint_may_be_played() -> None:
    position = after("h1", "d8", "1d1")
    examples = screen.hint(position).split("\n")[0]
    examples = examples.removeprefix("For example, you can play ").removesuffix(".")
    single, whole = examples.split(", or a whole turn: ")
    for text in (*single.replace(" or ", ", ").split(", "), whole):
        assert position.why_not(text) is None
    assert position.play(whole).to_move != position.to_move


@pytest.mark.parametrize(
    ("texts", "joined"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_either(texts: list[str], joined: str) -> None:
    assert screen.either(texts) == joined


def test_the_notation_explains_itself() -> None:
    about = screen.how_turns_are_written(after())
    assert about.startswith("Turns: ")
    assert "\n" not in about
    assert screen.how_turns_are_written(toy.game().start()) == ""
