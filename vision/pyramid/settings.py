"""The numbers by which the eye for pyramids decides, with unit and reason: a group for each module."""

from msgspec import Struct


class Changes(Struct, frozen=True):
    """How sure a look has to be to count for more than what was known."""

    certain: float = 0.95  # likelihood from which a die that carries others is believed to show other numbers


class Dice(Struct, frozen=True):
    """When a die's numbers and its colour are believed."""

    sure_face: float = 0.9  # likelihood from which a face's number is told; below, it is asked for
    sure_colour: float = 0.65  # likelihood from which a die's colour is told; below, it is asked for
    may_be: float = 0.03  # likelihood from which a number is offered as an answer
    contradicts: float = 3.0  # log odds by which faces alone explain more than any way to lie
    blunt: float = 0.02  # share of looks that are wrong in a way that the network does not know of
    too_little: float = 0.3  # share of a face that is seen: below, nothing is read on it
    enough: float = 0.7  # share of a face that is seen: above, all that is read on it counts, its tint too
    apart: float = 0.2  # logarithm of blue beside green: yellow and white are told apart if so far apart
    evenly: float = 2.5  # multiples of their spread: the same distance, where tints of one colour vary
    gap: float = 0.3  # share of the distance of two colours that lies between the nearest dice of both
    wide: float = 0.35  # share of all tints above which a gap parts two colours in any case
    beyond: float = 0.65  # how much the share of dice that lie beyond a narrower gap counts beside its width
    company: int = 3  # dice of each at least: with fewer, yellow and white are not told apart
    clear: float = 8.0  # log odds of one die's looks that no others overrule; one look says 5 at most
    plainly: float = 0.15  # share of the way between both: a die nearer to one than this has that colour


class Eye(Struct, frozen=True):
    """When a view is the same as before, what a thing in front may hide, and when a die lies crooked."""

    dark_enough: float = 0.6  # log odds: below, a funnel on which a dark thing may lie is no empty one
    most_hidden: int = 6  # lowest cells that one thing covers; where more differ, they are other dice
    afresh: int = 2  # times that a view is read; while nothing differs, that stands
    smaller: int = 4  # pixels a side joined into one: noise is low then, and every pip still shows
    noise: int = 9  # grey levels: with all changes smaller than this, nothing but noise differs
    crooked: float = 0.075  # edges of a die: one that sits right lies no farther from its place


class Field(Struct, frozen=True):
    """Which of the faces that are found count for a place."""

    beside: float = 0.38  # steps: a face that lies farther from a place is none of it
    nothing: float = -7.0  # log odds of a face that nobody looked for; none counts more, for or against


class FindForm(Struct, frozen=True):
    """What the network that finds a base sees, and which corners make up a base."""

    least_heat: float = 0.12  # heat (a likelihood) from which a spot may be a corner
    most_corners: int = 9  # corners that are tried, at most, the hottest first: three of them make a base
    even: float = 0.25  # share by which the longest side of a base may look longer than the shortest
    nearer: float = 0.6  # share of the picture's sides that is looked at from nearer by
    base_heat: float = 0.12  # mean heat of a base that is worth a look; whether it is one, the faces decide


class FindLattice(Struct, frozen=True):
    """Where faces are looked for, and which of them a lattice is laid to."""

    far: float = 9.5  # steps from the middle: where dice are first looked for
    growth: tuple[float, ...] = (3.0, 5.0, 8.0, 14.0)  # steps from where the most faces are, in each round
    fewest_faces: int = 4  # faces that determine a pose; with fewer it is not fitted


class FormOnMat(Struct, frozen=True):
    """How the form's empty funnels are looked for on a mat, and when they show where it lies."""

    level: float = 4.0  # millimetres above the mat at which funnels are looked at: half-way down
    form: float = 100.0  # millimetres from the form's middle to the farthest funnel, and one more beside it
    spot: float = 4.0  # millimetres: what of a funnel, and of the form beside it, is looked at
    alike: float = 5.0  # log odds: places that differ by less cannot be distinguished, their middle is taken
    elsewhere: float = 6.0  # millimetres: a form that lies farther off is another one
    mostly_empty: float = 75.0  # log odds of all funnels together, above which most are seen empty
    clearer: float = 20.0  # log odds by which they have to exceed those of the best place elsewhere


