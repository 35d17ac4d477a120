"""The numbers by which the eye for dice decides, with unit and reason: a group for each module."""

from msgspec import Struct


class Candidates(Struct, frozen=True):
    """Which places the finder's heat makes worth a look, and what is kept of them."""

    maybe: float = 0.3  # likelihood of a die from which what does not stand out strongly is kept
    same: float = 0.62  # edges of a die: what has its middle nearer to the die's lies on its top face
    clear: float = 0.2  # heat from which a place stands out
    bright: float = 0.4  # heat from which it stands out strongly
    tipped: float = 0.4  # likelihood of leaning above which what stands out strongly is a die without a top
    hardly: float = 0.12  # likelihood of a die from which what stands out strongly is kept
    few_faint: int = 8  # faint places that are looked at where no die is missing; else all are
    surely: float = 0.85  # likelihood from which a die is sure: in a faint place, or to tell the usual size
    worth_a_look: float = 0.2  # likelihood of a die at first sight from which such places are looked at again
    most_closer: int = 2  # places that stand out, but show no die, that are looked at by themselves
    pips: float = 2.2  # edges of what may be a pip alone that a die around it has
    sure_dice: int = 3  # sure dice from which on others of their size are looked for
    part: float = 0.65  # share of their edge below which what was seen may be a part of such a die, as a pip
    next_to: float = 0.75  # edges from all other dice beyond which one of their size is tried
    first_glances: int = 3  # places that stand out which are glanced at; all but one must plainly be dice
    plain: float = 0.9  # likelihood of a face in each look above which it plainly is a die
    small_dice: tuple[float, float] = (0.03, 0.1)  # shares of the longer side: between them dice are small
    smallest: float = 7.5  # pixels of an edge: what is smaller shows no pips
    middle: float = 0.55  # edges of the larger one from its middle within which one die or a pip lies on it
    anywhere: float = 0.9  # edges of the larger one from its middle within which several dice lie on it
    smaller: float = 0.6  # share of the larger edge below which a sure die may lie on the larger one
    sure: float = 0.85  # likelihood of its value above which something is a die; pips never are so sure
    seen_clearly: float = 0.3  # heat above which such a sure one is a die; pips never are so clear


class Colours(Struct, frozen=True):
    """When a colour is one of a set, and when the light may have changed it."""

    floor: float = 6.0  # grey levels added before the logarithm, so that dark noise stays small
    furthest: float = 0.48  # logarithm of channel ratios: a colour farther from all of a set is none of them
    sharp: float = 0.22  # logarithm of channel ratios by which a colour may wander and still fits well
    hue_wanders: float = 15.0  # degrees by which light and paint shift a hue
    grey: float = 0.12  # fullness of a colour (a share) below which a surface has no hue
    never_none: float = 0.03  # share of a perfect fit that every colour keeps, however far its hue is
    bright: float = 110.0  # grey level above which pixels are bright enough to tell the light's hue
    enough_grey: float = 0.005  # share of them, without hue, on and around dice above which light has none
    palest: float = 1.0  # percent of the bright pixels, the palest, that show the hue of the light
    burnt: int = 250  # grey level from which a channel is at its end, in glare all: a picture shows no more
    brighter: float = 1.25  # factor by which such a channel may be brighter in truth, once for each of them


class Drawings(Struct, frozen=True):
    """How the face of a taught die is kept, and in which variants it is compared."""

    side: int = 32  # pixels of the side of a face as it is compared
    span: float = 1.12  # edges of a die that a face shows as it is compared: more than itself
    shifts: tuple[float, float, float] = (-1.6, 0.0, 1.6)  # pixels by which taught faces are shifted, too
    turns: tuple[float, float, float] = (-7.0, 0.0, 7.0)  # degrees by which taught faces are turned, too
    scales: tuple[float, float, float] = (0.9, 1.0, 1.1)  # shares to which taught faces are scaled, too
    the_same: float = 4.0  # grey levels on average by which a face differs that looks the same when turned
    sharp: float = 60.0  # logarithm by which a value falls that is by 1 less like what is seen
    off: float = 0.06  # edges beside its place where a face is looked at as well: it was placed by eye
    sizes: tuple[float, float, float, float] = (0.9, 1.0, 1.12, 1.25)  # shares of its edge, too


