"""Pictures of the board for other places: previews, clips, pages that need no server."""
