"""The numbers by which the eye for cards decides, with unit and reason: a group for each module."""

from msgspec import Struct

from vision.cards.settings_places import (
    CardsIn,
    Corners,
    Find,
    Fitted,
    Flat,
    FourSides,
    Lying,
    Outlines,
    PartlyCovered,
    Quads,
    Sheets,
    Sizes,
)


class Anywhere(Struct, frozen=True):
    """How often covered cards are tried anywhere in a picture."""

    sizes: tuple[int, int] = (3, 2)  # sizes tried for cards covered in part; where others' print tells one
    nearly_sure: float = 0.8  # confidence from which a doubtful card needs no search with another size
    parts: int = 4  # so many seeming parts of cards for each whole card, and one more, may be cards
    small: float = 0.09  # of the picture's longer side: wider ones are asked about among so many, too
    no_card: float = 0.02  # likelihood of no card below which three corners are a whole one
    like_a_card: float = 0.98  # likelihood of one kind of card above which a sheet may be one
    wider: float = 1.2  # times a known card's width: those, too, are asked about though it is larger
    beside: float = 0.8  # of a known card's height: cards with closer middles may cover each other
    as_large: float = 1.65  # times that the areas of cards of one deck differ by at most
    shows_index: float = 0.9  # likelihood of a sign in a corner above which that speaks for a card


class Reading(Struct, frozen=True):
    """How surely a card that was cut out must be read to be named."""

    little_covered: float = 0.1  # covered share below which a card counts as whole, so that its body counts
    sure_in_part: float = 0.95  # least confidence for naming a card with fewer than three corners seen
    blank_corner: float = 0.5  # likelihood of a corner without any sign, below which it shows an index
    sure_index: float = 0.6  # likelihood above which a corner surely shows a rank, for a card or against it
    may_be_number: float = 0.05  # likelihood of a number card above which the colour of its ink is looked at
    may_be_pips: float = 0.05  # likelihood of pips on a whole card above which a court needs its print
    print_of_court: float = 0.3  # least share of print on such a court: jumbo numbers had 0.22 to 0.26
    least_back: float = 0.58  # of the usual size of cards here: smaller backs are signs, with 0.53 at most
    surely_none: float = 0.8  # likelihood above which it is no card, and from which a corner is unmarked


class FoundCard(Struct, frozen=True):
    """How surely a card that was cut out must say what it is, and what is offered for one in doubt."""

    is_back: float = 0.985  # least confidence of a back beside taught faces, some of which look like one
    distances: tuple[float, float] = (0.88, 1.6)  # how much larger an index is cut out to be read again
    may_be_index: float = 0.9  # likelihood of no rank in a corner that shows a suit below which that is done
    together: float = 0.6  # exponent of the three looks' likelihoods, multiplied: they depend on each other
    floor: float = 1e-3  # likelihood that is added to each word, so that no look alone rules one out
    steady: float = 0.78  # mean likelihood above which other ways to cut it out still show the same suit
    steady_apart: float = 0.5  # the same for its rank, but for cards of a row, which need as much as suits
    nearer: tuple[float, float, float] = (1.2, 1.35, 1.5)  # how much larger, to see if it shows another rank
    another: float = 0.8  # likelihood above which it does, if all of these ways show the same one
    ever: float = 0.5  # likelihood of another rank that none of these ways may show of a card in a row
    choices: int = 3  # number of choices offered for a doubtful card


