"""Cards: from a picture to which card lies where, on the kit's mat as on any table.

`cards_in`, for a photograph as for a look in a game: on a mat `lying` (is anything there?) → `kit_print`
(frames, beads, backs) → `row` (rows of overlapping ones) → `anywhere` (all others): `four_sides`, `find` and
`partly_covered` → `flat` → `readers`, `taught` → `verdict` → `rivals`. Without a mat `anywhere` alone.
"""
