"""NumPy structs whose fields are attributes in Python, as they are in compiled code.

`np.record` offers this, too, but takes five times as long to read a field, and to pass a large
record to compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter, methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np


class Record(np.void):  # type: ignore[misc] # only the stubs call it final
    """One struct, such as the state of a game or a node of a search."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


@cache
def with_attributes(layout: np.dtype[Any]) -> np.dtype[Any]:
    """Return a dtype whose records have their fields as attributes.

    There is one object per layout: Numba looks it up on every call, and comparing two equal ones
    takes longer than most rules.
    """
    fields = {name: property(itemgetter(name), _setter(name)) for name in layout.names or ()}
    # Numba reads the bytes from here. NumPy's own `data` would describe every field first.
    fields["data"] = property(methodcaller("getfield", np.dtype((np.uint8, layout.itemsize))))
    return np.dtype((type("Record", (Record,), {"__slots__": (), **fields}), layout))


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda record, value: record.__setitem__(name, value)


def copy(records: Any) -> Any:
    """Return a writable copy of a record or an array of records, as an array.

    NumPy copies field by field, which takes ten times as long.
    """
    return np.ndarray(records.shape or 1, records.dtype, bytearray(records.tobytes()))
