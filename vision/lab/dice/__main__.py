"""`python -m vision.lab.dice`."""

from vision.lab.dice.train import main

main()
