"""Bulk campaigns: `python tools/soak CAMPAIGN… [--count N] [--seed S]`; without a name, all of them."""

from __future__ import annotations

import argparse
import importlib
import sys

from report import Campaign

COUNTS = {
    "files": 100_000,
    "plugins": 2000,
    "titles": 2000,
    "links": 20_000,
    "lines": 2000,
    "levels": 100_000,
    "damage": 5000,
    "disks": 200,
    "kills": 200,
    "interrupts": 200,
    "overrun": 0,
    "memory": 0,
    "windows": 3600,
}
"""Each campaign and how often it tries by default; overrun and memory, 0: everything there is; windows: for how many
seconds."""


def main() -> int:
    """1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python tools/soak", description=__doc__)
    parser.add_argument("campaigns", metavar="CAMPAIGN", nargs="*", help=", ".join(COUNTS))
    parser.add_argument("--count", type=int, help="how often each tries")
    parser.add_argument("--seed", type=int, default=0, help="another seed tries other things")
    parser.add_argument("--loud", action="store_true", help="a line for each try")
    options = parser.parse_args()
    unknown = [name for name in options.campaigns if name not in COUNTS]
    if unknown:
        parser.error(f"no campaign {unknown[0]} (there are: {', '.join(COUNTS)})")
    failed = 0
    for name in options.campaigns or COUNTS:
        campaign = Campaign(name, options.loud)
        count = COUNTS[name] if options.count is None else options.count
        try:
            importlib.import_module(name).run(campaign, count, options.seed)
        finally:  # Ctrl-C too: what was tried until then counts
            print(campaign.summary(), flush=True)
        failed += campaign.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
