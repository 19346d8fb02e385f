"""Record hunts: tasks, their results, and the processes or cluster that run them."""
