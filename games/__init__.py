"""The games: rules, board, live tables."""
