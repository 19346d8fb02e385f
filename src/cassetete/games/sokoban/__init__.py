"""Sokoban: a player pushes boxes onto their targets."""
