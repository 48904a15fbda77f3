"""The page in a real browser, used as a person uses it."""
