"""What an equality rests on: what is positive where it is stated, and whether points are left out where something jumps.

Begin with `positive`; `jumps` looks at signs and steps.
"""
