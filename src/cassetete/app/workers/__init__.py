"""Thinking while the player plays on: jobs done in worker processes or in this one, their protocol, their pool."""
