"""How dates and numbers are written, where Django's own way is not the reader's.

Russian and Turkish are right as Django has them.
"""
