"""The terms of the coin: what an entry may cost, in coins, and when a day begins."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

ENTRY_COINS = (0, 50, 100, 250, 500, 1000, 2500)
CHEAPEST_ENTRY_COINS = min(coins for coins in ENTRY_COINS if coins)

# Where a calendar day is meant, it is Tbilisi's.
DAY_ZONE = ZoneInfo("Asia/Tbilisi")


def day_of(now: datetime) -> date:
    """Return the calendar day in Tbilisi at an aware moment."""
    return now.astimezone(DAY_ZONE).date()


def day_begin(day: date) -> datetime:
    """Return the moment at which a calendar day begins in Tbilisi."""
    return datetime.combine(day, time(), DAY_ZONE)


def next_day_begin(now: datetime) -> datetime:
    """Return the moment at which the next day begins in Tbilisi."""
    return day_begin(day_of(now) + timedelta(days=1))
