"""What every game and every room agrees on: the contract, errors, messages, grids, headers, replay."""
