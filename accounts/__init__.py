"""Players' accounts: who someone is, how he comes in, and how he is reached."""
