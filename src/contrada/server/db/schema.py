"""The tables of the database; `migrations/` brings an older database to this."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)
# A token says who its guest is; only its hash is kept.
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(40), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
# What lists say of a table. The log is the truth; this is worked out from it at each entry.
tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("bot_to_move", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("tables_by_status", "status", "changed"),
)
# Who sits, has sat, spoken or been the host at a table: where lists and erasure look.
sitting = Table(
    "sitting",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True, index=True),
    Column("seated", Boolean, nullable=False),  # now: has a seat, or a bot holds it for them
    Index("sitting_by_guest", "guest", "seated"),
)
# The log: what happened at a table, entry by entry. Its key decides who was first.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("events", Text, nullable=False),
)
# Which process lets a bot think, about which moment of a table, and until when nobody else does.
claims = Table(
    "claims",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("process", String(40), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)
# Which servers are running, by their latest sign of life, and who is at which table through them.
processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("beat", BigInteger, nullable=False),
)
presence = Table(
    "presence",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True, index=True),
    Column("guest", String(40), primary_key=True),
)
# When no server was running; clocks do not count that.
pauses = Table(
    "pauses",
    metadata,
    Column("began", BigInteger, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)
# What was found out about a game, compressed: a cache, since it can be found out again.
analyses = Table(
    "analyses",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("changed", BigInteger, nullable=False, index=True),
    Column("is_over", Boolean, nullable=False),
    Column("document", LargeBinary, nullable=False),
)
