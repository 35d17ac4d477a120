"""Who called first: edges become presses, presses are ranked, and every decision can be derived again.

* `Buttons` turns the edges of all lines into presses: first edge counts, the level confirms it
* `rank` puts presses into groups by the published tie windows
* `decide` derives the whole decision from its `Evidence`, and nothing else
"""
