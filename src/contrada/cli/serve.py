"""`contrada serve` and `contrada think`: start a server, or a process that thinks for servers."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from contrada.cli.compiling import err
from contrada.server.settings import (
    DAYS_IN_A_YEAR,
    SECOND,
    Settings,
    chosen_database,
    database_url,
    need_postgresql,
    page_address,
)

if TYPE_CHECKING:
    from contrada.server.wire.values import GameState

LogLevel = Annotated[
    str,
    typer.Option(metavar="LEVEL", help="Minimum level to log: debug, info, warning or error."),
]
Searches = Annotated[
    int,
    typer.Option(min=1, max=256, metavar="N", help="Number of searches that may run at once."),
]
CORES = max(1, os.cpu_count() or 1)
SHOWN = "the page shows which games are ready"
LEFT = "until a game is ready, its turns are left to others"
Database = Annotated[
    str,
    typer.Option(
        envvar="CONTRADA_DATABASE",
        metavar="DATABASE",
        help="Where to store games: a file, or postgresql://USER:PASSWORD@HOST/NAME.",
        show_default="a file in your data folder",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="Address to listen on; 0.0.0.0 lets other machines connect."
    ),
]
Port = Annotated[
    int,
    typer.Option(min=0, max=65535, metavar="N", help="Port to listen on; 0 picks a free one."),
]
Origin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="URL",
        help="Another address of this page, such as https://example.org; may be repeated.",
    ),
]
BackupTo = Annotated[
    str,
    typer.Option(
        envvar="CONTRADA_BACKUP_TO",
        metavar="FOLDER",
        help="Make backups in this folder by themselves; see 'contrada admin'.",
        show_default="no backups",
    ),
]
PublicUrl = Annotated[
    str,
    typer.Option(
        envvar="CONTRADA_PUBLIC_URL",
        help="Where people find this page, such as https://games.example.org; for links.",
        show_default=False,
    ),
]
Smtp = Annotated[
    str,
    typer.Option(
        envvar="CONTRADA_SMTP",
        help="SMTP server for mails: smtp://USER:PASSWORD@HOST:587, or smtps://.",
        show_default="no mails",
    ),
]
MailFrom = Annotated[
    str,
    typer.Option(
        envvar="CONTRADA_MAIL_FROM",
        help="Sender of mails, such as me@example.org.",
        show_default=False,
    ),
]
HouseFile = Annotated[
    str,
    typer.Option(
        "--settings",
        envvar="CONTRADA_SETTINGS",
        metavar="FILE",
        help="File with the settings of the house, TOML: its name and colours, who may come in, "
        "what is offered, what is kept. The host can change them in the page.",
        show_default="none",
    ),
]
HOUR = 3600 * SECOND
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - to recognise it, not to bind it


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = "",
    origin: Origin = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Address or network of a trusted proxy; * trusts any; may be repeated.",
        ),
    ] = None,
    connections: Annotated[
        int,
        typer.Option(
            min=10, metavar="N", help="Number of connections that one address may have at once."
        ),
    ] = Settings.connections,
    searches: Searches = CORES,
    log_level: LogLevel = "warning",
    think: Annotated[
        bool,
        typer.Option(
            help="Play for bots and analyse games, or leave that to 'contrada think' on the same "
            "PostgreSQL. Searches for hints and advice always run here."
        ),
    ] = True,
    days_off: Annotated[
        int,
        typer.Option(
            min=0,
            max=DAYS_IN_A_YEAR,
            metavar="N",
            help="Days off that everybody has in a calendar year: clocks of correspondence games "
            "stand still meanwhile. 0 switches them off.",
        ),
    ] = Settings.days_off,
    backup_to: BackupTo = "",
    backup_every: Annotated[
        float, typer.Option(min=0.1, metavar="HOURS", help="Hours from one backup to the next.")
    ] = Settings.backup_every / HOUR,
    keep_backups: Annotated[
        int, typer.Option(min=1, metavar="N", help="Number of the latest backups to keep.")
    ] = Settings.backups_kept,
    public_url: PublicUrl = "",
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    private_notices: Annotated[
        bool,
        typer.Option(
            "--private-notices",
            help="Allow notices to addresses of your own network, also over http. Then guests can "
            "let this server send requests there.",
        ),
    ] = False,
    house: HouseFile = "",
) -> None:
    """Start the server; stop it with Ctrl-C.

    You can open the page at once. Rules that are not compiled yet are compiled in the background,
    and the page shows which games are ready.
    """
    from contrada.server import run  # noqa: PLC0415 - other commands start faster without it

    settings = Settings(
        database=chosen_database(database),
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        connections=connections,
        searches=searches,
        thinks=think,
        days_off=days_off,
        backup_to=backup_to,
        backup_every=round(backup_every * HOUR),
        backups_kept=keep_backups,
        public_url=page_address(public_url) if public_url else "",
        smtp=smtp,
        mail_from=mail_from,
        private_notices=private_notices,
        house=house,
    )
    if not think:
        need_postgresql(settings.database, "--no-think")
    shown = "localhost" if host in (*ANYWHERE, "127.0.0.1") else host
    with run.listen(host, port) as taken:
        address = f"http://{shown}:{taken.getsockname()[1]}/"
        welcome = partial(_welcome, address, settings.public_url or address)
        run.serve(settings, taken, log_level, welcome, [_Preparing(SHOWN)])


def think(
    database: Annotated[
        str,
        typer.Option(
            envvar="CONTRADA_DATABASE",
            metavar="URL",
            help="The database of the servers: postgresql://USER:PASSWORD@HOST/NAME.",
            show_default=False,
        ),
    ] = "",
    searches: Searches = CORES,
    log_level: LogLevel = "warning",
) -> None:
    """Think for servers that share a PostgreSQL.

    Stop it with Ctrl-C. It serves no page. It plays for bots and analyses games when the servers
    are busy, or when they were started with --no-think. You can run any number of these, on any
    machines, and stop or kill them at any time: another one continues the work.
    """
    from contrada.server import run  # noqa: PLC0415 - other commands start faster without it

    settings = Settings(database=database_url(database) if database else "", searches=searches)
    need_postgresql(settings.database, "contrada think")
    run.think(settings, log_level, _say_thinking, [_Preparing(LEFT)])


def _say_thinking() -> None:
    Console().print("Contrada is thinking - press Ctrl-C to stop it", highlight=False, markup=False)


def _welcome(address: str, page: str, host_link: str) -> None:
    out = Console(highlight=False, markup=False, soft_wrap=True)
    out.print(f"Contrada is running at {address} - press Ctrl-C to stop it")
    if host_link:
        from contrada.server.house.hosts import address_with  # noqa: PLC0415 - as above

        out.print(f"Keep order in the page, with this link: {address_with(host_link, page)}")
        out.print("Whoever has it is the host. 'contrada admin host-link' shows it again.")


class _Preparing:
    """Reports on games that have to be compiled, and says nothing about the others."""

    def __init__(self, meanwhile: str) -> None:
        """Start with no game compiled; `meanwhile` tells people what happens until then."""
        self._compiled: set[str] = set()
        self._meanwhile = meanwhile

    def __call__(self, game: str, state: GameState) -> None:
        """Report a change in a game's state."""
        if state == "compiling":
            if not self._compiled:
                err.print(f"Compiling the rules, once; {self._meanwhile}")
            self._compiled.add(game)
        elif state == "failed":
            err.print(f"{game}: failed, see above")
        elif state == "ready" and game in self._compiled:
            err.print(f"{game}: ready")


def serve_as_usual() -> None:
    """Serve with the default settings."""
    serve()
