"""The observation space that the environments share; needs Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from contrada.games.contract import Facts


def observation_space(facts: Facts) -> Any:
    """Return the space of a game's tensors, with the range of every number."""
    low = [np.full(field.size, field.low, np.int16) for field in facts.observation]
    high = [np.full(field.size, field.high, np.int16) for field in facts.observation]
    return Box(np.concatenate(low), np.concatenate(high), dtype=np.int16)
