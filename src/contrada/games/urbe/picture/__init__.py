"""Draws a view of Urbe, as an SVG document and as plain text; knows no rules.

`pieces.svg` has tiles, icons and fountains; `drawing` has what all games share.
"""

from contrada.games.urbe.picture.svg import svg
from contrada.games.urbe.picture.terminal import styles, terminal
from contrada.games.urbe.picture.words import sentence
