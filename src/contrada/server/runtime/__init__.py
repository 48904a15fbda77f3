"""What keeps a server running: limits, background tasks, connections, games being compiled."""
