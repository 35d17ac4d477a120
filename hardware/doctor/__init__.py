"""Is everything well? Readings of the machine and its devices become findings with one next step each."""
