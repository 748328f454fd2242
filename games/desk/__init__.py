"""The desk: reports, what moderators do about them, the operator's switches."""
