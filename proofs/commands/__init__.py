"""One module per command of `derive`: its help text, its arguments and what it does."""
