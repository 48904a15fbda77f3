"""Links and how other programs show them: a title in words, and a picture of the position."""
