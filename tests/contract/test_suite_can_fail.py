"""The checks of the contract accept an honest toy game and catch each broken one."""

from __future__ import annotations

from pathlib import Path

import pytest

from contrada.games import preview
from contrada.games.contract import Game, Position
from tests.contract import checks, refusals, texts, toys


def test_an_honest_hidden_game_passes() -> None:
    game = toys.honest()
    positions = list(checks.sample(game, 2, seeds=range(5), share=1))
    for position in positions:
        checks.check_views(position, seeds=range(5))
        checks.check_outcome(position)
        texts.check_decision_texts(position)
        checks.check_playing_leaves_the_old_position(position)
    checks.check_reimagining_varies(game, 2, positions)


def test_a_leaking_view_is_caught() -> None:
    for position in checks.sample(toys.leaky(), 2, seeds=range(5), share=1):
        with pytest.raises(AssertionError, match="sees what it may not see"):
            checks.check_views(position, seeds=range(9))


def test_an_account_that_gossips_is_caught() -> None:
    start, *_ = checks.random_game(toys.honest(), 2, seed=0)
    checks.check_accounts(start, seed=0)
    checks.check_accounts_hide(start, seeds=range(9))
    start, *_ = checks.random_game(toys.gossiping(), 2, seed=0)
    with pytest.raises(AssertionError, match="tells a secret"):
        checks.check_accounts_hide(start, seeds=range(9))


def test_parts_that_say_too_little_are_caught() -> None:
    checks.check_parts(toys.honest())
    with pytest.raises(AssertionError, match="made alike"):
        checks.check_parts(toys.mumbling())


def test_a_preview_that_knows_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    _, middle, _ = checks.random_game(toys.honest(), 2, seed=0)
    _preview_with_many_seeds(middle)
    monkeypatch.setattr(preview, "deals", lambda position, seat: [position])
    with pytest.raises(AssertionError, match="tells what is hidden"):
        _preview_with_many_seeds(middle)


def _preview_with_many_seeds(position: Position) -> None:
    for seed in range(9):
        checks.check_previews(position, seed)


def test_dealing_nothing_anew_is_caught() -> None:
    game = toys.lazy()
    positions = list(checks.sample(game, 2, seeds=range(5), share=1))
    for position in positions:
        checks.check_views(position, seeds=range(5))  # nothing moves, so nothing shows
    with pytest.raises(AssertionError, match="False"):
        checks.check_reimagining_varies(game, 2, positions)


def test_a_deal_that_depends_on_what_is_hidden_is_caught() -> None:
    start, *_ = checks.random_game(toys.honest(), 2, seed=0)
    checks.check_reimagining_is_blind(start, seat=0, seed=0)
    start, *_ = checks.random_game(toys.peeking(), 2, seed=0)
    with pytest.raises(AssertionError, match="depends on what is hidden"):
        _deal_with_many_seeds(start)


def _deal_with_many_seeds(position: Position) -> None:
    for seed in range(9):
        checks.check_reimagining_is_blind(position, seat=0, seed=seed)


def test_an_honest_sheet_passes() -> None:
    _check_sheets_of_many_games(toys.honest())


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        pytest.param(toys.telling(), "tells what is hidden", id="tells"),
        pytest.param(toys.hasty(), "does not add up", id="counts what is secret"),
        pytest.param(toys.wordless(), "does not add up", id="forgets"),
    ],
)
def test_a_sheet_that_is_wrong_is_caught(game: Game, wrong: str) -> None:
    with pytest.raises(AssertionError, match=wrong):
        _check_sheets_of_many_games(game)


def _check_sheets_of_many_games(game: Game) -> None:
    for position in checks.sample(game, 2, seeds=range(5), share=1):
        checks.check_score_sheets(position, seeds=range(9))


def test_a_secret_shown_unannounced_is_caught() -> None:
    _, middle, _ = checks.random_game(toys.honest(), 2, seed=0)
    _check_with_many_seeds(middle)
    _, middle, _ = checks.random_game(toys.secretive(), 2, seed=0)
    with pytest.raises(AssertionError, match="shows what was hidden"):
        _check_with_many_seeds(middle)


def _check_with_many_seeds(position: Position) -> None:
    for seed in range(9):
        checks.check_revealed(position, seed)


def test_an_announcement_of_nothing_is_caught() -> None:
    line = checks.random_game(toys.honest(), 2, seed=0)
    checks.check_revealing_varies(line, seeds=range(9))
    line = checks.random_game(toys.alarmist(), 2, seed=0)
    with pytest.raises(AssertionError, match="ever varies"):
        checks.check_revealing_varies(line[:2], seeds=range(9))


@pytest.fixture
def toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "RULE_PAGES", Path(__file__).parent / "toy_rules")


def nowhere(seen: Position, name: str) -> bool:
    return False


@pytest.mark.usefixtures("toy_rules")
def test_an_explainer_that_disagrees_is_caught() -> None:
    *_, end = checks.random_game(toys.honest(), 2, seed=0)
    refusals.check_refusals(end, nowhere)
    *_, end = checks.random_game(toys.forgetful(), 2, seed=0)
    with pytest.raises(AssertionError):
        refusals.check_refusals(end, nowhere)


@pytest.mark.usefixtures("toy_rules")
@pytest.mark.parametrize(
    ("words", "caught"),
    [
        (("TOY-END-2", "Both have spoken"), "is on no rule page"),
        (("TOY-END-1", ""), "is no sentence"),
        (("TOY-END-1", "Both have spoken."), "is no sentence"),
        (("TOY-END-1", "both have spoken"), "is no sentence"),
        (("TOY-END-1", "Both have spoken", "e5"), "points at e5"),
    ],
)
def test_a_bad_refusal_is_caught(words: tuple[str, ...], caught: str) -> None:
    *_, end = checks.random_game(toys.saying(*words), 2, seed=0)
    with pytest.raises(AssertionError, match=caught):
        refusals.check_refusals(end, nowhere)


def test_a_game_longer_than_its_facts_say_is_caught() -> None:
    with pytest.raises(AssertionError, match="longer than its facts say"):
        checks.random_game(toys.endless(), 2, seed=0)
