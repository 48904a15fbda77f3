"""What guests decide about notices: where they get them, and when not."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

from contrada.server import times
from contrada.server.notices import push, texts
from contrada.server.notices.channels import (
    Channel,
    ChannelKind,
    ChannelRepository,
    QuietHours,
    new_channel,
)
from contrada.server.notices.destinations import read_destination, resolve
from contrada.server.notices.hours import check_zone, next_at
from contrada.server.notices.mail import Mailer, is_address, written
from contrada.server.notices.posting import Outcome
from contrada.server.notices.sender import Sender
from contrada.server.notices.tokens import MailTokens
from contrada.server.settings import Settings
from contrada.server.wire import notices
from contrada.server.wire.refusals import Refused


class Subscriptions:
    """Changes and lists the channels of guests."""

    def __init__(
        self,
        channels: ChannelRepository,
        sender: Sender,
        mailer: Mailer | None,
        settings: Settings,
    ) -> None:
        """Start without the secret of the tokens in mails, which is read later."""
        self._channels, self._sender = channels, sender
        self._mailer, self._settings = mailer, settings
        self.tokens: MailTokens

    async def of(self, guest: str, here: str, devices: dict[str, str]) -> notices.NoticeSettings:
        """Return a guest's channels; `devices` are the names of their devices."""
        found = await self._channels.of(guest)
        hours = await self._channels.quiet_hours(guest)
        return notices.NoticeSettings(
            key=self._sender.key.public,
            sends_mail=self._mailer is not None,
            push=[_push(each, here, devices) for each in found if each.kind == "push"],
            webhook=next((_webhook(each) for each in found if each.kind == "webhook"), None),
            mail=next((_mail(each) for each in found if each.kind == "mail"), None),
            quiet=notices.QuietHours(*hours),
        )

    async def exported(self, guest: str) -> dict[str, Any]:
        """Return everything stored about where and when a guest is told."""
        channels = [each._asdict() for each in await self._channels.of(guest)]
        hours = await self._channels.quiet_hours(guest)
        return {"channels": channels, "quiet": hours._asdict()}

    async def remove(self, guest: str, kind: ChannelKind, channel: str | None = None) -> None:
        """Stop telling a guest in one way."""
        if not await self._channels.remove(guest, kind, channel):
            raise Refused("missing", "You get no notices there")

    # --- Browsers and webhooks ---

    async def add_push(
        self, guest: str, device: str, origin: str, wanted: notices.PushRequest
    ) -> None:
        """Tell a browser from now on."""
        keys = push.read_keys(wanted.keys.p256dh, wanted.keys.auth)
        await self._check(wanted.endpoint)
        more = {"device": device, "keys": keys, "origin": origin, "language": wanted.language}
        await self._channels.add(new_channel(guest, "push", wanted.endpoint, **more))

    async def set_webhook(self, guest: str, origin: str, wanted: notices.WebhookRequest) -> None:
        """Tell an address from now on, in place of an earlier one."""
        await self._check(wanted.url)
        more = {"form": wanted.form, "origin": origin, "language": wanted.language}
        await self._channels.add(new_channel(guest, "webhook", wanted.url, **more))

    async def _check(self, url: str) -> None:
        private = self._settings.private_notices
        await resolve(read_destination(url, private=private), private=private)

    async def test_webhook(self, guest: str) -> notices.WebhookTest:
        """Send a test to a guest's webhook."""
        found = [each for each in await self._channels.of(guest) if each.kind == "webhook"]
        if not found:
            raise Refused("missing", "You have no webhook")
        posted = await self._sender.send_test(found[0])
        return notices.WebhookTest(posted.outcome is Outcome.DELIVERED)

    # --- Quiet hours ---

    async def set_quiet_hours(self, guest: str, wanted: notices.QuietRequest) -> None:
        """Set when a guest is told nothing; digests follow the same time zone."""
        if (wanted.begins is None) != (wanted.ends is None):
            raise Refused("message", "body: quiet hours need both a beginning and an end")
        zone = check_zone(wanted.zone)
        await self._channels.set_quiet_hours(guest, QuietHours(zone, wanted.begins, wanted.ends))

    # --- Mail ---

    async def set_mail(self, guest: str, wanted: notices.MailRequest) -> None:
        """Write to an address once its owner confirms it, which a mail asks for."""
        if self._mailer is None:
            raise Refused("missing", "This server sends no mail")
        if not is_address(wanted.address):
            raise Refused("message", "body.address: that is no mail address")
        zone, hours = check_zone(wanted.zone), await self._channels.quiet_hours(guest)
        await self._channels.set_quiet_hours(guest, hours._replace(zone=zone))
        former = await self._confirmed(guest, wanted.address)
        due = next_at(wanted.hour, zone, times.now())
        changed = {"hour": wanted.hour, "language": wanted.language, "due": due}
        if former:
            await self._channels.change(former, **changed)
            return
        more = {**changed, "confirmed": False}
        channel = new_channel(guest, "mail", wanted.address, **more)
        await self._channels.add(channel)
        if not await self._mailer.send(self._question(channel)):
            await self._channels.remove_one(channel.id)
            raise Refused("busy", "The mail could not be sent; check the address or try later")

    async def gets_mail(self, guest: str, address: str) -> bool:
        """Whether a guest gets mail there already."""
        return await self._confirmed(guest, address) is not None

    async def _confirmed(self, guest: str, address: str) -> Channel | None:
        return next(
            (
                each
                for each in await self._channels.of(guest)
                if each.kind == "mail" and each.address == address and each.confirmed
            ),
            None,
        )

    def _question(self, channel: Channel) -> EmailMessage:
        words = texts.words_of(channel.language)
        token = self.tokens.write("confirm", channel.id)
        link = f"{self._settings.public_url}/mail#confirm={token}"
        text = words.confirm.format(link=link)
        return written(self._settings.mail_from, channel.address, words.confirm_subject, text)

    async def confirm(self, token: str) -> None:
        """Confirm the address that a mail was sent to."""
        found = self.tokens.read("confirm", token)
        channel = await self._channels.with_id(found) if found else None
        if channel is None:
            raise Refused("missing", "This link does not work, or a later one has replaced it")
        await self._channels.change(channel, confirmed=True)

    async def stop(self, token: str) -> None:
        """Stop the mails to an address; it is no error if they have been stopped already."""
        found = self.tokens.read("stop", token)
        if found is None:
            raise Refused("missing", "This link does not work; perhaps a part of it is missing")
        await self._channels.remove_one(found)


def _push(channel: Channel, here: str, devices: dict[str, str]) -> notices.PushChannel:
    return notices.PushChannel(
        id=channel.id,
        name=devices.get(channel.device, ""),
        here=channel.device == here,
        created=channel.created,
        told=channel.told,
        failed=channel.failed,
    )


def _webhook(channel: Channel) -> notices.WebhookChannel:
    form: notices.WebhookForm = "discord" if channel.form == "discord" else "json"
    return notices.WebhookChannel(channel.address, form, channel.told, channel.failed)


def _mail(channel: Channel) -> notices.MailChannel:
    return notices.MailChannel(
        address=channel.address,
        hour=channel.hour,
        confirmed=channel.confirmed,
        told=channel.told,
        failed=channel.failed,
    )
