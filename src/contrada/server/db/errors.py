"""The one error that the database raises towards the rest of the server."""

from __future__ import annotations


class StoreError(Exception):
    """The database failed: nothing was stored, or it is unknown whether something was."""
