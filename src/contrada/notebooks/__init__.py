"""Games as widgets of notebooks; needs `pip install contrada[notebooks]`.

`show(position)` steps through the game that led to a position, and `play("urtown", level=3)` starts
one against bots. Both work wherever anywidget does: Jupyter, VS Code, Colab, marimo.
"""

from contrada.notebooks.table import GameTable, play
from contrada.notebooks.widget import Board, show

__all__ = ["Board", "GameTable", "play", "show"]
