"""Findings beside the line while one writes: what a document claims, what is told of each claim, and the language server."""
