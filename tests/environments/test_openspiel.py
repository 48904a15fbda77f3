"""The games pass OpenSpiel's own checks, hide what they must, and its searches can play them.

The playthroughs next to this file are OpenSpiel's; `python -m tests.environments.test_openspiel`
writes them again.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import contrada
from contrada.environments import openspiel
from contrada.errors import OptionError
from contrada.games import definition
from contrada.games.contract import Position

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GOLDEN = {
    "urbino": "contrada_urbino(monuments=true)",
    "urtown": "contrada_urtown(players=3)",
    "urbania": "contrada_urbania",
    "urbe": "contrada_urbe(useful_eight=beside)",
}
SEED = 1
HIDDEN = [name for name in contrada.NAMES if definition(name).facts.hidden]
EVERY = [
    f"contrada_{name}(players={seats})"
    for name in contrada.NAMES
    for seats in range(definition(name).facts.seats[0], definition(name).facts.seats[1] + 1)
]


def playthrough(text: str) -> str:
    """Return OpenSpiel's; its module loads SciPy, which not every worker needs."""
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    return str(generate_playthrough.playthrough(text, None, seed=SEED))


@pytest.mark.parametrize("text", GOLDEN.values())
def test_the_checks_of_openspiel(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("text", EVERY)
def test_the_checks_of_openspiel_with_every_number_of_players(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GOLDEN)
def test_playthroughs_are_the_same_byte_for_byte(name: str) -> None:
    known = lzma.decompress((PLAYTHROUGHS / f"{name}.txt.xz").read_bytes()).decode()
    found = playthrough(GOLDEN[name])
    pairs = zip(found.splitlines(), known.splitlines(), strict=False)
    assert next((pair for pair in pairs if pair[0] != pair[1]), None) is None
    assert found == known


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("_legal_actions", lambda self, _player: [*self.position.legal()[1:], 0]),
        ("returns", lambda self: [1.0] * self.seats),
        ("is_terminal", lambda _self: False),
    ],
)
def test_the_checks_notice_a_broken_adapter(
    name: str, broken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openspiel.SpielState, name, broken)
    game = pyspiel.load_game("contrada_urbino")
    with pytest.raises(pyspiel.SpielError):
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def after(game: Any, decisions: int, seed: int) -> Any:
    """Return a state in which somebody decides, after some random decisions."""
    choose = np.random.default_rng(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.history()) < decisions:
        actions = range(openspiel.OUTCOMES) if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(choose.choice(actions)))
    return state


def check_secrets(state: Any, player: int) -> None:
    """Nothing that a player gets differs between the worlds that it cannot tell apart."""
    worlds = [state.resample_from_infostate(player, lambda part=part: part) for part in (0.1, 0.7)]
    texts, tensors, others = set(), set(), set()
    for world in [state, *worlds]:
        texts.add((world.information_state_string(player), world.observation_string(player)))
        tensors.add(tuple(world.observation_tensor(player)))
        others.add(world.information_state_string((player + 1) % world.num_players()))
    assert (len(texts), len(tensors)) == (1, 1)
    assert len(others) > 1


