"""What must always hold, and the ways of trying to break it; and what all rooms share."""
