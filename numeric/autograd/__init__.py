"""The autograd road: both sides of a claim evaluated and compared, also in other forms and at full size.

Begin with `road` (`compare`) and `full` (`full_compare`). `sides` are the values with their noise, `cancellation` and `nearly`
say where they tell nothing, `products` and `forms` give the same sides by other ways, `tolerance` says when two are the same.
"""
