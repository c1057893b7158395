"""The full-screen terminal of `strand play --full`: only this package knows Textual, only that option imports it."""
