"""Teaching networks to value positions: self-play, training in PyTorch, files for the package."""
