"""Geometry: cells, neighbours, shapes. No rules."""
