"""`python -m vision.learn.dice`."""

from vision.learn.dice.train import main

main()
