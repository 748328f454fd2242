"""The pictures that a link to the site is shown with elsewhere."""
