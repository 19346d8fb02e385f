"""Push it down!: a ball rolls down a heap of blocks, and may push one to make its way to the exit."""
