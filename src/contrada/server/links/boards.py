"""Free boards, as their addresses name them: `/study/urbe/12-45?seats=3&seed=7`.

`web/src/free/address.ts` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from contrada import games
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import StudiedLine, read_body

LINE = re.compile(r"\d{1,4}(?:-\d{1,4})*")


def studied_line(game: str, line: str, wanted: Mapping[str, str]) -> StudiedLine | None:
    """Return the position of a free board; None if the address does not say which it is."""
    source: dict[str, Any] = {"game": game, "options": _options(game, wanted)}
    if "position" in wanted:
        source |= {"kind": "position", "text": wanted["position"]}
    elif "seed" in wanted or not games.definition(game).facts.chance:
        seats = wanted.get("seats", "")
        source |= {"kind": "start", "seed": wanted.get("seed", "0")}
        source |= {"seats": int(seats)} if re.fullmatch("[1-9]", seats) else {}
    else:  # it is dealt anew each time
        return None
    decisions = [int(each) for each in line.split("-")] if LINE.fullmatch(line) else []
    body = msgspec.json.encode({"source": source, "decisions": decisions})
    try:
        return read_body(body, StudiedLine)
    except Refused:
        return None


def _options(game: str, wanted: Mapping[str, str]) -> dict[str, bool | str]:
    """Return the options that make sense."""
    return {
        option.name: value
        for option in games.definition(game).facts.options
        for value in option.values
        if wanted.get(option.name) == (str(value).lower() if isinstance(value, bool) else value)
    }
