"""The command line: `cassetete COMMAND …`, one module per command."""
