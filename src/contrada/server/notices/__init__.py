"""Notices that it is your turn: to browsers, to addresses of your own, and by mail."""
