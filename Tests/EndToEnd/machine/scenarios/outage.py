# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""The machine goes down while one alarm waits, one rings and one is snoozed, and comes up again."""

from clock import Clock, expect, within
from scenarios.ring import tones


def reboot(stage):
    """an orderly reboot while one waits, one rings and one is snoozed"""
    return outage(stage, lambda machine: machine.reboot())


def power(stage):
    """the power cut while one waits, one rings and one is snoozed"""
    return outage(stage, lambda machine: machine.cut_power())


def outage(stage, end):
    clock = Clock(stage.restored(keep=True))
    clock.set("snoozed", 4, sound="880.wav")
    clock.heard("snoozed")
    until = clock.now() + 60
    clock.alarmctl("snooze snoozed 60s")
    clock.set("ringing", 4, sound="440.wav")
    clock.heard("ringing")
    waiting = clock.set("waiting", 100, sound="660.wav")
    down = clock.now()
    end(stage.machine)

    # Half a minute without power, and a boot, by the machine's own clock.
    machine = stage.booted(down + 30)
    clock = Clock(machine)
    ready = clock.ready()
    back, _ = clock.heard("ringing")
    figures = [f"up after {ready - down:.0f} s", f"rings on {back - ready:.1f} s after the start"]
    # The card may come later than the service, and is looked for at most every 5 s.
    expect(back - ready < 6, f"it rings on only {back - ready:.1f} s after the start")
    machine.say("sleep 1; alarmctl dismiss ringing")
    again, _ = clock.heard("snoozed", 90)
    figures.append(within("the snooze's end to believed", (again - max(until, ready)) * 1000, 1000, 1500))
    machine.say("sleep 1; alarmctl dismiss snoozed")
    clock.heard("waiting", 90)
    figures.append(within("waiting: due", (clock.journal("due", "waiting")[0][0] - waiting) * 1000, 0, 50))
    machine.say("sleep 1; alarmctl dismiss waiting")
    for name in ("snoozed", "ringing", "waiting"):
        clock.once("ringing", name)
        clock.once("dismissed", name)
    expect([name for name in ("snoozed", "ringing") if clock.journal("due", name)] == [], "one was due a second time")
    expect(clock.status()["missed"] == [], "one is said to be missed")
    stage.leave()
    return figures + [tones(machine, [440, 880, 660])]


def epoch(stage):
    """a boot at 1970, and the time arrives later"""
    clock = Clock(stage.restored(keep=True))
    earlier = clock.set("earlier", 120)
    later = clock.set("later", 600, sound="880.wav")
    stage.machine.reboot()

    machine = stage.booted(10)
    clock = Clock(machine)
    clock.ready()
    expect(clock.now() < earlier - 86400, "the clock is not wrong")
    expect(not clock.status()["clockTrusted"], "it trusts a clock that stands in the past")
    machine.say("sleep 3")
    expect(clock.status()["ringing"] == [], "something rings by a clock that nobody set")
    machine.say(f"date -s @{later - 20}")
    set_at = clock.now()
    heard, line = clock.heard("earlier")
    figures = [f"what was due meanwhile is heard {heard - set_at:.1f} s after the clock was set"]
    expect(heard - set_at < 3, f"{figures[0]}: {line}")
    expect(clock.status()["clockTrusted"], "it does not trust a clock that was set")
    machine.say("sleep 1; alarmctl dismiss earlier")
    clock.heard("later", 30)
    figures.append(within("the next: due", (clock.once("due", "later")[0] - later) * 1000, 0, 50))
    machine.say("sleep 1; alarmctl dismiss later")
    stage.leave()
    return figures + [tones(machine, [440, 880])]


SCENARIOS = [reboot, power, epoch]
