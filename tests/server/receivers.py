"""Those who receive notices: browsers behind a push service, webhooks, and a mail server.

The push service checks signatures, and browsers decrypt, with nothing but `cryptography` and what
RFC 8188, 8291 and 8292 say.
"""

from __future__ import annotations

import base64
import json
import socket
import threading
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.serving import HOST, eventually

Data = dict[str, Any]


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Request(NamedTuple):
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A web server that keeps what it is sent, and answers as a test wants it to."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.statuses: dict[str, list[int]] = {}  # by path: what to answer first
        self.accepts: Callable[[Request], bool] = lambda _request: True
        received = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.path, headers, body)
                if not received.accepts(request):
                    self.close_connection = True
                    return
                received.requests.append(request)
                statuses = received.statuses.get(self.path, [])
                self.send_response(statuses.pop(0) if statuses else 201)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_arguments: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer((HOST, 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://{HOST}:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def at(self, path: str) -> list[Request]:
        return [each for each in self.requests if each.path == path]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """A browser with a subscription to a push service."""

    def __init__(self, service: Receiver, name: str) -> None:
        self.path, self._service = f"/push/{name}", service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes..!"
        self._point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def subscription(self, **more: Any) -> Data:
        keys = {"p256dh": encoded(self._point), "auth": encoded(self._auth)}
        return {"endpoint": self._service.origin + self.path, "keys": keys, **more}

    def raw(self) -> list[Request]:
        return self._service.at(self.path)

    def told(self) -> list[Data]:
        """Return the notices that came, after checking who signed them."""
        return [self._read(each) for each in self.raw()]

    def shown(self) -> list[Data]:
        """Return what the person sees: a notice with the topic of another replaces it."""
        topics = {each.headers["topic"]: self._read(each) for each in self.raw()}
        return list(topics.values())

    async def until_told(self, number: int = 1) -> list[Data]:
        await eventually(lambda: len(self.raw()) >= number)
        found = self.told()
        assert len(found) == number
        return found

    def _read(self, request: Request) -> Data:
        headers = request.headers
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        assert len(headers["topic"]) <= 32
        found: Data = json.loads(self._decrypt(request.body))
        return found

    def _decrypt(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, content = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\x00" + self._point + theirs
        secret = derived(self._auth, shared, info, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, content, None)
        text, _, padding = padded.rpartition(b"\x02")
        assert not padding.strip(b"\x00")
        return text


def signed_claims(request: Request, key: str) -> Data:
    """Return what a server says of itself, if it has signed that with its key (RFC 8292)."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    both = decoded(signature)
    r, s = int.from_bytes(both[:32]), int.from_bytes(both[32:])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: Data = json.loads(decoded(signed.partition(".")[2]))
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    return claims


class MailServer:
    """An SMTP server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = False
        with socket.create_server((HOST, 0)) as free:
            port = free.getsockname()[1]
        self._controller = Controller(self, HOST, port)
        self._controller.start()
        self.url = f"smtp://{HOST}:{port}"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        if self.refuses:
            return "451 Come back later"
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.append(mail)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]

    async def until_sent(self, address: str, number: int = 1) -> list[EmailMessage]:
        await eventually(lambda: len(self.to(address)) >= number)
        assert len(self.to(address)) == number
        return self.to(address)

    def close(self) -> None:
        self._controller.stop()
