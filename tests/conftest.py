"""Settings for all tests."""

import gc

from hypothesis import settings

# No test asserts a time, and every run tries the same examples; `make soak` tries many more.
settings.register_profile("contrada", deadline=None, derandomize=True)
settings.load_profile("contrada")


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from what stays until the end of the run.

    Modules, compiled rules and thousands of tests would be gone through again and again, and a
    server collects when it starts.
    """
    gc.collect()
    gc.freeze()
