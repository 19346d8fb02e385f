"""The window's event loop, canvas, keys and clipboard."""
