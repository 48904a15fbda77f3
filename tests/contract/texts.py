"""What must be true of every game's texts: decisions, turns, lines of turns and positions.

The checks without a table take any position. The others compare a row of a game's table with what
the game says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import islice

import pytest

import contrada
from contrada import NotationError, Position
from contrada.games.contract import Game, every_choice

A_FEW = 25  # turns of a position
SOME = 5  # of these, the ones that are played
APART = 8  # turns that begin alike stand together
COVERED = r" '\?"  # a sentence points at what cannot be seen
LONGEST_SENTENCE = 700  # about a position, whose text may be long
LONGEST_SENTENCE_ABOUT_A_TURN = 250


# --- Decisions and turns -------------------------------------------------------------------------


def check_decision_texts(position: Position) -> None:
    texts = {decision: position.decision_text(decision) for decision in position.legal()}
    assert len(set(texts.values())) == len(texts), "two decisions are written alike"
    for decision, text in texts.items():
        assert position.read(text) == [decision], f"{text!r} does not read back to {decision}"


def some_turns(position: Position) -> list[str]:
    """Write all turns, or a few if the game cannot count them quickly."""
    if "count_turns" in position.game.definition.rules:
        texts = position.turns()
        assert len(texts) == position.count_turns()
        return texts
    turns = spread_turns(position, A_FEW)
    return [position._notation.turn_text(position.state, turn) for turn in turns]


def spread_turns(position: Position, few: int) -> list[list[int]]:
    """Return a few turns that are far apart in order, or neighbours if there are not enough."""
    turns = list(islice(position._turns(), few * APART))
    return turns[:: max(1, len(turns) // few)]


def check_turn_texts(position: Position) -> None:
    texts = some_turns(position)
    assert len(set(texts)) == len(texts), "two turns are written alike"
    for text in random.Random(len(texts)).sample(texts, min(SOME, len(texts))):
        *middles, after = steps(position, position.read(text))
        assert not any(middle.revealed for middle in middles), "goes on after it shows something"
        assert after.turn_begins or after.revealed
        assert after == position.play(text)
        start, turn = after.latest_turn()
        written = after._notation.turn_text(start.state, turn)
        assert written.endswith(text), f"{text!r} is written {written!r}"
        check_parts_of_a_turn(position, position.read(text))


def steps(position: Position, decisions: Sequence[int]) -> list[Position]:
    """Return the position after each decision."""
    reached = [position]
    for decision in decisions:
        reached.append(reached[-1].play(decision))
    return reached[1:]


def check_parts_of_a_turn(start: Position, decisions: Sequence[int]) -> None:
    """A turn can be split after any decision, and both parts together are the turn."""
    write = start._notation.turn_text
    whole = write(start.state, decisions)
    for size in range(1, len(decisions)):
        beginning = write(start.state, decisions[:size])
        assert start.read(beginning) == decisions[:size], f"{beginning!r} does not read back"
        middle = start.play(beginning)
        assert not middle.turn_begins
        rest = write(middle.state, decisions[size:])
        assert middle.read(rest) == decisions[size:], f"{rest!r} does not read back"
        if start._notation.implied.isdisjoint(decisions[:size]):
            between = whole.removeprefix(beginning).removesuffix(rest)
            assert re.fullmatch("[,;]? ?", between), f"{whole!r} is not {beginning!r} and {rest!r}"


def check_line_of_turns(end: Position) -> None:
    """A whole game on one line is split into its turns and leads to the same end."""
    moves, game = end.moves(), end.game
    separator = game.definition.notation.separator
    assert not any(separator in move for move in moves), "a turn contains what stands between turns"
    assert game.read_line(f" {separator} ".join(moves)) == moves
    again = end.history()[0]
    for move in moves:
        again = again.play(move)
    assert again == end
    assert again.moves() == moves
    assert all(len(end.moves_as_seen(seat)) == len(moves) for seat in (None, *range(end.seats)))


# --- Positions -----------------------------------------------------------------------------------


def check_position_text(position: Position) -> None:
    text = position.text
    assert "\n" not in text
    again = position.game.position(text, position.seats)
    assert again == position
    assert again.text == text
    assert again.legal() == position.legal()
    assert again.turn_begins == position.turn_begins
    assert repr(position) == f"{position.game!r}.position({text!r})"


def check_settings_in_text(game: Game, seats: int) -> None:
    """The text of a position names the seats, and a game with other settings refuses it."""
    start = game.start(seats, seed=1)
    again = game.position(start.text)
    assert (again.seats, again) == (seats, start)
    fewest, most = game.facts.seats
    for other in {fewest, most} - {seats}:
        with pytest.raises(NotationError, match="the position is for"):
            game.position(start.text, other)
    for options in every_choice(game.facts):
        if options != game.options:
            with pytest.raises(NotationError, match="but the game is set"):
                contrada.game(game.name, **options).position(start.text)


def check_view_text(start: Position) -> None:
    """Reading back a view's text at the start is refused with a reason, if anything is hidden."""
    for seat in (None, *range(start.seats)):
        text = start.view(seat)["text"]
        assert (text != start.text) == start.game.facts.hidden, "the text shows what is hidden"
        if start.game.facts.hidden:
            with pytest.raises(NotationError, match=COVERED):
                start.game.position(text, start.seats)


# --- Tables of a game ----------------------------------------------------------------------------


def check_decision(seen: Position, text: str, decision: int) -> None:
    assert seen.decision_text(decision) == text
    assert seen.read(text) == [decision]


def check_turn(start: Position, turn: str, decisions: Sequence[int], squares: str) -> None:
    """A turn is these decisions, written and played either way, and marks these squares."""
    assert start.read(turn) == decisions
    check_parts_of_a_turn(start, decisions)
    reached = start.play(turn)
    assert reached.turn_begins
    assert reached.moves() == [turn]
    assert " ".join(reached.last_squares()) == squares
    *_, by_steps = steps(start, decisions)
    assert (by_steps, by_steps.moves()) == (reached, [turn])


def check_no_turn(start: Position, turn: str, fragment: str) -> None:
    for refuse in (start.read, start.play, start.why_not):
        with pytest.raises(NotationError) as caught:
            refuse(turn)
        assert fragment in str(caught.value)
        assert len(str(caught.value)) < LONGEST_SENTENCE_ABOUT_A_TURN


def check_read_before(start: Position, turn: str, read: Sequence[int]) -> None:
    """If a turn is misspelt, only the decisions before the mistake are read and played."""
    with pytest.raises(NotationError, match="must be written") as caught:
        start.read(turn)
    assert caught.value.read == tuple(read)
    after, wrong = start.attempt(turn)
    assert str(wrong) == str(caught.value)
    assert after == [start, *steps(start, read)][-1]


def check_refused_turn(start: Position, turn: str, decisions: Sequence[int], rule: str) -> None:
    """A turn that can be read but is not legal is refused by the rules."""
    assert start.read(turn) == decisions
    why = start.why_not(turn)
    assert why is not None
    assert why.rule == rule


def check_no_position(game: Game, text: str, fragment: str) -> None:
    with pytest.raises(NotationError) as caught:
        game.position(text)
    assert fragment in str(caught.value)
    assert len(str(caught.value)) < LONGEST_SENTENCE
