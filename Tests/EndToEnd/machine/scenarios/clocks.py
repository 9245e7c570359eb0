# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""The clock is set, and the machine is carried into another zone."""

from clock import Clock, expect, within
from scenarios.ring import tones
from stage import FILES


def minutes(stage):
    """the clock is set ten minutes on, and back"""
    machine = stage.restored()
    clock = Clock(machine)
    due = clock.set("jumped", 300)
    far = clock.set("far", 900)
    machine.say("date -s '+10 minutes'")
    start = clock.now()
    heard, _ = clock.heard("jumped")
    figures = [f"what it jumped over is heard {heard - start:.1f} s later"]
    expect(heard - start < 3, figures[0])
    machine.say("sleep 1; alarmctl dismiss jumped")
    expect(clock.state("far") == "scheduled", "what is still to come rings too")
    machine.say("date -s '-10 minutes'")
    expect(clock.now() < due, "the clock is not back")
    near = clock.set("near", 5, sound="880.wav")
    clock.heard("near")
    figures.append(within("after it was set back: due", (clock.once("due", "near")[0] - near) * 1000, 0, 50))
    machine.say("sleep 1; alarmctl dismiss near")
    expect(clock.state("jumped") == "off", "what rang is to ring a second time")
    expect(clock.due("far") == far, "what is still to come has moved")
    # Over the time once more that it rang for.
    machine.say(f"date -s @{due - 2}; sleep 5")
    clock.once("due", "jumped")
    expect(clock.status()["missed"] == [], "something is said to be missed")
    stage.leave()
    return figures + [tones(machine, [440, 880])]


def day(stage):
    """the clock is set a day on, and back"""
    machine = stage.restored()
    clock = Clock(machine)
    # Further ahead than the quarter of an hour within which nothing rings twice.
    due = clock.set("dated", 1500)
    machine.say(f"alarmctl set daily $(date -d '+25 seconds' +%T) --id each --fade 0 --sound {FILES}/880.wav")
    today = clock.due("each")
    machine.say("date -s '+1 day'")
    clock.heard("each", 40)
    # Those of today and of tomorrow that it jumped over are told as one.
    rang = clock.journal("due", "each")[-1][0]
    figures = [within("tomorrow's: due", (rang - today - 86400) * 1000, 0, 50)]
    machine.say("sleep 1; alarmctl dismiss each")
    missed = [occurrence["alarm"] for occurrence in clock.status()["missed"]]
    expect("dated" in missed, f"what is a day late is not said to be missed, but {missed}")
    expect(clock.state("dated") == "off", "what is a day late is still to ring")
    machine.say("date -s '-1 day'")
    expect(clock.state("dated") == "scheduled", f"after it was set back, what was missed is {clock.state('dated')}")
    expect(clock.due("dated") == due, "after it was set back, what was missed is at another time")
    near = clock.set("near", 5)
    clock.heard("near")
    figures.append(within("after it was set back: due", (clock.once("due", "near")[0] - near) * 1000, 0, 50))
    machine.say("sleep 1; alarmctl dismiss near")
    stage.leave()
    return figures + [f"missed: {', '.join(missed)}", tones(machine, [880, 440])]


def zone(stage):
    """the zone is changed"""
    machine = stage.restored()
    clock = Clock(machine)
    machine.say("alarmctl set daily $(TZ=America/New_York date -d '+12 seconds' +%T) --id follows --fade 0 "
                f"--sound {FILES}/440.wav; alarmctl set daily 07:30 --zone Europe/Berlin --id stays")
    before, stays = clock.due("follows"), clock.due("stays")
    expect(before - clock.now() > 3600, "it is due too soon to show anything")
    machine.say("timedatectl set-timezone America/New_York")
    after = clock.due("follows")
    clock.heard("follows", 30)
    rang = clock.once("due", "follows")[0]
    expect(after != before and rang < before - 3600, f"it is not at New York's time: {after}, before {before}")
    figures = [within("due", (rang - after) * 1000, 0, 50), f"{(before - after) / 3600:.0f} h earlier than before"]
    expect(clock.due("stays") == stays, "an alarm of another zone has moved")
    machine.say("sleep 1; alarmctl dismiss follows")
    stage.leave()
    return figures + [tones(machine, [440])]


SCENARIOS = [minutes, day, zone]
