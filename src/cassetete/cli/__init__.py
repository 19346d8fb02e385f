"""The command line: `cassetete COMMAND …`, one module a command."""
