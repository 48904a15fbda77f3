"""The contract in each game's example positions, which random games hardly ever reach."""

from __future__ import annotations

import pytest

from contrada import Position, games
from tests.contract import checks, examples, pictures, refusals, texts

pytestmark = pytest.mark.bounds

GAMES_WITH_SECRETS = [name for name in games.NAMES if games.definition(name).facts.hidden]


@pytest.fixture(scope="module", params=examples.every_example())
def named(request: pytest.FixtureRequest) -> Position:
    return examples.example(*request.param)


@pytest.mark.uncompiled
def test_texts_read_back(named: Position) -> None:
    texts.check_position_text(named)
    texts.check_decision_texts(named)
    for decision in named.legal()[:: len(named.legal()) // 20 + 1]:
        texts.check_position_text(named.play(decision))


def test_turns_read_back(named: Position) -> None:
    texts.check_turn_texts(named)


@pytest.mark.parametrize("game", GAMES_WITH_SECRETS)
def test_some_turns_end_with_what_they_reveal_and_some_do_not(game: str) -> None:
    """Checks that both kinds of turn are tried."""
    revealed = {
        texts.steps(named, turn)[-1].revealed
        for named in examples.examples_of(game)
        for turn in texts.spread_turns(named, texts.SOME)
    }
    assert revealed == {True, False}


def test_generator_and_explainer_agree(named: Position) -> None:
    refusals.check_refusals(named, examples.positions_of(named.game.name).is_square)


def test_outcome_only_at_the_end(named: Position) -> None:
    checks.check_outcome(named)


def test_what_a_seat_may_not_see_is_hidden(named: Position) -> None:
    checks.check_views(named, seeds=range(2))
    checks.check_score_sheets(named, seeds=range(2))
    checks.check_accounts(named, seed=0)
    checks.check_previews(named, seed=0)
    checks.check_revealed(named, seed=0)
    for seat in range(named.seats):
        checks.check_reimagining_is_blind(named, seat, seed=0)
        texts.check_position_text(named.reimagine(seat))


def test_pictures(named: Position) -> None:
    for seat in (None, *range(named.seats)):
        pictures.check_picture(named, seat)
    for seat in range(named.seats):
        pictures.check_picture_hides(named, seat, seed=seat)
