"""A program of its own that turns an SVG drawing into a PNG picture, from one pipe to another.

`resvg` keeps the whole interpreter to itself while it draws, for some tenths of a second. In a
process of its own it keeps nobody waiting. It imports nothing of Contrada, so it starts at once.
"""

from __future__ import annotations

import os
import sys

import resvg_py

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # moves come first
    drawn = resvg_py.svg_to_bytes(
        sys.stdin.buffer.read().decode(),
        skip_system_fonts=True,
        font_files=sys.argv[1:],
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Serif",
    )
    sys.stdout.buffer.write(drawn)
