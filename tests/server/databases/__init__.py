"""Databases as earlier versions wrote them."""
