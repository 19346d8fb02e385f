"""Finding games, reading levels, solving them, worker processes, the player's data, and translation."""
