"""Skeleton paper files: of a LaTeX source, or a small one to begin with.

Begin with `importer` (`import_tex`). `import_source` is the text as TeX would read it, `import_definitions` the macros in
force at each place, `import_macros`, `import_displays`, `import_introductions` and `import_shapes` what a paper file takes of it; `template` is the
file that `derive new` writes.
"""
