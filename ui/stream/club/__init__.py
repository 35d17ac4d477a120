"""A club evening: several tables with one league. Off by default; results go over a broker, never control.

====================  ===========================================================================
`here/TABLE`          what the table is called that is here; kept by the broker, empty if it is away
`game/TABLE/GAME`     how a game stands: `companion.people.league.Record`; kept by the broker
`has/TABLE`           the entries of that table that the hall has on its disk; kept by the broker
====================  ===========================================================================

The journal of each table is the outbox. A broker may confirm what it forgets when it dies; so only the hall's
word counts, and what it lacks is told again, as soon as one of the three has been away. Nothing is counted
twice: a record is known by its table and its entry.
"""


def root_of(league: str) -> str:
    """How all topics of *league* begin."""
    return f"companion-club/{league}"
