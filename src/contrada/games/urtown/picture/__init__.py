"""Draws a view of Urtown; knows no rule. What all games share is in `drawing`."""

from contrada.games.urtown.picture.svg import svg
from contrada.games.urtown.picture.terminal import styles, terminal
from contrada.games.urtown.picture.words import sentence
