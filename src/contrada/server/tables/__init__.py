"""Tables: their games, who sits and looks on, and what may happen there."""
