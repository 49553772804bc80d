"""One module per command of `derive`: its help text, its arguments and what it does.

What several commands share stands beside them: `common` (arguments), `project` (settings of `pyproject.toml`), `output`
(files that a command is told to write), `streams` (standard output and standard error). Begin with `check`.
"""
