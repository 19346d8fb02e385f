"""Collections of levels: browsing them, the player's own, drafts, recent files and where files go."""
