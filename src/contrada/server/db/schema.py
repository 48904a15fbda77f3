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
    false,
    true,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("named", Boolean, nullable=False, server_default=false()),  # in exported records
)
# A token identifies a guest; only its hash is stored. A "device" is signed in with it, a "link"
# signs further devices in, and "either" is from before there was a difference.
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(40), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("device", String(60), nullable=False),  # browser and system, as far as it says so
    Column("used", BigInteger, nullable=False),  # when it was last used, to the hour
    # From which network, as a keyed hash; empty if nobody wants to know.
    Column("network", String(64), nullable=False, server_default=""),
)
# The summary of a table for lists. The log is the truth; this is updated with each entry.
tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("bot_to_move", Boolean, nullable=False),
    Column("mover", String(40)),  # the guest to move
    Column("turn_began", BigInteger),  # null if an older version wrote the row
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    # Keys of what is being played, for fair play; null if an older version wrote the row.
    Column("in_play", Text),
    Index("tables_by_status", "status", "changed"),
    Index("tables_by_mover", "mover", "changed"),
)
# Everyone who sits, has sat, spoken or been host at a table, for lists and erasure.
sitting = Table(
    "sitting",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True, index=True),
    Column("seated", Boolean, nullable=False),  # has a seat now, or a bot holds it for them
    Index("sitting_by_guest", "guest", "seated"),
)
# The log of a table, entry by entry. Its primary key decides who was first.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("events", Text, nullable=False),
)
# Answers that a guest has prepared at a table. Nobody else may read them, unlike the log.
prepared = Table(
    "prepared",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("guest", String(40), primary_key=True, index=True),
    Column("root", Integer, nullable=False),  # decisions before the position where lines begin
    Column("key", String(40), nullable=False),  # of these decisions
    Column("lines", Text, nullable=False),
    Column("last", Text),  # what has become of the latest answer
    Column("changed", BigInteger, nullable=False),
)
# Which process thinks for a bot, at which ply of a table, and until when it has the claim. If it
# dies, another one takes over the claim; `began` still says when the bot began to think.
claims = Table(
    "claims",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("process", String(40), nullable=False, index=True),
    Column("ply", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("began", BigInteger, nullable=False, server_default="0"),
)
# What a process wants to hear of: a table, a guest's tables, or those of the lobby.
interests = Table(
    "interests",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("topic", String(60), primary_key=True, index=True),
)
# Analyses to be made: the record, who makes it, and how far they are.
analysis_jobs = Table(
    "analysis_jobs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guest", String(40), nullable=False),  # who asked first; empty for a stranger
    Column("asked", BigInteger, nullable=False),  # when somebody last asked for it
    Column("record", LargeBinary, nullable=False),
    Column("judged", LargeBinary),  # for a process that takes it over
    Column("process", String(40)),
    Column("until", BigInteger, nullable=False),
)
# The running servers with their latest heartbeat, and who is at which table through them.
processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("beat", BigInteger, nullable=False),  # in the servers' own time
    Column("seen", BigInteger, nullable=False, server_default="0"),  # by the database's clock
    Column("games", Text, nullable=False, server_default=""),  # that can be played there
)
presence = Table(
    "presence",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True, index=True),
    Column("guest", String(40), primary_key=True),
    Column("seen", Boolean, nullable=False, server_default=true()),  # not in a background tab
)
# Up to when each game could be played, as far as we know.
playable = Table(
    "playable",
    metadata,
    Column("game", String(20), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
# Times when a game could not be played; clocks do not count them.
pauses = Table(
    "pauses",
    metadata,
    Column("game", String(20), primary_key=True, server_default=""),  # "": any game
    Column("began", BigInteger, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)
# Stretches of days off that guests have taken; their clocks of hours for each turn stand still.
days_off = Table(
    "days_off",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("began", BigInteger, primary_key=True),
    Column("ended", BigInteger, nullable=False),
)
# Analyses of games, compressed. A cache: they can be computed again.
analyses = Table(
    "analyses",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("changed", BigInteger, nullable=False, index=True),
    Column("is_over", Boolean, nullable=False),
    Column("document", LargeBinary, nullable=False),
)
# Where guests are told that it is their turn: a browser, an address of theirs, or by mail.
channels = Table(
    "channels",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guest", String(40), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # push, webhook or mail
    Column("address", Text, nullable=False, index=True),
    Column("form", String(10), nullable=False),  # of a webhook: json or discord
    Column("keys", Text, nullable=False),  # of a browser: what notices are encrypted with
    Column("device", String(64), nullable=False, index=True),  # of a browser: hash of its token
    Column("origin", Text, nullable=False),  # the address of the page it was set up on
    Column("language", String(5), nullable=False),
    Column("confirmed", Boolean, nullable=False),  # of mail: the address is the guest's own
    Column("hour", Integer, nullable=False),  # of mail: when digests are sent
    Column("created", BigInteger, nullable=False),
    Column("told", BigInteger, nullable=False),  # when a notice was last delivered; 0: never
    Column("failed", BigInteger, nullable=False),  # when one could not be; 0 once one was again
    Column("due", BigInteger, nullable=False),  # of mail: not before
)
# When a guest wants no notices, and where on Earth that is.
quiet_hours = Table(
    "quiet_hours",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("zone", String(64), nullable=False),
    Column("begins", Integer),  # an hour; null: never
    Column("ends", Integer),
)
# Notices of turns, one for each channel and table. One that is done stays until its turn is over,
# so that there is no second one.
notices = Table(
    "notices",
    metadata,
    Column("channel", String(40), primary_key=True),
    Column("table_id", String(40), primary_key=True, index=True),
    Column("turn", BigInteger, nullable=False),  # when the turn began
    Column("due", BigInteger, index=True),  # not before; null: done
    Column("tries", Integer, nullable=False),
    Column("process", String(40)),  # that delivers it
    Column("until", BigInteger, nullable=False),
)
# Single values that all processes share: the key that signs notices for browsers, the secret of
# links in mails, and up to when every turn has its notices.
shared_values = Table(
    "shared_values",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
# Browsers that the host link was opened in; only the hash of their token is stored.
host_sessions = Table(
    "host_sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("created", BigInteger, nullable=False),
)
# Whom the host keeps out or keeps quiet: a guest, or a network by its keyed hash.
restraints = Table(
    "restraints",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("kind", String(10), nullable=False),  # ban or mute
    Column("guest", String(40), nullable=False, index=True),
    Column("network", String(64), nullable=False),  # empty: it is the guest who is restrained
    Column("name", String(40), nullable=False),  # of the guest at that time
    Column("why", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: for ever
)
# What players have reported to the host, with what was said, as it was.
reports = Table(
    "reports",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(10), nullable=False),
    Column("table_id", String(40), nullable=False),
    Column("guest", String(40), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("reporter", String(40), nullable=False, index=True),
    Column("said", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("handled", BigInteger),  # null: it waits for the host
)
# Guests who want nothing to do with others.
blocks = Table(
    "blocks",
    metadata,
    Column("guest", String(40), primary_key=True),
    Column("blocked", String(40), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)
# Links that let people in; only the hash of their token is stored.
invitations = Table(
    "invitations",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("hash", String(64), nullable=False, index=True),
    Column("note", Text, nullable=False),
    Column("uses", Integer),  # null: any number
    Column("used", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: for ever
)
# What hosts have done.
host_log = Table(
    "host_log",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("what", String(20), nullable=False),
    Column("about", Text, nullable=False),
)
