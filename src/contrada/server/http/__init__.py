"""The HTTP routes of the server, and its socket."""
