"""`contrada admin`: backups and checks, for the people who run a server.

The commands for games, tables and guests are in `admin_tables`.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from contrada.cli import admin_house, admin_tables
from contrada.cli.arguments import AsJson
from contrada.cli.compiling import tracked
from contrada.cli.screen import printable
from contrada.cli.serve import Database
from contrada.errors import OptionError
from contrada.server.settings import chosen_database

if TYPE_CHECKING:
    from contrada.server.admin.check import Finding
    from contrada.server.admin.connecting import Contents

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
DAMAGED = 1  # exit status if something is wrong
ASIDE = "contrada-set-aside-%Y-%m-%dT%H-%M-%SZ.jsonl"


@app.callback()
def _admin() -> None:
    """Keep a server's games: backups, checks, records, lists."""


# The commands import what they need themselves, so that the others start faster.
# ruff: noqa: PLC0415


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, a new one.")],
    database: Database = "",
) -> None:
    """Write all that a database holds to one file.

    People can go on playing: the backup holds all that they were told before it began. It is a
    database file, also that of a PostgreSQL, so each kind can be restored into the other. It
    appears only when it is complete.
    """
    from contrada.server.admin import backup as backups

    print(f"{_counted(backups.backup(chosen_database(database), file))} written to {_name(file)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to read.")],
    database: Database = "",
) -> None:
    """Put a backup where a database was lost.

    There must be no database yet, or an empty one, and no server may use it. A backup of an older
    version is brought up to date when the server starts.
    """
    from contrada.server.admin import backup as backups

    print(f"{_counted(backups.restore(file, chosen_database(database)))} restored")


@app.command()
def check(
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Set aside tables whose logs do not replay, and bring lists up to date with the "
            "logs. Stop all servers first.",
        ),
    ] = False,
    aside: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --repair: where to write what is removed or replaced, a new file. By "
            "default, a name with the time in this folder.",
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Replay every game, and compare what lists and results say.

    People can go on playing meanwhile. Works on backups too: give one as --database. The exit
    status is 1 if something is wrong. Tables of another version are counted, and are not wrong.
    """
    from contrada.server.admin import check as checks
    from contrada.server.admin.connecting import alone, one_moment

    if aside and not repair:
        raise OptionError("--aside only works with --repair; add --repair")
    url = chosen_database(database)
    with one_moment(url) as connection:
        admin_tables.load_games(connection)
        looked_at = list(tracked(checks.check(connection), "Checking"))
    found = [each for each in looked_at if each]
    damage = [each for each in found if each.is_damage]
    if repair and damage:
        aside = aside or Path(datetime.now(UTC).strftime(ASIDE))
        with alone(url) as connection:
            # Once more, because somebody may have played until now.
            damage = [each for each in checks.check(connection) if each and each.is_damage]
            checks.repair(connection, damage, aside)
    _report(len(looked_at), found, aside if damage else None, as_json=as_json)
    if damage and not repair:
        raise typer.Exit(DAMAGED)


for _listed in (
    admin_tables.tables,
    admin_tables.end,
    admin_tables.forget,
    admin_tables.stats,
    admin_tables.export,
    admin_house.settings,
):
    app.command()(_listed)
app.command("host-link")(admin_house.host_link)
app.command("import")(admin_tables.import_)


def _report(tables: int, found: list[Finding], aside: Path | None, *, as_json: bool) -> None:
    if as_json:
        findings = [each._asdict() for each in found]
        kept = str(aside) if aside else None
        print(json.dumps({"tables": tables, "findings": findings, "aside": kept}))
        return
    for each in found:
        if each.is_damage:
            print(printable(f"{each.table}: {each.why}"))
    kinds = Counter[str](each.kind for each in found)
    print(f"{_number(tables, 'table')} checked: {_verdict(kinds)}.")
    if aside:
        print(f"Repaired; what was removed or replaced is in {_name(aside)}.")


def _verdict(kinds: Counter[str]) -> str:
    said = {
        "log": "{} cannot be replayed",
        "list": "{} shown otherwise in lists",
        "version": "{} of another version",
    }
    parts = [text.format(kinds[kind]) for kind, text in said.items() if kinds[kind]]
    return ", ".join(parts) or "all logs replay, all results agree"


def _counted(found: Contents) -> str:
    tables, guests = _number(found.tables, "table"), _number(found.guests, "guest")
    return f"{tables} and {guests}, {_number(found.entries, 'log entry', 'log entries')}"


def _number(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _name(file: Path) -> str:
    return printable(str(file))
