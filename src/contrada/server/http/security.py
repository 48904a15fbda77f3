"""Security headers, allowed origins, and limits on requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from contrada.server.db.errors import StoreError
from contrada.server.runtime.addresses import share_of_address
from contrada.server.runtime.limits import RateLimit
from contrada.server.settings import Settings
from contrada.server.wire.encoding import encode
from contrada.server.wire.refusals import BUSY, STATUS, Refused

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
RETRY_AFTER = {"limit": "1", "busy": "1", "preparing": "5"}  # seconds
# The element is meant for other people's pages, and so are the games that it shows there.
ELSEWHERE = ("/element/", "/api/study/replay")
EMBEDDED = {"Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*"}
LetIn = Callable[[HTTPConnection, str, str], Awaitable[None]]
READING = ("GET", "HEAD", "OPTIONS")


def is_allowed_origin(headers: Mapping[str, str], further: tuple[str, ...]) -> bool:
    """Whether requests from an origin are allowed: our page, or no page at all (a program)."""
    origin = headers.get("origin")
    if origin is None or origin in further:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    except ValueError:  # no address at all
        return False


def problem(refused: Refused, message_id: int | None = None, table: str | None = None) -> Response:
    """Return a refusal as an HTTP response."""
    wait = RETRY_AFTER.get(refused.reason)
    headers = {"Retry-After": wait} if wait else None
    text = encode(refused.answer(message_id, table))
    return Response(text, STATUS[refused.reason], headers, media_type="application/json")


class SecurityMiddleware:
    """Adds the headers, and rejects requests that are too many, too large or from elsewhere."""

    def __init__(self, app: ASGIApp, settings: Settings, let_in: LetIn) -> None:
        """`let_in` refuses whoever may not come in, by the method and the path."""
        self._app, self._settings, self._let_in = app, settings, let_in
        self._requests = RateLimit(*settings.limits.requests)
        self._files = RateLimit(*settings.limits.files)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(ELSEWHERE):
                    headers.update(EMBEDDED)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._let_in(HTTPConnection(scope), scope["method"], scope["path"])
            await self._app(scope, self._measured(receive), send_with_headers)
        except StoreError:  # at the gate; the application answers its own
            await problem(BUSY)(scope, receive, send_with_headers)
        except Refused as refused:
            await problem(refused)(scope, receive, send_with_headers)
        except ClientDisconnect:
            return

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        rate = self._requests if scope["path"].startswith("/api/") else self._files
        rate.consume(share_of_address(scope["client"][0] if scope.get("client") else ""))
        if scope["method"] not in READING and not is_allowed_origin(
            headers, self._settings.origins
        ):
            raise Refused("origin", "That page may not talk to this server")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.limits.body_size:
            raise Refused("limit", "That is too large")

    def _measured(self, receive: Receive) -> Receive:
        """Stop reading a body that is too long, whatever its declared length."""
        so_far = 0

        async def measured() -> Message:
            nonlocal so_far
            message = await receive()
            so_far += len(message.get("body", b""))
            if so_far > self._settings.limits.body_size:
                raise Refused("limit", "That is too large")
            return message

        return measured
