"""The games pass Gymnasium's own check, and the vector environment plays by batches."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import contrada
from contrada.environments.gymnasium import GameEnv, GameVectorEnv
from contrada.errors import OptionError
from contrada.games import definition


@pytest.mark.parametrize("name", contrada.NAMES)
def test_the_check_of_gymnasium(name: str) -> None:
    for seats in definition(name).facts.seats:
        env = gymnasium.make(f"contrada/{name.capitalize()}-v0", seats=seats)
        check_env(env.unwrapped, skip_render_check=True)


def play(env: Any, seed: int) -> tuple[float, Any]:
    """Play a game of random legal decisions; return the reward and the last position."""
    choose = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    ended = False
    while not ended:
        assert env.unwrapped.position.to_move == info["seat"]
        assert np.flatnonzero(info["action_mask"]).tolist() == env.unwrapped.position.legal()
        decision = choose.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, cut, info = env.step(decision)
        assert not cut
    return reward, env.unwrapped.position


@pytest.mark.parametrize(("name", "level"), [("urtown", 1), ("urbe", None)])
def test_bots_hold_the_other_seats(name: str, level: int | None) -> None:
    env = gymnasium.make(f"contrada/{name.capitalize()}-v0", seats=3, seat=1, level=level)
    reward, end = play(env, seed=4)
    assert reward == pytest.approx((3 * end.outcome().results[1] - 1) / 2)
    again, same = play(env, seed=4)
    assert (again, bytes(same)) == (reward, bytes(end))


def test_an_illegal_decision_loses_and_is_explained() -> None:
    env = GameEnv("urbino", seat=0, render_mode="ansi")
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(np.int64(489))
    assert (reward, ended) == (-1.0, True)
    assert "URBINO-" in info["refused"]
    assert isinstance(env.render(), str)


def test_the_vector_environment_plays_by_batches() -> None:
    envs: Any = gymnasium.make_vec("contrada/Urtown-v0", num_envs=8, seats=3)
    observations, infos = envs.reset(seed=5)
    assert isinstance(envs.unwrapped, GameVectorEnv)
    ends = 0
    for _ in range(200):
        assert envs.observation_space.contains(observations)
        movers = infos["to_move"].copy()
        observations, rewards, ended, cut, infos = envs.step(envs.unwrapped.batch.random_decisions)
        assert rewards.tolist() == infos["rewards"][np.arange(8), movers].tolist()
        assert not rewards[~ended].any()
        assert not cut.any()
        ends += int(ended.sum())
    assert ends > 0


def test_what_the_vector_environment_gives_can_be_kept() -> None:
    envs: Any = RecordEpisodeStatistics(gymnasium.make_vec("contrada/Urbino-v0", num_envs=4))
    first, infos = envs.reset(seed=5)
    seen, mask = first.copy(), infos["action_mask"].copy()
    after, *_ = envs.step(envs.unwrapped.batch.random_decisions)
    assert np.array_equal(first, seen)
    assert np.array_equal(infos["action_mask"], mask)
    assert not np.array_equal(first, after)
    quick = GameVectorEnv("urbino", 4, copy=False)
    assert quick.reset()[0] is quick.batch.now.observations


def test_bad_requests_are_refused_in_a_sentence() -> None:
    for wishes, sentence in (
        ({"level": 9}, "levels are 1 to 8, not 9"),
        ({"seat": 2}, "there is no seat 2; seats are 0 to 1"),
        ({"render_mode": "human"}, "render_mode must be ansi, not 'human'"),
    ):
        with pytest.raises(OptionError, match=sentence):
            GameEnv("urbino", **wishes)
    with pytest.raises(OptionError, match="one seed is for all games of a batch"):
        GameVectorEnv("urbino", 2).reset(seed=[1, 2])


def test_the_check_notices_a_broken_adapter(monkeypatch: pytest.MonkeyPatch) -> None:
    env = GameEnv("urbino")
    monkeypatch.setattr(GameEnv, "_observed", lambda self: np.full(3, 1, np.int16))
    with pytest.raises(AssertionError):
        check_env(env, skip_render_check=True)
