"""Updates that cannot leave the table without a companion: made beside the old version, tried, then switched.

`releases` knows the folders, `trial` asks whether a version is well, `steps` is the whole way from a file to
the running new version, and back if anything is wrong.
"""
