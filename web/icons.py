"""Makes the PNG icons of the page from public/icon.svg; run it again when that changes."""

from pathlib import Path

from resvg_py import svg_to_bytes

PUBLIC = Path(__file__).parent / "public"
PLAIN = (PUBLIC / "icon.svg").read_text()
# A phone cuts its own shape out of a maskable icon: ground to the edge, the flag well inside.
FULL = PLAIN.replace('rx="14" ', "")
MASKABLE = FULL.replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace(
    'width="64" height="64"', 'x="-8" y="-8" width="80" height="80"'
)


def write(name: str, svg: str, size: int) -> None:
    """Draw an icon of one size."""
    (PUBLIC / name).write_bytes(bytes(svg_to_bytes(svg_string=svg, width=size, height=size)))


if __name__ == "__main__":
    write("icon-192.png", PLAIN, 192)
    write("icon-512.png", PLAIN, 512)
    write("icon-180.png", FULL, 180)
    write("icon-maskable-512.png", MASKABLE, 512)
