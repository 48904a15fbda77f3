"""The games as environments: many at once, and for the libraries that other people train with."""
