"""Draws a view of Urbania; knows no rules. `drawing` has what all games share."""

from contrada.games.urbania.picture.svg import svg
from contrada.games.urbania.picture.terminal import styles, terminal
from contrada.games.urbania.picture.words import sentence
