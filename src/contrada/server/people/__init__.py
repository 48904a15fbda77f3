"""Guests: who they are, how they are kept, and how they are erased."""
