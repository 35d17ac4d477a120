"""The eyes for the dice pyramid.

============= =========================================================================
module        does
============= =========================================================================
lattice       the pyramid as points in space
find_form     where the base is in the picture: a small network finds its corners
pose          how the lattice lies before the camera, fitted to what is seen
patches       all faces cut out of the picture
judge         a small network says what each patch shows
tiling        which cells hold dice: the pyramid that can stand and fits best
hiding        what taller dice hide of lower ones
dice          colour and numbers of each die, by all its faces together
read_pyramid  all of this in order
eye           the same again and again at one table
changes       what came, went, was tipped, turned, or slid between two views
watch         from looks to changes, each told once
============= =========================================================================

`faces.onnx` and `form.onnx` were taught by `vision.learn.pyramid_nets` with pictures that this project draws.
"""
