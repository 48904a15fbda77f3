"""Bots: the search, its levels, and reading which bot is meant."""
