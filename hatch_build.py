"""Building a wheel: the page must have been built, since it is part of the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src") / "contrada" / "server" / "page"
NEEDED = ("index.html", "element/contrada-board.js")


class PageHook(BuildHookInterface[Any]):
    """Refuses to build a wheel without the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check before anything is packed; an editable install gets its page later."""
        built = [Path(self.root) / PAGE / name for name in NEEDED]
        if version != "editable" and not all(file.is_file() for file in built):
            raise RuntimeError(f"{PAGE} has not been built; run `make page` first")
        build_data["artifacts"].append(f"{PAGE.as_posix()}/**")
