"""`python -m cassetete` is the command `cassetete`."""

import sys

from cassetete.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
