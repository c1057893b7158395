"""High Tide by Marceline Leiman: stack hexes, cover the rival."""
