"""Records as Parquet, for programs that study many games: a row for each game.

It needs pyarrow: the extra `parquet`.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from contrada.errors import OptionError
from contrada.record import Record

SUFFIX = ".parquet"
AT_ONCE = 1000  # games in memory
NEEDED = "Parquet needs pyarrow; install it with: pip install 'contrada[parquet]'"


def _pyarrow() -> tuple[Any, Any]:
    """Load pyarrow, which few people need."""
    try:
        import pyarrow  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise OptionError(NEEDED) from None
    return pyarrow, parquet


def row(found: Record) -> dict[str, Any]:
    """Return the row of a game."""
    document = found.document()
    result = document["result"] or {}
    return {
        "game": document["game"],
        "options": json.dumps(document["options"], sort_keys=True),
        "seats": document["seats"],
        "turns": document["turns"],
        "places": result.get("places"),
        "scores": result.get("scores"),
        "seed": document.get("seed"),
        "comments": list(document.get("comments", {}).values()),
        "record": json.dumps(document, ensure_ascii=False),  # all of it, to be read back
    }


def write(path: Path, records: Iterable[Record]) -> int:
    """Write all records to a file, or none if one fails; return how many."""
    arrow, parquet = _pyarrow()
    text, number = arrow.string(), arrow.int32()
    schema = arrow.schema(
        {
            "game": text,
            "options": text,
            "seats": arrow.list_(text),
            "turns": arrow.list_(text),
            "places": arrow.list_(number),
            "scores": arrow.list_(number),
            "seed": text,
            "comments": arrow.list_(text),
            "record": text,
        }
    )
    target = Path(os.path.realpath(path))
    unfinished, count = target.with_name(f".contrada-{secrets.token_hex(8)}"), 0
    try:
        with parquet.ParquetWriter(unfinished, schema, compression="zstd") as file:
            for rows in _batches(map(row, records)):
                file.write_table(arrow.Table.from_pylist(rows, schema=schema))
                count += len(rows)
        if not count:
            raise OptionError(f"there is no game to write to {path}")
        unfinished.replace(target)
    except OSError as wrong:
        raise OptionError(f"{path} cannot be written: {wrong.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch
