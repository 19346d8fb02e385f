"""Ricosheep: a stubborn herd that moves as one; every tuft of grass needs a sheep."""
