"""`contrada verify`: whether the shuffles of a game were those promised before it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from contrada import record, shuffle
from contrada.cli.arguments import Components, use_components
from contrada.cli.screen import printable

NO_MATCH = 1


def verify(
    promised: Annotated[
        str,
        typer.Option("--commitment", metavar="H", help="What the table showed at the start."),
    ],
    salt: Annotated[str, typer.Option(metavar="S", help="The salt shown at the end.")],
    seed: Annotated[int, typer.Option(metavar="N", help="The seed shown at the end.")],
    file: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Also check that the game of this record has that seed, and replay it.",
        ),
    ] = None,
    components: Components = None,
) -> None:
    """Check that a game was shuffled as promised.

    When it starts, a table shows a commitment, at the end seed and salt. They belong together
    if the SHA-256 of 'contrada SALT SEED' is the commitment. The exit status is 0 if all of it
    holds, and 1 if not.
    """
    use_components(components)
    findings = [_promise(promised, seed, salt)]
    if file is not None:
        findings.append(_record(file, seed))
    for _, sentence in findings:
        print(printable(sentence))
    if not all(holds for holds, _ in findings):
        raise typer.Exit(NO_MATCH)


def _promise(promised: str, seed: int, salt: str) -> tuple[bool, str]:
    holds = shuffle.matches(promised, seed, salt)
    are = "are" if holds else "are not"
    return holds, f"The seed and the salt {are} those that were promised at the start."


def _record(file: Path, seed: int) -> tuple[bool, str]:
    """Look for the seed among the games of a file; reading them means replaying them."""
    if seed in [found.position.seed for found in record.read(file)]:
        return True, f"{file} was played with this seed, and every decision and result holds."
    return False, f"{file} was not played with this seed."
