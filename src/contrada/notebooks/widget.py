"""The widget: the `<contrada-board>` element of the page, in the output of a notebook."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any, cast

import anywidget
import traitlets

import contrada
from contrada.errors import OptionError
from contrada.games import showing
from contrada.games.contract import Position
from contrada.record import Record
from contrada.replay import Replay, replay_of

ELEMENT = Path(contrada.__file__).parent / "server" / "page" / "element" / "contrada-board.js"
HTML = "text/html"


@cache
def element() -> bytes:
    """Return the script of the element, packed: a browser unpacks it once for all widgets."""
    try:
        return gzip.compress(ELEMENT.read_bytes(), mtime=0)
    except FileNotFoundError:
        raise OptionError("the page has not been built; run `make page` first") from None


class Board(anywidget.AnyWidget):
    """A game to step through, as a seat or everyone saw it."""

    _esm = Path(__file__).with_name("widget.js")
    _element = traitlets.Bytes().tag(sync=True)
    _replay = traitlets.Dict().tag(sync=True)
    _decisions = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    _turn = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    step = traitlets.Int(help="How many decisions have been made where the game is shown.").tag(
        sync=True
    )

    def __init__(
        self,
        position: Position,
        names: tuple[str, ...] = (),
        seat: int | None = None,
        step: int | None = None,
    ) -> None:
        """Show the game that led to a position; `step` is where to begin, the end if left out."""
        self._position = position
        self._names = names or ("",) * position.seats
        replay = self._seen(seat)
        last = len(replay["steps"]) - 1
        if step is not None and not 0 <= step <= last:
            raise OptionError(f"the game has steps 0 to {last}, not {step}")
        super().__init__(_element=element(), _replay=replay, step=last if step is None else step)

    def _seen(self, seat: int | None) -> Replay:
        if seat is not None:
            self._position.view(seat)  # refuses a seat that there is not
        return replay_of(self._position, self._names, seat)

    @property
    def position(self) -> Position:
        """The latest position."""
        return self._position

    def _repr_mimebundle_(self, **wishes: Any) -> Any:
        """Add a picture, for pages that show notebooks without widgets."""
        found = super()._repr_mimebundle_(**wishes)
        if found is None:
            return None
        data, metadata = found
        return {**data, HTML: self._still()}, metadata

    def _still(self) -> str:
        """Draw the step that is shown."""
        seen = self._position.history()[self.step]
        seat = cast("int | None", self._replay["seat"])
        drawn = (seen.svg(seat, theme=theme) for theme in ("light", "dark"))
        return showing.block(showing.picture(*drawn))


def show(game: Position | Record, seat: int | None = None, step: int | None = None) -> Board:
    """Return a widget to step through a game, as a seat or as everyone saw it."""
    if isinstance(game, Record):
        return Board(game.position, game.names, seat, step)
    return Board(game, (), seat, step)
