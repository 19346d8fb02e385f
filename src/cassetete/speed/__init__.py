"""Pieces for fast code, shared by kernels: seeded random numbers that are the same on every machine."""
