"""What an audit says: verdicts, their JSON, and what is made of them.

Begin with `verdicts` (from evidence to a verdict, pure functions) and `schema` (the result and its JSON). `wellformed` and
`consistency` check results that are read back, `dependence` says what rests on what, `merge` joins the results of several
audits; `table`, `notebook` and `junit` show them, `pin` writes them into paper files, `export_tests` into test modules.
Reports have a package of their own.
"""
