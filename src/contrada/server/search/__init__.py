"""Bots at tables, advice, positions to study and analyses."""
