"""Turtle-rescue: a baby turtle, its helpers, and slides that only a wall or another animal stops."""
