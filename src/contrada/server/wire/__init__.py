"""What is sent over the wire and stored in logs."""
