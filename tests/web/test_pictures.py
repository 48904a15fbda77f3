"""The pictures of the docs: the command that takes them fails if a board is empty by mistake."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from docs.pictures import page as pictures

from tests.web.person import Person, Players
from tests.web.serving import table_of
from tests.web.states import Tables


@pytest.mark.parametrize("game", ["urbino", "urtown", "urbania", "urbe"])
def test_a_board_with_pieces_is_taken(reader: Person, tables: Tables, game: str) -> None:
    reader.opens_table(getattr(tables, game))
    reader.until(lambda: not pictures.bare(reader), "pieces on the board")
    pictures.check_boards(reader, game)


def test_an_empty_board_is_not_taken(ada: Person, player: Players, tmp_path: Path) -> None:
    ada.opens_table(table_of("urbino", [player(ada), player("Bruno")]))
    ada.waits_for_turn()
    with pytest.raises(
        pictures.EmptyBoardError, match="The board in the scene 'analysis' is empty: let"
    ):
        pictures.take(ada, "analysis", "", tmp_path, lambda _: True)
    assert list(tmp_path.iterdir()) == []
    pictures.check_boards(ada, "waiting")  # where nothing need be there


def test_a_missing_board_is_not_taken(ada: Person) -> None:
    ada.opens("/verify")
    ada.page.wait_for_load_state("networkidle")
    with pytest.raises(
        pictures.EmptyBoardError, match="The board in the scene 'end' is missing: let"
    ):
        pictures.check_boards(ada, "end")


def test_the_command_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("Server", "start_browser"):
        monkeypatch.setattr(pictures, name, MagicMock())
    monkeypatch.setattr(pictures, "sync_playwright", nullcontext)
    wrong = pictures.EmptyBoardError("The board is empty")
    monkeypatch.setattr(pictures, "take_all", MagicMock(side_effect=wrong))
    with pytest.raises(SystemExit, match=r"^The board is empty\.$"):
        pictures.main(str(tmp_path))


def test_every_scene_that_needs_a_board_exists() -> None:
    assert set(pictures.PLAYED) <= {*pictures.SCENES, pictures.LOST}
