"""What draw.py is made of."""
