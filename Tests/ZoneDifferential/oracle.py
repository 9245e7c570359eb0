#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Says when random schedules in random zones come due, by Python's zoneinfo and a way of its own.

Usage: oracle.py --seed N --count N [--folder FOLDER]

One line a case, fields apart by a space:

    ZONE TIME DAYS START GAP OVERLAP DUE,DUE,...

ZONE      a name below the folder, or = and a POSIX TZ rule
TIME      seconds since midnight
DAYS      w and the sum of 2**n (Monday is n = 0), d and a date in days since 1970-01-01, or n (the next time)
START     microseconds since 1970-01-01T00:00:00Z: only later times count
GAP       after, before, transition, skip
OVERLAP   first, second, both
DUE       seconds since 1970-01-01T00:00:00Z @ date in days since 1970-01-01, with + for the second pass of an
          overlap or ! where the clock never reads the time; at most five, and - where there is none

Nothing here walks spans of constant offset, as the implementation does: a civil time is tried with both folds
(PEP 495) and counts where it comes back from UTC unchanged. All dates in a window are listed, and then sorted.
"""

import argparse
import datetime
import io
import os
import random
import re
import struct
import sys
import zoneinfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)
EPOCH_DAY = EPOCH.toordinal()
SECOND = datetime.timedelta(seconds=1)
DUE_COUNT = 5
GAPS = ("after", "before", "transition", "skip")
OVERLAPS = ("first", "second", "both")


def offset_at(zone, instant):
    """The offset in seconds at an instant in seconds."""
    moment = (EPOCH + datetime.timedelta(seconds=instant)).replace(tzinfo=UTC)
    return moment.astimezone(zone).utcoffset() // SECOND


def first_change(zone, low, high):
    """The first second in (low, high] whose offset is not that at low, if there is one change between."""
    before = offset_at(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        if offset_at(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high


def times_of(zone, day, seconds, gap, overlap):
    """The (instant, is not read, is second pass) of a civil time: none, one or two."""
    wall = (day - EPOCH_DAY) * 86400 + seconds
    civil = EPOCH + datetime.timedelta(seconds=wall)
    instants = []
    for fold in (0, 1):
        offset = civil.replace(tzinfo=zone, fold=fold).utcoffset() // SECOND
        instants.append(wall - offset)
    real = [instant for instant in instants if instant + offset_at(zone, instant) == wall]
    if not real:
        after, before = instants
        if gap == "after":
            return [(after, True, False)]
        if gap == "before":
            return [(before, True, False)]
        if gap == "transition":
            return [(first_change(zone, before, after), True, False)]
        return []
    first, second = min(real), max(real)
    if first == second:
        return [(first, False, False)]
    passes = [(first, False, False), (second, False, True)]
    return {"first": passes[:1], "second": passes[1:], "both": passes}[overlap]


def due(zone, seconds, days, start, gap, overlap):
    """The first times after start, each instant once, by the civil time that exists where there is one."""
    today = EPOCH_DAY + (start // 1_000_000 + offset_at(zone, start // 1_000_000)) // 86400
    # Enough for five times of one day a week, with two of them skipped, and what a change of a day may move.
    window = range(max(today - 4, 1), min(today + 60, datetime.date.max.toordinal()) + 1)
    if days[0] == "d":
        window = [EPOCH_DAY + int(days[1:])]
    elif days[0] == "w":
        mask = int(days[1:])
        window = [day for day in window if mask >> (day + 6) % 7 & 1]
    # What is set without a date is for the next time the clock reads so, in whichever pass that is.
    if days == "n" and overlap == "first":
        overlap = "both"
    found = []
    for day in window:
        for instant, unreal, second in times_of(zone, day, seconds, gap, overlap):
            if instant * 1_000_000 > start:
                found.append((instant, unreal, day - EPOCH_DAY, second))
        if len(found) > DUE_COUNT + 6:
            break
    found.sort()
    result = []
    for entry in found:
        if not result or result[-1][0] != entry[0]:
            result.append(entry)
    return result[: 1 if days == "n" else DUE_COUNT]


class Rules:
    """Zones of no place, from random POSIX TZ rules."""

    @staticmethod
    def offset(draw, low, high):
        return draw.randrange(low, high + 1, draw.choice((3600, 900, 60, 1)))

    @staticmethod
    def text(seconds):
        # A plus says nothing, and may be there.
        sign = "-" if seconds < 0 else "+" if seconds % 7 == 3 else ""
        hours, rest = divmod(abs(seconds), 3600)
        text = f"{sign}{hours}"
        if rest:
            text += f":{rest // 60:02}"
        if rest % 60:
            text += f":{rest % 60:02}"
        return text

    @classmethod
    def change(cls, draw, month):
        kind = draw.randrange(4)
        if kind == 0:
            day = 30 * month + draw.randrange(20) - 20
            # J59 is 28 February in every year (POSIX; glibc); zoneinfo takes it for the 29th in leap years.
            day = f"J{60 if day == 59 else day}"
        elif kind == 1:
            day = f"{30 * month + draw.randrange(20) - 20}"
        else:
            day = f"M{month}.{draw.randrange(1, 6)}.{draw.randrange(7)}"
        if draw.randrange(3) == 0:
            return day
        limit = draw.choice((3, 26, 167)) * 3600
        return f"{day}/{cls.text(cls.offset(draw, -limit, limit))}"

    @classmethod
    def random(cls, draw):
        standard = cls.offset(draw, -14 * 3600, 14 * 3600)
        rule = draw.choice(("ABC", "<-03>", "<+0530>", "Std")) + cls.text(-standard)
        if draw.randrange(10) == 0:
            return rule
        step = draw.choice((3600, 3600, 1800, 7200, -3600, 1200, -1800, 10800))
        rule += draw.choice(("ABD", "<+04>", "Sum"))
        if step != 3600 or draw.randrange(2):
            rule += cls.text(-(standard + step))
        months = draw.choice(((3, 10), (4, 9), (10, 3), (9, 4), (3, 11), (5, 8), (2, 6)))
        return rule + "".join("," + cls.change(draw, month) for month in months)


def zone_of_rule(rule):
    """The zone of a POSIX rule: a TZif file with no transition, and the rule as its footer."""
    header = b"TZif3" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    block = struct.pack(">lBB", 0, 0, 0) + b"XXX\0"
    if COUNTS_DAYS_FROM_1:
        rule = re.sub(r",(\d+)", lambda match: f",{int(match[1]) + 1}", rule)
    return zoneinfo.ZoneInfo.from_file(io.BytesIO((header + block) * 2 + b"\n" + rule.encode() + b"\n"))


# The day of a rule without J or M is counted from 0 (POSIX; glibc does so). The zoneinfo of Python 3.9 through
# 3.13 counts it from 1; whether this one does is found out by a change on day 59, which is 1 March in 2023.
COUNTS_DAYS_FROM_1 = False
COUNTS_DAYS_FROM_1 = offset_at(zone_of_rule("ABC0ABD,59/0,300/0"), 1677628800 - 1) == 3600


def names(folder):
    """The names of all zones in a folder, but for the copies with and without leap seconds."""
    found = []
    for path, folders, files in os.walk(folder):
        if path == folder:
            folders[:] = [name for name in folders if name not in ("right", "posix")]
        folders.sort()
        for name in sorted(files):
            name = os.path.relpath(os.path.join(path, name), folder)
            with open(os.path.join(folder, name), "rb") as file:
                if file.read(4) == b"TZif":
                    found.append(name)
    return found


def change_near(draw, zone, instant):
    """The next change of a zone's offset within two years after an instant, or the instant itself."""
    before = offset_at(zone, instant)
    step = 20 * 86400
    for _ in range(37):
        if offset_at(zone, instant + step) != before:
            return first_change(zone, instant, instant + step)
        instant += step
    return instant


