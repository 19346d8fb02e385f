"""The window: drawn with fltk, as the sheets ask."""
