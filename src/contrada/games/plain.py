"""A state as plain Python, for views and texts that look at all of it.

Each look at a field of a record costs microseconds, at a list or a number next to nothing.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from contrada.kernel.operations import State


def plain(state: State) -> Any:
    """Return the fields of a state under their names: numbers, and lists of them."""
    fields = zip(state.dtype.names or (), state.item(), strict=True)
    return SimpleNamespace(
        **{name: each.tolist() if isinstance(each, np.ndarray) else each for name, each in fields}
    )
