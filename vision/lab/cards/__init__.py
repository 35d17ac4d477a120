"""What the eyes have learnt about cards: faces drawn by code, tables full of them, and the fitting.

python -m vision.lab.cards.train finder readers    # goes on where it stopped; writes vision/cards/*.onnx
"""
