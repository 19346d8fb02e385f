"""Where everything comes together: games, files, solvers and words."""
