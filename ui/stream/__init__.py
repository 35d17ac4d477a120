"""The event stream: what the table announces anyway, for a second screen or other programs. Off by default.

Nothing can be changed through it: there are no requests that do anything but read. It listens on this machine
only, unless the family lets its network in; then whoever wants to look has to know the pairing code.
"""
