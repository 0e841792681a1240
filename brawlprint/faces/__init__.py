"""Draws what a definition says."""
