"""Worker processes: their protocol, their start and end, and compiling kernels in the background."""
