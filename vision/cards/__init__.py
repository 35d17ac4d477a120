"""Cards: from a picture to which card lies where, on the kit's mat as on any table.

`whole` (every card that is wanted) → `row` (rows of overlapping ones) and `anywhere` (all others):
`kit_print` (the kit's own frames, beads and backs), `find` → `flat` → `readers`, `taught` → `verdict`.
"""
