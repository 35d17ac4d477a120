"""The touchscreen: shows values and reports touches. It knows no rule of any game.

The way in: `rooms` (what it is built from) → `app` (the one Kivy app) → `pages` (one module each)
→ `parts` (what screens are made of) → `theme` (every colour and every size).
"""
