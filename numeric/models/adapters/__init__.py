"""One file a family of attention modules: how to read weights, scale, tokens and mask; `families.py` lists them.

Modules are recognized by class name and attributes: no package of models is imported.
"""
