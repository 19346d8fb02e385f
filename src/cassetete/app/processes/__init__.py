"""Child processes: starting and ending them, and their line to the program."""
