"""Tables: their log of entries, what follows from it, and what people and bots may do."""
