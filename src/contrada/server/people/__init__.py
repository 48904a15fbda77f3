"""Guests: identity, storage, results, export and erasure."""
