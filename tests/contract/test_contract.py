"""One suite for every registered game, every combination of options and every seat count.

It sees more positions than all other tests, so array bounds are checked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numba.core import event

import contrada
from contrada import record
from contrada.errors import NotationError, OptionError
from contrada.games.contract import Game
from contrada.kernel import jit
from tests.contract import checks, observations, pictures, refusals, texts
from tests.contract.checks import every_setting, in_words, some_settings
from tests.contract.examples import positions_of

pytestmark = pytest.mark.bounds

Seated = tuple[Game, int]


class CountCompilations(event.Listener):  # type: ignore[misc]
    def __init__(self) -> None:
        self.compiled: list[str] = []

    def on_start(self, happened: event.Event) -> None:
        self.compiled.append(str(happened.data["dispatcher"]))

    def on_end(self, happened: event.Event) -> None:
        pass


def ready(request: pytest.FixtureRequest) -> Iterator[Seated]:
    """Yield a game with its number of seats; nothing may be compiled after that."""
    name, options, seats = request.param
    game = contrada.game(name, **options)
    game.start(seats).observe(0)  # compiled apart from the rules: no table waits for it
    listener = CountCompilations()
    event.register("numba:compile", listener)
    yield game, seats
    event.unregister("numba:compile", listener)
    # A compilation in the middle of a game would be a pause of seconds for somebody.
    assert listener.compiled == []


# For what depends on every combination of options and seats: rules and secrets.
setting = pytest.fixture(scope="module", params=every_setting(), ids=in_words)(ready)
# For what Python writes and draws: the other combinations are left to `make soak`.
some_setting = pytest.fixture(
    scope="module",
    params=[
        pytest.param(each, marks=() if each in some_settings() else pytest.mark.soak)
        for each in every_setting()
    ],
    ids=in_words,
)(ready)


@pytest.mark.uncompiled
def test_decisions_read_back(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(2), share=0.3):
        texts.check_decision_texts(position)


def test_turns_read_back(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(3), share=0.1):
        texts.check_turn_texts(position)


def test_positions_read_back(setting: Seated) -> None:
    for position in checks.sample(*setting, seeds=range(3), share=0.5):
        texts.check_position_text(position)


@pytest.mark.uncompiled
def test_some_positions_read_back(some_setting: Seated) -> None:
    """Most of the reading is plain Python anyway."""
    for position in checks.sample(*some_setting, seeds=range(1), share=0.3):
        texts.check_position_text(position)


def test_lines_of_turns_read_back(some_setting: Seated) -> None:
    *_, end = checks.random_game(*some_setting, seed=4)
    texts.check_line_of_turns(end)


def test_positions_tell_seats_and_options(setting: Seated) -> None:
    game, seats = setting
    texts.check_settings_in_text(game, seats)
    texts.check_view_text(game.start(seats, seed=1))
    assert eval(repr(game), {"contrada": contrada}) == game


def test_generator_and_explainer_agree(setting: Seated) -> None:
    is_square = positions_of(setting[0].name).is_square
    for position in checks.sample(*setting, seeds=range(4), share=0.15):
        refusals.check_refusals(position, is_square)


def test_playing_leaves_the_old_position(setting: Seated) -> None:
    for position in checks.sample(*setting, seeds=range(2), share=0.2):
        checks.check_playing_leaves_the_old_position(position)


def test_same_options_seed_and_decisions_give_the_same_bytes(setting: Seated) -> None:
    for seed in range(10):
        checks.check_same_decisions_same_bytes(*setting, seed)


def test_pickles_read_back(setting: Seated) -> None:
    game, seats = setting
    line = checks.random_game(game, seats, seed=0)
    for position in (line[0], line[len(line) // 2], line[-1], line[-1].reimagine(0)):
        checks.check_pickles(position)


def test_observations_are_complete_and_safe(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(2), share=0.05):
        observations.check_ranges(position)
        observations.check_complete(position)
        observations.check_safe(position, seeds=range(2))
        observations.check_egocentric(position)


def test_outcome_only_at_the_end(setting: Seated) -> None:
    for position in checks.sample(*setting, seeds=range(10), share=0.2):
        checks.check_outcome(position)


def test_views_hide_what_a_seat_may_not_see(setting: Seated) -> None:
    game, seats = setting
    positions = list(checks.sample(game, seats, seeds=range(3), share=0.1))
    for number, position in enumerate(positions):
        checks.check_views(position, seeds=range(2))
        if number % 4 == 0:
            checks.check_reimagining_is_blind(position, seat=number % seats, seed=number)
            texts.check_position_text(position.reimagine(number % seats, number))
    checks.check_reimagining_varies(game, seats, positions[:10])


def test_decisions_have_parts_of_their_own(setting: Seated) -> None:
    checks.check_parts(setting[0])


@pytest.mark.uncompiled
def test_accounts_tell_what_was_seen(some_setting: Seated) -> None:
    for number, position in enumerate(checks.sample(*some_setting, seeds=range(3), share=0.2)):
        checks.check_accounts(position, seed=number)


def test_accounts_hide_what_others_may_not_know(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(2), share=0.03):
        checks.check_accounts_hide(position, seeds=range(2))


def test_previews_are_certain_and_fair(some_setting: Seated) -> None:
    for number, position in enumerate(checks.sample(*some_setting, seeds=range(2), share=0.05)):
        checks.check_previews(position, seed=number)


def test_every_view_shows_the_scores(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(1), share=0.1):
        for seat in (None, *range(position.seats)):
            assert position.view(seat)["scores"] == list(position.scores())


def test_score_sheets_add_up(some_setting: Seated) -> None:
    for position in checks.sample(*some_setting, seeds=range(3), share=0.2):
        checks.check_score_sheets(position, seeds=range(2))


def test_what_is_said_to_reveal_something_does(setting: Seated) -> None:
    game, seats = setting
    for number, position in enumerate(checks.sample(game, seats, seeds=range(2), share=0.08)):
        checks.check_revealed(position, seed=number)
    if game.facts.hidden:
        line = checks.random_game(game, seats, seed=7)
        checks.check_revealing_varies(line, seeds=range(2))


def test_every_position_can_be_drawn(some_setting: Seated) -> None:
    viewers = (None, *range(some_setting[1]))
    for number, position in enumerate(checks.sample(*some_setting, seeds=range(1), share=0.03)):
        pictures.check_picture(position, viewers[number % len(viewers)])


def test_pictures_hide_what_a_seat_may_not_see(some_setting: Seated) -> None:
    for number, position in enumerate(checks.sample(*some_setting, seeds=range(1), share=0.03)):
        pictures.check_picture_hides(position, seat=number % position.seats, seed=number)


@pytest.mark.parametrize("by", ["decision", "turn"])
def test_random_games_end_within_the_stated_bound(setting: Seated, by: str) -> None:
    game, seats = setting
    if f"playouts_by_{by}" not in game.entry_points:
        with pytest.raises(OptionError):
            game.playouts(1, by=by, seats=seats)
        return
    played = game.playouts(2000, seed=5, seats=seats, by=by)
    assert played.results.shape == played.scores.shape == (2000, seats)
    assert played.lengths.min() > 0
    assert played.lengths.max() <= game.facts.longest_game
    assert np.allclose(played.results.sum(axis=1), 1)
    again = game.playouts(2000, seed=5, seats=seats, by=by)
    assert all((a == b).all() for a, b in zip(played, again, strict=True))


def test_whoever_is_behind_in_score_does_not_win(setting: Seated) -> None:
    game, seats = setting
    played = game.playouts(3000, seed=1, seats=seats)
    ahead = played.scores[:, 0] - played.scores[:, 1]
    better = -ahead if game.facts.measures[0].fewest else ahead
    decided = played.results[better > 0]
    assert len(decided) > 500
    assert (decided[:, 1] == 0).all(), "the seat behind in score shares the win"


def test_records_read_back(some_setting: Seated, tmp_path: Path) -> None:
    lines = [checks.random_game(*some_setting, seed=seed) for seed in range(5)]
    middles = [line[len(line) // 2] for line in lines]
    text = middles[0].text
    from_text = middles[0].game.position(text, middles[0].seats).play(middles[0].legal()[0])
    kept = (*(line[-1] for line in lines), *middles, from_text)
    written = [record.record_of(position) for position in kept]
    path = tmp_path / "games.jsonl"
    assert record.write(path, written) == 11
    assert "seed" in written[0].document()
    assert written[-1].document()["position"] == text
    for before, after in zip(written, record.read(path), strict=True):
        assert after.position == before.position
        assert after.document() == before.document()


def test_facts(setting: Seated) -> None:
    facts = setting[0].facts
    assert setting[0].definition.state.itemsize <= 2048, "a position is large"
    assert 0 < facts.decisions <= 1100
    assert len(facts.seat_names) >= facts.seats[1]
    assert facts.longest_game_because.endswith(".")
    assert len({option.name for option in facts.options}) == len(facts.options)


def test_bad_requests_are_refused_in_a_sentence(setting: Seated) -> None:
    game, seats = setting
    start = game.start(seats)
    with pytest.raises(OptionError, match="seats"):
        game.start(game.facts.seats[1] + 1)
    with pytest.raises(OptionError, match="seed"):
        game.start(seats, -1)
    with pytest.raises(OptionError, match="no seat"):
        start.view(seats)
    for number in (-1, game.facts.decisions):
        wrong = f"a decision of .* from 0 to {game.facts.decisions - 1}, not {number}"
        with pytest.raises(NotationError, match=wrong):
            start.play(number)
    with pytest.raises(OptionError, match="no option"):
        contrada.game(game.name, nonsense=True)
    for option in game.facts.options:
        with pytest.raises(OptionError, match="one of"):
            contrada.game(game.name, **{option.name: "nonsense"})
    with pytest.raises(NotationError):
        game.position("nonsense", seats)


@pytest.mark.parametrize("name", contrada.NAMES)
def test_every_rule_of_the_page_is_cited_by_a_test(name: str) -> None:
    tests = Path(__file__).parents[1] / "games" / name
    cited = {
        rule
        for test in tests.glob("test_*.py")
        for rule in re.findall(rf"\b{name.upper()}(?:-[A-Z]+)+(?:-\d+)?", test.read_text("utf-8"))
    }
    rules = refusals.rule_ids(refusals.RULE_PAGES / f"{name}.md")
    assert rules
    assert cited == rules


@pytest.mark.skipif(jit.is_disabled(), reason="nothing is compiled")
def test_every_compiled_function_is_made_from_hashed_sources() -> None:
    """The cache is keyed by these files; a rule imported from elsewhere would go stale."""
    for name in contrada.NAMES:
        definition = contrada.games.definition(name)
        hashed = {str(path) for path in contrada.games.contract.compiled_sources(definition)}
        for file in files_behind(contrada.games.contract.all_entry_points(definition)):
            assert file in hashed, f"{file} is compiled for {name} but not hashed"


def files_behind(entry_points: dict[str, jit.EntryPoint]) -> set[str]:
    """Follow calls between compiled functions; return their files."""
    files: set[str] = set()
    waiting = [entry.function for entry in entry_points.values()]
    seen: set[int] = set()
    while waiting:
        function = waiting.pop()
        plain = getattr(function, "__wrapped__", function)
        if id(plain) in seen:
            continue
        seen.add(id(plain))
        files.add(plain.__code__.co_filename)
        names = plain.__code__.co_names
        used = [plain.__globals__[name] for name in names if name in plain.__globals__]
        waiting += [value for value in used if isinstance(value, jit.Compiled)]
    return files
