"""Child processes: starting and ending them, and how they talk to the program."""
