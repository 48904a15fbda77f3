"""Draws a view of Urbino, as an SVG document and as plain text; knows no rule.

What a piece looks like is in `pieces.svg`, what all games share in `drawing`.
"""

from contrada.games.urbino.picture.svg import svg
from contrada.games.urbino.picture.terminal import styles, terminal
from contrada.games.urbino.picture.words import sentence
