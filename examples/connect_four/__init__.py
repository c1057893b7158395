"""Connect four: drop discs into seven columns, four in a line win."""
