"""The window's event loop, and the protocols through which it knows the screens."""
