"""Writes the positions that the pictures of the rule pages show: `python -m docs.figures`.

The page draws them with the same boards as at a table, so this only gives views and what can be
done there, not how it looks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docs.pictures.make import URBANIA_MIDGAME, URBE_MIDGAME, URBINO_MIDGAME

import contrada
from contrada import lessons
from contrada.games.contract import Position

Picks = dict[str, str | int]
GAMES = Path(__file__).parents[1] / "web" / "src" / "games"


@dataclass(frozen=True)
class Figure:
    """A position, given by its text or by the turns that lead to it, and what to point at."""

    text: str = ""
    turns: str = ""
    seats: int = 2
    seed: int = 0
    options: dict[str, bool | str] = field(default_factory=dict)
    seat: int | None = None  # whose view; None is what everyone sees
    # Parts of the face: Board, Supply, the key of a panel, or a name from rules/parts.ts.
    parts: tuple[str, ...] = ("Board",)
    chooses: bool = False  # highlight what can be done
    picks: Picks = field(default_factory=dict)  # what has been picked
    gathers: tuple[Picks, ...] = ()  # what has been gathered, as for a payment
    show: dict[str, bool] = field(default_factory=dict)
    layout: str = (
        "half"  # half the width of the text; "large" and "full" are wider, with the caption below
    )


# --- Urbino --------------------------------------------------------------------------------------

BARE = {"sight": False, "lots": False}
# Five districts: 8 to 7, 5 to 5 with a tower, a draw, one with White only, and a single house.
SCORED = "HPHP2PHP/Hhth2hth/H1p6/9/9/4h4/9/7Hp/HTH4Ph e3,f5 b turn 0 base"
MONUMENTS = "9/9/9/T8/PHP6/H8/Htpth4/H8/9 h6,f8 b turn 0 monuments"

URBINO = {
    "sight": Figure(text="9/9/9/9/9/9/9/9/9 f2,d6 b name 0 base"),
    "between": Figure(text="9/9/9/9/9/9/9/9/9 a1,e1 b name 0 base"),
    "crowded": Figure(turns=URBINO_MIDGAME, show={"districts": False}),
    "blocks": Figure(
        text="9/9/9/2H1H4/2h1h4/9/9/9/9 d2,d9 w build 0 base",
        chooses=True,
        picks={"does": "erect", "kind": "house"},
        show={"sight": False},
    ),
    "twins": Figure(
        text="9/9/9/9/2t1P4/9/9/9/9 d2,d8 b build 0 base",
        chooses=True,
        picks={"does": "erect", "kind": "tower"},
        show={"sight": False},
    ),
    "scoring": Figure(text=SCORED, show=BARE),
    "monuments": Figure(text=MONUMENTS, options={"monuments": True}, show=BARE),
}

# --- Urtown --------------------------------------------------------------------------------------

SIGNS = "123456789ABCDEFGHImrwlkscdp$"
# Red, blue and yellow have placed five tiles each.
PLACED = {
    "r": {"A5": "r", "C6": "C", "D6": "D", "E6": "6", "G2": "c"},
    "b": {"B2": "2", "E3": "3", "E4": "k", "E5": "5", "F5": "F"},
    "y": {"D8": "8", "D9": "9", "E8": "s", "E9": "E", "E1": "1"},
}
RACKS = {"r": "5BEk$", "b": "14AGw", "y": "37Bmd"}


def urtown_text() -> str:
    """The position in all figures of Urtown; all other tiles are in the piles."""
    placed = {square: f"{c}{sign}" for c, tiles in PLACED.items() for square, sign in tiles.items()}
    rows = []
    for letter in "ABCDEFGHI":
        row = [placed.get(f"{letter}{number}", " ") for number in range(1, 10)]
        rows.append("".join(_runs(row)))
    used = {colour: set(PLACED[colour].values()) | set(RACKS[colour]) for colour in PLACED}
    piles = ["".join(sign for sign in SIGNS if sign not in used[colour]) for colour in PLACED]
    racks = "/".join(RACKS.values())
    return f"{'/'.join(rows)} 3 0 {racks} {'/'.join(piles)} -/-/- -/-/- whole urtown"


def _runs(row: list[str]) -> list[str]:
    """Empty squares in a row as one digit."""
    parts: list[str] = []
    empty = 0
    for square in [*row, ""]:
        if square == " ":
            empty += 1
            continue
        parts += [str(empty)] if empty else []
        parts.append(square)
        empty = 0
    return parts


def places(tile: str) -> Picks:
    """The parts of placing a tile of the first colour."""
    return {"does": "place", "which": 0, "tile": tile}


URTOWN = {
    "number": Figure(text=urtown_text(), seat=0, chooses=True, picks=places("5")),
    "symbol": Figure(text=urtown_text(), seat=0, chooses=True, picks=places("skyline")),
    "capture": Figure(text=urtown_text(), seat=0, chooses=True, picks=places("E")),
    "groups": Figure(text=urtown_text(), show={"sizes": True}),
}

# --- Urbania -------------------------------------------------------------------------------------


def until(game: str, turns: str, last: str, begun: str = "") -> str:
    """The turns before one of them, and the part of that turn that has been played."""
    found = contrada.game(game).read_line(" ".join(turns.split()))
    (number,) = [n for n, turn in enumerate(found) if turn.startswith(last)]
    return " | ".join([*found[:number], *filter(None, [begun])])


def urbania(**wishes: Any) -> Figure:
    """A figure from the game that the pictures of the docs also show."""
    return Figure(seats=3, seed=829, **wishes)


HOSPITAL = until("urbania", URBANIA_MIDGAME, "renew E6", "renew E6 hospital")
DRAWN = "renew F2 factory [brown 3] +3; draw pool 4 [brown R+$1]"
POOL = until("urbania", URBANIA_MIDGAME, "renew F2", DRAWN)

URBANIA = {
    "city": urbania(layout="large", show={"coordinates": False}),
    "pool": urbania(turns=POOL, seat=1, parts=("pool",), chooses=True, layout="full"),
    "payment": urbania(
        turns=HOSPITAL,
        seat=0,
        parts=("Supply",),
        chooses=True,
        gathers=({"does": "pay", "from": "hand", "card": "red 2+$1"},),
        layout="full",
    ),
    "track": urbania(turns=URBANIA_MIDGAME, parts=("track",), layout="full"),
    "projects": urbania(turns=URBANIA_MIDGAME, seat=0, parts=("projects",)),
}

# --- Urbe ----------------------------------------------------------------------------------------


def urbe(**wishes: Any) -> Figure:
    """A figure from the game that the pictures of the docs also show."""
    return Figure(seats=3, seed=215, **wishes)


TAKING = until("urbe", URBE_MIDGAME, "take Otter Brook")
SQUARE = until("urbe", URBE_MIDGAME, "mark 2 South Watchtower")

URBE = {
    "coin": urbe(turns=TAKING, seat=0, parts=("market", "Supply"), chooses=True, layout="full"),
    "fountain": urbe(turns=SQUARE, seat=0, parts=("city 0",)),
    "decrees": urbe(turns=URBE_MIDGAME, seat=0, parts=("decrees", "city 0"), layout="full"),
    "grey": urbe(turns=URBE_MIDGAME, parts=("city 0", "city 1"), layout="full"),
}

FIGURES = {"urbino": URBINO, "urtown": URTOWN, "urbania": URBANIA, "urbe": URBE}


def position_of(game: str, figure: Figure) -> Position:
    """The position that a figure shows."""
    rules = contrada.game(game, **figure.options)
    if figure.text:
        return rules.position(figure.text)
    position = rules.start_fast(figure.seats, figure.seed)  # there is nothing to hide
    for turn in rules.read_line(" ".join(figure.turns.split())):
        position = position.play(turn)
    return position


def choices_of(position: Position, like: list[Picks]) -> dict[str, Any]:
    """What can be done, and similar decisions that cannot: the page asks about those too."""
    every = position.game.parts()
    legal, then = position.legal(), position.then()
    tried = [decision for one in like for decision in lessons.matching(position.game, one)]
    wanted = sorted({*legal, *tried, *(n for following in then.values() for n in following)})
    number = {decision: n for n, decision in enumerate(wanted)}
    return {
        "parts": [every[decision] for decision in wanted],
        "implied": [number[d] for d in position.game.implied if d in number],
        "legal": [number[d] for d in legal],
        "then": {str(number[d]): [number[n] for n in then[d]] for d in then},
    }


def drawn(game: str, figure: Figure) -> dict[str, Any]:
    """What the page needs to draw a figure."""
    position = position_of(game, figure)
    like = [*filter(None, [figure.picks]), *({"does": one["does"]} for one in figure.gathers)]
    return {
        "parts": list(figure.parts),
        "view": position.view(figure.seat),
        "you": figure.seat,
        "choices": choices_of(position, like) if figure.chooses else None,
        "picks": figure.picks,
        "gathers": list(figure.gathers),
        "show": figure.show,
        "layout": figure.layout,
    }


def folder(game: str) -> Path:
    """The folder with the page's rules of a game and their figures."""
    return GAMES / game / "rules"


def text_of(game: str) -> str:
    """The file of a game, with one figure a line, so that diffs are easy to read."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(drawn(game, figure), ensure_ascii=False)}"
        for name, figure in FIGURES[game].items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the files of all games."""
    for game in FIGURES:
        (folder(game) / "figures.json").write_text(text_of(game), encoding="utf-8")


if __name__ == "__main__":
    main()
