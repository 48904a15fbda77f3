"""Puzzles found in self-play: searched for, checked, graded, and kept in a folder."""
