"""Draws a view of Urbe, as an SVG document and as plain text; knows no rule.

What tiles, icons and fountains look like is in `pieces.svg`, what all games share in `drawing`.
"""

from contrada.games.urbe.picture.svg import svg
from contrada.games.urbe.picture.terminal import styles, terminal
from contrada.games.urbe.picture.words import sentence
