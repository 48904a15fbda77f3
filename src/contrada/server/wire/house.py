"""The house: what its host decides, does and sees, and what players tell the host.

"House" is the whole server with all its tables; the host of a single table is somebody else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from contrada.server.wire.guests import Identity
from contrada.server.wire.requests import LONGEST_PASSWORD, MOST_OPTIONS, Body
from contrada.server.wire.values import (
    LONGEST_CHAT,
    LONGEST_TOKEN,
    GameName,
    GuestId,
    TableId,
)

LONGEST_CLUB, LONGEST_WELCOME, LONGEST_LINE = 60, 1000, 200
MOST_DAYS = 36_500  # a hundred years
MOST_HOURS = 24 * 366
MOST_USES = 1000
Language = Literal["en", "it", "ru"]
# "invited" and "password": only those who have a link, or know the password.
Admits = Literal["everyone", "invited", "password"]
RestraintKind = Literal["ban", "mute"]
ReportKind = Literal["chat", "name", "guest"]
Days = Annotated[int, Meta(ge=0, le=MOST_DAYS)]  # 0: for ever
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


# --- What the host decides -----------------------------------------------------------------------


class ClubSettings(Body):
    """What the house is called, and what it says about itself."""

    name: Annotated[str, Meta(max_length=LONGEST_CLUB)] = ""
    contact: Line = ""  # whom people can ask about their data
    colour: Annotated[str, Meta(pattern="^(#[0-9a-fA-F]{6})?$")] = ""
    languages: Annotated[list[Language], Meta(min_length=1, max_length=3)] = field(
        default_factory=lambda: ["en", "it", "ru"]
    )
    welcome: dict[Language, Annotated[str, Meta(max_length=LONGEST_WELCOME)]] = field(
        default_factory=dict
    )


class GameSettings(Body):
    """Which games and which values of their options are offered for new tables."""

    offered: list[GameName] | None = None  # null: all
    options: dict[
        GameName,
        Annotated[
            dict[str, Annotated[list[bool | str], Meta(min_length=1)]],
            Meta(max_length=MOST_OPTIONS),
        ],
    ] = field(default_factory=dict)


class AdmissionSettings(Body):
    """Who may come in."""

    who: Admits = "everyone"
    password: Password = ""  # in answers always empty; in requests empty to keep the old one


class KeepingSettings(Body):
    """After how many days without use things are cleared; 0: they are kept for ever."""

    guests: Days = 730
    open_tables: Days = 30
    running_tables: Days = 365
    networks: Days = 7  # where guests came from, as a keyed hash; 0: never stored
    reports: Days = 180  # after they have been dealt with
    log: Days = 365  # of what hosts have done


class LimitSettings(Body):
    """How much one guest, or one address, may do a minute; null: as the server was started."""

    chat: Annotated[int, Meta(ge=0, le=120)] | None = None  # lines of one guest
    tables: Annotated[int, Meta(ge=1, le=60)] | None = None  # made by one guest
    guests: Annotated[int, Meta(ge=1, le=300)] | None = None  # new ones from one address
    searches: Annotated[int, Meta(ge=1, le=600)] | None = None  # hints and advice for one guest
    analyses: Annotated[int, Meta(ge=1, le=60)] | None = None  # begun for one guest


class HouseSettings(Body):
    """All that the host decides."""

    club: ClubSettings = field(default_factory=ClubSettings)
    games: GameSettings = field(default_factory=GameSettings)
    admission: AdmissionSettings = field(default_factory=AdmissionSettings)
    keeping: KeepingSettings = field(default_factory=KeepingSettings)
    limits: LimitSettings = field(default_factory=LimitSettings)


# --- What everyone may know ----------------------------------------------------------------------


class Announcement(Struct, forbid_unknown_fields=True):
    """What the host tells everybody."""

    id: str
    text: str
    until: int | None


class House(Struct, tag_field="type", tag="house", forbid_unknown_fields=True):
    """What everyone may know about the house, even those who may not come in."""

    name: str
    contact: str
    colour: str
    languages: list[str]
    welcome: dict[str, str]
    who: Admits
    games: list[str]
    keeping: KeepingSettings
    announcement: Announcement | None
    backups: int  # how many copies of everything are kept, if the server makes them by itself
    backup_hours: int  # from one to the next
    mails: bool


# --- What players ask for ------------------------------------------------------------------------


class ReportRequest(Body):
    """Something that the host should know."""

    guest: GuestId  # about whom
    what: ReportKind
    table: TableId
    at: Annotated[int, Meta(ge=0, le=2**53)] | None = None  # when the line of the chat was said
    note: Annotated[str, Meta(max_length=LONGEST_CHAT)] = ""


class Blocked(Struct, forbid_unknown_fields=True):
    """Guests whom you have blocked."""

    blocked: list[Identity]


class Consent(Body):
    """Whether your name may stand in the records that the host exports."""

    named: bool


# --- What the host asks for ----------------------------------------------------------------------


class HostToken(Body):
    """The token of the host link."""

    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN)]


class RestraintRequest(Body):
    """Somebody to be kept out, or kept quiet, for some hours or for ever."""

    guest: GuestId
    kind: RestraintKind
    address: bool = False  # also everybody else who comes from where they come from
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] | None = None
    why: Line = ""


class AnnouncementRequest(Body):
    """A text for everybody, for some hours or until it is withdrawn."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] | None = None


