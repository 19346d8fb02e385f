"""Slitherlink: one closed loop along the sides of the cells, as many sides as each clue says."""