class Funnels(Struct, frozen=True):
    """How much darker than the form beside it an empty funnel is, and what that is worth."""

    spot: float = 0.3  # share of a step: what of a funnel, and of the form beside it, is looked at
    dark: float = 8.0  # grey levels that noise and stray light add to what is black
    darker: float = 0.16  # logarithm of brightness by which a spot is darker that may or may not be a funnel
    clearly: float = 14.0  # log odds for a funnel for each logarithm by which the spot is darker than that
    most_odds: float = 3.0  # log odds: no funnel counts for more, however dark it is
    least_odds: float = -1.5  # log odds: none counts against it more, however bright it is
    bare: int = 2  # spots around a funnel, of three, that no die may hide, or nothing is said of it
    bare_at_all: int = 1  # the same where each spot that shows has to be brighter, not only their mean


class InPhase(Struct, frozen=True):
    """Around where the most faces are, which count."""

    around: float = 2.6  # steps: by those within, the phase is found
    near: float = 2.25  # steps: what is this near lies as the plan says, however it is bent


class Pose(Struct, frozen=True):
    """How exactly places are seen."""

    usual_error: float = 1.5  # pixels: usual error of a place seen; what is much farther off counts less


class ReadAt(Struct, frozen=True):
    """When the lattice lies right, and which dice and faces tell that."""

    rounds: int = 4  # times at most that the faces are looked at and the lattice is moved as they say
    still: float = 1.2  # pixels: when the lattice moves by less, it lies right
    trembles: float = 3.0  # pixels: by less it only seems to have moved, at a glance at its faces
    clearly: float = 5.2  # mean log odds of the visible faces: with more it surely is a pyramid
    well: float = 4.4  # the same: above, it surely is one, if all together are `much`
    much: float = 200.0  # log odds of all visible faces together that this takes
    very_much: float = 400.0  # log odds of all together: above, it is one, however badly each face fits
    far: float = 9.3  # steps from the middle: where dice lie in a base whose place is known
    doubt: float = 2.0  # log odds: with less, a die might as well be there or not
    clear_share: float = 0.7  # share of a face: seen more, it tells how a die lies; seen less, it is hidden
    telling_faces: int = 2  # such faces that show how far off a die lies; one may be seen wrongly
    half_way: float = 1.0  # edges of a die along each axis from the base's middle to that of the visible dice
    small: float = 0.5  # share of the picture's sides: so small it is drawn to count what of faces is seen


class ReadFaces(Struct, frozen=True):
    """How patches are cut out for the network that judges faces, and how sure it may be."""

    calm: float = 12.0  # grey levels: patches that vary less than noise does are not stretched
    dark: float = 8.0  # grey levels: colours of darker pixels cannot be distinguished
    # shares of an edge beside its place at which a face is looked at as well
    beside: tuple[tuple[float, float], ...] = ((0, 0), (0.06, 0), (-0.06, 0), (0, 0.06), (0, -0.06))
    together: float = 1.2  # factor on their mean log odds: looks that agree are surer than each
    most_odds: float = 7.0  # log odds: no single look is surer than this, either way


class ReadOnMat(Struct, frozen=True):
    """Where the form may lie on a mat, and when what was read in it is believed."""

    base_height: float = 15.0  # millimetres of the outer corners above the mat
    # how far off its funnels say: mm, mm, rad, mm
    funnels_stray: tuple[float, float, float, float] = (4.0, 4.0, 0.04, 2.5)
    little: float = 0.3  # edges of a die along each axis: few dice lie so high over the outer corners
    floor_off: float = 3.5  # millimetres: how far off the form's floor may be measured, if the dice are in it
    few_dice: int = 20  # dice, at most, in a form most of whose funnels are empty
    settling: int = 3  # times at most: by few dice their height is not well known at first
    better: float = 0.3  # log odds that a look has to add to the mean of the faces to be worth one more
    to_ask: float = 0.4  # likelihood: no die whose place is in doubt is surer, so that it is asked about


