"""What only developers use: checks that every game passes, and vectors. A checkout has it, a Pi does not."""
