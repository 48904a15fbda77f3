"""A position as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_letters

from contrada.games import drawing
from contrada.games.drawing import View
from contrada.games.urbino.picture.words import (
    COLUMNS,
    KINDS,
    ROWS,
    SEATS,
    District,
    sentence,
    walled,
)

# The shape of a mark shows its colour. Marks have their own background, so that they are visible
# in every terminal.
styles: tuple[tuple[str, str], ...] = (
    (r"\[\w\]", "bold color(230) on color(94)"),
    (r"/\w\\", "bold color(94) on color(230)"),
    (r"\(\w\)", "bold red"),
    (r"(?<= )\+(?= )", "bold green"),
    (r"(?<=  )\.(?=  )", "dim"),
)


def terminal(
    view: View, *, last: Sequence[str] = (), lots: bool = False, districts: bool = False
) -> str:
    r"""Return the position as plain text: Black `[H]`, White `/H\`, architects `(A)`.

    All lines are equally long, at most 60, and plain ASCII, so that columns line up everywhere.
    """
    lines = [*board_in_text(view, last, lots=lots, districts=districts), ""]
    lines += [*(seat_in_text(view, seat) for seat in (0, 1)), "", sentence(view)]
    lines += ["", *ledger(view)] if districts else []
    return drawing.justified(lines)


def building_in_text(seat: int, kind: str) -> str:
    letter = kind[0].upper()
    return (f"[{letter}]", f"/{letter}\\")[seat]


def board_in_text(view: View, last: Sequence[str], *, lots: bool, districts: bool) -> Iterator[str]:
    r"""Yield the board: `+` is a lot, `>/P\<` the last move, `> . <` what an architect left.

    With `districts` a second line under each row says which district a building belongs to.
    """
    marks = dict.fromkeys(view["lots"] if lots else (), " + ")
    marks |= dict.fromkeys(view["architects"], "(A)")
    marks |= {b["square"]: building_in_text(b["seat"], b["kind"]) for b in view["buildings"]}
    letters = {square: letter for letter, d in lettered(view) for square in d["squares"]}
    yield f"   +{'-' * 45}+"
    for row in reversed(ROWS):
        squares = [column + row for column in COLUMNS]
        cells = ((">{}<" if s in last else " {} ").format(marks.get(s, " . ")) for s in squares)
        yield f" {row} |{''.join(cells)}|"
        if districts:
            yield f"   |{''.join(letters.get(s, '').center(5) for s in squares)}|"
    yield f"   +{'-' * 45}+"
    yield f"    {''.join(column.center(5) for column in COLUMNS)}"


def seat_in_text(view: View, seat: int) -> str:
    supply = view["supply"][seat]
    left = "  ".join(f"{building_in_text(seat, kind)} {supply[kind]:>2}" for kind in KINDS)
    return f"{SEATS[seat]}  points {view['scores'][seat]:>2}   supply  {left}"


def lettered(view: View) -> Iterator[tuple[str, District]]:
    # Capitals, then small letters: 27 districts of two buildings are possible.
    return zip(ascii_letters.swapcase(), walled(view), strict=False)


def ledger(view: View) -> Iterator[str]:
    """Yield the districts with the points and monuments of both, and who scores."""
    yield f"District  {'Black':<17}{'White':<17}Scores"
    for letter, district in lettered(view):
        names = [(monument or "").replace("_", " ") for monument in district["monuments"]]
        both = zip(district["points"], names, strict=True)
        columns = "".join(f"{points:>2} {name:<14}" for points, name in both)
        scorer = district["scorer"]
        yield f"{letter:<10}{columns}{'nobody' if scorer is None else SEATS[scorer]}"
    if alone := len(view["districts"]) - len(walled(view)):
        yield f"Standing alone: {alone}"
