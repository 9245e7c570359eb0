# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Random schedules and the instants at which they are due, by Python's zoneinfo.

usage: oracle.py SEED COUNT

A line a case: zone;now;seconds of the day;days (bits, Monday first) or date;the next five instants. Python resolves
a civil time by its `fold` (PEP 495): the first pass of an overlap, and in a gap the offset before it, which are the
policies `first` and `after`.
"""
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

EPOCH = datetime(1970, 1, 1)


def instant(day, second, zone):
    civil = datetime(day.year, day.month, day.day) + timedelta(seconds=second)
    offset = civil.replace(tzinfo=zone).utcoffset()
    return int((civil - EPOCH).total_seconds() - offset.total_seconds())


def due(now, second, days, day, zone):
    start = datetime.fromtimestamp(now, timezone.utc).date() - timedelta(days=3)
    dates = [day] if day else (
        d for d in (start + timedelta(days=i) for i in range(60)) if days >> d.weekday() & 1)
    found = sorted({i for i in (instant(d, second, zone) for d in dates) if i > now})
    return found[:5]


def main():
    rng = random.Random(int(sys.argv[1]))
    names = sorted(n for n in available_timezones() if n not in ("localtime", "Factory"))
    changes = {}
    for _ in range(int(sys.argv[2])):
        name = rng.choice(names)
        zone = ZoneInfo(name)
        # Half of the cases begin within two days of a change of the clocks, where the questions are.
        if name not in changes:
            found, last = [], None
            for hour in range(0, 24 * 366 * 3, 24):
                at = 1700000000 + hour * 3600
                offset = datetime.fromtimestamp(at, zone).utcoffset()
                if last is not None and offset != last:
                    found.append(at)
                last = offset
            changes[name] = found
        if changes[name] and rng.random() < 0.5:
            now = rng.choice(changes[name]) + rng.randrange(-172800, 172800)
        else:
            now = rng.randrange(0, 4102444800)
        second = rng.choice((rng.randrange(86400), rng.randrange(0, 14400, 900)))
        days = rng.choice((127, rng.randrange(1, 128)))
        day = None
        if rng.random() < 0.2:
            day = datetime.fromtimestamp(now, timezone.utc).date() + timedelta(days=rng.randrange(4))
        rule = day.isoformat() if day else str(days)
        print(name, now, second, rule, ",".join(map(str, due(now, second, days, day, zone))), sep=";")


main()
