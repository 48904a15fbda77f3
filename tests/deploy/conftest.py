"""What the tests of servers share, these tests share too."""

from __future__ import annotations

from tests.server.conftest import anyio_backend, overheard, same_deals

__all__ = ["anyio_backend", "overheard", "same_deals"]
