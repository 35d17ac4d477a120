"""The table's twin: simulated people and things whose frames and button edges drive the real companion."""
