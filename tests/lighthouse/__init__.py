"""How fast, open and well-behaved the site is on a phone, as Lighthouse sees it."""
