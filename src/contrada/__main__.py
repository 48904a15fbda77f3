"""`python -m contrada` is `contrada`."""

from contrada.cli.main import run

if __name__ == "__main__":
    run()
