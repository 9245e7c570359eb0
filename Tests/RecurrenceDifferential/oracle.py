#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Says which days random recurrence rules name, by python-dateutil.

Usage: oracle.py --seed N --count N

One line a case, fields apart by a space:

    RULE START FROM HORIZON DAY,DAY,...

RULE      the rule, as RFC 5545 writes it
START     the day that it starts on; each day is a number of days since 1970-01-01
FROM      only this day and later ones are told
HORIZON   only this day and earlier ones are told
DAY       the first 50 days; at least one, and fewer where the rule ends or the horizon comes

Three things dateutil does in a way of its own, and is asked otherwise:
- days of the week with and without a number beside each other (BYDAY=MO,2TU) it lets exclude each other; RFC 5545
  lists them. Those without are handed over as all their numbers.
- BYSETPOS with FREQ=WEEKLY counts from the start in the first week, from WKST in all others (with MONTHLY and YEARLY
  it counts from the first day of the first period too). It is asked from the first day of that week on.
- A start before FROM: all from the start are asked for.
"""

import argparse
import datetime
import random
import sys
import types

from dateutil import rrule

EPOCH = datetime.datetime(1970, 1, 1)
DAY = datetime.timedelta(days=1)
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
COUNT = 50
# How many years a rule is followed: dateutil goes day by day, week by week and so on.
YEARS = {"DAILY": 40, "WEEKLY": 100, "MONTHLY": 200, "YEARLY": 400}

# What dateutil takes for the module datetime, so that its calendar can end early: it looks at UNTIL only where it
# has found a day, and where none comes it would go on to the year 9999.
CALENDAR = types.SimpleNamespace(**vars(datetime))
rrule.datetime = CALENDAR


def some(draw, values, limit):
    """Up to `limit` of the values, in any order."""
    return draw.sample(values, draw.randrange(1, min(limit, len(values)) + 1))


def signed(draw, limit, sample):
    values = [value for value in range(-limit, limit + 1) if value]
    return some(draw, values, sample)


def random_weekdays(draw, frequency, has_months):
    plain = some(draw, WEEKDAYS, draw.choice((2, 5, 7)))
    if frequency in ("DAILY", "WEEKLY") or draw.randrange(2):
        return plain
    limit = 53 if frequency == "YEARLY" and not has_months else 5
    near = draw.choice((limit, min(limit, 5), 2))
    days = [f"{draw.choice(('', '+')) if n > 0 else ''}{n}{draw.choice(WEEKDAYS)}"
            for n in signed(draw, near, 3)]
    return days + plain[:1] if draw.randrange(6) == 0 else days


def random_rule(draw, start):
    """The parts of a random rule, by name."""
    frequency = draw.choice(("DAILY", "WEEKLY", "MONTHLY", "YEARLY"))
    parts = {"FREQ": [frequency]}
    if draw.randrange(5) < 2:
        parts["BYMONTH"] = [str(month) for month in some(draw, range(1, 13), 4)]
    if frequency != "WEEKLY" and draw.randrange(5) < 2:
        parts["BYMONTHDAY"] = [str(day) for day in signed(draw, draw.choice((31, 31, 3)), draw.choice((1, 3, 20)))]
    if draw.randrange(2):
        parts["BYDAY"] = random_weekdays(draw, frequency, "BYMONTH" in parts)
    if len(parts) > 1 and draw.randrange(3) == 0:
        limit = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}[frequency]
        parts["BYSETPOS"] = [str(n) for n in signed(draw, min(limit, draw.choice((1, 2, 4, 366))), 3)]
    if draw.randrange(2):
        parts["INTERVAL"] = [str(draw.choice((1, 2, 3, 4, 5, 7, 12, draw.randrange(1, 60), draw.randrange(1, 400))))]
    if draw.randrange(2):
        parts["WKST"] = [draw.choice(WEEKDAYS)]
    end = draw.randrange(6)
    if end == 0:
        parts["COUNT"] = [str(draw.choice((1, 2, 10, 49, 50, 51, draw.randrange(1, 1000))))]
    elif end == 1:
        until = start + draw.randrange(-1, draw.choice((40, 4000, 40000))) * DAY
        parts["UNTIL"] = [until.strftime("%Y%m%d")]
    return parts


def text(parts):
    return ";".join(f"{name}={','.join(values)}" for name, values in parts.items())


def days_of(parts, start, first, horizon):
    """The days of a rule, by dateutil."""
    parts = dict(parts)
    frequency = parts["FREQ"][0]
    weekdays = parts.get("BYDAY", [])
    plain = [day for day in weekdays if len(day) == 2]
    if plain and len(plain) < len(weekdays):
        last = 53 if frequency == "YEARLY" and "BYMONTH" not in parts else 5
        parts["BYDAY"] = [day for day in weekdays if len(day) > 2] + [
            f"{n}{day}" for day in plain for n in range(1, last + 1)]
    begin, count = start, None
    if frequency == "WEEKLY" and "BYSETPOS" in parts:
        if "BYDAY" not in parts:
            parts["BYDAY"] = [WEEKDAYS[start.weekday()]]
        week_start = WEEKDAYS.index(parts.get("WKST", ["MO"])[0])
        begin = start - (start.weekday() - week_start) % 7 * DAY
        count = int(parts.pop("COUNT", ["0"])[0]) or None
    CALENDAR.MAXYEAR = horizon.year
    result = []
    days = (day for day in rrule.rrulestr(text(parts), dtstart=begin) if start <= day <= horizon)
    for number, day in enumerate(days, 1):
        if day >= first:
            result.append((day - EPOCH).days)
        if len(result) == COUNT or number == count:
            break
    return result


def case(draw):
    """A random case that has days."""
    while True:
        start = datetime.datetime(draw.randrange(1950, 2100), draw.randrange(1, 13), 1)
        start += draw.choice((draw.randrange(31), draw.randrange(28, 31), -1)) * DAY
        first = start + draw.choice((0, draw.randrange(1, 400), draw.randrange(1, 10000))) * DAY
        parts = random_rule(draw, start)
        horizon = datetime.datetime(first.year + YEARS[parts["FREQ"][0]], 12, 31)
        days = days_of(parts, start, first, horizon)
        if days:
            break
    start, first, horizon = ((day - EPOCH).days for day in (start, first, horizon))
    return f"{text(parts)} {start} {first} {horizon} {','.join(map(str, days))}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    for _ in range(options.count):
        sys.stdout.write(case(draw))


if __name__ == "__main__":
    main()