class Finder(Struct, frozen=True):
    """How large a picture the finder sees, and which of its peaks are places."""

    longest: int = 640  # pixels of the longer side of the picture that the network sees
    nearly: float = 0.94  # share of such a length that is enough where halving alone leads there
    coarser: tuple[int, int] = (240, 96)  # pixels of that side in looks for dice that fill much of it
    large_edge: float = 28.0  # pixels of an edge there: what is smaller was seen better in the larger picture
    clear: float = 0.25  # heat above which what was seen at first is kept, not a part beside its middle
    its_middle: float = 0.2  # edges from its middle beyond which that is a part; nearer, the hotter is kept
    nearest: float = 0.5  # share of the smaller edge: two top faces' middles are farther apart
    alike_size: float = 0.4  # share of the larger edge: what is smaller is another thing, as a die on a tray
    around: float = 4.0  # edges of what is looked at by itself that are seen with it
    part: int = 128  # pixels of the longer side, at most, of what is seen then
    most_places: int = 60  # places, the hottest, that are kept of one look and of all looks together


class Ground(Struct, frozen=True):
    """What a calibration says of dice: where they lie, how large they are, how their feet show."""

    around: float = 1.5  # edges of a die that are seen around the ground: a die may lie against its rim
    beyond_rim: float = 0.3  # edges by which a top face's middle may seem to lie outside of the ground
    sizes: tuple[float, float] = (0.5, 1.6)  # shares of the expected edge: dice of 10 to 20 mm, and errors
    least_die: float = 0.5  # likelihood above which something is a die, whose foot tells of the camera
    some_dice: int = 3  # dice of which most stand; with fewer, the one that is least off is believed
    corners_astray: float = 0.3  # sine by which hand-shown corners may tell wrongly how the camera looks
    seen_edge: float = 22.0  # pixels of a die's edge, at most, in the picture that the finder looks at
    darkest_paper: float = 25.0  # grey level of markers' paper below which it says nothing about the light


class Unread(Struct, frozen=True):
    """Why a die is not read, when light or darkness may hide dice, and what a second look adds."""

    glare: float = 0.12  # share of a face that glare leaves nothing of, above which it is the reason
    washed_out: float = 0.4  # such a share above which pips may be lost and the sides can no longer be seen
    dark_face: float = 45.0  # grey level of the brightest tenth around a die below which it is too dark
    few_pixels: float = 14.0  # pixels of an edge below which pips are hardly more than single pixels
    same: float = 0.6  # share of the smaller box: dice with nearer middles are the same
    likely: float = 0.5  # likelihood of a value up to which something hardly looks like a die
    dim: float = 150.0  # grey level of a picture's brightest things below which it is dim
    lit: float = 225.0  # grey level to which they are brightened in a dim picture
    deeper: float = 2.0  # gamma for other pictures: what is nearly white can then be distinguished
    tile: int = 16  # pixels of a tile's side in which glare and darkness are looked for
    mostly: float = 0.5  # share of a tile's pixels that are burnt out above which it is glare
    dark: float = 45.0  # grey level below which a tile is dark
    dark_room: float = 120.0  # grey level of the brightest things above which dark tiles are only black cloth
    enough_tiles: int = 4  # tiles in one piece: less hides no die


class Networks(Struct, frozen=True):
    """What the networks for dice take in, and when the doubter is believed."""

    turns: int = 8  # directions in which a ten-sided die is looked at: its digit may stand in any
    together: float = 15.0  # odds of the doubter and of the judge, multiplied, that make a value sure
    surest: float = 0.985  # likelihood at most that counts of the judge there: more counts no more
    unlike: float = 15.0  # logarithm by which such odds fall where another number's pips are by 1 more alike
    fine: float = 30.0  # pixels of an edge from which pips are compared with those of all numbers
    beyond_doubt: float = 0.95  # likelihood that the doubter gives from which they are not compared
    lit: float = 0.01  # share of a face that may be burnt; of more, light may look like pips, or hide some
    least_in_light: float = 0.35  # likelihood that the doubter must give pips on such a face


class Options(Struct, frozen=True):
    """How far judge, teaching and special networks are each believed about types and values."""

    strange: float = 0.02  # share that is left to a type that nobody asked for
    least: float = 0.02  # likelihood above which colours, drawings or digits are looked into more closely
    like_taught: float = 0.75  # likeness above which a drawing is that of a taught die
    surely_drawn: float = 0.98  # share of the die's likelihood that at least goes to what surely is a drawing
    least_die: float = 0.9  # likelihood up to which what the judge sees may be a taught die it does not know
    surely_taught: float = 0.88  # likeness to a taught face from which it is one
    looks: int = 2  # times that a face which may be taught is aimed at anew
    rather_a_die: float = 0.5  # likelihood of a die then from which it may be one with a taught pig
    surely_shown: float = 0.9  # likelihood from which a pig or its number is surely shown
    plainly_shown: float = 0.99  # the same for a drawing that nobody taught
    unknown: float = 0.3  # share that is left to a drawing of which that is less sure
    as_likely: float = 0.3  # share of the die's likelihood that the judge, too, must give to what is drawn
    untaught: float = 0.815  # share that is left to a drawing that nobody taught
    unseen_left: float = 0.1  # share left to a taught value that the network for Piggy Dice does not see


