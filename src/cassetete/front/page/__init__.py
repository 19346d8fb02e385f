"""The page: all games in a browser, played by the same Python; and the server that can bring it there."""
