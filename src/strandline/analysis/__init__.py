"""What a finished match shows: chances, costs and luck, counted by playouts; the contract, never a game by name."""
