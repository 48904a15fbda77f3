"""The addresses of the server and its socket."""
