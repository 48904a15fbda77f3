"""Draws a view of Urtown; knows no rules. `drawing` has what all games share."""

from contrada.games.urtown.picture.svg import svg
from contrada.games.urtown.picture.terminal import styles, terminal
from contrada.games.urtown.picture.words import sentence
