"""The settings file of a house: what is wrong with one is said in a sentence, with its line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine

from contrada.errors import OptionError
from contrada.server.db.shared_values import read_value
from contrada.server.db.store import Store
from contrada.server.house.opening import Kept, keep, kept, open_house, settings_of
from contrada.server.house.settings import as_toml, is_hashed, is_password, read_file, read_text
from contrada.server.settings import Limits, database_url
from contrada.server.wire.house import HouseSettings

WHOLE = """\
[club]
name = "Scacchi e Città"
contact = "Maria, maria@example.org"
colour = "#7a1f3d"
languages = ["it", "en"]
welcome = { it = "Benvenuti!\\n\\nSi gioca il \\"giovedì\\".", en = "Welcome" }

[games]
offered = ["urtown", "urbino"]
[games.options.urbino]
monuments = [true]

[admission]
who = "password"
password = "piazza grande"

[keeping]
guests = 100
networks = 0

[limits]
chat = 20
"""
WRONG = [
    ('[club]\nname = "A"\n"', None, "no TOML"),
    ('[club]\nname = "A"\nnmae = "B"\n', 3, "club.nmae: there is no such setting"),
    ("[club]\n\nname = 4\n", 3, "club.name: expected `str`, got `int`"),
    ('[club]\nname = "A  B"\n', 2, "club.name: expected one line"),
    ('[club]\ncolour = "red"\n', 2, "club.colour: expected `str` matching regex"),
    ('[club]\ncolour = "#ffee88"\n', 2, "club.colour: #ffee88 is too light to be read"),
    ('[club]\nlanguages = ["de"]\n', 2, "club.languages: invalid enum value 'de'"),
    ('[club]\nlanguages = ["en", "en"]\n', 2, "club.languages: each language"),
    (
        '[club]\nlanguages = ["en"]\n[club.welcome]\nit = "Ciao"\n',
        4,
        "club.welcome.it: this language",
    ),
    ('[games]\noffered = ["chess"]\n', 2, "games.offered: invalid enum value 'chess'"),
    ("[games]\noffered = []\n", 2, "games.offered: name at least one game"),
    (
        "[games.options.urbino]\ntowers = [true]\n",
        2,
        "there is no such option; there are: monuments",
    ),
    (
        '[games.options.urbino]\nmonuments = ["big"]\n',
        2,
        '"big" is no value of it; expected some of',
    ),
    ('[admission]\nwho = "friends"\n', 2, "admission.who: invalid enum value 'friends'"),
    ('# who\n[admission]\nwho = "password"\n', 2, "admission.password: a password is needed"),
    ("[keeping]\nguests = -1\n", 2, "keeping.guests: expected `int` >= 0"),
    ("[limits]\nchat = 121\n", 2, "limits.chat: expected `int` <= 120"),
    ("[house]\nname = 1\n", 1, "house: there is no such setting"),
]


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG, ids=[each[2] for each in WRONG])
def test_what_is_wrong_is_said_with_its_line(
    text: str, line: int | None, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError) as wrong:
        read_file(file)
    said = str(wrong.value)
    assert sentence in said
    assert "\n" not in said
    assert str(file) in said
    assert (f", line {line}: " in said) == (line is not None), said


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read: No such file"):
        read_file(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(OptionError, match="not text in UTF-8"):
        read_file(tmp_path / "bytes.toml")


def test_settings_are_written_as_they_are_read() -> None:
    found = read_text(WHOLE)
    assert found.club.welcome["it"] == 'Benvenuti!\n\nSi gioca il "giovedì".'
    assert (found.keeping.guests, found.keeping.networks, found.keeping.log) == (100, 0, 365)
    assert read_text(as_toml(found)) == found
    assert read_text(as_toml(HouseSettings())) == HouseSettings()
    assert tomllib.loads(as_toml(found))["games"]["options"] == {"urbino": {"monuments": [True]}}


def test_the_file_of_the_docs_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    found, usual = read_text(text), HouseSettings()
    assert found.keeping == usual.keeping  # the docs show what holds without a file
    limits = msgspec.structs.asdict(found.limits)
    a_minute = {name: round(getattr(Limits(), name)[0] * 60) for name in limits}
    assert limits == a_minute
    for part in found.__struct_fields__:  # nothing is left out
        assert {*getattr(found, part).__struct_fields__} <= {*re.findall(r"\w+", text)}


def test_a_password_is_kept_as_a_hash() -> None:
    stored = read_text(WHOLE).admission.password
    assert is_hashed(stored)
    assert "piazza" not in stored
    assert is_password(" piazza grande ", stored)
    assert not is_password("piazza piccola", stored)
    assert not is_password(stored, stored)


def test_a_file_counts_again_only_when_it_has_changed(tmp_path: Path) -> None:
    file, database = tmp_path / "house.toml", tmp_path / "contrada.db"
    Store(database_url(str(database))).database._engine.dispose()
    engine = create_engine(f"sqlite:///{database}")

    def start(text: str, decided: str = "") -> str:
        """Start with a file; then let the host decide on another name. Return the first name."""
        file.write_text(text, encoding="utf-8")
        with engine.begin() as connection:
            link = open_house(connection, settings_of(str(file)))
            assert link.token == read_value(connection, "host link")
            found = kept(connection)
            if decided:
                name = read_text(f'[club]\nname = "{decided}"\n')
                keep(connection, Kept(name, found.text))
            return found.settings.club.name

    assert start('[club]\nname = "One"\n', decided="Two") == "One"
    assert start('[club]\nname = "One"\n') == "Two"
    assert start('[club]\nname = "Three"\n') == "Three"
