"""Sokoban: a keeper pushes crates onto their targets."""
