"""Records: named structs as NumPy has them, whose fields Python reads and writes as attributes.

Compiled code does that anyway. `np.record` offers it to Python, too, but takes five times as long
to read a field, and to pass a large record to compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter, methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np


class Record(np.void):  # type: ignore[misc] # only the stubs call it final
    """One struct, like the state of a game or a node of a search."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


@cache
def with_attributes(layout: np.dtype[Any]) -> np.dtype[Any]:
    """Return the layout with its fields as attributes of every record.

    There is one object for each layout: Numba looks it up at every call, and to compare two equal
    ones takes longer than most rules.
    """
    fields = {name: property(itemgetter(name), _setter(name)) for name in layout.names or ()}
    # Where Numba looks for the bytes. NumPy's own answer describes every field of them first.
    fields["data"] = property(methodcaller("getfield", np.dtype((np.uint8, layout.itemsize))))
    return np.dtype((type("Record", (Record,), {"__slots__": (), **fields}), layout))


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda record, value: record.__setitem__(name, value)


def copy(records: Any) -> Any:
    """Return an array with a copy of a record, or of an array of them, that may be changed.

    NumPy itself copies field by field, which takes ten times as long.
    """
    return np.ndarray(records.shape or 1, records.dtype, bytearray(records.tobytes()))
