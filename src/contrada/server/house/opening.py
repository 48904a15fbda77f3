"""Opens the house at the start of a server: its settings file, and the host link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from contrada.server.db.notify import Topic, say
from contrada.server.db.shared_values import read_value, write_value
from contrada.server.house.hosts import HostLink, host_link
from contrada.server.house.settings import read_file
from contrada.server.wire.encoding import encode
from contrada.server.wire.house import HouseSettings

RULES = "house"


class FromFile(NamedTuple):
    """Settings that were read from a file, and the hash of its text."""

    settings: HouseSettings
    text: str


class Kept(NamedTuple):
    """Settings as they are stored, and the hash of the file that was read last."""

    settings: HouseSettings
    text: str


def settings_of(file: str) -> FromFile | None:
    """Read the settings file, if there is one."""
    return FromFile(*read_file(Path(file))) if file else None


def open_house(connection: Connection, found: FromFile | None) -> HostLink:
    """Take over a settings file that has changed since it was read last; return the host link."""
    if found and kept(connection).text != found.text:
        keep(connection, Kept(found.settings, found.text))
    return host_link(connection)


def kept(connection: Connection) -> Kept:
    """Return the settings in force."""
    text = read_value(connection, RULES)
    if text is None:
        return Kept(HouseSettings(), "")
    document = json.loads(text)
    return Kept(msgspec.convert(document["settings"], HouseSettings), document["text"])


def keep(connection: Connection, found: Kept) -> None:
    """Store settings, and tell all processes."""
    document = {"settings": found.settings, "text": found.text}
    write_value(connection, RULES, encode(document).decode())
    say(connection, f"{Topic.HOUSE}")
