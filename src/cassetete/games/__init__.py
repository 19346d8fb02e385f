"""The games: one folder each, found by the registry and named nowhere else."""
