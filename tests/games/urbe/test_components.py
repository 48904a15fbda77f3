"""The components file is checked entry by entry, and errors name the entry."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from contrada.games.components import ComponentsError
from contrada.games.urbe import components

OURS = components.OURS.read_text(encoding="utf-8")


def test_ours() -> None:
    found = components.read(components.OURS)
    assert Counter(tile.colour for tile in found.tiles) == {0: 17, 1: 17, 2: 17, 3: 17, 4: 14}
    assert [len(cards) for cards in found.coins] == [8, 8, 8, 8]
    assert [decree.starting for decree in found.decrees] == [True] * 10 + [False] * 20
    assert [[side.vp for side in sides] for sides in found.characters] == [[2, 3]] * 4
    assert tuple(useful.id for useful in found.useful) == components.USEFUL
    assert found.setup == components.Setup((4, 8, 10), (9, 9, 12), (4, 8, 8), (2, 1, 1), (3, 1))


def test_a_set_of_coins() -> None:
    """Each colour and each guild appears three times in a set."""
    for cards in components.read(components.OURS).coins:
        for part in ("flags", "guilds"):
            shown = Counter(each for card in cards for each in getattr(card, part))
            assert shown == {0: 3, 1: 3, 2: 3, 3: 3}


def test_the_file_says_whose_it_is() -> None:
    head, _, _ = OURS.partition("game = ")
    assert all(line.startswith("#") for line in head.splitlines())
    assert "Our reconstruction" in head
    assert "--components" in head


WRONG = [
    ('game = "urbe"', 'game = "urbe"\nboard = 1', "the file: unknown key 'board'"),
    ('"blue", "yellow"', '"blue", "blue"', "'colours' must list 4 different names"),
    ('"purple", "blue", "yellow"', '"purple", "blue", "pink"', "'colours' must have different"),
    ('"crown", "boat", "wheel", "fox"]', '"crown", "boat", "wheel"]', "'guilds' must list 4"),
    ('guilds = ["crown",', 'guilds = ["high crown",', "is one word, not 'high crown'"),
    # setup
    ("setup.grey_used = [4, 8, 10]", "setup.grey_used = [4, 8]", "setup: 'grey_used' must list"),
    ("setup.grey_used = [4, 8, 10]", "setup.grey_used = [4, 8, 15]", "'grey_used' must be"),
    ("setup.market = [9, 9, 12]", "setup.market = [9, 9, 16]", "setup: 'market' must be a number"),
    ("setup.rounds = [4, 8, 8]", "setup.rounds = [8, 8, 8]", "8 rounds with 2 meeples for 2 seats"),
    ("advanced = 1 }", "advanced = 4 }", "setup.fountain: 'advanced' must be a number from 1 to 3"),
    # tiles
    ('id = "P02"', 'id = "P01"', "tile entry 2: 'id' 'P01' is there already"),
    ('"Candle Bench"', '"Wash House"', "tile entry 3: 'name' 'Wash House' is there already"),
    ('"Candle Bench"', '"Bench 2"', "tile entry 2: 'name' must be a name"),
    ('"P02", colour = "purple"', '"P02", colour = "red"', "tile entry 2: 'colour' must be one of"),
    ('"P02", colour = "purple"', '"P02", colour = "blue"', "there are 16 purple tiles, not 17"),
    ("vp = 7, guilds", "vp = 70, guilds", "tile entry 12: 'vp' must be a number"),
    ("vp = 1, guilds = []", 'vp = 1, guilds = ["fox"]', "entry 1: a tile of 1 VP has no"),
    ("vp = 10, guilds = []", 'vp = 10, guilds = ["fox"]', "entry 69: a grey tile has no"),
    ('guilds = ["crown", "boat"]', 'guilds = ["crown", "crown"]', "entry 12: 'guilds' must list"),
    ('guilds = ["crown"]', 'guilds = ["king"]', "tile entry 4: 'guilds' must list some of crown"),
    ('power = "castle"', 'power = "palace"', "tile entry 69: 'power' must be one of castle"),
    ('power = "castle"', 'power = "herald"', "there are 1 castle tiles, not 2"),
    ('name = "Wash House"', 'name = "Wash House", power = "castle"', "tile entry 3: unknown key"),
    # coins
    ('id = "crown-2"', 'id = "crown-1"', "coin entry 2: 'id' 'crown-1' is there already"),
    ('"crown-2", guild = "crown"', '"crown-2", guild = "fox"', "there are 7 coins of the crown"),
    ('flags = ["purple"]', "flags = []", "coin entry 1: a coin shows flags and guilds"),
    ('flags = ["purple"]', 'flags = ["grey"]', "coin entry 1: 'flags' must list some of purple"),
    (
        'flags = ["blue"], guilds = ["crown", "wheel"]',
        'flags = ["purple"], guilds = ["wheel", "fox"]',
        "two coins of the crown show the same",
    ),
    # decrees
    ('["PPPP"]', '["PPXP"]', "decree entry 1: 'grid' has 'X'; expected P, B, Y, G or ."),
    ('["PPPP"]', '["PPPPP"]', "decree entry 1: 'grid' must have 1 to 4 rows and columns"),
    ('["PBP", "BPB"]', '["PBP", "BP"]', "decree entry 5: the rows of 'grid' must be equally long"),
    ('["PPPP"]', '["...."]', "decree entry 1: 'grid' asks for nothing"),
    ('["PPPP"]', '"PPPP"', "decree entry 1: 'grid' must be a list of rows"),
    ('"A01", pile = "advanced"', '"A01", pile = "starting"', "there are 11 starting decrees"),
    ('kind = "line", vp = 6', 'kind = "line", vp = 0', "decree entry 1: 'vp' must be a number"),
    # characters
    ('{ guild = "boat", colour', '{ guild = "fox", colour', "character entry 2: 'guild' must be"),
    ("counts = [1, 2]", "counts = 1", "character entry 1, side A: 'counts' must be a list"),
    ("counts = [1, 2]", "counts = []", "character entry 1, side A: 'counts' must be a list"),
    ('"Goldsmith", vp = 3', '"Goldsmith", vp = "3"', "character entry 1, side B: 'vp' must be"),
    ('id = "mason"', 'id = "baker"', "useful entry 8: 'id' must be 'mason'"),
    ('id = "mason", vp = 0', 'id = "mason", vp = 1', "useful entry 8: the mason scores nothing"),
    ("tile = [", "tile = [[", "is not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in OURS
    path = tmp_path / "mine.toml"
    path.write_text(OURS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as wrong:
        components.read(path)
    assert str(wrong.value).startswith(str(path))
    assert sentence in str(wrong.value)


def moved(start: str, after: str) -> str:
    """Return our file with one line moved after another."""
    lines = OURS.splitlines()
    line = next(line for line in lines if line.strip().startswith(start))
    lines.remove(line)
    place = next(place for place, other in enumerate(lines) if other.strip().startswith(after))
    return "\n".join([*lines[: place + 1], line, *lines[place + 1 :]])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (moved('{ id = "X01"', '{ id = "P01"'), "grey tiles must come after all others"),
        (moved('{ id = "S01"', '{ id = "A01"'), "starting decrees must come before"),
        (moved('{ guild = "crown"', '{ guild = "boat"'), "character entry 1: 'guild' must be"),
    ],
)
def test_a_wrong_order_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ComponentsError, match=sentence):
        components.read(path)


@pytest.mark.parametrize(
    ("old", "new", "keys"),
    [
        ("Porter's Lodge", "Gate House", {"tile.P01"}),
        ("Court Street", "King's Street", {"decree.S01"}),
        ('"Goldsmith", vp', '"Jeweller", vp', {"character.crown.B"}),
        ('"Almoner"', '"Beadle"', {"useful.almoner"}),
        ("for each 1 VP tile", "for each tile of 1 VP", {"useful.almoner"}),
        ('"P02", colour = "purple", vp = 1', '"P02", colour = "purple", vp = 1', set()),
    ],
)
def test_other_names_are_found(tmp_path: Path, old: str, new: str, keys: set[str]) -> None:
    """The page only has texts for our names."""
    path = tmp_path / "mine.toml"
    path.write_text(OURS.replace(old, new, 1), encoding="utf-8")
    found = components.renamed(components.read(path), components.read(components.OURS))
    assert found == keys


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ComponentsError, match="cannot be read: No such file"):
        components.read(tmp_path / "none.toml")
