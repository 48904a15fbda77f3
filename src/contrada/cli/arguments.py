"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contrada import games
from contrada.bots.entrants import WORDS
from contrada.errors import OptionError
from contrada.games import components as components_files

GAMES = ", ".join(games.NAMES)
FORMATS = "contrada, or another site's: abstractplay"  # asking for them would import all games
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {GAMES}.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as its rule page names it; may be repeated.",
    ),
]
Seats = Annotated[
    int | None, typer.Option(metavar="N", help="How many play; the fewest if not given.")
]
After = Annotated[
    str,
    typer.Option(
        metavar="TURNS",
        help="Turns already played, in one line: 'h1 d8 1d1'; what stands between turns that "
        "have spaces within is on the notation page of the game.",
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Start from a position, as its notation page says."),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of the shuffles.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Components = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Play with the tiles and cards of this file instead of ours; may be repeated.",
    ),
]
From = Annotated[
    str, typer.Option("--from", metavar="FORMAT", help=f"How it is written: {FORMATS}.")
]


def use_components(files: list[Path] | None) -> None:
    """Play with the components of these files."""
    wanted: dict[str, Path] = {}
    for file in files or []:
        game = components_files.game_of(file)
        if game not in games.NAMES:
            raise OptionError(f"--components: {file} is for {game!r}; there is: {GAMES}")
        if game in wanted:
            raise OptionError(f"--components names two files for {game}: {wanted[game]} and {file}")
        wanted[game] = file
        components_files.use(file)
    for game, file in wanted.items():
        facts = games.definition(game).facts
        if not any(option.name == "components" for option in facts.options):
            raise OptionError(f"--components: {facts.title} has none in a file, as in {file}")


def read_options(pairs: list[str] | None) -> dict[str, bool | str]:
    """Read `name=value` pairs; yes/no words become truth values."""
    options: dict[str, bool | str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"--option is written NAME=VALUE, not {pair!r}")
        if name in options:
            raise OptionError(f"--option {name!r} is given twice")
        options[name] = WORDS.get(value.lower(), value)
    return options
