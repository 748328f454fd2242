"""The one door for entropy: dice and lots from the operating system."""

import secrets

from games.rules.facts import Roll
from games.rules.match import Draw

FACES = 6


def draw(wanted: Draw | None) -> tuple[Roll, ...]:
    """Return the rolls that `wanted` names, the ties of an opening included."""
    match wanted:
        case None:
            return ()
        case Draw.ROLL:
            return (_roll(),)
        case Draw.FIRST:
            # By rejection: each of the thirty unequal rolls is as likely.
            while (roll := _roll())[0] == roll[1]:
                pass
            return (roll,)
        case Draw.OPENING:
            rolls = [_roll()]
            while rolls[-1][0] == rolls[-1][1]:
                rolls.append(_roll())
            return tuple(rolls)


def lot() -> int:
    """Return 0 or 1, each as likely."""
    return secrets.randbelow(2)


def _roll() -> Roll:
    return secrets.randbelow(FACES) + 1, secrets.randbelow(FACES) + 1
