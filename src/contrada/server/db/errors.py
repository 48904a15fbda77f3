"""The one error that the database gives to the rest of the server."""

from __future__ import annotations


class StoreError(Exception):
    """The database did not take it; nothing is stored, or nobody knows whether it is."""
