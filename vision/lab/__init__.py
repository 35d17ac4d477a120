"""What the eyes have learnt, and how: numbers fitted on drawn tables, and the commands that fit them again.

python -m vision.lab.dice WORK     # dice in any picture     -> vision/dice/weights, see WEIGHTS.md there
"""
