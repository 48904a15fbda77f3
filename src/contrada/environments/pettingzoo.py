"""The games as PettingZoo environments; needs `pip install contrada[pettingzoo]`.

`urbino_v0.env()`, and likewise for every game, or `make("contrada/urbino_v0")`. One agent for each
seat, in turns (AEC). The observation is the seat's tensor, and the mask of legal decisions is
`info["action_mask"]`.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from contrada import games
from contrada.environments.rewards import rewards
from contrada.environments.spaces import observation_space
from contrada.errors import OptionError
from contrada.games.contract import Position

PREFIX, VERSION = "contrada/", "_v0"
ILLEGAL_REWARD = -1.0
Agent = str


class GameEnv(AECEnv[Agent, npt.NDArray[np.int16], int | None]):  # type: ignore[misc] # untyped
    """A game with an agent for each seat; an illegal decision raises `IllegalDecision`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own type
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: bool | str,
    ) -> None:
        """Choose the game; `reset` starts it."""
        super().__init__()
        self.game = games.game(name, **options)
        self.seats = self.game.check_seats(seats)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise OptionError(f"render_mode must be human or ansi, not {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{name}{VERSION}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._spaces: dict[Agent, Box] = {
            agent: observation_space(self.game.facts) for agent in self.possible_agents
        }
        self._actions = {
            agent: Discrete(self.game.facts.decisions) for agent in self.possible_agents
        }
        self._random = np.random.default_rng()
        self.agents: list[Agent] = []
        self.position: Position

    def __str__(self) -> str:
        """Return the name and version."""
        return str(self.metadata["name"])

    def observation_space(self, agent: Agent) -> Box:
        """Return the space of an agent's observations, always the same object."""
        return self._spaces[agent]

    def action_space(self, agent: Agent) -> Discrete[np.int64]:
        """Return the space of an agent's decisions, always the same object."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game; a seed makes this and the following games reproducible."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.position = self.game.start(self.seats, seed=int(self._random.integers(2**62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show()

    def _show(self) -> None:
        """Say who decides next, and tell every agent what it may decide."""
        seat = self.position.to_move
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: Agent) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.game.facts.decisions, np.int8)
        if self.position.to_move is not None and agent == self.agent_selection:
            mask[self.position.legal()] = 1
        return mask

    def observe(self, agent: Agent) -> npt.NDArray[np.int16]:
        """Return what an agent may know."""
        return self.position.observe(self.possible_agents.index(agent)).tensor

    def step(self, action: int | None) -> None:
        """Take a decision of the agent that is to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(None)
            return
        if action is None:
            raise OptionError(f"{self.agent_selection} has to decide")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self.position.play_one(int(action))
        self._clear_rewards()
        self._show()
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, rewards(self.position), strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draw the position as everyone may see it: print it, or return it as text."""
        if self.render_mode == "human":
            print(self.position.terminal())
            return None
        return self.position.terminal()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def raw_env(name: str, **wishes: Any) -> GameEnv:
    """Return an environment without PettingZoo's wrappers."""
    return GameEnv(name, **wishes)


def env(name: str, **wishes: Any) -> AECEnv[Any, Any, Any]:
    """Return an environment in which an illegal decision loses the game for its agent."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(name, **wishes), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def make(identifier: str, **wishes: Any) -> AECEnv[Any, Any, Any]:
    """Return an environment by its id: the name of a game between `contrada/` and `_v0`."""
    known = [f"{PREFIX}{name}{VERSION}" for name in games.NAMES]
    if identifier not in known:
        raise OptionError(f"there is no environment {identifier!r}; known: {', '.join(known)}")
    return env(identifier.removeprefix(PREFIX).removesuffix(VERSION), **wishes)


def __getattr__(attribute: str) -> SimpleNamespace:
    """Return what a module of PettingZoo has, for a game with the version after its name."""
    name = attribute.removesuffix(VERSION)
    if name == attribute or name not in games.NAMES:
        raise AttributeError(f"there is no environment {attribute!r}")
    return SimpleNamespace(
        env=lambda **wishes: env(name, **wishes),
        raw_env=lambda **wishes: raw_env(name, **wishes),
    )
