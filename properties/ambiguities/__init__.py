"""Where readings part: whether it matters, how early, beside which others, and what it breaks."""