class KitPrint(Struct, frozen=True):
    """Which frames and plates are the kit's own cards, and when their beads are sure."""

    neighbourhood: int = 31  # pixels: side of the square around ink than whose mean it is darker
    darker: int = 10  # grey levels by which ink is darker than its neighbourhood
    paper: float = 220.0  # grey levels of paper, to which dim pictures are lifted
    most_lifted: float = 6.0  # the greatest factor by which a dim picture is made brighter
    inked: float = 0.6  # share of paper's brightness: a back's plate is darker, the rim around it brighter
    plate: float = 4.0  # millimetres from a card's edge to the plate of its back
    sizes: int = 2  # copies of the picture, each half as large: near cards' frames are found too
    smallest: float = 1600.0  # square pixels that the inside of a frame has at least
    tall: tuple[float, float] = (1.25, 2.4)  # height over width of a frame's inside, as a camera may see it
    full: float = 0.88  # least share of its corners' quadrangle that a frame's inside or a plate fills
    fine: float = 4.0  # pixels per millimetre of the strip in which a row of beads is read
    largest: float = 260.0  # pixels across a card in which beads are well seen; a larger one is halved
    strip: tuple[float, float] = (-3.6, 6.4)  # millimetres from the frame's inner edge: frame, beads, paper
    ends: float = 4.0  # millimetres at both ends of a card that are not read
    leans: tuple[int, int, int] = (-3, 0, 3)  # pixels by which a row's ends may lie aside
    along: tuple[int, ...] = (-6, -3, 0, 3, 6)  # pixels: how far up or down a row may lie
    contrast: float = 0.18  # share of the paper's brightness by which a frame must be darker at every bead
    surely: int = 4  # number of places in a row that have a bead for sure, and of those that have none
    spread: float = 0.3  # of the way from paper to frame: how far apart those two must be to be read
    clear: float = 0.22  # how far from perhaps (surely is 0.5) all beads must be if one side is seen
    ahead: float = 0.1  # share of votes by which a card leads where one side is seen; half where both are
    sure: float = 0.99  # confidence of a card that its beads name
    back: float = 0.95  # confidence of a back that its plate shows
    like: float = 0.42  # least fit to the face that a card's beads name, as a part may be covered
    about: tuple[int, int, int] = (-2, 0, 2)  # pixels by which a card's parts may be displaced on its face
    framed: float = 0.88  # of the edge's brightness: below it the frame's place has ink, and beads are sought


class Likeness(Struct, frozen=True):
    """How two flattened cards are compared, part by part."""

    flat: float = 12.0  # grey levels of spread: texture weaker than this counts for little
    tints: float = 2.2  # weight of colour beside that of texture, which is 1
    most_unlike: float = 1.6  # the greatest unlikeness of a part, so that one does not spoil all
    paper: float = 0.06  # share of a card's pixels, the brightest, that tell the light's tint
    plain: float = 0.1  # weight of a part without texture, beside 1 for one with much: plain paper fits any
    found: float = 0.7  # unlikeness below which a part of a face is found at its best place
    telling: float = 0.15  # unlikeness by which that place must be better than usual, or it tells nothing
    again: float = 0.75  # correlation with a part from which its texture is seen again, pale or dark
    noise: float = 1e-3  # added to a part's texture, of 1 at most: what is plain is like nothing


class Prints(Struct, frozen=True):
    """Which features of a picture speak together for the print of a card."""

    longest: int = 640  # pixels of the picture's longer side: more takes longer and finds little more
    around: float = 0.35  # of the largest card: how far about what was found print is looked for
    at_best: float = 75.0  # pixels that a card is wide when its print is looked for: more takes longer
    least_scale: float = 0.35  # a picture is reduced no further, as what was found may be no card
    of_a_face: tuple[int, int] = (20, 200)  # least and greatest number of features per face
    of_all: int = 4800  # number of features of a deck, shared out among its faces
    of_picture: int = 1600  # greatest number of features of a picture
    faint: float = 0.006  # contrast of features, at least: dark print has hardly more, noise as much
    nearest: int = 3  # candidate features of faces for each feature of the picture
    nearly: float = 0.03  # likeness below that of the best feature of a face within which others count, too
    alike: float = 0.82  # similarity above which two features look alike, from 0 to 1
    chance: float = 0.75  # likeness, from 0 to 1, of two features by chance: it counts nothing
    widths: tuple[int, int] = (45, 900)  # pixels: between these a card's width is possible
    seeds: int = 100  # number of candidate poses examined, those of the likest features first
    fewest: int = 4  # least number of features that agree on a pose
    apart: float = 0.25  # of a card's width: features agree, and cards are one, if middles are closer
    larger: float = 0.4  # doublings: features whose sizes of a card differ by less may agree
    turned: float = 0.4  # radians: features whose rotations of a card differ by less may agree
    exact: float = 0.05  # of a card's width: greatest error of a feature's position
    tried: int = 200  # number of features that may speak for a card of known size, the likest first
    leads: int = 6  # number of such cards that are tried


class Readers(Struct, frozen=True):
    """When a picture has no colour, and what a card says then."""

    every: int = 8  # pixels from one looked at to the next, across and down: so many say enough
    coloured: float = 25.0  # grey levels between the channels above which a pixel has a colour
    coloured_in_dim: float = 0.2  # of the picture's brightness: in dim light so much less is a colour
    bright: int = 99  # percentile of all channels' grey levels that is a picture's brightness
    some: float = 0.001  # share of the pixels from which on coloured ones make it a picture with colour
    shape: float = 0.6  # exponent: how much what a corner shows counts beside what it shows in colour
    blank_corner: float = 0.5  # likelihood of a corner without any suit, below which it shows one


