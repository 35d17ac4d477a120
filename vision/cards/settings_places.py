"""Those of the numbers in `settings` that find where cards lie."""

from msgspec import Struct


class CardsIn(Struct, frozen=True):
    """Which cards of a picture are wanted: their size and place on a mat, and what rows take up."""

    unread: int = 2  # number of unread cards that suggests a row of printed cards
    longest: int = 1600  # pixels of a picture's longer side; more does not help to read an index
    across: tuple[float, float] = (46.0, 66.5)  # millimetres that a card is wide; on a pile it looks larger
    down: tuple[float, float] = (74.0, 94.5)  # millimetres that a card is high; on a pile it looks larger
    slant: float = 0.17  # cosine of the angle between two sides of a card: with more it has no right angles
    around: float = 35.0  # millimetres around the places, so that a card half beside one is seen whole
    beside: float = 4.0  # millimetres that a card's centre may be off its place
    apart: float = 1.05  # of a card's width: cards whose centres are all further apart are in no row
    rim: float = 0.02  # of a card's height: so far beyond the edges of its cards a row is painted over


class Corners(Struct, frozen=True):
    """The form of the finder's pictures and answers, and which of its peaks are corners."""

    longest: int = 512  # pixels of the small picture's longer side; large cards are sought in half as many
    least_heat: float = 0.22  # heat from which a peak counts as a corner, as a likelihood
    small: float = 0.2  # of the picture's longer side: a wider card is taken from the smaller copy too
    large: float = 0.36  # of the picture's longer side: from this width on only the smaller copy counts
    sure: float = 0.5  # likelihood above which a corner helps to tell that all cards are small
    some: int = 4  # number of so sure corners that show there is no need of the smaller copy
    most: int = 160  # number of corners that are kept, the hottest first
    tells: float = 0.4  # of a peak's heat: cells beside it that are hotter than this share in its answer


class Find(Struct, frozen=True):
    """Which sheets and corners are cards that are seen well enough to be found on their own."""

    most: int = 40  # number of cards in one picture that are kept, those with the surest corners first
    only_sheet: float = 0.3  # confidence of each corner of a card where only its outline is evidence
    agree: float = 0.14  # of a card's width: a sheet whose corners are all closer than this is that card
    tall: tuple[float, float] = (1.22, 1.9)  # height over width of a sheet that needs no mark
    smaller: tuple[float, float] = (0.86, 0.97)  # of a card's area: smaller is print; 2nd: 3 corners seen


class Fitted(Struct, frozen=True):
    """How the sides of a card are fitted to edges of the picture, and how much of them is seen."""

    steps: int = 24  # number of spots along a side at which its edge is sought
    search_inwards: float = 0.05  # of a card's width: how far inside a side its edge is sought
    search_outwards: float = 0.075  # of a card's width, outside: printed lines are often stronger than edges
    faint: float = 0.7  # of `at_edge`: least contrast of a card's edge outside a printed line
    faint_beside: float = 0.12  # of the strongest contrast of a side: least contrast of an edge outside it
    of_use: float = 200.0  # useful width of a card in pixels: those that are too fine are reduced to it
    too_fine: float = 300.0  # width of a card in pixels above which it is reduced before its sides are fitted
    on_line: float = 0.5  # least share of the spots of a side that have an edge, and have it on its line
    at_edge: float = 12.0  # least contrast of a side, in grey levels
    wide: float = 84.0  # width of a card in pixels when it is measured how much of its sides lies on edges
    clear: float = 26.0  # gradient of a clear edge, in grey levels per pixel: a steeper one counts no more
    few: int = 12  # number of spots along a side at which it is looked for edges
    first: float = 0.06  # share of a side's length at which the first of these spots lies: corners are round
    last: float = 0.94  # share of a side's length at which the last of these spots lies
    finer: float = 0.4  # reach of the second, finer search of a card's pose, as a share of the first one's


