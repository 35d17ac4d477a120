"""Memory that nothing uses goes back to the system; the C library would keep the room of pictures."""

import ctypes
import gc


def give_back() -> None:
    """Forget what can be forgotten, and return the room; where the C library cannot, only forget."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
    if trim is not None:
        trim(0)
