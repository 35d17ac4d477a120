"""What people touch and type: the touchscreen, the commands, and the house that joins all rooms."""
