"""Fuzzing of everything that reads what others have written: no input may make a parser fall.

    python -m tests.fuzz --minutes 10            # every target, one after the other
    python -m tests.fuzz facts pictures --minutes 1

Inputs that reach new places in the code are kept in a folder (`--corpus`, built in: `.fuzz`), so that a later
run goes on from there. With the package `atheris` its engine is used, else the small one in `guided`.
"""
