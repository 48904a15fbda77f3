"""The checks of texts, pictures and evaluations accept an honest game and catch broken ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import contrada
from contrada import NotationError, Position
from contrada.bots import search_player
from contrada.games.contract import Game
from tests.contract import checks, evaluation, fuzz, pictures, texts, toys

URBINO = contrada.game("urbino")
WRITE = URBINO.definition.notation
TURN = "9/9/9/9/3h5/9/9/9/9 h1,d8 w turn 0 base"
START = URBINO.start().text
CAUGHT = (AssertionError, pytest.fail.Exception, NotationError)


def spelt(**changes: Any) -> Game:
    return toys.spelling(URBINO, **changes)


def at(game: Game, text: str = TURN) -> Position:
    return game.position(text)


def without_spaces(state: Any, text: str) -> list[int]:
    return WRITE.read_turn(state, text.replace(" ", ""))


def at_the_start(state: Any, text: str) -> None:
    WRITE.read_position(state, START)


def complaining(state: Any, text: str) -> list[int]:
    raise NotationError("no\nturn")


def one_name(state: Any, decision: int) -> str:
    return "stay"


def one_turn(state: Any, decisions: Any) -> str:
    return "1h4"


def in_brackets(state: Any, decisions: Any) -> str:
    text = WRITE.turn_text(state, decisions)
    return f"<{text}>" if len(decisions) > 1 else text


def read_in_brackets(state: Any, text: str) -> list[int]:
    return WRITE.read_turn(state, text.strip("<>"))


def first_part_last(state: Any, decisions: Any) -> str:
    return ",".join(WRITE.turn_text(state, decisions).split(",")[::-1])


# check of a position, what is wrong with the notation
OF_POSITIONS: list[tuple[Callable[[Position], None], dict[str, Any]]] = [
    (texts.check_decision_texts, {"decision_text": one_name}),
    (texts.check_decision_texts, {"read_turn": lambda state, text: [0]}),
    (texts.check_turn_texts, {"turn_text": one_turn}),
    (texts.check_turn_texts, {"turn_text": first_part_last}),
    (texts.check_turn_texts, {"turn_text": in_brackets, "read_turn": read_in_brackets}),
    (texts.check_position_text, {"position_text": lambda state: START}),
    (texts.check_position_text, {"read_position": at_the_start}),
    (lambda seen: fuzz.check_turn(seen, "h1-i9, 1d9"), {"read_turn": without_spaces}),
    (lambda seen: fuzz.check_turn(seen, "nonsense"), {"read_turn": complaining}),
]


@pytest.mark.parametrize(("check", "wrong"), OF_POSITIONS)
def test_bad_notation_is_caught(check: Callable[[Position], None], wrong: dict[str, Any]) -> None:
    check(at(URBINO))
    position = at(URBINO)
    with pytest.raises(CAUGHT):
        check(Position(spelt(**wrong), position._states, position.seats))


def test_a_turn_with_the_separator_in_it_is_caught() -> None:
    for game in (URBINO, spelt(separator=",")):
        *_, end = checks.random_game(game, 2, seed=0)
        if game is URBINO:
            texts.check_line_of_turns(end)
            continue
        with pytest.raises(AssertionError, match="stands between turns"):
            texts.check_line_of_turns(end)


def test_a_text_that_tells_too_little_of_the_settings_is_caught() -> None:
    texts.check_settings_in_text(URBINO, 2)
    with pytest.raises(CAUGHT):
        texts.check_settings_in_text(spelt(position_text=lambda state: START + " "), 2)


def test_a_view_with_the_text_of_the_position_is_caught() -> None:
    honest = contrada.game("urtown").start(3)
    texts.check_view_text(honest)
    open_to_all = replace(honest.game.definition, view=lambda state, seat: {"text": honest.text})
    leaky = Position(Game(open_to_all), honest._states, honest.seats)
    with pytest.raises(AssertionError, match="shows what is hidden"):
        texts.check_view_text(leaky)


def test_a_position_that_is_read_as_another_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz.check_position("urbino", START + "x")
    monkeypatch.setattr(fuzz, "games_of", lambda name: [spelt(read_position=at_the_start)])
    with pytest.raises(AssertionError):
        fuzz.check_position("urbino", START + "x")


# what is written instead of what in an SVG, and what the check says
PICTURES = [
    ("</svg>", "<script/></svg>", "may do harm"),
    ("</svg>", '<image x="1" y="1"/></svg>', "may do harm"),
    ("</svg>", '<rect x="9999" y="0"/></svg>', "is drawn outside"),
    ("</svg>", '<g transform="translate(0 -900)"><rect x="1" y="1"/></g></svg>', "drawn outside"),
    ("</svg>", '<rect fill="puce"/></svg>', "puce"),
    ("</svg>", '<g id="urbino-title"/></svg>', "two parts have one id"),
    ("</svg>", '<rect fill="url(#nothing)"/></svg>', "not there"),
    ("</svg>", '<rect fill="url(https://x.org/y)"/></svg>', "not there"),
    ("aria-labelledby", "aria-label", "no name for a screen reader"),
    ("<title ", "<g ", "mismatched tag"),
]


@pytest.mark.parametrize(("old", "new", "caught"), PICTURES, ids=[row[2] for row in PICTURES])
def test_a_bad_picture_is_caught(old: str, new: str, caught: str) -> None:
    svg = at(URBINO).svg()
    pictures.check_svg(svg, "Urbino")
    with pytest.raises((AssertionError, SyntaxError), match=caught):
        pictures.check_svg(svg.replace(old, new, 1), "Urbino")


@pytest.mark.parametrize(
    ("wrong", "caught"),
    [
        (lambda text: text + "x", "differ in length"),
        (lambda text: re.sub("$", " " * 60, text, flags=re.MULTILINE), "wider"),
    ],
)
def test_characters_that_shift_are_caught(wrong: Callable[[str], str], caught: str) -> None:
    picture = at(URBINO).terminal()
    pictures.check_characters(picture)
    with pytest.raises(AssertionError, match=caught):
        pictures.check_characters(wrong(picture))


def test_a_picture_of_what_is_hidden_is_caught() -> None:
    start = toys.drawing_all_it_sees().start(2)
    with pytest.raises(AssertionError, match="shows what is hidden"):
        _look_with_many_seeds(start)


def _look_with_many_seeds(position: Position) -> None:
    for seed in range(9):
        pictures.check_picture_hides(position, seat=0, seed=seed)


def test_light_and_dark_that_differ_in_shapes_are_caught() -> None:
    assert pictures.shapes('<svg><g fill="#000"/></svg>') == pictures.shapes("<svg><g/></svg>")
    assert pictures.shapes('<svg><g x="1"/></svg>') != pictures.shapes('<svg><g x="2"/></svg>')


@pytest.mark.parametrize(
    ("rows", "columns", "caught"),
    [(-1, -1, ""), (0, -1, "beside its table"), (-1, 0, "beside its table"), (-2, -1, "unwritten")],
)
def test_an_evaluation_that_misses_its_table_is_caught(
    rows: int, columns: int, caught: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def features(state: Any, table: Any) -> float:
        table[: table.shape[0] + rows, : table.shape[1] + columns] = 0
        return 0.5

    monkeypatch.setattr(search_player, "load", lambda definition: {"features": features})
    if not caught:
        evaluation.features(at(URBINO))
        return
    with pytest.raises(AssertionError, match=caught):
        evaluation.features(at(URBINO))
