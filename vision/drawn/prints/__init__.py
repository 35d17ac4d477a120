"""The kit's own cards as drawings in millimetres, one module per deck; see `vision.drawn.printed_decks`."""