@pytest.mark.parametrize("name", HIDDEN)
def test_information_states_hide_what_they_must(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(pyspiel.load_game(GOLDEN[name]), 40, seed=4)
    for player in range(state.num_players()):
        check_secrets(state, player)
    look = Position.view
    monkeypatch.setattr(Position, "view", lambda self, _seat=None: look(self, 0))
    with pytest.raises(AssertionError):
        check_secrets(after(pyspiel.load_game(GOLDEN[name]), 40, seed=4), 1)


def follow(state: Any, action: int, outcomes: list[int]) -> bytes:
    """Return where an action leads, apart from what nobody knows."""
    child = state.child(action)
    for outcome in outcomes:
        if child.is_chance_node():
            child.apply_action(outcome)
    return bytes(child.position.redeal(0))


def check_future(state: Any) -> None:
    """What follows does not depend on the order of piles that a state holds."""
    other = state.clone()
    other.position = state.position.redeal(99)
    actions = state.legal_actions()[:60]
    for outcomes in ([0, 0], [5, 200]):
        assert [follow(state, each, outcomes) for each in actions] == [
            follow(other, each, outcomes) for each in actions
        ]


def check_futures(states: list[Any]) -> None:
    for state in states:
        check_future(state)


def before_chance(game: Any, seed: int) -> list[Any]:
    """Return some states of a random game in which the next decision revealed something."""
    choose = np.random.default_rng(seed)
    state, found = after(game, 8, seed), []
    while not state.is_terminal():
        actions = range(openspiel.OUTCOMES) if state.is_chance_node() else state.legal_actions()
        before = state.clone()
        state.apply_action(int(choose.choice(actions)))
        if state.is_chance_node() and not before.is_chance_node():
            found.append(before)
    return found[: -len(found) // 2 : 3][:4]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_clone_does_not_show_the_future(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states = before_chance(pyspiel.load_game(GOLDEN[name]), seed=6)
    assert states
    for state in states:
        seats = range(state.num_players())
        again = state.position.redeal(99)
        assert [again.view(seat) for seat in seats] == [state.position.view(seat) for seat in seats]
        assert bytes(again) != bytes(state.position)
        check_future(state)
    redeal = Position.redeal
    monkeypatch.setattr(
        Position, "redeal", lambda self, seed=0: redeal(self, seed) if seed in (0, 99) else self
    )
    with pytest.raises(AssertionError):
        check_futures(states)


def test_outcomes_of_chance_differ() -> None:
    state = after(pyspiel.load_game("contrada_urtown"), 8, seed=6)
    action = state.legal_actions()[0]
    assert len({follow(state, action, [outcome, 0]) for outcome in range(6)}) > 1


def test_a_game_is_loaded_again_from_what_it_calls_itself() -> None:
    game = pyspiel.load_game("contrada_urbe(players=3)")
    state = game.new_initial_state()
    again, _ = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), again.game.options["useful_eight"]) == (str(game), False)


def test_parameters_are_players_and_options() -> None:
    game = pyspiel.load_game("contrada_urbe(players=3,useful_eight=Beside)")
    assert (game.num_players(), game.game.options["useful_eight"]) == (3, "beside")
    assert pyspiel.load_game("contrada_urbino(monuments=true)").game.options["monuments"] is True
    for text, sentence in (
        ("contrada_urtown(players=6)", "Urtown has 2 to 5 seats, not 6"),
        ("contrada_urtown(scoring=chess)", "must be one of 'urtown', 'blockers', not 'chess'"),
    ):
        with pytest.raises(OptionError, match=sentence):
            pyspiel.load_game(text)
    with pytest.raises(OptionError, match="observations have no parameters"):
        game.make_py_observer(None, {"colour": 1})


def searcher(game: Any, simulations: int, seed: int) -> Any:
    """Return OpenSpiel's MCTS, or its search of information sets if something is hidden."""
    evaluator = openspiel.PlayoutEvaluator(playouts=4, seed=seed)
    chance = np.random.RandomState(seed)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 0.5, simulations, evaluator, random_state=chance)
    found = ismcts.ISMCTSBot(
        *(game, evaluator, 0.5, simulations),
        random_state=chance,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    found.set_resampler(lambda state, seat: state.resample_from_infostate(seat, chance.rand))
    return found


def result(game: Any, bot: Any, seat: int, seed: int) -> float:
    """Let a bot play against random players; return its reward."""
    random = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = random.randint(openspiel.OUTCOMES)
        elif state.current_player() == seat:
            action = bot.step(state)
        else:
            action = random.choice(state.legal_actions())
        state.apply_action(int(action))
    return float(state.returns()[seat])


# Several times as many as there are decisions, or a search looks at each of them once at most.
SIMULATIONS = {"urbino": 60, "urtown": 150, "urbania": 60, "urbe": 12}


def wins(name: str, games: int) -> int:
    """Count the games that a search wins in alternating seats."""
    game = pyspiel.load_game(f"contrada_{name}")
    return sum(
        result(game, searcher(game, SIMULATIONS[name], seed), seed % 2, seed) == 1
        for seed in range(games)
    )


@pytest.mark.parametrize("name", ["urbino", "urbe"])
def test_searches_of_openspiel_beat_random_players(name: str) -> None:
    assert wins(name, 1) == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", SIMULATIONS)
def test_searches_of_openspiel_win_nine_games_of_ten(name: str) -> None:
    assert wins(name, 20) >= 18


def main() -> None:
    for name, text in GOLDEN.items():
        found = playthrough(text).encode()
        (PLAYTHROUGHS / f"{name}.txt.xz").write_bytes(lzma.compress(found, preset=9))


if __name__ == "__main__":
    main()
