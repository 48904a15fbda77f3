"""Draws a view of Urbania; knows no rule. What all games share is in `drawing`."""

from contrada.games.urbania.picture.svg import svg
from contrada.games.urbania.picture.terminal import styles, terminal
from contrada.games.urbania.picture.words import sentence
