"""The eye above the table: one camera with a watchdog, whatever device or stand-in it looks through."""
