"""The page in a real browser, played as a person plays it."""
