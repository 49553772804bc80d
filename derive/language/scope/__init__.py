"""What is declared, in nested levels: shapes, definitions, families of names, conventions.

Begin with `scope` (`Scope`, `Symbol`); `expand` puts definitions into core expressions, `domains` reads the sets that names are
declared from, `options` holds the header keys that change what a formula means, `moving` says what moves with a variable.
"""
