"""What the pages are made of: drawn things without opinions."""
