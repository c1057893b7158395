"""The drawing in pieces: shapes, where they are, and what each part of the table shows."""
