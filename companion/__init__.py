"""The mind: facts come in, a pure referee answers with rulings, and a journal remembers.

Nothing in here knows a camera, a pin or a window.
"""

__version__ = "0.2.0"
