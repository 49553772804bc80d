"""Built-in symbols and functions, and functions at arguments.

Begin with `operators` (the table of built-in functions), `leaves` (built-in symbols) and `calls` (`f(X, W)`).
"""
