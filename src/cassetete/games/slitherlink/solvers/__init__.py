"""The solvers, and what they need."""
