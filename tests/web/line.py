"""The connection between page and server, held up where a test wants, without clocks."""

from __future__ import annotations

from collections import deque

from playwright.sync_api import WebSocketRoute

from tests.web.person import Person


class Line:
    """Everything the server sends passes through here; call it before the page opens its socket."""

    def __init__(self, person: Person) -> None:
        self._route: WebSocketRoute | None = None
        self._held: deque[str | bytes] = deque()
        self._is_held = False
        person.altered_page.route_web_socket("**/api/socket", self._open)

    def _open(self, route: WebSocketRoute) -> None:
        self._route = route
        self._held.clear()
        route.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self._is_held:
            self._held.append(message)
        else:
            self._pass(message)

    def _pass(self, message: str | bytes) -> None:
        assert self._route is not None, "the page has opened no socket"
        self._route.send(message)

    def hold(self) -> None:
        """From now on the page receives nothing."""
        self._is_held = True

    def let_one_pass(self) -> None:
        """Deliver the next message, if there is one."""
        if self._held:
            self._pass(self._held.popleft())

    def release(self) -> None:
        """Deliver everything held back, in order, and everything that follows."""
        self._is_held = False
        while self._held:
            self.let_one_pass()