class Flat(Struct, frozen=True):
    """The sizes of flattened cards and their parts; what is a back, paper or blank; inks."""

    finer: int = 2  # how many times as large a near card is flattened, before it is reduced
    least_side: int = 8  # pixels: pictures with a side no longer than this are not halved
    too_fine: float = 2.2  # in multiples of the finer flattened card: a wider card is halved before
    pale: float = 0.8  # of the palest parts' brightness: where the median is above it a card is mostly paper
    brightest: int = 97  # percentile of a card's paleness from which pixels show its paper
    tinted: float = 0.65  # a rim's darkest channel over its lightest: coloured at most 0.5, pale 0.72
    edge: tuple[int, int] = (9, 12)  # pixels at a card's edge, across and down, that are ignored
    around: int = 21  # pixels: side of the neighbourhood in which the background of a spot is measured
    stands_out: float = 0.06  # share of the background's brightness by which a spot of print differs from it
    dark: float = 24.0  # grey levels added to a brightness: in the dark small differences do not count
    printed: float = 0.4  # least share of print on a rimmed back: backs have 0.42 to 0.94, written paper 0.36
    rimmed: float = 0.12  # least difference of print and rim, a share of brightness: backs have 0.29 to 0.57
    lined: float = 0.2  # least share of print on a back of thin lines
    plainly_rimmed: float = 0.31  # least difference of its print and rim: photographs and faces have 0.26
    densely: float = 0.75  # least share of print on a back without a rim: squared paper has 0.65
    plain: float = 16.0  # grey levels: on a blank sheet less lies between the palest and darkest parts
    rim: tuple[int, int] = (2, 4)  # pixels from the edge of a flattened card: where its rim begins and ends
    paper: float = 0.8  # share of a corner's pixels that are darker than its paper
    black: float = 12.0  # grey levels added to each channel: hues of darker pixels cannot be told apart
    inked: float = 0.35  # least distance of ink from paper's colour, as a logarithm of channels' ratios
    enough: int = 30  # least number of pixels of ink in a corner for it to have a hue
    strong: float = 0.45  # distance of its mean from paper, in that unit, above which the hue is reliable
    clear: float = 0.3  # likelihood: where no number fits a hue better than this, the ink says nothing
    doubt: float = 0.03  # likelihood that is added to every number, so that no ink rules one out


class FourSides(Struct, frozen=True):
    """Which four faint sides on a mat are a card's, and in how many poses it is tried."""

    narrow: tuple[float, float] = (57.0, 88.0)  # millimetres across and down a bridge card, give or take one
    broad: tuple[float, float] = (63.0, 88.0)  # millimetres across and down a poker card, give or take one
    coarse: float = 0.5  # pixels per millimetre in the coarse search
    about: float = 5.0  # millimetres around a pose at which the fine search looks
    straight: float = 0.8  # share of a side that is straight: corners are round
    room: float = 24.0  # millimetres that a card may reach beyond the print that is seen of it
    edge: float = 0.02  # as a logarithm: the most that a difference between neighbouring millimetres counts
    weakest: float = 4.0  # in multiples of the noise: how clear the weakest side of a card is at least
    clear: float = 10.0  # in multiples of the noise: a side so clear counts in full, and hardly more beyond
    beyond: float = 0.05  # weight of all its clearness, added: of two clear sides the clearer wins
    at_first: float = 30.0  # least evidence of all sides, in multiples of the noise, for a pose to be tried
    enough: float = 36.0  # evidence of all sides, in the same unit, above which a pose is a card
    least_print: int = 15  # square millimetres of print that a card has at least
    ring: float = 10.0  # millimetres around a card in which there is hardly anything else
    beside: float = 3.0  # millimetres around a card that are taken out with it, for its shadow
    apart: float = 6.0  # millimetres: candidates of one size with closer middles are the same pose
    alike: float = 4.0  # degrees: candidates turned by less against each other are the same pose
    peaks: int = 6  # number of candidates examined for each size and rotation
    shared: float = 0.2  # share of a card's area that may lie under another; with more both are the same card
    ways: int = 3  # number of poses kept for one card
    most: int = 100  # number of candidates of the coarse search that are kept, the likeliest first


class Lying(Struct, frozen=True):
    """Where something lies on a mat whose print is known; one pixel is one millimetre."""

    line: int = 4  # millimetres: width of a printed line, blur included, that is left out
    rim: int = 4  # millimetres of the mat's rim, where the table may show
    beside: int = 10  # millimetres that a card may reach beyond its place
    around_card: int = 3  # millimetres around a card that go with it: its shadow, a slightly wrong outline
    next_to: int = 9  # millimetres: things closer to a card may be a visible part of one below
    cell: int = 8  # millimetres between the spots at which the brightness of the bare mat is measured
    rounds: int = 5  # number of rounds in which the light is fitted to the bare mat
    astray: tuple[float, float] = (0.5, 0.12)  # log of brightness: further off is not bare, at first and last
    least_bare: float = 0.35  # least share of bare spots for knowing how the bare mat looks
    apart: float = 0.07  # least difference of an object from the bare mat, as a logarithm of brightness
    noises: float = 4.0  # least difference of an object, in multiples of the noise
    dim: float = 8.0  # grey levels added to each brightness: in the dark small differences mean nothing
    thin: int = 3  # millimetres: thinner things are not part of a card
    speck: int = 60  # square millimetres: smaller things are not part of a card
    surely: int = 1500  # square millimetres in all that justify a search, even if they are specks
    least_seen: int = 15  # square millimetres of anything at a card's place: the index alone may be visible
    stiff: float = 1e-3  # weight that keeps the fit from bending where hardly any of the mat is bare
    strong: float = 0.15  # as a logarithm: the most that a difference of brightness counts


