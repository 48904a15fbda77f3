"""Statistics over many games: arena, ratings, balance; analyses; fitting weights."""
