"""Solving: choosing a solver, hints and judgements, shortening solutions."""
