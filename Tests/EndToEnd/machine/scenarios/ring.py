# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""An alarm is set, rings and is dismissed: when, and what is heard."""

import array

from clock import Clock, expect, within
from recording import frames, onset, stretches
from stage import FILES


def tones(machine, wanted, name="card"):
    """Says what a card recorded, which must be these pitches in this order; between them it records nothing."""
    with open(f"{machine.folder}/{name}.wav", "rb") as file:
        rate, samples = frames(file.read())
    heard = [part for part in stretches(samples, rate) if part.pitch]
    near = [abs(part.pitch - hertz) < hertz / 100 for part, hertz in zip(heard, wanted)]
    expect(len(heard) == len(wanted) and all(near), f"the card heard {heard}, not {wanted} Hz")
    return "card " + ", ".join(f"{part.pitch:.1f} Hz for {part.end - part.start:.1f} s" for part in heard)


def play(stage):
    """alarmctl play is heard on the card"""
    machine = stage.restored()
    reply = Clock(machine).alarmctl(f"play {FILES}/880.wav --seconds 2")[0]
    expect(", verified" in reply["output"], f"it says {reply}")
    stage.leave()
    return [tones(machine, [880]), f"{reply['frames']} frames"]


def ring(stage):
    """set, ring and dismiss, twice, in time and in order"""
    machine = stage.restored()
    clock = Clock(machine)
    figures = []
    for name, sound in (("first", "440.wav"), ("second", "880.wav")):
        due = clock.set(name, 5, sound=sound)
        heard, line = clock.heard(name)
        expect(", verified" in line, f"it is not verified: {line}")
        figures.append(within(f"{name}: due", (clock.once("due", name)[0] - due) * 1000, 0, 50))
        # It is heard from then on; the daemon believes it after a second.
        figures.append(within("believed", (heard - due) * 1000, 525, 525))
        machine.say(f"sleep 1; alarmctl dismiss {name}")
        clock.once("dismissed", name)
    stage.leave()
    return figures + [tones(machine, [440, 880])]


def listen(clock):
    """Has the service play into the loopback card, and records that with its time."""
    clock.machine.say("modprobe snd-aloop pcm_substreams=1 && udevadm settle && "
                      f"(setsid {FILES}/listen /run/heard >/run/listen.log 2>&1 &)")
    clock.configure("[output]\ndevices = plughw:CARD=Loopback,DEV=0")


def recorded(clock):
    """Ends the recording: when it began, its rate, and what was heard."""
    clock.machine.say("pkill arecord; sleep 0.5")
    samples = array.array("h")
    samples.frombytes(clock.machine.fetch("/run/heard"))
    return float(clock.machine.fetch("/run/heard.start")), 44100, samples[::2]


def loopback(stage):
    """the time at which it is heard"""
    machine = stage.restored()
    clock = Clock(machine)
    listen(clock)
    due = clock.set("ring", 6)
    clock.heard("ring")
    asked = float(machine.say("sleep 1; date +%s.%N; alarmctl dismiss ring >/dev/null; sleep 1"))
    start, rate, samples = recorded(clock)
    first = onset(samples, rate)
    expect(first is not None, "nothing is in the recording")
    heard = [part for part in stretches(samples, rate) if part.pitch]
    expect([round(part.pitch) for part in heard] == [440], f"the loopback heard {heard}")
    figures = [within("heard after due", (start + first - due) * 1000, 0, 100)]
    silent = (start + heard[-1].end - asked) * 1000
    expect(silent < 450, f"silent only {silent:.0f} ms after it was dismissed")
    return figures + [f"silent {silent:.0f} ms after dismiss", f"{heard[0].pitch:.1f} Hz"]


def busy(stage):
    """the machine has more to do than it can while it rings"""
    machine = stage.restored()
    clock = Clock(machine)
    listen(clock)
    # Each in a session and control group of its own, as services are.
    machine.say("for n in $(seq 8); do systemd-run -q --unit=busy$n sh -c 'while :; do :; done'; done; "
                "systemd-run -q --unit=busydisk sh -c 'while :; do dd if=/dev/zero of=/var/tmp/busy bs=1M count=64 "
                "conv=fsync; done' 2>/dev/null")
    due = clock.set("ring", 15)
    clock.heard("ring", 40)
    machine.say("sleep 10", 300)
    idle = machine.say("awk '/^cpu / { print $5 }' /proc/stat; sleep 1; awk '/^cpu / { print $5 }' /proc/stat").split()
    load = machine.say("cut -d' ' -f1 /proc/loadavg")
    expect(int(idle[1]) - int(idle[0]) < 5, f"the machine is not busy: it idled from {idle[0]} to {idle[1]}")
    machine.say("systemctl stop 'busy*'; alarmctl dismiss ring >/dev/null; sleep 1", 300)
    start, rate, samples = recorded(clock)
    first = onset(samples, rate)
    expect(first is not None, "nothing is in the recording")
    heard = [part for part in stretches(samples, rate, 0.02) if part.pitch]
    gaps = [later.start - earlier.end for earlier, later in zip(heard, heard[1:])]
    figures = [within("heard after due", (start + first - due) * 1000, 0, 100),
               within("due", (clock.once("due", "ring")[0] - due) * 1000, 0, 50),
               f"{len(gaps)} gaps", f"load {load}"]
    expect(not gaps, f"it was silent {len(gaps)} times, for {sum(gaps) * 1000:.0f} ms: {heard}")
    return figures + [f"440 Hz for {heard[-1].end - heard[0].start:.0f} s"]


SCENARIOS = [play, ring, loopback, busy]
