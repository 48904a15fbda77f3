"""Settings for all tests."""

from hypothesis import settings

# No test asserts a time, and every run tries the same examples; `make soak` tries many more.
settings.register_profile("contrada", deadline=None, derandomize=True)
settings.load_profile("contrada")
