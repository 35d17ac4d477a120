"""The dice pyramid, exactly: 165 cells in nine layers, right-handed dice, three sides. Shared by six games.

========= ============================================================================
module    says
========= ============================================================================
cells     which cells there are, their layers, neighbours, funnels, saddles and points
shape     what a set of occupied cells carries, frees, hides and lets slide
dice      the 24 ways a right-handed die can lie, tipping and turning
sides     the three sides, who is whose neighbour, and the directions of a tip
notation  how a pyramid is written, with what is unknown left open
agree     whether a pyramid can be, and what to do where table and companion differ
positions what every position of a pyramid game must have, and pyramids for trying games out
plan      what the pyramid looks like from straight above, for screens and eyes
questions what is asked when the table shows another pyramid, and how cells are named by touch
chain     the pyramid games of an evening as a match
people    what the simulated families of the six games share
rules     `rules.toml` with the rules G1 to G20; these and the package's sentences are shared by the six games
========= ============================================================================
"""
