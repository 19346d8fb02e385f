"""Named deductions: for hints, grades and generated levels."""
