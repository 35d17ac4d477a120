"""`companion bench`: how fast, how fair and how reliable everything is, measured here."""
