"""Texts that somebody could give to a game; the result must be a position or a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import contrada
from contrada import IllegalDecision, NotationError, Position, games
from contrada.errors import ContradaError
from contrada.games.contract import Game, every_choice
from tests.contract import checks
from tests.contract.examples import examples_of
from tests.contract.texts import LONGEST_SENTENCE, SOME, spread_turns

QUICK, SOAK = 1, 50
AMOUNTS = [pytest.param(QUICK, id="quick"), pytest.param(SOAK, id="soak", marks=pytest.mark.soak)]
MOST_OF_A_QUICK_RUN = 500

ANYTHING = st.characters(exclude_categories=())
ANY_TEXT = st.text(ANYTHING, max_size=60)


def hold(check: Callable[..., None], examples: int, *strategies: st.SearchStrategy[Any]) -> None:
    """Try a check on examples: the same ones in every quick run, new ones in every soak."""
    amount = settings(
        max_examples=examples,
        derandomize=examples <= MOST_OF_A_QUICK_RUN,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    amount(given(*strategies)(check))()


# --- What to try ---------------------------------------------------------------------------------


@cache
def positions(name: str) -> list[Position]:
    """Examples of a game, and positions of random games, including mid-turn and at the end."""
    found = examples_of(name)
    for number, (game, options, seats) in enumerate(checks.some_settings()):
        if game == name:
            line = checks.random_game(contrada.game(game, **options), seats, seed=number)
            found += [*line[::9], line[-1]]
    return found


@cache
def position_texts(name: str) -> list[str]:
    return [position.text for position in positions(name)]


@cache
def turn_texts(name: str) -> list[tuple[Position, str]]:
    """Some decisions and turns in these positions, and the rest of a turn after each."""
    return [
        (position, position._notation.turn_text(position.state, turn))
        for position in positions(name)[::2]
        for turn in (*([each] for each in position.legal()[::9]), *spread_turns(position, SOME))
    ]


def any_position(name: str) -> st.SearchStrategy[Position]:
    return st.integers(0, len(positions(name)) - 1).map(lambda place: positions(name)[place])


def notation_text(name: str) -> st.SearchStrategy[str]:
    """Make texts from the characters that the game uses."""
    texts = [*position_texts(name), *(text for _, text in turn_texts(name))]
    return st.text(st.sampled_from(sorted(set("".join(texts)))), max_size=60)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """Delete, insert, replace or swap a few words or characters."""
    words = r"([ ,/;:=@+\[\]-])" if draw(st.booleans()) else ""
    marks = [mark for mark in re.split(words, text) if mark]
    for _ in range(draw(st.integers(1, 3))):
        at, other = draw(st.integers(0, len(marks))), draw(st.integers(0, len(marks)))
        change = draw(st.sampled_from(["delete", "insert", "replace", "swap"]))
        if change == "swap":
            if max(at, other) < len(marks):
                marks[at], marks[other] = marks[other], marks[at]
            continue
        anything = st.sampled_from([*marks, *"-/,!@=:0123+$ e9H"]) | ANYTHING
        new = [] if change == "delete" else [draw(anything)]
        marks[at : at + (change != "insert")] = new
    return "".join(marks)


@st.composite
def mixed(draw: st.DrawFn, text: str, others: Sequence[str]) -> str:
    """Replace a few parts with those of another position's text."""
    parts, other = text.split(" "), draw(st.sampled_from(others)).split(" ")
    for place in draw(st.lists(st.integers(0, len(parts) - 1), min_size=1, max_size=3)):
        parts[place] = other[place]
    return " ".join(parts)


def mutated_position(name: str) -> st.SearchStrategy[str]:
    return any_position(name).flatmap(
        lambda chosen: (
            st.just(chosen.text) | mutated(chosen.text) | mixed(chosen.text, alike(name, chosen))
        )
    )


def alike(name: str, chosen: Position) -> list[str]:
    """Return the texts with the same settings; a mix of settings would always be refused."""
    return [
        text
        for position, text in zip(positions(name), position_texts(name), strict=True)
        if (position.seats, position.game.options) == (chosen.seats, chosen.game.options)
    ]


def mutated_turn(name: str) -> st.SearchStrategy[tuple[Position, str]]:
    """Turns unchanged, slightly changed, or from another position."""
    pairs = st.integers(0, len(turn_texts(name)) - 1).map(lambda place: turn_texts(name)[place])
    own = pairs.flatmap(lambda pair: st.tuples(st.just(pair[0]), mutated(pair[1])))
    of_another = st.tuples(pairs, pairs).map(lambda two: (two[0][0], two[1][1]))
    return pairs | own | of_another


# --- What must come out --------------------------------------------------------------------------


def played(position: Position, what: int | str) -> Position | NotationError | IllegalDecision:
    """Play it; return the result, if it is one of these three."""
    try:
        return position.play(what)
    except (NotationError, IllegalDecision) as refused:
        check_sentence(refused)
        return refused


def check_sentence(error: ContradaError) -> None:
    sentence = str(error)
    assert "\n" not in sentence
    assert len(sentence) < LONGEST_SENTENCE
    assert sentence.encode()  # half a character could not be printed


def check_turn(position: Position, text: str) -> None:
    after = played(position, text)
    if isinstance(after, NotationError):
        with pytest.raises(NotationError):
            position.why_not(text)
    elif isinstance(after, IllegalDecision):
        why = position.why_not(text)
        assert why is not None
        assert (why.rule, str(why)) == (after.rule, str(after))
    else:
        assert position.why_not(text) is None
        # What was played in this turn so far, written our way, leads to the same position.
        start, _ = after.turns_played()[-1]
        assert start.play(after.moves()[-1]) == after
        check_spelling(position, text)


def check_spelling(position: Position, text: str) -> None:
    """There is only one way to write a decision or a turn, apart from implied decisions."""
    decisions = position.read(text)
    if position._notation.implied.isdisjoint(decisions):
        written = position._notation.turn_text(position.state, decisions)
        assert text == written or [text] == [position.decision_text(each) for each in decisions]


def check_decision(position: Position, decision: int) -> None:
    after = played(position, decision)
    assert isinstance(after, Position) == (decision in position.legal())
    exists = 0 <= decision < position.game.facts.decisions
    assert isinstance(after, NotationError) == (not exists)


def games_of(name: str) -> list[Game]:
    choices = every_choice(games.definition(name).facts)
    return [contrada.game(name, **options) for options in choices]


def check_position(name: str, text: str) -> None:
    """An accepted position is written back the same, and can be seen, drawn and played on."""
    for game in games_of(name):
        try:
            position = game.position(text)
        except ContradaError as refused:
            check_sentence(refused)
            continue
        assert position.text == text
        assert position.is_over == (not position.legal()) == (position.outcome() is not None)
        assert position.terminal()
        assert position.svg().startswith("<svg")
        for seat in (None, 0):
            assert json.loads(json.dumps(position.view(seat))) == position.view(seat)
        for decision in (*position.legal()[:2], *position.legal()[-2:]):
            after = position.play(decision)
            assert game.position(after.text) == after
