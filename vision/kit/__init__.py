"""What the kit's things are like: values, colours, sizes, marks and bead codes; and the camera above them.

Seeing and drawing both use it, and it needs neither: `vision.drawn` paints tables, the eyes do not import it.
"""
