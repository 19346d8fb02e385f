"""What a campaign tells: how much it tried, what failed, and the figures it measured."""

from __future__ import annotations


class Campaign:
    """Counts tries and failures; a failure is printed at once."""

    def __init__(self, name: str, loud: bool = False) -> None:
        self.name, self.loud = name, loud
        self.tried = self.failed = 0
        self.figures: dict[str, tuple[float, str]] = {}
        self.counts: dict[str, int] = {}

    def check(self, good: bool, what: str) -> None:
        """One more try; `what` says how to see it again if it was not good."""
        self.tried += 1
        if not good:
            self.failed += 1
            print(f"FAILED {self.name}: {what}", flush=True)

    def figure(self, name: str, value: float, unit: str) -> None:
        """Keep the greatest of a measured value."""
        before = self.figures.get(name, (value, unit))[0]
        self.figures[name] = max(before, value), unit

    def add(self, name: str, number: int = 1) -> None:
        """Count something besides tries."""
        self.counts[name] = self.counts.get(name, 0) + number

    def note(self, text: str) -> None:
        """Something to read along."""
        if self.loud:
            print(text, flush=True)

    def summary(self) -> str:
        """One line: the name, tried, failed, figures."""
        figures = "".join(f" · {name}: {value:.2f} {unit}" for name, (value, unit) in self.figures.items())
        counts = "".join(f" · {name}: {number}" for name, number in self.counts.items())
        return f"{self.name}: tried {self.tried}, failed {self.failed}{counts}{figures}"
