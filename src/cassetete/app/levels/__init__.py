"""Levels: reading, listing, pasting, generating and printing them."""
