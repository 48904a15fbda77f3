"""Arguments and options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contrada import games
from contrada.bots.entrants import WORDS
from contrada.errors import OptionError
from contrada.games import components as components_files
from contrada.lab.cluster import RAY, SCHEME
from contrada.lab.shards import Shard, read_shard

GAMES = ", ".join(games.NAMES)
FORMATS = "contrada or abstractplay"  # spelt out, because listing them would import every game
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {GAMES}.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A game option, named as on its rules page; may be repeated.",
    ),
]
Seats = Annotated[
    int | None, typer.Option(metavar="N", help="Number of seats; the game's minimum by default.")
]
After = Annotated[
    str,
    typer.Option(
        metavar="TURNS",
        help="Turns already played, on one line, such as 'h1 d8 1d1'. Games whose turns contain "
        "spaces separate them with a mark given on the game's notation page.",
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT", help="Start from this position, written as on the game's notation page."
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Random seed of the shuffles.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Components = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Play with the tiles and cards from this file; may be repeated.",
    ),
]
From = Annotated[
    str, typer.Option("--from", metavar="FORMAT", help=f"Format of the input: {FORMATS}.")
]

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="PLACE",
        help=f"Where to play: {RAY} on this machine, or {SCHEME}HOST:PORT; by default in processes "
        "here.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Number of games to play at once; 1 by default, on Ray as many as there are cores.",
    ),
]
NoTimes = Annotated[
    bool,
    typer.Option(
        "--no-times",
        help="Leave out how long bots thought, so that the report depends only on the seed.",
    ),
]
ShardText = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="K/N",
        help="Play only the K-th of N equal parts, for a job of a batch system.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="With --shard: where to write the part, .jsonl."),
]


def piece(shard: str | None, out: Path | None, *unfit: str) -> tuple[Shard, Path] | None:
    """Return which part to play and where to write it; `unfit` names options that need all."""
    if (shard is None) != (out is None):
        raise OptionError("--shard and --out belong together: which part, and where to write it")
    if shard is None or out is None:
        return None
    if unfit:
        raise OptionError(
            f"a part has no report yet; use {' and '.join(unfit)} with contrada lab merge"
        )
    return read_shard(shard), out


def use_components(files: list[Path] | None) -> None:
    """Load components from these files, one per game at most."""
    wanted: dict[str, Path] = {}
    for file in files or []:
        game = components_files.game_of(file)
        if game not in games.NAMES:
            raise OptionError(
                f"--components: {file} is for an unknown game {game!r}; the games are {GAMES}"
            )
        if game in wanted:
            raise OptionError(f"--components names two files for {game}: {wanted[game]} and {file}")
        wanted[game] = file
        components_files.use(file)
    for game, file in wanted.items():
        facts = games.definition(game).facts
        if not any(option.name == "components" for option in facts.options):
            raise OptionError(
                f"--components: {facts.title} does not read components from a file such as {file}"
            )


def read_options(pairs: list[str] | None) -> dict[str, bool | str]:
    """Parse `name=value` pairs; words such as yes and no become booleans."""
    options: dict[str, bool | str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"--option takes NAME=VALUE, not {pair!r}")
        if name in options:
            raise OptionError(f"--option {name!r} is given twice")
        options[name] = WORDS.get(value.lower(), value)
    return options
