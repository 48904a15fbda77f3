"""`contrada serve`: the server, and what it prints before people come."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from contrada.cli.compiling import err
from contrada.server.settings import Settings, database_url, default_database

if TYPE_CHECKING:
    from contrada.server.wire.values import GameState

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - to recognise it, not to bind it


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str,
        typer.Option(
            envvar="CONTRADA_DATABASE",
            help="Where games are kept: a file, or postgresql://USER:PASSWORD@HOST/NAME.",
            show_default="a file of yours",
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(help="A further address that the page is reached by, as https://example.org."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address of a proxy that is believed about who asks; * is any."),
    ] = None,
    searches: Annotated[
        int, typer.Option(min=1, max=256, help="How many bots think at once.")
    ] = max(1, os.cpu_count() or 1),
    log_level: Annotated[
        str, typer.Option(help="Least weight of what is logged: debug, info, warning, error.")
    ] = "warning",
) -> None:
    """Serve tables and the page to play at, until stopped by Ctrl-C.

    The page is there at once. Rules that are not compiled yet are compiled meanwhile, and the page
    tells which games are ready.
    """
    from contrada.server import run  # noqa: PLC0415 - other commands need not wait for it

    settings = Settings(
        database=database_url(database) if database else default_database(),
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        searches=searches,
    )
    shown = "localhost" if host in (*ANYWHERE, "127.0.0.1") else host
    with run.listen(host, port) as taken:
        address = f"http://{shown}:{taken.getsockname()[1]}/"
        run.serve(settings, taken, log_level, lambda: _welcome(address), [_Preparing()])


def _welcome(address: str) -> None:
    Console().print(
        f"Contrada is at {address} - stop it with Ctrl-C", highlight=False, markup=False
    )


class _Preparing:
    """Says what is compiled; nothing of games that need not be."""

    def __init__(self) -> None:
        """Begin with nothing to say."""
        self._compiled: set[str] = set()

    def __call__(self, game: str, state: GameState) -> None:
        """Hear how far a game is."""
        if state == "compiling":
            if not self._compiled:
                err.print("Compiling rules, once; the page tells which games are ready")
            self._compiled.add(game)
        elif state == "failed":
            err.print(f"{game}: cannot be played, see above")
        elif state == "ready" and game in self._compiled:
            err.print(f"{game}: ready")


def serve_as_usual() -> None:
    """Serve with nothing said about how."""
    serve()
