"""Pieces for fast code, shared by kernels: compiling, running them step by step, hash tables, bits, random numbers."""
