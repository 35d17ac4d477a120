"""What only developers use: benches, trials, the writer of the handbook. A checkout has it, a Pi does not."""
