"""Keeps numpy's matrix products on one thread; imported before numpy, or it does nothing.

The products of the eyes are small: measured on two busy cores, threads that wait for each other made them
cost ten times the time. Whoever sets the variable themselves has their way.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
