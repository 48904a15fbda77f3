"""Web Push: the key that identifies this server, and notices that only a browser can read."""

from __future__ import annotations

import base64
import hashlib
import json
import time

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat, PublicFormat

from contrada.server.db.engine import Database
from contrada.server.db.shared_values import shared_value
from contrada.server.notices.destinations import read_destination
from contrada.server.wire.refusals import Refused

VAPID = "vapid"  # the name that the key is stored under
NOBODY = "mailto:nobody@localhost"  # whom to ask about a server that names nobody
SIGNED_FOR = 12 * 3600  # seconds; browsers' servers accept up to a day
KEPT_FOR = 3 * 24 * 3600  # seconds that a notice waits for a device that is switched off
TOPIC = 32  # characters, at most
AUTH, POINT = 16, 65  # bytes of a browser's keys
Headers = dict[str, str]


class PushKey:
    """The private key of the servers on one database. It is stored there and never sent."""

    def __init__(self, pem: str) -> None:
        key = serialization.load_pem_private_key(pem.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _encoded(point)  # for browsers

    @classmethod
    async def shared(cls, database: Database) -> PushKey:
        """Read the key; the first server on a database makes it."""
        return cls(await shared_value(database, VAPID, _new_key))

    def headers(self, endpoint: str, table_id: str, contact: str, *, private: bool) -> Headers:
        """Return the headers of a notice; a later one about the same table replaces it."""
        audience = read_destination(endpoint, private=private).origin
        subject = contact if contact.startswith(("mailto:", "https:")) else NOBODY
        claims: dict[str, str | int] = {
            "aud": audience,
            "exp": int(time.time()) + SIGNED_FOR,
            "sub": subject,
        }
        topic = _encoded(hashlib.sha256(table_id.encode()).digest())[:TOPIC]
        return {
            "Authorization": f"vapid t={self._signed(claims)},k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": topic,
            "Urgency": "normal",
        }

    def _signed(self, claims: dict[str, str | int]) -> str:
        """Return claims as a JSON Web Token with the signature ES256."""
        kind = {"typ": "JWT", "alg": "ES256"}
        text = ".".join(_encoded(json.dumps(part).encode()) for part in (kind, claims))
        numbers = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{_encoded(b''.join(each.to_bytes(32, 'big') for each in numbers))}"


def _new_key() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    plain = serialization.NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, plain).decode()


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
