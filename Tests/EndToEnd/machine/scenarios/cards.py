# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Sound cards that go, come back and are muted."""

import shutil

from clock import Clock, expect, within
from scenarios.ring import tones

USB = "/proc/asound/Audio"


def usb(stage):
    """a USB card is pulled while it rings, another takes over, and it is put back"""
    machine = stage.restored()
    clock = Clock(machine)
    plug(machine, "dac1")
    clock.configure("[output]\ndevices = plughw:CARD=Audio,DEV=0 plughw:CARD=Intel,DEV=0")
    due = clock.set("ring", 5)
    clock.heard("ring")
    figures = [within("due", (clock.once("due", "ring")[0] - due) * 1000, 0, 50)]
    machine.say("sleep 2")
    pulled = clock.now()
    machine.ask("device_del", id="dac1")
    other, line = clock.heard_on("ring", "CARD=Intel", pulled)
    figures.append(f"the other card is believed {other - pulled:.1f} s after it was pulled")
    expect(other - pulled < 3, f"{figures[-1]}: {line}")
    # Its recording begins anew with the next card.
    shutil.copy(f"{machine.folder}/usb.wav", f"{machine.folder}/pulled.wav")
    machine.say("sleep 2")
    put = clock.now()
    plug(machine, "dac2")
    back, line = clock.heard_on("ring", "CARD=Audio", put)
    figures.append(f"the first again {back - put:.1f} s after it was put back")
    expect(back - put < 10, f"{figures[-1]}: {line}")
    machine.say("sleep 2; alarmctl dismiss ring")
    clock.once("due", "ring")
    clock.once("dismissed", "ring")
    stage.leave()
    return figures + [tones(machine, [440], "pulled"), tones(machine, [440], "card"), tones(machine, [440], "usb")]


def plug(machine, name):
    machine.ask("device_add", driver="usb-audio", id=name, bus="xhci.0", audiodev="usb")
    machine.say(f"for _ in $(seq 100); do [ -e {USB} ] && exit; sleep 0.1; done; cat /proc/asound/cards; exit 1")


def muted(stage):
    """a muted mixer is opened for the ring, and put back after it"""
    machine = stage.restored()
    clock = Clock(machine)
    machine.say("amixer -q -c Intel sset Master 5% mute")
    before = mixer(machine)
    check = clock.doctor()["mixer"]
    expect(check["outcome"] != "pass", f"the doctor finds nothing wrong: {check}")
    clock.configure("[mixer]\nelement = Master\nfloor = 60")
    clock.set("ring", 5)
    clock.heard("ring")
    during = mixer(machine)
    expect(during[1] == "on" and during[0] >= 60, f"while it rings the mixer is at {during}")
    machine.say("sleep 1; alarmctl dismiss ring; sleep 1")
    after = mixer(machine)
    expect(after == before, f"afterwards the mixer is at {after}, before it was at {before}")
    stage.leave()
    return [f"before {before}, while it rings {during}, after {after}", tones(machine, [440])]


def mixer(machine):
    """How loud the card is, in percent, and whether it is on."""
    line = machine.say("amixer -c Intel sget Master | tail -n 1")
    words = [part.split("]")[0] for part in line.split("[")[1:]]
    return int(words[0].rstrip("%")), words[-1]


SCENARIOS = [usb, muted]
