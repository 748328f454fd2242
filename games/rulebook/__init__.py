"""The rule book: pages of rules and strategy, diagrams, the rules explorer."""
