"""A game being played, as a value: its history, its suppositions, its saves and its score."""
