"""Mail: what is sent, and the SMTP server that sends it."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import structlog

from contrada.errors import OptionError
from contrada.server.settings import Settings

PATIENCE = 20.0  # seconds for each step of a conversation
LONGEST_ADDRESS = 254  # characters
PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")
log = structlog.get_logger()


class SmtpServer(NamedTuple):
    """An SMTP server, as `--smtp` names it."""

    is_secure: bool  # from the first byte on
    host: str
    port: int
    user: str
    password: str


def read_smtp(url: str) -> SmtpServer:
    """Read the address of an SMTP server."""
    expected = "expected smtp://USER:PASSWORD@HOST:PORT or smtps://…"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise OptionError(f"--smtp is no address; {expected}") from None
    if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.query:
        raise OptionError(f"--smtp is no address of an SMTP server; {expected}")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return SmtpServer(parts.scheme == "smtps", host, port or PORTS[parts.scheme], user, password)


def is_address(text: str) -> bool:
    """Whether a text looks like one mail address and nothing else."""
    name, mark, domain = text.rpartition("@")
    return (
        len(text) <= LONGEST_ADDRESS
        and bool(mark and name and domain)
        and parseaddr(text) == ("", text)
        and text.isascii()
        and text.isprintable()
        and not any(each in text for each in " ,;:<>()[]\\\"'")
        and "." in domain.strip(".")
        and not domain.startswith((".", "-"))
        and ".." not in text
    )


def written(sender: str, to: str, subject: str, text: str, stop: str = "") -> EmailMessage:
    """Return a mail; `stop` is the address that stops further ones with a single POST."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail


def read_mailer(settings: Settings) -> Mailer | None:
    """Return what sends the mails of a server; nothing if it is to send none."""
    if not settings.smtp:
        return None
    if not is_address(parseaddr(settings.mail_from)[1]):
        raise OptionError("--smtp needs --mail-from with a mail address, such as me@example.org")
    if not settings.public_url:
        raise OptionError("--smtp needs --public-url, because mails contain links to the page")
    return Mailer(read_smtp(settings.smtp))


class Mailer:
    """Sends mails through one SMTP server, one at a time, in a thread."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server
        self._one_by_one = asyncio.Semaphore(1)

    async def send(self, mail: EmailMessage) -> bool:
        """Send a mail; return False if that failed, which is logged without the address."""
        async with self._one_by_one:
            try:
                await asyncio.to_thread(self._send, mail)
            except (OSError, smtplib.SMTPException) as wrong:
                log.warning("mail failed", error=type(wrong).__name__)
                return False
        return True

    def try_out(self) -> None:
        """Connect and sign in without sending anything; raise what goes wrong."""
        with self._signed_in():
            pass

    def _send(self, mail: EmailMessage) -> None:
        with self._signed_in() as smtp:
            smtp.send_message(mail)

    @contextmanager
    def _signed_in(self) -> Iterator[smtplib.SMTP]:
        with self._connected() as smtp:
            if self._server.user:
                smtp.login(self._server.user, self._server.password)
            yield smtp

    def _connected(self) -> smtplib.SMTP:
        server = self._server
        context = ssl.create_default_context()
        if server.is_secure:
            return smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=context)
        smtp = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
        smtp.ehlo()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=context)
        elif server.user and server.host not in LOCAL:
            smtp.close()
            raise smtplib.SMTPNotSupportedError("it would get the password in the clear")
        return smtp
