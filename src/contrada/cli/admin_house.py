"""The commands of `contrada admin` for the house: its host link and its settings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contrada.cli.screen import printable
from contrada.cli.serve import Database, PublicUrl
from contrada.server.settings import chosen_database, page_address

HERE = "http://localhost:8000"

# The commands import what they need themselves, so that the others start faster.
# ruff: noqa: PLC0415


def host_link(
    renew: Annotated[
        bool,
        typer.Option(
            "--renew",
            help="Make another link: the old one stops working, and everybody who opened it is "
            "signed out. With a file, stop the server first; or renew it in the host's page.",
        ),
    ] = False,
    public_url: PublicUrl = "",
    database: Database = "",
) -> None:
    """Show the link that makes whoever opens it the host.

    A host keeps order in the page: tables, guests, chat, bans, announcements, settings. Send the
    link to nobody else.
    """
    from contrada.server.admin import house
    from contrada.server.house.hosts import address_with

    page = page_address(public_url) if public_url else HERE
    url = chosen_database(database)
    token = None if renew else house.link(url)
    print(address_with(token or house.renew_link(url), page))


def settings(
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Only check a file with settings, and say what is wrong."
        ),
    ] = None,
    database: Database = "",
) -> None:
    """Write the settings of the house that are in force as a file.

    They are TOML, for 'contrada serve --settings FILE'. The password stays unreadable.
    """
    from contrada.server.admin import house
    from contrada.server.house.settings import as_toml, read_file

    if check:
        read_file(check)
        print(printable(f"{check}: these settings are right"))
        return
    print(as_toml(house.settings_in_force(chosen_database(database))), end="")
