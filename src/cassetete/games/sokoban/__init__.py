"""Sokoban: a player pushes boxes onto targets."""
