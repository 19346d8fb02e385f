"""What all games and all parts of the program share: contract, errors, events, messages, grids, headers, lengths."""
