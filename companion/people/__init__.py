"""The people of the house: who they are across evenings, and what is known about how they have played.

==========  ==========================================================================
profiles    a person: name, looks, button, language, handicap; kept in the journal
past        the games of the journal at a glance: rolls, calls, points, who won
standings   each person's and each game's figures over many games; the hall of fame
matches     the points of games that were played as one match
luck        whether dice are fair, and how little a few rolls can show
tables      the same figures as CSV and JSON
==========  ==========================================================================

Everything here is worked out from the journal alone, again and again; nothing is counted beside it.
"""
