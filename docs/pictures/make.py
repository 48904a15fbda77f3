"""Draws the pictures in this folder, from the games given here: `make pictures`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import contrada
from contrada import record
from contrada.games.contract import Position
from contrada.lab import balance, chart

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
URBANIA_MIDGAME = """
    hire CEO from 1 [red 1+R$1]; hire Small Business Owner from 1 [pink 2+$1] |
    renew C3 residential [red 2+$1, green R+$1] +3, draw project;
    hire School Superintendent from 1 [beige 2+$1] | hire CEO from 2 [brown 1+$2];
    hire School Superintendent from 2 [beige $3] | draw project, project; submit factory |
    draw project, pool 2 [gray 3]; renew B4 bank [gray 3] +2, draw pool 5 [beige 2+$1] |
    renew A4 school [beige 3] +2, draw project; draw project, project |
    hire Banker from 1 [gray $3]; draw pool 4 [green 1+$2], pool 2 [pink 3] |
    renew A3 residential [beige 2+$1] +2; hire Small Business Owner from 2 [pink 1+$2] |
    draw pool 1 [pink $3], pool 5 [brown 3]; renew A2 factory [brown 3] +4,
    draw pool 5 [pink R+$1] | renew B5 residential [pink 3] +3, draw pool 2 [gray 1+R$1];
    hire CEO from 3 [brown 1+$2, gray 1+R$1], draw pool 4 [beige 1+$2] | draw pool 2 [red 3],
    pool 4 [beige R+$1]; renew F4 hospital [red 3, beige R+$1] +6, draw pool 5 [red $3] |
    renew D2 hospital [red 1+$2, pink R+$1] +2, draw pool 5 [pink 1+R$1];
    hire Doctor from 1 [table red 1+$2] | renew F3 residential [green 1+$2, green 1+$2] +1,
    draw pool 3 [beige 3]; renew E5 school [beige 3, beige 1+$2] +6, draw pool 2 [pink 2+$1] |
    hire Doctor from 2 [red $3]; draw pool 1 [gray 1+$2], pool 5 [pink 1+$2] |
    submit Banker + Doctor -2; draw pool 1 [red 1+$2], pool 5 [red 2+$1] |
    renew B3 business [pink 2+$1] +3; draw pool 5 [brown 3], pool 1 [brown $3] |
    hire Banker from 2 [gray 1+$2]; draw pool 5 [gray 2+$1], pool 4 [gray 3] |
    renew E6 hospital [red 2+$1, red 1+$2] +4, draw pool 1 [green $3];
    hire Doctor from 3 [table red 1+$2, pink 1+R$1], draw pool 1 [pink 3] |
    renew F2 factory [brown 3] +3; draw pool 4 [brown R+$1], sweep, pool 5 [brown 2+$1] |
    renew G3 bank [gray 3] +5; hire Doctor from 4 [red $3, table red 2+$1]
"""
URBE_MIDGAME = """
    side B Harbour Master | side B Forest Warden | side A Chamberlain | mark 8 Otter Brook |
    mark 5 Church of the Poor | mark 9 Money Changer |
    take Otter Brook by the flags of blue+green/crown, second 3 Candle Bench |
    take Church of the Poor for blue+green/wheel |
    take Money Changer by the guilds of blue+green/crown, second 7 Fish Hall |
    place Otter Brook on B1, place Candle Bench on B2 | place Church of the Poor on C4 |
    place Money Changer on B3, place Fish Hall on C3 | mark 5 Tapestry Hall |
    mark 1 Exchange Loggia | mark 9 King's Chase |
    take Tapestry Hall by the flags of purple/boat+fox |
    take Exchange Loggia by the flags of yellow+green/boat |
    take King's Chase by the flags of purple+green/wheel, second 3 Windmill |
    place Tapestry Hall on C3 | place Exchange Loggia on C4 |
    place King's Chase on C2, place Windmill on C1 with fountain 3 | mark 2 South Watchtower |
    mark 8 Old Town Hall | mark 3 Glass Furnace | take South Watchtower for purple+blue/wheel |
    take Old Town Hall for yellow/boat+fox |
    take Glass Furnace by the guilds of green/boat+wheel, second 4 Willow Bank |
    place South Watchtower below C4 | place Old Town Hall on B3 |
    place Glass Furnace on B3, place Willow Bank on B4 with fountain 3 | mark 3 North Watchtower |
    mark 7 Salt Barn | mark 8 Timber Dock | take North Watchtower for blue+yellow/fox |
    take Salt Barn by the flags of blue/crown+wheel, second 9 Clockmaker |
    take Timber Dock by the flags of blue/crown+wheel, second 2 Hay Cart |
    place North Watchtower above B1 |
    place Clockmaker on D3, place Salt Barn on D4 with fountain 3 |
    place Timber Dock on B4 with fountain 3, place Hay Cart on A4 | mark 6 Stone Bridge |
    mark 3 Carter's Inn | mark 8 Sawmill | take Stone Bridge for purple+yellow/fox |
    take Carter's Inn by the flags of purple+yellow/fox, second 1 Reed Cutter |
    take Sawmill by the guilds of purple/boat+wheel, second 9 Chart Room |
    place Stone Bridge on C3-C4 |
    place Reed Cutter on A3 with fountain 3, place Carter's Inn on C2 |
    place Sawmill on A2, place Chart Room on A3 with fountain 3 | mark 1 Hedge Maze |
    mark 6 Lock Basin | mark 3 Falcon Mews |
    take Hedge Maze by the flags of green/crown+boat, second 5 Rose Arbour
