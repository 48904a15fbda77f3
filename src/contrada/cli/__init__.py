"""The command line: `contrada --help`."""