class ReadPyramid(Struct, frozen=True):
    """Which bases are tried, when the lattice lies right, and when what fits is a pyramid."""

    least: float = 1.0  # mean log odds of the visible faces: with less it is no pyramid
    unsure: float = 0.97  # likelihood below which the faces of a die are looked at more often
    unsharp: float = 1.5  # pixels: width of the blur that is taken off to sharpen the picture
    turned: tuple[float, ...] = (0.0, 4.0, -4.0)  # degrees by which its lattice may lie otherwise than a base
    larger: tuple[float, ...] = (1.0, 1.1, 0.9)  # factors by which it may be larger
    tries: int = 3  # lattices of other turn and size that are read, at most
    few_faces: float = 8.0  # faces around its middle: with less, a base is looked for nearer by as well
    many_faces: float = 12.0  # faces around its middle that a base has which shows only from nearer by
    plain: float = 0.4  # mean heat from which a base is one without any faces around its middle
    plainer: float = 0.5  # heat of a base that shows only from nearer by from which it is looked at
    fits: float = 1.0  # mean log odds of the visible faces: with less, the lattice lies wrong


class RightBase(Struct, frozen=True):
    """Which bases are compared where no camera is known, and when nothing is told."""

    settling: int = 5  # times at most that a base is put right
    nearly: float = 20.0  # log odds: bases that seem to explain so nearly as much are looked at
    ways: int = 4  # bases of these that are looked at, at most
    beyond: float = 10.0  # log odds for dice beyond the outline from which a base with them is looked at
    to_look_at: int = 3  # such bases that are looked at, at most
    well: float = 4.4  # mean log odds of the visible faces: with less, and less than `much`, nothing is told
    much: float = 400.0  # log odds of all visible faces together that tell a pyramid in any case
    shows: float = 15.0  # log odds of empty funnels by which few dice have their places
    amiss: float = 0.15  # share of faces that contradict or do not fit, above which nothing is told


class SettleBase(Struct, frozen=True):
    """Which bases a whole step apart are compared on a mat, and what decides between them."""

    far: float = 11.0  # steps from the middle: where dice may lie
    farthest: float = 3.2  # edges of a die seen from above by which the base may be wrong
    levels: int = 3  # levels of dice by which the base may be too high or too low
    stray: float = 0.8  # edges of a die: how far off the place where the base was found usually is
    floor_stray: float = 1.5  # millimetres: how far off the floor of the form usually is measured
    deep: float = 0.5  # share of the way from its upper to its lower corner, where a funnel is looked at
    surely: float = 6.0  # log odds from which one base is believed rather than another


class Tiling(Struct, frozen=True):
    """Which dice more or less are worth a look, and what counts as nothing."""

    face_prior: float = -0.3  # log odds added to every face: it is not believed for nothing
    out_of_question: float = 12.0  # log odds against one die more or less, from which it is not looked for


class Settings(Struct, frozen=True):
    changes: Changes = Changes()
    dice: Dice = Dice()
    eye: Eye = Eye()
    field: Field = Field()
    find_form: FindForm = FindForm()
    find_lattice: FindLattice = FindLattice()
    form_on_mat: FormOnMat = FormOnMat()
    funnels: Funnels = Funnels()
    in_phase: InPhase = InPhase()
    pose: Pose = Pose()
    read_at: ReadAt = ReadAt()
    read_faces: ReadFaces = ReadFaces()
    read_on_mat: ReadOnMat = ReadOnMat()
    read_pyramid: ReadPyramid = ReadPyramid()
    right_base: RightBase = RightBase()
    settle_base: SettleBase = SettleBase()
    tiling: Tiling = Tiling()


SETTINGS = Settings()
