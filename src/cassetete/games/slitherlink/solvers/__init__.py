"""The solvers of Slitherlink, in the order in which they are offered."""
