"""The five sheets' own functions and algorithms, under their French names: to be read beside the sheets."""
