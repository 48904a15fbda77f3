"""Steps that bring a database to the present schema, run when a server starts."""
