"""The games pass PettingZoo's own suites, for every number of seats, without a warning."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import contrada
from contrada.environments import pettingzoo
from contrada.errors import IllegalDecision, OptionError
from contrada.games import definition

SEATS = [
    (name, seats)
    for name in contrada.NAMES
    for seats in range(definition(name).facts.seats[0], definition(name).facts.seats[1] + 1)
]
CYCLES = 30  # enough for whole games to be left to the last test


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_the_suites_of_pettingzoo(
    name: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def new(**wishes: Any) -> Any:
        return pettingzoo.env(name, seats=seats, **wishes)

    api_test(new(), num_cycles=CYCLES)
    seed_test(new, num_cycles=5)
    render_test(new)
    parallel_api_test(turn_based_aec_to_parallel(new()), num_cycles=CYCLES)


@pytest.mark.parametrize("name", contrada.NAMES)
def test_a_whole_game_pays_out_what_the_rules_say(name: str) -> None:
    env: Any = pettingzoo.make(f"contrada/{name}_v0")
    assert str(env.unwrapped) == f"{name}_v0"
    env.reset(seed=3)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, info = env.last()
        paid[agent] += reward
        here = env.unwrapped.position
        assert np.array_equal(observation, here.observe(env.possible_agents.index(agent)).tensor)
        assert np.flatnonzero(info["action_mask"]).tolist() == here.legal()
        env.step(None if ended else env.action_space(agent).sample(info["action_mask"]))
    results = env.unwrapped.position.outcome().results
    seats = len(results)
    assert list(paid.values()) == pytest.approx([(seats * r - 1) / (seats - 1) for r in results])


def test_an_illegal_decision_is_refused_or_loses() -> None:
    raw = pettingzoo.urbino_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalDecision, match="URBINO-"):
        raw.step(489)
    env = pettingzoo.urbino_v0.env()
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(489)
    assert env.rewards[mover] == pettingzoo.ILLEGAL_REWARD
    assert all(env.terminations.values())


def test_bad_requests_are_refused_in_a_sentence() -> None:
    with pytest.raises(
        OptionError, match="there is no environment 'contrada/chess_v0'; known: con"
    ):
        pettingzoo.make("contrada/chess_v0")
    with pytest.raises(OptionError, match="Urtown has 2 to 5 seats, not 6"):
        pettingzoo.urtown_v0.env(seats=6)
    with pytest.raises(OptionError, match="render_mode must be human or ansi, not 'video'"):
        pettingzoo.urtown_v0.env(render_mode="video")
    with pytest.raises(AttributeError, match="there is no environment 'chess_v0'"):
        _ = pettingzoo.chess_v0


def test_the_suite_notices_a_broken_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    env = pettingzoo.urbino_v0.env()
    monkeypatch.setattr(pettingzoo.GameEnv, "observe", lambda *_: np.full(584, 99, np.int16))
    with pytest.raises(AssertionError):
        api_test(env, num_cycles=5)
