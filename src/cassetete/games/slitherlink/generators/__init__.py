"""Level generators and the hunt for the hardest levels."""
