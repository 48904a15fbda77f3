"""Runs the command line as `python -m contrada`."""

from contrada.cli.main import run

if __name__ == "__main__":
    run()
