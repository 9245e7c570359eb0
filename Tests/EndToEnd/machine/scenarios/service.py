# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""What surrounds the service: its package, its sandbox, sleep, and who means it no good."""

import time

from clock import Clock, expect, within
from recording import stretches
from scenarios.ring import listen, recorded, tones
from stage import FILES


def upgrade(stage):
    """the package is upgraded while it rings"""
    machine = stage.restored()
    clock = Clock(machine)
    listen(clock)
    due = clock.set("ring", 6)
    clock.heard("ring")
    process = machine.say("systemctl show -P MainPID alarmd.service")
    machine.say(f"sleep 2; dpkg -i {FILES}/newer.deb")
    version = machine.say("dpkg-query -W -f '${Version}' wecker")
    expect(version.endswith("+newer"), f"the package is of version {version}")
    expect(machine.say("systemctl show -P MainPID alarmd.service") != process, "the old daemon still runs")
    clock.reaches("ring", "ringing", 5)
    machine.say("sleep 3; alarmctl dismiss ring; sleep 1")
    start, rate, samples = recorded(clock)
    parts = stretches(samples, rate, 0.05)
    heard = [part for part in parts if part.pitch]
    expect(heard and all(round(part.pitch) == 440 for part in heard), f"the loopback heard {heard}")
    gaps = [later.start - earlier.end for earlier, later in zip(heard, heard[1:])]
    expect(max(gaps, default=0) < 2, f"it was silent for {max(gaps, default=0):.2f} s")
    clock.once("due", "ring")
    sounded = sum(part.end - part.start for part in heard)
    return [within("heard after due", (start + heard[0].start - due) * 1000, 0, 100),
            f"silent for {max(gaps, default=0):.2f} s", f"440 Hz for {sounded:.0f} s"]


def sandbox(stage):
    """while it rings, daemon and player are where the unit puts them"""
    machine = stage.restored()
    clock = Clock(machine)
    clock.set("ring", 4)
    clock.heard("ring")
    # Of those in its control group two are programs of Wecker's; the third holds logind's lock.
    found = machine.say("for p in $(cat /sys/fs/cgroup/system.slice/alarmd.service/cgroup.procs); do "
                        "echo $p $(basename $(readlink /proc/$p/exe)); done")
    processes = {name: process for process, name in (line.split() for line in found.splitlines())}
    expect({"alarmd", "alarm-player"} <= set(processes), f"in its control group are {processes}")
    for name in ("alarmd", "alarm-player"):
        process = processes[name]
        seen = {
            "its user and group": machine.say(f"ps -o user=,group= -p {process} | xargs"),
            "its rights": machine.say(f"awk '/^CapEff/ {{ print $2 }}' /proc/{process}/status"),
            "NoNewPrivs, Seccomp": machine.say(
                f"awk '/^NoNewPrivs|^Seccomp:/ {{ print $2 }}' /proc/{process}/status | xargs"),
            "its network": machine.say(f"nsenter -t {process} -n ls /proc/self/net/dev_snmp6 | xargs"),
            "/usr": machine.say(f"nsenter -t {process} -m findmnt -T /usr -n -o OPTIONS | cut -d, -f1"),
            "its control group": machine.say(f"cut -d: -f3 /proc/{process}/cgroup")}
        wanted = {
            "its user and group": "alarmd alarm",
            # The right to wake the machine, and no other.
            "its rights": "0000000800000000", "NoNewPrivs, Seccomp": "1 2", "its network": "lo", "/usr": "ro",
            "its control group": "/system.slice/alarmd.service"}
        for what in wanted:
            expect(seen[what] == wanted[what], f"{name}: {what}: {seen[what]}, not {wanted[what]}")
    exposure = machine.say("systemd-analyze security --no-pager alarmd.service | tail -n 1").split(":")[1].split()[0]
    expect(float(exposure) <= 1.5, f"systemd-analyze security says {exposure}")
    limits = machine.say("systemctl show -P MemoryMax -P TasksMax alarmd.service").split()
    memory = int(machine.say("systemctl show -P MemoryCurrent alarmd.service"))
    machine.say("alarmctl dismiss ring")
    expect(machine.say("systemctl --failed --no-legend") == "", "a unit has failed")
    stage.leave()
    return [f"exposure {exposure}", f"{memory / 1e6:.0f} MB of {int(limits[0]) / 1e6:.0f} while it rings",
            tones(machine, [440])]


def suspend(stage):
    """the machine sleeps (S3), is woken by the alarm, and rings in time"""
    machine = stage.restored()
    clock = Clock(machine)
    due = clock.set("ring", 45, "--wake")
    expect(clock.status()["canWake"], "the machine cannot be woken")
    began = time.monotonic()
    machine.start("systemctl suspend; sleep 5")
    states = []
    while time.monotonic() - began < 180:
        state = machine.ask("query-status")["status"]
        if not states or states[-1] != state:
            states.append(state)
        if states[-2:] == ["suspended", "running"]:
            break
        time.sleep(0.1)
    slept = time.monotonic() - began
    expect("suspended" in states, f"it never slept: {states}")
    expect(states[-1] == "running", f"nothing woke it: {states}")
    machine.answer()
    woken = clock.journal("resumed")[0][0]
    figures = [f"asleep up to {slept:.0f} s", f"woken {due - woken:.1f} s before it is due"]
    expect(0 < due - woken <= 25, figures[-1])
    clock.heard("ring", 40)
    figures.append(within("due", (clock.once("due", "ring")[0] - due) * 1000, 0, 50))
    machine.say("sleep 1; alarmctl dismiss ring")
    stage.leave()
    return figures + [tones(machine, [440])]


def awake(stage):
    """logind lets nobody put the machine to sleep while it rings"""
    machine = stage.restored()
    clock = Clock(machine)
    clock.set("ring", 6)
    clock.heard("ring")
    held = machine.say("systemd-inhibit --list --no-legend")
    expect("An alarm rings" in held, f"the service holds no lock: {held or 'there is none'}")
    problems = [check["name"] for check in clock.status()["problems"]]
    expect("sleep" not in problems, "the status says that the machine may fall asleep")
    code, said = machine.run("setpriv --reuid nobody --clear-groups systemctl --no-ask-password suspend")
    expect(code != 0, f"somebody could put it to sleep: {said}")
    machine.say("alarmctl dismiss ring; sleep 1")
    held = machine.say("systemd-inhibit --list --no-legend")
    expect("An alarm rings" not in held, "the lock is held although nothing rings")
    stage.leave()
    return ["the lock is held while it rings, and no longer", tones(machine, [440])]


SCENARIOS = [upgrade, sandbox, suspend, awake]
