"""Tables as data frames of pandas or polars, whichever there is; nothing else needs either."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from contrada.errors import OptionError

LIBRARIES = ("pandas", "polars")


def frame(columns: Mapping[str, Any], library: str | None = None) -> Any:
    """Return columns, which are lists or arrays, as a data frame.

    Without a name, the library is the one that the program already uses, or else the one there is.
    """
    if _chosen(library) == "pandas":
        import pandas  # noqa: PLC0415 - only if there is one

        return pandas.DataFrame(dict(columns))
    import polars  # noqa: PLC0415 - likewise

    return polars.DataFrame(dict(columns))


def frame_of(rows: Sequence[Mapping[str, Any]], library: str | None = None) -> Any:
    """Return rows, which all have the same names, as a data frame."""
    names = rows[0] if rows else ()
    return frame({name: [row[name] for row in rows] for name in names}, library)


def part_of(parts: Mapping[str, Sequence[Mapping[str, Any]]], wanted: str) -> Any:
    """Return one of several lists of rows by its name."""
    if wanted not in parts:
        raise OptionError(f"there is a data frame of {', '.join(parts)}, but not of {wanted!r}")
    return parts[wanted]


def _chosen(library: str | None) -> str:
    if library not in (None, *LIBRARIES):
        raise OptionError(f"data frames are of {' or '.join(LIBRARIES)}, not of {library!r}")
    wanted = [library] if library else LIBRARIES
    found = [name for name in wanted if name in sys.modules or find_spec(name)]
    if not found:
        named = library or " or ".join(LIBRARIES)
        raise OptionError(f"to_frame needs {named}, which is not installed")
    return next((name for name in found if name in sys.modules), found[0])


class Interval(Protocol):
    """A mean and the interval around it."""

    @property
    def mean(self) -> float:
        """The mean."""

    @property
    def low(self) -> float:
        """Where the interval begins."""

    @property
    def high(self) -> float:
        """Where it ends."""


def estimate(name: str, value: Interval) -> dict[str, float]:
    """Return an estimate as three columns: the mean, and the ends of its interval."""
    return {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}
