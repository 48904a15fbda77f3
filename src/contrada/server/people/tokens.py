"""Tokens: long, random, and stored only as hashes."""

from __future__ import annotations

import hashlib
import secrets


def fresh_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """Return the hash of a token; the token itself is never stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
