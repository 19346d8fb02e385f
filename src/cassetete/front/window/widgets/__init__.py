"""Buttons, panels and dialogs."""
