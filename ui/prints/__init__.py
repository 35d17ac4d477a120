"""Print and play: mat, cards, stickers, score sheets and labels as PDF in true size, one module for each."""
