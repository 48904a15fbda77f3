"""Writes the tables of `docs/observations.md` from the facts of the games.

Run `python -m docs.observations` after a change to a game's `observation.py`.
"""

from __future__ import annotations

from pathlib import Path

from contrada import games
from contrada.games.contract import observation_size
from contrada.games.tensors import Field, starts

PAGE = Path(__file__).with_suffix(".md")


def table(name: str) -> str:
    """Return the table of a game's fields in Markdown."""
    facts = games.definition(name).facts
    rows = zip(facts.observation, starts(facts.observation), strict=False)
    lines = [row(field, start) for field, start in rows]
    head = f"{observation_size(facts)} numbers.\n\n| field | from | shape | range | what it says |"
    return "\n".join([head, "|---|---|---|---|---|", *lines])


def row(field: Field, start: int) -> str:
    """Return the line of one field."""
    shape = " × ".join(map(str, field.shape)) or "1"
    kind = ", names" if field.category else ""
    span = f"{field.low} to {field.high}{kind}"
    return f"| `{field.name}` | {start} | {shape} | {span} | {field.about} |"


def written(page: str) -> str:
    """Return the page with the tables as they should be."""
    for name in games.NAMES:
        mark = f"<!-- {name} -->"
        before, _, after = page.split(mark)
        page = f"{before}{mark}\n{table(name)}\n{mark}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
