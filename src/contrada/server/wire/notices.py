"""Notices on the wire: where a guest gets them, and what they say."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from contrada.server.wire.requests import Body
from contrada.server.wire.values import LONGEST_TOKEN

LONGEST_URL, LONGEST_KEY, LONGEST_ADDRESS, LONGEST_ZONE = 2000, 200, 254, 64
NoticeLanguage = Literal["en", "it", "ru"]
WebhookForm = Literal["json", "discord"]
GivenUrl = Annotated[str, Meta(min_length=1, max_length=LONGEST_URL)]
GivenKey = Annotated[str, Meta(min_length=1, max_length=LONGEST_KEY)]
Zone = Annotated[str, Meta(min_length=1, max_length=LONGEST_ZONE)]
Hour = Annotated[int, Meta(ge=0, le=23)]


# --- Requests ------------------------------------------------------------------------------------


class PushKeys(Body):
    """The keys of a browser, as its `PushSubscription` has them."""

    p256dh: GivenKey
    auth: GivenKey


class PushRequest(Body):
    """A browser that wants to be told."""

    endpoint: GivenUrl
    keys: PushKeys
    language: NoticeLanguage = "en"


class WebhookRequest(Body):
    """An address that wants to be told."""

    url: GivenUrl
    form: WebhookForm = "json"
    language: NoticeLanguage = "en"


class MailRequest(Body):
    """A mail address that wants to be told, and the hour of the day."""

    address: Annotated[str, Meta(min_length=1, max_length=LONGEST_ADDRESS)]
    hour: Hour = 18
    zone: Zone = "UTC"
    language: NoticeLanguage = "en"


class QuietRequest(Body):
    """The hours in which a guest wants no notices; null for none."""

    zone: Zone
    begins: Hour | None = None
    ends: Hour | None = None


class MailToken(Body):
    """The token of a link in a mail."""

    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN)]


# --- Answers -------------------------------------------------------------------------------------


class PushChannel(Struct, forbid_unknown_fields=True):
    """A browser that is told."""

    id: str
    name: str  # browser and system
    here: bool  # it is the one that asks
    created: int
    told: int  # for the last time; 0: never
    failed: int  # when the latest notice could not be delivered; 0 if it was


class WebhookChannel(Struct, forbid_unknown_fields=True):
    """An address that is told."""

    url: str
    form: WebhookForm
    told: int
    failed: int


class MailChannel(Struct, forbid_unknown_fields=True):
    """A mail address that is told once it is confirmed."""

    address: str
    hour: int
    confirmed: bool
    told: int
    failed: int


class QuietHours(Struct, forbid_unknown_fields=True):
    """The hours in which a guest is told nothing."""

    zone: str
    begins: int | None
    ends: int | None


class NoticeSettings(Struct, forbid_unknown_fields=True):
    """Where a guest is told of their turns, and what this server offers."""

    key: str  # the server's public key, for browsers
    sends_mail: bool
    push: list[PushChannel]
    webhook: WebhookChannel | None
    mail: MailChannel | None
    quiet: QuietHours


class WebhookTest(Struct, forbid_unknown_fields=True):
    """Whether a test reached a webhook."""

    delivered: bool


class TurnNotice(Struct, tag_field="type", tag="turn", forbid_unknown_fields=True):
    """A notice: it tells nothing that is hidden from anybody who knows the table."""

    id: str  # the same if it is sent twice
    title: str
    text: str
    table: str
    game: str
    waiting: int  # tables that wait for the guest
    url: str
