"""Text to tokens: pasted symbols, the paper's macros, the space between symbols, the vocabulary of the grammar.

Begin with `tokens`; `vocabulary` is the table of commands and words that the other packages read.
"""