class ReadFaces(Struct, frozen=True):
    """At what places how many looks are needed until it is clear what lies there."""

    worth_a_look: float = 0.03  # likelihood of a die at first sight from which it is looked at again
    plain: float = 0.97  # likelihood of a face at first sight above which it is known without a closer look
    likely: float = 0.5  # likelihood at first sight above which it is a die, and one closer look may do
    near: float = 1.8  # edges: what lies nearer to another die may lean on it, so it is looked at again
    surely_nothing: float = 0.97  # likelihood of nothing above which a place is not looked at a second time
    least_die: float = 0.15  # likelihood of a die above which it is worth looking from other sides
    no_doubt: float = 0.985  # likelihood of a face above which one look of the judge is enough by itself
    flat: float = 0.1  # likelihood of leaning below which a die plainly stands
    sure: float = 0.95  # likelihood of a face above which agreeing looks do; else other sides are tried
    wider: float = 1.15  # factor on the edge: so much more of what is around it shows how a die lies
    well_aimed: float = 0.15  # edges off the middle, or logarithm of size, below which a look is well aimed


class Reader(Struct, frozen=True):
    """When a value is said, when it is asked about, and what is no die at all."""

    sure: float = 0.83  # likelihood that a value must have, on average of the looks, to be said
    ten_sided_odds: float = 0.5  # factor on the odds of ten-sided dice: learnt from drawn ones, too bold
    judge_odds: float = 5.0  # factor on the judge's odds for all others: it believes less than is true
    least_die: float = 0.5  # likelihood above which something is a die
    slight_lean: float = 0.07  # sine of a lean above which a die is looked at from several sides
    plain_lean: float = 0.1  # sine of a lean above which half of those looks are not enough
    hardly_cocked: float = 0.03  # likelihood of leaning above which they are not
    hardly_doubted: float = 0.85  # likelihood of a face below which it is looked at from several sides
    beside: float = 0.78  # edges of a sure die: what is doubtful and nearer is one of its side faces
    beside_slanted: float = 1.0  # the same where the camera looks from the side: side faces show farther out
    slanted: float = 0.3  # sine of a foot's reach above which the camera looks from the side
    straight: float = 0.8  # cosine to where a foot points above which its die's side face may be seen there
    touching: float = 0.9  # share of their mean edge: dice side by side have middles farther apart
    alike_size: float = 0.66  # share of the larger edge that the smaller one must have: no pip, no speck
    full_heat: float = 0.45  # heat from which nothing is taken from what the judge says
    inside: float = 0.85  # share of its face above which a die lies in the picture enough to be read
    dwarf: float = 0.42  # share of the usual edge: what is smaller and doubtful is no die
    speck: float = 0.25  # share of the usual edge: what is smaller with a single pip is a spot on a speck
    dust: float = 0.12  # share of the usual edge: what is smaller is no die, whatever it shows
    # each: share of the usual edge, and likelihood that what is smaller needs to be said
    odd_sizes: tuple[tuple[float, float], tuple[float, float]] = (0.25, 0.98), (0.5, 0.93)
    lone: float = 0.82  # likelihood at most of one of a size of its own: dice of one table have few sizes
    lone_edge: float = 0.5  # share of all other sure edges and of the usual one: smaller ones are lone
    choice: float = 0.02  # likelihood above which a value is offered as an answer
    half: float = 0.51  # share of the die's likelihood up to which a value is no surer than all others
    most_of_drawings: float = 0.7  # share of all drawings up to which a drawing is no surer than the others
    torn: float = 0.8  # likelihood at most of a doubted value: it is asked about, not said
    plain_digit: float = 0.993  # likelihood from which an unasked digit is said: drawings may look like it
    plain_in_glare: float = 0.97  # likelihood from which the value of a face that light washes out is said
    unasked: float = 0.5  # likelihood at most of a ten-sided die that no game waits for
    least_choices: int = 2  # values, at least, that are offered where it is asked
    most_choices: int = 3  # values, at most, that are offered where it is asked


class Taught(Struct, frozen=True):
    """When a picture of a taught face shows a die, and when two faces are too alike."""

    fills: float = 0.7  # share of its picture's shorter side: a face that is larger is the whole picture
    least_die: float = 0.5  # likelihood above which something is a die
    clear: float = 0.3  # heat from which its place stands out enough to be the die that is taught
    alike: float = 0.86  # likeness above which two faces are said to be easily confused


