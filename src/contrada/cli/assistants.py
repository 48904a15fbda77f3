"""`contrada mcp`: the games as tools for assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from contrada.cli import arguments
from contrada.errors import OptionError


def mcp(
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Random seed of the deals and the bots, to repeat a game."),
    ] = None,
    components: arguments.Components = None,
) -> None:
    """Let an assistant play, over the Model Context Protocol.

    Talks over standard input and output, and ends when the assistant hangs up. The assistant starts
    games against bots, looks, plays and asks why something is not legal. It is only told what its
    seat may know.
    """
    arguments.use_components(components)
    try:
        from contrada.environments import mcp as tools  # noqa: PLC0415 - an extra
    except ImportError:
        raise OptionError(
            "the tools for assistants are an extra; run pip install 'contrada[mcp]'"
        ) from None
    tools.serve(seed)
