"""Taquin, the sliding tiles: a sixth game in one folder, the one to copy."""
