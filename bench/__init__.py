"""One script per figure; each prints ratios, and with --json data."""
