"""Studies of games: what many of them come to."""
