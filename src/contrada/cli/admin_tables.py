"""The commands of `contrada admin` for games, tables and guests."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from contrada import games, record
from contrada.cli.arguments import GAMES, AsJson, Components, use_components
from contrada.cli.compiling import load_with_progress, tracked
from contrada.cli.screen import printable
from contrada.cli.serve import Database
from contrada.errors import OptionError
from contrada.server.settings import SECOND, chosen_database

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from contrada.server.admin.lists import Guest
    from contrada.server.wire.answers import StoredSummary

STATUSES = ("open", "playing", "over", "closed")
NO = 1  # exit status if somebody thinks better of it

# The commands import what they need themselves, so that the others start faster.
# ruff: noqa: PLC0415


def export(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="The file to write: .jsonl has a game per line, .parquet needs pyarrow.",
        ),
    ],
    components: Components = None,
    database: Database = "",
) -> None:
    """Write all finished games as records.

    People are numbers, the same throughout the file, unless they have agreed to be named; bots have
    their names and levels. If a game did not end by the rules, a comment says why. People can go on
    playing meanwhile.
    """
    from contrada.server.admin import parquet, records
    from contrada.server.admin.connecting import one_moment

    use_components(components)
    write = parquet.write if file.suffix == parquet.SUFFIX else record.write
    with one_moment(chosen_database(database)) as connection:
        load_games(connection)
        count = write(file, tracked(records.finished(connection), "Writing"))
    print(printable(f"{_number(count, 'game')} written to {file}"))


def import_(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Record files, with any number of games.")
    ],
    as_json: AsJson = False,
    components: Components = None,
    database: Database = "",
) -> None:
    """Make tables of finished games, to study in the page.

    Nobody finds these tables in lists; 'tables' names them. A record that is there already is
    left as it is, so you can repeat the command. Stop all servers first.
    """
    from contrada.server.admin import records
    from contrada.server.admin.connecting import alone
    from contrada.server.db.engine import bring_up_to_date

    use_components(components)
    with alone(chosen_database(database)) as connection:
        bring_up_to_date(connection)
        read = (found for file in files for found in record.read(file))
        found = records.import_records(connection, tracked(read, "Reading"))
    if as_json:
        print(json.dumps(vars(found)))
        return
    left = {
        "known already": found.known,
        "not finished": found.unfinished,
        "without a seed": found.without_seed,
    }
    said = [f"{_number(len(found.tables), 'game')} imported"]
    print(", ".join([*said, *(f"{count} {why}" for why, count in left.items() if count)]))


def tables(
    status: Annotated[
        str | None,
        typer.Option(metavar="STATUS", help=f"Only tables that are {', '.join(STATUSES)}."),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=f"Only tables of a game: {GAMES}.")
    ] = None,
    most: Annotated[int, typer.Option("--limit", min=1, metavar="N", help="At most so many.")] = 50,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """List tables, those that changed last first.

    Each line has the table's id, which is also the end of its address in the page, its game and
    status, when it changed, and who sits there.
    """
    from contrada.server.admin import lists
    from contrada.server.admin.connecting import one_moment

    if status not in (None, *STATUSES):
        raise OptionError(f"--status must be one of {', '.join(STATUSES)}, not {status!r}")
    if game is not None:
        games.definition(game)
    with one_moment(chosen_database(database)) as connection:
        found = lists.tables(connection, status, game, most)
    if as_json:
        print(json.dumps([_as_data(each) for each in found], ensure_ascii=False))
        return
    for each in found:
        people = ", ".join(seat.name or seat.kind for seat in each.seats)
        line = f"{each.id:<18}{each.game:<9}{each.status:<9}{_time(each.changed)}  {people}"
        print(printable(line))


def _as_data(table: StoredSummary) -> dict[str, Any]:
    from contrada.server.wire.encoding import encode

    found: dict[str, Any] = json.loads(encode(table))
    return found


def end(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table.")],
    database: Database = "",
) -> None:
    """End a game that is going on, or close an open table.

    Nobody wins. With PostgreSQL, the players are told at once by the servers that run; with a
    file, stop the server first.
    """
    from contrada.server.admin import acts

    print(f"Ended: {acts.end(chosen_database(database), table)}")


def forget(
    guest: Annotated[
        str, typer.Argument(metavar="GUEST", help="The guest's id, or a name that only one has.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = "",
) -> None:
    """Erase a guest: name, messages, devices and settings.

    The same as if they had done so on their own page: their games stay, without their name. Backups
    still contain them. With a file, stop the server first.
    """
    from contrada.server.admin import acts, lists
    from contrada.server.admin.connecting import one_moment

    url = chosen_database(database)
    with one_moment(url) as connection:
        found = _the_one(guest, lists.guests_called(connection, guest))
    if not yes:
        typer.confirm(printable(f"Erase {found.name}, {_since(found)}?"), abort=True, err=True)
    is_done = acts.forget(url, found.id)
    rest = "" if is_done else "; a server goes on with tables that could not be opened here"
    print(f"Erased{rest}")


def _the_one(guest: str, found: list[Guest]) -> Guest:
    if not found:
        raise OptionError(f"there is no guest with the id or name {guest!r}")
    if len(found) > 1:
        listed = "; ".join(f"{each.id}, {_since(each)}" for each in found)
        raise OptionError(f"several guests are called {guest!r}, so name an id: {listed}")
    return found[0]


def _since(guest: Guest) -> str:
    return f"a guest since {_time(guest.created)}"


def stats(as_json: AsJson = False, database: Database = "") -> None:
    """Count tables, guests and games."""
    from contrada.server.admin import lists
    from contrada.server.admin.connecting import one_moment

    with one_moment(chosen_database(database)) as connection:
        found = lists.stats(connection)
    if as_json:
        print(json.dumps(found))
        return
    there = _number(found["tables"], "table"), _number(found["guests"], "guest")
    print(f"{', '.join(there)}, {_number(found['entries'], 'log entry', 'log entries')}")
    for game, counts in found["games"].items():
        parts = ", ".join(f"{count} {status}" for status, count in counts.items())
        print(f"{game:<9}{parts}")
    for days in found["new_guests"]:
        played, new = found["tables_played_at"][days], found["new_guests"][days]
        when = "the last day" if days == "1" else f"the last {days} days"
        print(f"In {when}: {_number(played, 'table')} with moves, {_number(new, 'new guest')}")


def load_games(connection: Connection) -> None:
    """Compile the games that are played in a database, if they are not, with a progress bar."""
    from contrada.server.admin.check import games_in

    for name in set(games_in(connection)) & set(games.NAMES):
        load_with_progress(name, {})


def _number(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _time(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / SECOND, UTC):%Y-%m-%d %H:%M}"
