"""Tables: their games, players and onlookers, and what may happen there."""