class Tilted(Struct, frozen=True):
    """How a die that may lean is looked at, and from how likely a lean on that is said."""

    wider: float = 1.2  # factor on the edge in the first looks: more of what is around a die is seen
    widest: float = 1.4  # factor on the edge in the last looks, from even farther away
    plainly: float = 0.1  # likelihood of leaning at sight up to which a die stands and is looked at no more
    stands: float = 0.3  # the same after the first two looks
    leans: float = 0.95  # likelihood above which a die is said to lean
    may_lean: float = 0.55  # likelihood of leaning from which a die that is near another is asked about
    may_lean_alone: float = 0.78  # the same where it lies by itself: there is mostly nothing to lean on
    near: float = 2.0  # edges within which another die is near: one may lean on the other
    also_leans: float = 0.8  # likelihood from which a near one leans, too: then nobody can say which does


class Upright(Struct, frozen=True):
    """How dice show together how the camera looks, and which of them lean."""

    upright: float = 0.25  # sine of a lean below which a die stands that the judge does not take for flat
    views: tuple[float, ...] = (0.0, 0.2, 0.42, 0.7, 1.0)  # tangents of possible views
    feet_alike: float = 0.25  # sine by which feet differ at most among dice that stand alike
    odd: float = 1.05  # unlikelihood at most that the camera does not look straight down
    near: float = 2.0  # edges within which another die is near enough to lean on, or to be leant on
    flush: tuple[float, float] = (-0.04, 0.17)  # edges of the gap seen between dice that stand side to side
    least_die: float = 0.4  # likelihood above which a neighbour is a die to lean on
    alone: float = 0.2  # share of a lean that counts where there is no other die to lean on
    several: int = 5  # number of dice that tell how the camera looks: then one may lean on what is none
    surely: float = 0.9  # likelihood above which one of these is a die
    low_down: float = 0.5  # sine from straight above from which feet reach out too far to tell that
    anyhow: float = 0.5  # share that counts at least where there is one, but the foot does not point there
    leans: float = 0.3  # sine of a lean above which it is said, and below which all others stand
    cocked: float = 0.7  # likelihood of leaning above which the judge alone says so
    maybe_cocked: float = 0.6  # likelihood of leaning from which the judge alone has it asked about
    cocked_near: float = 0.4  # the same where another die is near enough to lean on, or to be leant on
    not_cocked: float = 0.05  # likelihood of leaning up to which the judge has a die stand: no lean is said
    belief_adds: float = 0.4  # sine that the judge's full belief in a lean adds to what is seen of it
    seen_lean: float = 0.15  # sine of a lean below which that belief adds less: hardly any lean is seen


class Verdicts(Struct, frozen=True):
    """What a look of the judge consists of, and when it must not be turned."""

    slanted: float = 0.4  # sine of a foot's reach above which a turned picture would show another face on top


class Tray(Struct, frozen=True):
    """What in a tray is not the tray, and from which size on it hides dice."""

    per_mm: float = 0.5  # pixels per millimetre of the tray seen from above where large things are sought
    large_area: float = 24.0  # areas of a face: dice and a lamp's reflection are smaller, a hand is larger
    rim: float = 6.5  # millimetres along the tray's rim that are left out
    die_reach: float = 0.75  # share of its box: so far around its middle a die and its shadow reach
    floor: float = 14.0  # grey levels added before the logarithm, so that dark noise stays small
    cell: int = 7  # pixels across a cell of the grid on which the tray's colour is taken
    least_tint: float = 0.12  # logarithm by which at least a thing shifts the channels apart, on an even tray
    least_shine: float = 0.12  # logarithm by which at least a thing is brighter or darker, on an even tray
    shadow_tint: float = 0.42  # share of a shadow's depth by which it may shift the channels apart by itself
    tint_times: float = 3.2  # times the tray's own unevenness in colour above which it is a thing
    shine_times: float = 6.5  # times the tray's own unevenness in brightness above which it is a thing
    sample_step: int = 2  # pixels: one in so many of a row and of a column is enough for a median


class Windows(Struct, frozen=True):
    """The window that the networks see, and when two places are one die's."""

    same: float = 0.62  # share of the smaller edge: middles nearer than this are one die's
    fine: float = 1.6  # picture pixels per window pixel, at most: with more, small marks would flicker


class Settings(Struct, frozen=True):
    candidates: Candidates = Candidates()
    colours: Colours = Colours()
    drawings: Drawings = Drawings()
    finder: Finder = Finder()
    ground: Ground = Ground()
    unread: Unread = Unread()
    networks: Networks = Networks()
    options: Options = Options()
    read_faces: ReadFaces = ReadFaces()
    reader: Reader = Reader()
    taught: Taught = Taught()
    tilted: Tilted = Tilted()
    upright: Upright = Upright()
    verdicts: Verdicts = Verdicts()
    tray: Tray = Tray()
    windows: Windows = Windows()


SETTINGS = Settings()
