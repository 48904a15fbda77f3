"""What compiled rules are made of; nothing here knows a game."""
