"""The eyes for the dice pyramid.

============= =========================================================================
module        does
============= =========================================================================
lattice       the pyramid as points in space
find_form     where the base is in the picture: a small network finds its corners
field         faces of any kind around a place, looked for at once
in_phase      how clearly those faces belong to one lattice
find_lattice  from about where the base is to how the lattice lies
form_on_mat   on a mat: where exactly the form lies, from its empty funnels
settle_base   which base, of all a whole step apart; funnels: what empty ones say of that
pose          how the lattice lies before the camera, fitted to what is seen
read_faces    all faces cut out of the picture; a small network says what each patch shows
tiling        which cells hold dice: the pyramid that can stand and fits best
dice          colour and numbers of each die, by all its faces together
read_at       the pyramid in a known place: its faces judged, and what taller dice hide of lower ones
right_base    where nothing is known: which base explains the most, and whether the reading makes sense
read_pyramid  all of this in order, wherever the pyramid stands
read_on_mat   the same where a mat gives camera and table
eye           the same again and again at one table
changes       what came, went, was tipped, turned, or slid between two views
============= =========================================================================

`faces.onnx`, `field.onnx` and `form.onnx` were taught by `vision.lab.pyramid_nets`, `faces.onnx` further by
`pyramid_further`, with drawn pictures alone; `form.onnx` and `faces.onnx` then by `pyramid_together`, with 39
path-traced ones as well. They reckon in bytes (`pyramid_quick`).
"""
