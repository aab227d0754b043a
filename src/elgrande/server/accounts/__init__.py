"""Who is asking: players, their names, sessions and passwords, and what admins decided."""
