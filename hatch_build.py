"""Building: the description from the README, and the page, which is part of wheel and sdist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE = Path("src") / "contrada" / "server" / "page"
SITE = PAGE.with_name("site")
NEEDED = ("index.html", "element/contrada-board.js")
# What only works beside the files of the project.
PICTURES = (r"(?s:<picture>.*?</picture>)\n+", r"<img [^>]*>\n+", r"\| \| \|\n(?:\|.*\n)+\n")
READ_ON = r"## Read on\n\n(?:\|.*\n)+\n"
LINK = r"\[([^\]]+)\]\((?![a-z]+:)[^)]*\)"


def description(readme: str) -> str:
    """Return the README as a package index can show it: without pictures and links to files."""
    for pattern in (*PICTURES, READ_ON):
        readme = re.sub(pattern, "", readme)
    return re.sub(LINK, r"\1", readme)


class DescriptionHook(MetadataHookInterface):
    """Adds the description to the metadata of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Read it from the README."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(readme)}


class PageHook(BuildHookInterface[Any]):
    """Refuses to pack anything without the page, so that installing needs no Node.js."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check before anything is packed; an editable install gets its page later."""
        built = [Path(self.root) / PAGE / name for name in NEEDED]
        if version != "editable" and not all(file.is_file() for file in built):
            raise RuntimeError(f"{PAGE} has not been built; run `make page` first")
        # The docs are small, 0.8 MB packed, so they come along if they have been built.
        build_data["artifacts"] += [f"{folder.as_posix()}/**" for folder in (PAGE, SITE)]
