"""The touchscreen: shows values and reports touches. It knows no rule of any game.

The way in: `ports` (what it needs from outside) → `app` (the one Kivy app) → `screens` (one module a screen)
→ `parts` (what screens are made of) → `theme` (every colour and every size).
"""
