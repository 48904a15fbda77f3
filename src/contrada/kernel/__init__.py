"""Building blocks of compiled rules. Nothing here knows a particular game."""
