"""Dice: from a picture to what every die shows, or to a question where that is uncertain.

`reader` is the one way, for any picture: `finder` (where top faces may lie) → `judge` (what each shows), both
for `candidates` → `upright` (does it stand?) → `options`, `drawings` (which values are left) →
`doubter`. A `ground` adds what a calibration knows.
"""