class Rivals(Struct, frozen=True):
    """Which outlines claim the same card, and which of those that overlap lies above."""

    near: float = 0.17  # of a card's width: cards with closer centres are one; in a row they are farther off
    within: float = 0.72  # overlap, of the smaller one, above which cards of unlike size or turn are rivals
    size: float = 0.85  # area of the smaller over that of the larger, below which their sizes differ
    index: float = 0.2  # of a card's width: from a corner to its index, towards the opposite corner
    same_index: float = 0.19  # of a card's width: indices that are closer are one
    from_one_corner: float = 0.3  # overlap, of the smaller one, for cards with a common corner to be rivals
    same_corner: float = 0.08  # of a card's width: visible corners of two outlines that are closer are one
    mostly: float = 0.7  # overlap, in squared widths, above which a question with its name is about a card
    wholly: float = 1.05  # overlap, in squared widths, above which any question is about a named card
    mostly_upon: float = 0.45  # overlap, of the smaller one, above which two cards of one name are the same
    in_common: float = 0.75  # overlap, of the smaller one, above which two outlines are of one card
    little_shared: float = 0.1  # share of a card that may lie under another; with more it is left to that one
    touching: float = 0.05  # overlap, in squared widths, below which two cards of one name only touch
    asked: float = 0.5  # weight of a question's confidence beside that of a name
    asked_alone: float = 0.4  # weight of the confidence of a question about a single corner
    on_edge: float = 0.04  # of a card's width: a corner closer to the other's edge decides nothing


class Row(Struct, frozen=True):
    """What makes cards a row: how they lie beside each other, and what their gaps hide."""

    fewest: int = 2  # least number of overlapping cards in a row of the kit's print
    fewest_by_index: int = 3  # least number of overlapping cards in a row that is read by its indices
    overlap: float = 0.8  # of a card's width: from this usual step on, cards read by index overlap too little
    touching: float = 0.93  # of a card's width: a neighbour farther along covers none of a card's bars
    same_side: float = 0.08  # of a card's width: cards seen by the same side are one if centres are closer
    both_sides: float = 0.2  # of a card's width: cards seen by opposite sides are one if centres are closer
    sliver: float = 1.4  # usual steps: between cards no further apart, one that cannot be read is none
    gap: float = 1.6  # usual steps: between cards further apart lies one more, if an index is seen there
    between: tuple[float, ...] = (0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65)  # of a gap: where a card may lie
    beside: float = 0.1  # of a card's width: closer finds belong to the card already read
    aside: float = 0.35  # of a card's height: how far up or down an unread card may be shifted
    alike: float = 0.87  # cosine of the angle between neighbours in a fan: above it they lie alike
    own_bar: tuple[float, float] = (-0.05, 0.4)  # widths inwards: the bar of a card read from its other side
    parallel: float = 0.985  # cosine of the angle between an unread card and neighbours that bear it out
    least_index: float = 0.2  # likelihood of rank and suit in a corner, below which the side is no card's
    half_sure: float = 0.5  # likelihood below which a reading speaks against the side that shows it
    line: float = 0.5  # of a card's height: rows further below each other are two lines
    one_index: float = 0.11  # of a card's width: indices that are closer are one


class RowCorners(Struct, frozen=True):
    """Which corners are cards of a row that are seen by one side."""

    at_best: float = 150.0  # height of a card in pixels at which corners are found best
    said_tall: tuple[float, float] = (0.7, 1.25)  # of a card's height: what a lone corner may say that it is
    length: tuple[float, float] = (0.92, 1.09)  # of a card's height: how far its two left corners are apart
    around: float = 0.85  # of a card's height: neighbours within this distance tell a card's rotation
    turned: float = 30.0  # degrees: corners and sides whose rotations differ by more do not go together
    exactly: float = 3.6  # degrees that a side may be turned against its neighbours
    slim: float = 0.66  # width of a card over its height
    same: float = 0.07  # of a card's height: sides whose ends are closer are one


