"""From a statement to typed problems, one per link of a chain: the door of the language.

Begin with `elaborate` (`elaborate`); `assembly` collects what a problem speaks of: hypotheses, sizes, indices and variables.
"""
