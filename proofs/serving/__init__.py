"""The local page of `derive serve`: a server of the standard library, what it asks of worker processes, and the page itself."""
