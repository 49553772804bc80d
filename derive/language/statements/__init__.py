"""The statements of a block: which are claims, and what governs them.

Begin with `blocks` (`block_parts`) and `conditions` (quantifiers, ranges and remarks around a claim).
"""