class Outlines(Struct, frozen=True):
    """Which marks of corners are of the same card, and which are enough for one."""

    same: float = 0.2  # of a card's width: marks whose cards differ by less on average say the same card
    sure_alone: float = 0.45  # least likelihood of a corner that alone speaks for a card
    square: float = 1.3  # height over width below which a card is nearly square, as seen from low down
    tall: tuple[float, float] = (1.15, 1.9)  # height over width of a card as a camera may see it


class PartlyCovered(Struct, frozen=True):
    """How cards covered in part may lie, and how much of each must be seen."""

    taken: float = 0.12  # of the width: a mark so near to the corner of a card belongs to it
    inside: float = 0.07  # of the width: a mark so deep in a card that is known is printed on it
    astride: float = 0.06  # of the width: less far outside, its index farther inside, a mark is of its frame
    turned: float = 0.12  # sine of the angle by which a corner is turned on a card that it is not printed on
    reach: float = 0.6  # of its width and height together: nothing of a card is farther from its middle
    fits: float = 0.07  # of its length: how much a side may differ from what the card's size says
    paired: tuple[float, float] = (0.035, 0.03)  # radians, widths: how far a card on two corners may be moved
    alone: tuple[float, float] = (0.13, 0.06)  # radians, widths: how far a card on one corner may be moved
    pointed: tuple[float, float] = (0.1, 0.03)  # radians, widths: the same for one corner of a fan
    turns: tuple[float, ...] = (-0.36, -0.18, 0.0, 0.18, 0.36)  # radians: how that card is turned to be read
    may_be: float = 0.05  # likelihood of an index above which it is moved from there to its edges, too
    shown: float = 0.85  # likelihood of an index above which a card lies as it is seen so surely
    least: float = 0.25  # least share of a card's sides on edges where two corners speak for it
    least_alone: float = 0.4  # least share of a card's sides on edges where one corner speaks for it
    sure_alone: float = 0.4  # least likelihood of a corner that alone speaks for a card
    per_mark: float = 0.2  # what each marked corner counts beside the share of the sides that is seen
    close: float = 0.12  # difference in what is seen of two ways to lie, below which both are read
    same: float = 0.12  # of the width: two ways to lie that are closer are one
    exactly: float = 0.03  # of the width: what lies closer to a card that was read needs no second reading
    most: int = 40  # number of corners left over that are tried, the surest first
    onwards: float = 0.75  # cosine of the angle between a mark and the corner that it is, both inwards


class Quads(Struct, frozen=True):
    """Where the next card of a row lies."""

    next_along: tuple[float, float] = (0.09, 1.02)  # of a card's width: how far along the next one begins
    aside: float = 0.35  # of a card's height: how far up or down the next one may be shifted


class Sheets(Struct, frozen=True):
    """Which outlines in a picture are four-cornered sheets of a card's shape."""

    longest: int = 512  # pixels of the longer side of the small picture in which sheets are sought
    area: tuple[float, float] = (0.0025, 0.8)  # share of the picture's area that a sheet has
    around: float = 0.17  # of the root of the picture's area: no outline of a card has fewer pixels
    edges: tuple[int, int] = (60, 150)  # grey levels of steepness at which an edge goes on, and begins
    full: float = 0.9  # least share that a sheet fills of its hull, and the hull of its corners' quadrangle
    tall: tuple[float, float] = (1.0, 2.3)  # height over width of a card
    most: int = 60  # number of sheets in one picture after which no more are sought


class Sizes(Struct, frozen=True):
    """Which sizes the corners and whole cards of a picture speak for."""

    shapes: tuple[float, float] = (1.4, 1.55)  # height over width of cards on sale: broad and slender
    lengths: tuple[float, float] = (0.6, 1.9)  # of the width that corners suggest: how long a side may be
    unlikely: float = 0.3  # as a logarithm: a rare difference between a side and what its corners suggest
    like: float = 0.04  # share by which cards may be taller or less tall than one of those shapes
    fits: float = 0.05  # share of its length: how much a side may differ from what a card's size says
    sizes: int = 4  # number of sizes that are kept, the likeliest first
    apart: float = 0.03  # share of its width by which a size kept must differ from those before it
    label: float = 0.3  # weight added to a pair where both corners agree on the short or the long side
    marked: float = 0.3  # least confidence of a corner that is seen, if only by an outline
    alike: float = 0.15  # share of their size by which cards of one deck may differ
    same: float = 0.025  # share of width and of shape: sizes that differ by less in both are one
    tall: tuple[float, float] = (1.3, 1.65)  # height over width of cards whose size is believed
    enough: float = 0.8  # of the best size's corners: if whole cards' size explains so many, it is taken
