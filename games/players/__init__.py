"""The player beyond the table: his page, his data, the end of his account."""