class RowStrips(Struct, frozen=True):
    """Which straight edges are the bar of a printed frame."""

    piece: float = 0.14  # of a card's height: shorter edges are no part of a bar
    reach: float = 0.75  # of a card's height, to both sides of an edge's middle: so far its bar may go
    beside: tuple[float, float, float, float] = (-1.6, 6.5, 2.0, 3.2)  # millimetres in: 2 of paper, 2 of ink
    steps: int = 15  # number of points along an edge at which paper and ink are compared
    darker: float = 0.82  # of paper's brightness: ink is darker than this
    length: tuple[float, float] = (0.84, 1.13)  # of the length that a bar should have: what it may have
    gap: float = 0.014  # of a card's height: a bar with a longer gap in it ends there
    same: float = 0.035  # of a card's height: bars whose ends are nearer are one


class SecondWitness(Struct, frozen=True):
    """How print and look must agree before they name a card of a taught deck."""

    speaks: float = 0.5  # of the likeliest name's features: so many must speak for any other
    hidden: float = 0.8  # unlikeness above which a part is covered where another card lies
    rivals: int = 3  # number of likely names onto whose faces a card is brought before it is named
    far_ahead: float = 0.9995  # likelihood above which a name stands without that
    trace: float = 0.06  # share of a face's texture seen at once somewhere on a card, where its print has it
    traced: float = 0.12  # the same where nothing but its look speaks for a card: those named had 0.13
    few: int = 6  # number of features below which a card's texture alone has to name it
    little: float = 1.2  # of such a card, least sum of what is shown of it and how far ahead its texture is
    clean: float = 0.85  # fit, and share of a face's texture seen, above which its texture may be less ahead
    odd: float = 0.6  # unlikeness of a part inside such a card above which it shows something else
    well: float = 0.8  # least fit, from 0 to 1, of a card that lies where its print has it beyond doubt
    parts: int = 6  # least number of parts that agree on how the card lies
    like: float = 0.2  # unlikeness below which a part without texture is seen
    in_strip: float = 0.8  # share of a face's texture in a strip of a card, where its cover is not known
    bare: float = 0.05  # share of the texture beside it, below which nothing covers the card there
    unlike_bare: float = 0.25  # mean unlikeness there, above which it should be seen: in the dark 0.19
    larger: float = 0.25  # doublings by which such a card may differ in size from others that are named
    tried: int = 4  # number of places that are tried where a card may lie, the likeliest first
    all_seen: float = 0.9  # share of a face's texture above which all is seen: then its colour may tell
    exact: float = 0.035  # of the card: parts that agree lie no further from where they should


class Sheen(Struct, frozen=True):
    """Which faces a card under a lamp may be, and how the light on it is fitted."""

    nearly: float = 0.15  # share by which others than the best may show less, to be tried as well
    most: int = 6  # faces that are tried, at most
    dots: int = 4  # spots across and down a part at which the light is compared
    palest: float = 0.15  # contrast of print, beside that of its face, at least
    strongest: float = 1.5  # contrast of print, beside that of its face, at most
    rounds: int = 3  # rounds in which the light is fitted
    off: float = 2.0  # grey levels by which print may be off its face, and hardly counts less


class Taught(Struct, frozen=True):
    """How decks are taught, and when a card is one of their faces."""

    kept_ready: int = 32  # number of decks that are kept ready
    quality: int = 95  # percent: quality of the JPEG pictures in which faces are kept
    longest: int = 1280  # pixels of a teaching picture's longer side: larger ones are reduced
    tall: tuple[float, float] = (1.3, 1.75)  # height over width of a picture that is all card
    square: tuple[float, float] = (0.97, 1.03)  # height over width of a picture that is all a square card
    upright: float = 1.0  # degrees: pictures are scans if what is framed in them usually leans by less
    least: float = 0.1  # share of a teaching picture that its card fills at least
    in_place: float = 12.0  # pixels of a reduced teaching picture: prints of scans are less out of place
    looked_at: int = 6  # number of pictures, about, that tell whether a folder was scanned
    alike: float = 0.06  # mean unlikeness of their parts, below which two faces are easily confused
    sharp: float = 0.9  # log odds that a face loses with every unit of unlikeness more than the best one
    sharper: float = 4.0  # log odds added to that per unit of fit above `rough`: a good fit tells more
    rough: float = 0.66  # fit of the card as a whole, from 0 to 1, above which unlikeness counts more
    nearly: float = 0.25  # share of a face's texture: a card with so much more of another's is not it
    fits: float = 0.66  # least fit of a card to a taught face, from 0 to 1: strangers had at most 0.5
    fits_marked: float = 0.53  # least fit of a card to a taught face where its marks say the same
    fits_denied: float = 0.92  # least fit where its marks say another: a card not flat fits others better
    shown: float = 0.25  # least share of what tells in a face that must be seen
    mostly: float = 0.5  # the same for a card whose texture is clear
    fits_clear: float = 0.5  # least fit of such a card: a lamp or a shadow may lie upon it
    trace: float = 0.04  # share of a face's texture seen again on what may be a card of its deck
    found: float = 0.6  # share of a face's texture seen again, from which others with much less are none
    others: float = 0.3  # of the texture of another face seen again: so much is in doubt of the likeliest
    ahead: float = 0.5  # least share of a face's texture seen again, less that, which its print or marks say
    ahead_alone: float = 0.6  # the same where no marks say it, on a card whose outline was found
    ahead_unsaid: float = 0.8  # the same where neither print nor marks nor an outline say it
    clear: float = 0.75  # the same from which its texture is clear
    together: float = 0.85  # least sum of both: the less is seen, the farther ahead it has to be
    sure: float = 0.97  # least likelihood of a face beside the others for it to be named
    heard: float = 0.55  # least confidence of marks that bear out a likeness
    likely: float = 0.8  # least likelihood of a face beside the others, where its marks say the same
    asked: float = 0.8  # the greatest confidence of a question


