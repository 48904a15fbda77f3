"""A state as plain Python objects, for views and texts that read most of it.

Reading a field of a NumPy record takes microseconds; reading a list or a number takes almost none.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from contrada.kernel.operations import State


def plain(state: State) -> Any:
    """Return an object with the fields of a state as numbers and lists."""
    fields = zip(state.dtype.names or (), state.item(), strict=True)
    return SimpleNamespace(
        **{name: each.tolist() if isinstance(each, np.ndarray) else each for name, each in fields}
    )
