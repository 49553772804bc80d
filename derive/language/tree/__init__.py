"""The surface tree: LaTeX as it is written, before names and shapes are known.

Begin with `syntax` (`Syn`); `names` says how a name is written, `words` is the closed list of words in front of statements,
`triggers` enters a pass over trees only where what it is about occurs.
"""