class Verdict(Struct, frozen=True):
    """How surely corners and body must say a name before a card has it."""

    sure: float = 0.9  # confidence from which a card is named, and above which a whole one lies face down
    back_in_part: float = 0.99  # confidence above which a card that is covered in part lies face down
    names_kept: int = 6  # number of likely names that are kept
    floor: float = 1e-4  # likelihood that is added to each word, so that no corner alone rules a name out
    corner: float = 0.8  # weight of a corner's log likelihood: what corners say is not independent
    body: float = 0.7  # weight of the body's log likelihood: what it says is not independent either
    unseen: float = 0.3  # weight of a corner that was not marked, beside one that was
    agreed: float = 0.5  # likelihood from which corner or body bears a sign out, or by another denies it
    doubted: float = 0.8  # factor on the confidence of a name that is in doubt, so that it is asked about
    digit_seen: float = 0.8  # likelihood above which one corner of a number card shows its digit
    twice_seen: float = 0.4  # likelihood above which two corners of a number card show its digit together
    inked_digit: float = 0.65  # likelihood above which one corner shows it, where its ink says the same
    mistaken: float = 0.01  # likelihood of a sign of a card of colours where another one is read
    alike: float = 0.1  # the same for digits that look alike
    seeming: float = 0.21  # the same for what easily looks like the one that is read
    middle: float = 0.85  # weight of the log likelihood of the sign in the middle of such a card
    on_black: float = 0.9  # likelihood of its sign in one place at least, on a black card: so are dice
    against: float = 0.8  # likelihood from which another corner's sign is sure, not a maker's name
    counted: float = 0.75  # likelihood above which a whole card's pips or court deny another rank
    suit_seen: float = 0.98  # likelihood from which a corner's suit holds, if the whole card shows another
    suit_twice: float = 0.7  # likelihood from which it does in the corner that shows it least
    surely: float = 0.9  # likelihood of another deck above which it is none of the deck that was told
    told: float = 0.95  # share of the doubt that goes to the only deck there may be, as that was told
    letter_seen: float = 0.9  # likelihood from which a second corner shows the letter of a court or an ace
    little_hidden: float = 0.3  # share of a corner below which it counts as seen
    under: float = 0.5  # share of a corner above which the card that covers it hides its index


class Settings(Struct, frozen=True):
    anywhere: Anywhere = Anywhere()
    reading: Reading = Reading()
    cards_in: CardsIn = CardsIn()
    corners: Corners = Corners()
    find: Find = Find()
    fitted: Fitted = Fitted()
    flat: Flat = Flat()
    found_card: FoundCard = FoundCard()
    four_sides: FourSides = FourSides()
    kit_print: KitPrint = KitPrint()
    likeness: Likeness = Likeness()
    lying: Lying = Lying()
    outlines: Outlines = Outlines()
    partly_covered: PartlyCovered = PartlyCovered()
    prints: Prints = Prints()
    quads: Quads = Quads()
    readers: Readers = Readers()
    rivals: Rivals = Rivals()
    row: Row = Row()
    row_corners: RowCorners = RowCorners()
    row_strips: RowStrips = RowStrips()
    second_witness: SecondWitness = SecondWitness()
    sheen: Sheen = Sheen()
    sheets: Sheets = Sheets()
    sizes: Sizes = Sizes()
    taught: Taught = Taught()
    verdict: Verdict = Verdict()


SETTINGS = Settings()
