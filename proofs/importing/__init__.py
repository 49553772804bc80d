"""Paper files of LaTeX sources, and a small one to begin with.

Begin with `importer` (`import_source`). `source_tree` knows the files of a source; `expansion` makes one text of them, with
the macros of the author written out (`macros`, `conditionals`); `segments` finds the formulas in it, `formulas` leaves out
what only concerns their looks (with pylatexenc), `display_rows` cuts displays into statements; `introductions` and
`declared_shapes` read what the words and inline formulas around them say; `given` finds what
each claim rests on, with declarations that `inference` reads off the use of names; `merging` keeps a user's edits where a
source is imported again; `template` is the file that `derive new` writes.
"""
