"""Draws the pictures of this folder: `make pictures`. Each comes from the turns given here."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import contrada
from contrada import record

HERE = Path(__file__).parent

URBINO_OPENING = "f2 d6"
URBINO_MIDGAME = """
    i9 c2 1b2 c2-d3,1c3 d3-d6,1a9 i9-b3,1d1 b3-f4,2d2 d6-c9,2c4 c9-e8,1f7 f4-f9,1f8 e8-d4,1d7
    d4-i1,2i6 f9-a7,1c7 i1-h8,1d4 h8-c6,1b6 a7-a6,3a8 a6-b1,2e4 b1-a4,2b5 a4-e6,3d6 c6-h1,3h3
    h1-e8,2e7 e8-g7,1g4
"""
URBINO_GAME = """
    d8 a9 pass 3c9 a9-b9,2c8 b9-b5,1a5 b5-i8,1e8 d8-f4,2i1 f4-i2,1i3 i8-g1,1h1 i2-b7,3g2
    g1-i4,3b4 i4-b6,1c7 b6-c4,1b5 c4-b6,3a7 b7-f4,2d6 b6-c5,2f2 1d4 c5-i9,2i4 i9-e7,1i7 e7-g1,1h2
    g1-f9,1f5 f9-h3,2e3 f4-g6,1h6 g6-i6,2h5 i6-f4,3g4 h3-f6,2e5 f4-i8,1f8 3i9 i8-d7,2g7 f6-h4,1e7
    d7-g6,2f6 g6-i6,1i5 h4-e9,2f9 pass e9-b3,1g8 i6-c6,1c2 b3-b9,1a8 b9-f4,1f3 f4-d5,1c5 d5-b7,1b6
    c6-a9,2b9 pass pass
"""
URTOWN_MIDGAME = """
    A A4; D D6; skyline E4; 1 D1; skyline D5; car I3; lamp E1; cards H5; 4 D4; E E2; I I5; I I4;
    5 A5; 6 E6; H H4; saxophone F7; E E7; $ D3; 3 A3; F F6; G G4; 8 F8; H H6; cards G5; $ D2;
    ring C5; C C3; champagne G8; B B5; E E5; 4 B4; champagne H7; F F4; ring xB5; 4 C4; ring xC4;
    9 F9; car H1; B xB4; G G9
"""


@dataclass(frozen=True)
class Picture:
    """A position to draw, by the turns that lead to it, and how to draw it."""

    game: str
    turns: str
    wishes: dict[str, Any] = field(default_factory=dict)
    seats: int = 2
    seed: int = 0


PICTURES = {
    "urbino.svg": Picture("urbino", URBINO_MIDGAME, {"districts": True}),
    "urbino-dark.svg": Picture("urbino", URBINO_MIDGAME, {"districts": True, "theme": "dark"}),
    "urbino-opening.svg": Picture("urbino", URBINO_OPENING),
    "urbino-end.svg": Picture("urbino", URBINO_GAME, {"districts": True, "lots": False}),
    "urtown.svg": Picture("urtown", URTOWN_MIDGAME, {"seat": 0}, seats=3, seed=11),
}


def draw(picture: Picture) -> str:
    """Play the turns and draw where they lead."""
    game = contrada.game(picture.game)
    position = game.start(picture.seats, picture.seed)
    for turn in game.read_line(" ".join(picture.turns.split())):
        position = position.play(turn)
    return position.svg(**picture.wishes)


def main() -> None:
    """Draw all of them."""
    for name, picture in PICTURES.items():
        record.write_text(HERE / name, draw(picture))
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