# Eras to draw from, as years: all that a clock meets, what is near, what only a rule knows, and all of time.
ERAS = ((1900, 2037), (1900, 2037), (1970, 2050), (2000, 2030), (2020, 2030), (2038, 2500), (2, 9980))


def case(draw, zones):
    """A random case, most often near a change of the clocks."""
    if draw.randrange(8) == 0:
        rule = Rules.random(draw)
        name, zone = "=" + rule, zone_of_rule(rule)
    else:
        name = draw.choice(zones)
        zone = zoneinfo.ZoneInfo(name)
    low, high = draw.choice(ERAS)
    begin = (datetime.date(low, 1, 1).toordinal() - EPOCH_DAY) * 86400
    end = (datetime.date(high, 1, 1).toordinal() - EPOCH_DAY) * 86400
    start = draw.randrange(begin, end)
    seconds = draw.randrange(86400)
    if draw.randrange(4):
        change = change_near(draw, zone, start)
        wall = change + offset_at(zone, change + draw.choice((-1, 0)))
        if draw.randrange(3):
            near = draw.choice((0, 1, -1, 1800, -1800, draw.randrange(-7300, 7300)))
            seconds = (wall + near) % 86400
        start = change + draw.choice((0, -1, draw.randrange(-7300, 7300), draw.randrange(-400000, 200000)))
    if draw.randrange(2):
        seconds -= seconds % 60
    kind = draw.randrange(10)
    if kind < 4:
        days = "w127"
    elif kind < 7:
        days = f"w{draw.randrange(1, 128)}"
    elif kind < 9:
        days = f"d{start // 86400 + draw.randrange(-2, draw.choice((4, 4000)))}"
    else:
        days = "n"
    start = start * 1_000_000 + (draw.randrange(1_000_000) if draw.randrange(2) else 0)
    gap, overlap = draw.choice(GAPS), draw.choice(OVERLAPS)
    times = due(zone, seconds, days, start, gap, overlap)
    text = ",".join(
        f"{at}@{day}{'+' if second else ''}{'!' if unreal else ''}" for at, unreal, day, second in times)
    return f"{name} {seconds} {days} {start} {gap} {overlap} {text or '-'}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--folder", default="/usr/share/zoneinfo")
    options = parser.parse_args()
    zoneinfo.reset_tzpath(to=[options.folder])
    draw = random.Random(options.seed)
    zones = names(options.folder)
    for _ in range(options.count):
        sys.stdout.write(case(draw, zones))


if __name__ == "__main__":
    main()
