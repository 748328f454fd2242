"""Georgian: 24 hours, a comma, and no weekday before a date.

Django's own has the American order, twelve hours and a decimal point.
"""

DATE_FORMAT = "j F, Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F, Y, H:i"
YEAR_MONTH_FORMAT = "F, Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
FIRST_DAY_OF_WEEK = 1
DATE_INPUT_FORMATS = ["%d.%m.%Y", "%Y-%m-%d"]
DATETIME_INPUT_FORMATS = [
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
]
DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\xa0"
NUMBER_GROUPING = 3
