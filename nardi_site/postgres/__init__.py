"""Django's PostgreSQL, quick to say that it is away."""
