"""Worker processes that think while the player plays on: their jobs, their protocol, their pool."""