"""


@dataclass(frozen=True)
class Picture:
    """A position to draw, given by the turns that lead to it, and how to draw it."""

    game: str
    turns: str
    wishes: dict[str, Any] = field(default_factory=dict)
    seats: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Chart:
    """A study to draw, as `contrada lab balance` does with the same numbers."""

    game: str
    seats: int
    games: int
    options: dict[str, bool | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Film:
    """A game to draw turn by turn, in one picture that moves."""

    of: Picture
    seconds: float  # for a turn
    pause: int  # for how many turns the last one stays


PICTURES: dict[str, Picture | Chart | Film] = {
    "urbino-game.svg": Film(Picture("urbino", URBINO_GAME, {"districts": True}), 0.9, 5),
    "urbino.svg": Picture("urbino", URBINO_MIDGAME, {"districts": True}),
    "urbino-dark.svg": Picture("urbino", URBINO_MIDGAME, {"districts": True, "theme": "dark"}),
    "urbino-opening.svg": Picture("urbino", URBINO_OPENING),
    "urbino-end.svg": Picture("urbino", URBINO_GAME, {"districts": True, "lots": False}),
    "urtown.svg": Picture("urtown", URTOWN_MIDGAME, {"seat": 0}, seats=3, seed=11),
    "urbania.svg": Picture("urbania", URBANIA_MIDGAME, {"seat": 0}, seats=3, seed=829),
    "urbania-dark.svg": Picture(
        "urbania", URBANIA_MIDGAME, {"seat": 0, "theme": "dark"}, seats=3, seed=829
    ),
    "urbe.svg": Picture("urbe", URBE_MIDGAME, {"seat": 0}, seats=3, seed=215),
    "urbe-dark.svg": Picture("urbe", URBE_MIDGAME, {"seat": 0, "theme": "dark"}, seats=3, seed=215),
    "urbe-balance.svg": Chart("urbe", 3, 1000, {"useful_eight": "beside"}),
}


def draw(picture: Picture | Chart | Film) -> str:
    """Draw a position, a game or a study."""
    if isinstance(picture, Film):
        return draw_film(picture)
    return draw_position(picture) if isinstance(picture, Picture) else draw_chart(picture)


def positions(picture: Picture) -> Iterator[Position]:
    """Play the turns, one after another."""
    game = contrada.game(picture.game)
    position = game.start_fast(picture.seats, picture.seed)  # there is nothing to hide
    for turn in game.read_line(" ".join(picture.turns.split())):
        position = position.play(turn)
        yield position


def draw_position(picture: Picture) -> str:
    """Draw where the turns lead."""
    *_, last = positions(picture)
    return last.svg(**picture.wishes)


HEAD = 3  # lines of a picture: the element itself, its title and its description


def draw_film(film: Film) -> str:
    """Draw every turn over what does not change, and show one after another."""
    drawn = [each.svg(**film.of.wishes).splitlines() for each in positions(film.of)]
    bodies = [lines[HEAD:-1] for lines in drawn]
    alike = itertools.takewhile(lambda same: len(set(same)) == 1, zip(*bodies, strict=False))
    ground = [lines[0] for lines in alike]
    turns = [
        f'<g class="turn" style="animation-delay:{number * film.seconds:g}s">'
        f"{''.join(body[len(ground) :])}</g>"
        for number, body in enumerate(bodies)
    ]
    style = f"<style>{film_style(film, len(turns))}</style>"
    return "\n".join([*drawn[-1][:HEAD], *ground, style, *turns, "</svg>", ""])


def film_style(film: Film, turns: int) -> str:
    """Show each turn in its time; only the last one to those who want no motion."""
    parts = turns - 1 + film.pause
    lasting = {"turn": 1, "last": film.pause}
    frames = "".join(
        f"@keyframes {name}{{0%{{visibility:visible}}{100 * n / parts:.4f}%{{visibility:hidden}}}}"
        for name, n in lasting.items()
    )
    return (
        f".turn{{visibility:hidden;animation:turn {parts * film.seconds:g}s step-end infinite}}"
        f".turn:last-of-type{{animation-name:last}}{frames}"
        "@media(prefers-reduced-motion:reduce){.turn{animation:none}.turn:last-of-type{visibility:visible}}"
    )


def draw_chart(picture: Chart) -> str:
    """Play the games of a study and draw its results."""
    game = contrada.game(picture.game, **picture.options)
    *_, found = balance.study(game, picture.seats, picture.games)
    assert found is not None
    return chart.svg(found)


def main() -> None:
    """Draw all of them."""
    for name, picture in PICTURES.items():
        record.write_text(HERE / name, draw(picture))
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
