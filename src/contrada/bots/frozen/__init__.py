"""Search 0.1 as it was, with its weights: what later searches are measured against.

`search.py` and `player.py` are copies of what stood in `contrada.bots` then, and never improved.
They share only the rules and the features of the games with the search of today. The features are
frozen with it: if you change one, `tests/bots/test_frozen.py` fails, and the old one belongs here
first.
"""
