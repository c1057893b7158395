"""High Tide by Dirk Henn: draft dice, move deckchairs, beware of the waves."""
