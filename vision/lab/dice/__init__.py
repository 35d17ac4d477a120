"""How the eyes learn dice: dice drawn in every style, tables made of them, networks trained on those and on
photographs.

    python -m vision.lab.dice WORK [--photos FOLDER]    # everything; can be stopped and goes on

Stages, each a module: `marks` and `rarities` (what faces show) → `solids` (one die, ray by ray) → `sprites`
(a bank of them) → `grounds`, `clutter` and `gadgets` (what they lie on and among) → `scenes` (whole tables
with the truth), `photos` → `lessons` → `nets`, `steps`, `batches`, `cores`, `train`.
"""
