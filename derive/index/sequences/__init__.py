"""Statements about sequences: induction, recursions, single members.

Begin with `induction`; `recurrences` makes a first statement and a step, `members` a variable for each member, `open_tables`
writes entries of tables out.
"""
