"""The games of the house: one folder each, found by the registry, never named anywhere else."""