class InvitationRequest(Body):
    """A link that lets people in."""

    uses: Annotated[int, Meta(ge=1, le=MOST_USES)] | None = None
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] | None = None
    note: Line = ""


class Restraint(Struct, forbid_unknown_fields=True):
    """Somebody who is kept out, or kept quiet."""

    id: str
    kind: RestraintKind
    guest: str
    name: str
    address: bool  # it is where they come from that is kept out
    why: str
    created: int
    until: int | None


class Restraints(Struct, forbid_unknown_fields=True):
    """All of them, the latest first."""

    restraints: list[Restraint]


class Report(Struct, forbid_unknown_fields=True):
    """What a player has reported."""

    id: str
    at: int
    what: ReportKind
    table: str
    guest: str  # about whom
    name: str
    reporter: str
    reporter_name: str
    said: str  # the line of the chat, or the name, as it was
    note: str
    handled: int | None


class Reports(Struct, forbid_unknown_fields=True):
    """Reports, those that wait first."""

    reports: list[Report]


class HostGuest(Struct, forbid_unknown_fields=True):
    """A guest, as the host sees them."""

    id: str
    name: str
    created: int
    used: int | None  # when they were last here, to the hour
    tables: int
    here: bool  # connected to this server now
    banned: bool
    muted: bool


class HostGuests(Struct, forbid_unknown_fields=True):
    """Some guests, and whether there are more."""

    guests: list[HostGuest]
    more: bool


class HostSeat(Struct, forbid_unknown_fields=True):
    """A seat, with the guest who has it."""

    kind: str
    name: str
    level: int | None
    guest: str | None


class HostTable(Struct, forbid_unknown_fields=True):
    """A table, as the host sees it."""

    id: str
    game: str
    status: str
    listed: bool
    host: str
    created: int
    changed: int
    seats: list[HostSeat]


class HostTables(Struct, forbid_unknown_fields=True):
    """Some tables, and whether there are more."""

    tables: list[HostTable]
    more: bool


class HostChatLine(Struct, forbid_unknown_fields=True):
    """Something that somebody said."""

    table: str
    at: int
    guest: str
    name: str
    text: str


class HostChat(Struct, forbid_unknown_fields=True):
    """What was said lately, the latest last."""

    lines: list[HostChatLine]


class Invitation(Struct, forbid_unknown_fields=True):
    """A link that lets people in; its token is shown only once."""

    id: str
    note: str
    uses: int | None
    used: int
    created: int
    until: int | None


class Invitations(Struct, forbid_unknown_fields=True):
    """All links, the latest first."""

    invitations: list[Invitation]


class NewInvitation(Invitation):
    """A new link with its token."""

    token: str


class HostAct(Struct, forbid_unknown_fields=True):
    """Something that a host has done."""

    id: str
    at: int
    what: str
    about: dict[str, Any]


class HostLog(Struct, forbid_unknown_fields=True):
    """What hosts have done, the latest first, and whether there is more."""

    acts: list[HostAct]
    more: bool


class HostHouse(Struct, forbid_unknown_fields=True):
    """All that the host's page begins with."""

    settings: HouseSettings
    has_password: bool
    usual: dict[str, int]  # limits that nobody has changed
    counts: dict[str, int]  # of tables by status, guests, people who are here, reports that wait
    options: dict[str, dict[str, list[bool | str]]]  # all values of all options
    version: str
