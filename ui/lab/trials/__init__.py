"""Trials of the whole companion: everything that goes wrong at a family table, for hours, and what it costs.

========  ============================================================================
wired     a family that plays with bouncing buttons, and what wires do wrong
mishaps   what goes wrong besides: the disk, the clock, the plug, the language
soak      a day of family play in virtual time
cuts      processes that are killed while they play
torn      what a disk may leave of writes that were under way
breaks    journal files that are damaged
torture   the three of them, many thousand times, where they stopped
doubts    eyes that are not sure: who is asked, and who is not
========  ============================================================================
"""
