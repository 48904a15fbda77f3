"""The games as Gymnasium environments; needs `pip install contrada[gymnasium]`.

`gymnasium.make("contrada/Urbino-v0", level=3)`, and likewise for every game, is for one seat that
learns while bots of a level hold the others. `GameVectorEnv` plays many games by itself, on top of
batches. The mask of legal decisions is `info["action_mask"]`.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from contrada import games
from contrada.bots import levels
from contrada.bots.player import Bot, Limits, answered
from contrada.bots.random_player import RandomPlayer
from contrada.environments.batch import Batch
from contrada.environments.rewards import rewards
from contrada.environments.spaces import observation_space
from contrada.errors import ContradaError, OptionError
from contrada.games.contract import Game, Position

ILLEGAL_REWARD = -1.0
Observation = npt.NDArray[np.int16]
Info = dict[str, Any]


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game for one seat that learns; bots hold the other seats, and play up to its next turn.

    The reward comes at the end: 1 for a win alone, -1 / (seats - 1) for a loss. An illegal decision
    ends the game with a reward of -1, and `info["refused"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's type

    def __init__(
        self,
        name: str,
        *,
        level: int | None = None,
        seats: int | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
        **options: bool | str,
    ) -> None:
        """Choose the game, the bots (`level` 1 to 8, or random ones) and the seat (or any)."""
        self.game = games.game(name, **options)
        self.seats = self.game.check_seats(seats)
        if seat is not None and not 0 <= seat < self.seats:
            raise OptionError(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        if level is not None:
            levels.level(level)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise OptionError(f"render_mode must be ansi, not {render_mode!r}")
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game.facts)
        self.action_space = Discrete(self.game.facts.decisions)
        self._level, self._wanted_seat = level, seat
        self.position: Position
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal a new game, and let the bots play up to the first turn of the seat."""
        super().reset(seed=seed, options=options)
        chance = random.Random(int(self.np_random.integers(2**62)))
        wanted = self._wanted_seat
        self.seat = chance.randrange(self.seats) if wanted is None else wanted
        self._bots = [bot_of(self.game, self._level, chance) for _ in range(self.seats)]
        self._unseen = chance
        self.position = self.game.start(self.seats, seed=chance.getrandbits(62))
        self._let_bots_play()
        if self.position.is_over:  # the seat never had a choice
            return self.reset()
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Take a decision, and let the bots play up to the next one."""
        try:
            self.position = self.position.play_one(int(action))
        except ContradaError as refused:
            return self._observed(), ILLEGAL_REWARD, True, False, self._info(refused=str(refused))
        self._let_bots_play()
        ended = self.position.is_over
        reward = rewards(self.position)[self.seat] if ended else 0.0
        return self._observed(), reward, ended, False, self._info()

    def _let_bots_play(self) -> None:
        while self.position.to_move not in (None, self.seat):
            assert self.position.to_move is not None
            bot = self._bots[self.position.to_move]
            self.position = answered(self.position, bot, self._unseen, Limits())

    def _observed(self) -> Observation:
        return self.position.observe(self.seat).tensor

    def _info(self, **more: str) -> Info:
        mask = np.zeros(self.game.facts.decisions, np.int8)
        if self.position.to_move == self.seat:
            mask[self.position.legal()] = 1
        return {"action_mask": mask, "seat": self.seat, **more}

    def render(self) -> str | None:
        """Return the position as the seat may see it, as text."""
        return self.position.terminal(self.seat) if self.render_mode else None


def bot_of(game: Game, level: int | None, chance: random.Random) -> Bot:
    """Return a bot of a level, or a random one."""
    seed = chance.getrandbits(62)
    return RandomPlayer(seed) if level is None else levels.player(level, game, seed)


class GameVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once, in which the learner decides for whichever seat is to move.

    The reward is that of the seat that has just decided; `infos` has those of all seats, the masks,
    and whose turn it is. A game that ends starts again in the same step; there is no `final_obs`,
    because games end and are never cut off, so nothing of value follows their last position.

    With `copy=False`, arrays are those of the batch, which every step overwrites.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        copy: bool = True,
        **options: bool | str,
    ) -> None:
        """Start the games."""
        self.batch = Batch(games.game(name, **options), num_envs, seats=seats)
        facts = self.batch.game.facts
        self.num_envs = num_envs
        self.single_observation_space = observation_space(facts)
        self.single_action_space = Discrete(facts.decisions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([facts.decisions] * num_envs)
        self._every = np.arange(num_envs)
        self._copies = copy

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start every game anew; the seed is for all of them."""
        if isinstance(seed, list):
            raise OptionError("one seed is for all games of a batch, not a list")
        super().reset(seed=seed, options=options)
        now = self.batch.reset(int(self.np_random.integers(2**62)))
        return self._kept(now.observations), self._infos()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Take a decision in every game."""
        movers = self.batch.now.to_move.copy()
        now = self.batch.step(actions)
        rewards = now.rewards[self._every, movers].astype(np.float64)
        truncated = np.zeros(self.num_envs, np.bool_)
        seen, ended = self._kept(now.observations), self._kept(now.ended)
        return seen, rewards, ended, truncated, self._infos()

    def _infos(self) -> Info:
        now = self.batch.now
        told = {"action_mask": now.masks, "to_move": now.to_move, "rewards": now.rewards}
        return {name: self._kept(each) for name, each in told.items()}

    def _kept(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return what the caller may keep: Gymnasium's own vector environments copy, too."""
        return array.copy() if self._copies else array


for _name in games.NAMES:
    gymnasium.register(
        f"contrada/{_name.capitalize()}-v0",
        entry_point=f"{__name__}:GameEnv",
        vector_entry_point=f"{__name__}:GameVectorEnv",
        kwargs={"name": _name},
    )
