"""Web Push: the key that identifies this server, and notices that only a browser can read."""

from __future__ import annotations

import base64
import hashlib
import json
import time

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from contrada.server.db.engine import Database
from contrada.server.db.shared_values import shared_value
from contrada.server.notices.destinations import read_destination
from contrada.server.wire.refusals import Refused

VAPID = "vapid"  # the name that the key is stored under
SIGNED_FOR = 12 * 3600  # seconds; browsers' servers accept up to a day
KEPT_FOR = 3 * 24 * 3600  # seconds that a notice waits for a device that is switched off
TOPIC = 32  # characters, at most
AUTH, POINT = 16, 65  # bytes of a browser's keys


class PushKey:
    """The private key of the servers on one database. It is stored there and never sent."""

    def __init__(self, vapid: Vapid02) -> None:
        self._vapid = vapid
        point = vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = _encoded(point)  # for browsers

    @classmethod
    async def shared(cls, database: Database) -> PushKey:
        """Read the key; the first server on a database makes it."""
        pem = await shared_value(database, VAPID, _new_key)
        return cls(Vapid02.from_pem(pem.encode()))

    def headers(
        self, endpoint: str, table_id: str, contact: str, *, private: bool
    ) -> dict[str, str]:
        """Return the headers of a notice; a later one about the same table replaces it."""
        audience = read_destination(endpoint, private=private).origin
        claims = {"aud": audience, "exp": int(time.time()) + SIGNED_FOR, "sub": contact}
        topic = _encoded(hashlib.sha256(table_id.encode()).digest())[:TOPIC]
        return {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": topic,
            "Urgency": "normal",
        }


def _new_key() -> str:
    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def read_keys(p256dh: str, auth: str) -> str:
    """Return the keys of a browser as they are stored, or refuse what are none."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused("message", "body.keys: those are no keys of a browser") from None
    if len(point) != POINT or len(secret) != AUTH:
        raise Refused("message", "body.keys: those are no keys of a browser")
    return json.dumps({"p256dh": _encoded(point), "auth": _encoded(secret)})


def encrypted(notice: bytes, keys: str) -> bytes:
    """Encrypt a notice so that only the browser with these keys can read it (RFC 8291)."""
    known = json.loads(keys)
    content: bytes = http_ece.encrypt(
        notice,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(known["p256dh"]),
        auth_secret=_decoded(known["auth"]),
        version="aes128gcm",
    )
    return content


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
