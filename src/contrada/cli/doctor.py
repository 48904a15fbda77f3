"""`contrada doctor`: looks at the machine, and says what to do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from contrada.cli.arguments import AsJson
from contrada.cli.screen import printable
from contrada.cli.serve import BackupTo, Database, Host, MailFrom, Origin, Port, PublicUrl, Smtp
from contrada.server.settings import Settings, chosen_database, page_address

if TYPE_CHECKING:
    from contrada.cli.examinations import Finding

SIGNS = {"good": "ok", "note": "note", "bad": "BAD"}
SICK = 1  # exit status


def doctor(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = "",
    origin: Origin = None,
    backup_to: BackupTo = "",
    public_url: PublicUrl = "",
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    as_json: AsJson = False,
) -> None:
    """Examine this machine, and say what a server lacks here.

    Looks at port, page, disk, rights, database, backups, clock, processor, compiled rules, mail and
    push notices, and says what to do. Give it the options that you start the server with; a server
    may be running. The exit status is 1 if something has to be mended.
    """
    from contrada.cli.examinations import Examined, examine  # noqa: PLC0415 - they load a server

    settings = Settings(
        database=chosen_database(database),
        origins=tuple(origin or ()),
        backup_to=backup_to,
        public_url=page_address(public_url) if public_url else "",
        smtp=smtp,
        mail_from=mail_from,
    )
    findings = []
    for name, finding in examine(Examined(settings, host, port)):
        findings.append({"what": name, **finding._asdict()})
        if not as_json:
            _show(name, finding)
    if as_json:
        print(json.dumps(findings, ensure_ascii=False))
    if any(each["health"] == "bad" for each in findings):
        raise typer.Exit(SICK)


def _show(name: str, finding: Finding) -> None:
    print(printable(f"{SIGNS[finding.health]:<5}{name:<10} {finding.found}"))
    if finding.advice:
        print(printable(f"{'':<16}{finding.advice}"))
