"""Draws a view of Urbino, as an SVG document and as plain text; knows no rules.

`pieces.svg` has the pieces; `drawing` has what all games share.
"""

from contrada.games.urbino.picture.svg import svg
from contrada.games.urbino.picture.terminal import styles, terminal
from contrada.games.urbino.picture.words import sentence
