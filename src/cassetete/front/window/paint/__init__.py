"""Painting: from scenes to canvas items, with caches and animations."""
