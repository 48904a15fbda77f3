"""What goes wrong with the database, whatever the reason."""

from __future__ import annotations


class StoreError(Exception):
    """The database did not take it; nothing is stored, or nobody knows whether it is."""
