"""Property tests of the mind: what counts is whether they hold, not how busy the machine is meanwhile."""

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
