# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Who means the service no good, the button beside the bed, and the commands that a ring runs."""

from clock import Clock, expect, within
from scenarios.ring import tones
from stage import FILES

GROUP = "/sys/fs/cgroup/system.slice/alarmd.service"


def crowd(stage):
    """an alarm rings in time while 1,000 clients mean harm, within the memory of the unit"""
    machine = stage.restored()
    clock = Clock(machine)
    due = clock.set("ring", 30)
    said = machine.say(f"ulimit -n 4096; (setsid {FILES}/crowd 1000 >/run/crowd 2>&1 &); "
                       "until [ -s /run/crowd ]; do sleep 0.2; done; cat /run/crowd")
    expect(said.isdigit() and int(said) > 500, f"{said} clients came in")
    clock.heard("ring", 60)
    open_files = machine.say("ls /proc/$(systemctl show -P MainPID alarmd.service)/fd | wc -l")
    figures = [f"{said} clients, of which {open_files} descriptors are open",
               within("due", (clock.once("due", "ring")[0] - due) * 1000, 0, 50)]
    peak = int(machine.say(f"cat {GROUP}/memory.peak"))
    killed = machine.say(f"awk '/^oom_kill / {{ print $2 }}' {GROUP}/memory.events")
    limit = int(machine.say(f"cat {GROUP}/memory.max"))
    expect(killed == "0", f"{killed} processes were killed for their memory")
    expect(limit == 128 << 20, f"the unit may have {limit} bytes")
    figures.append(f"at most {peak / (1 << 20):.0f} MiB of {limit >> 20}")
    machine.say("sleep 1; pkill -x crowd; alarmctl dismiss ring")
    clock.once("dismissed", "ring")
    stage.leave()
    return figures + [tones(machine, [440])]


def button(stage):
    """a button that is pressed snoozes, and held it dismisses"""
    machine = stage.restored()
    clock = Clock(machine)
    allow(machine, "SupplementaryGroups=input\nDeviceAllow=char-input r")
    machine.say(f"modprobe -a uinput evdev; mkfifo /run/button; (setsid {FILES}/button /run/button >/run/button.log 2>&1 &); "
                "udevadm settle; sleep 1")
    # Where it is gone, nobody would read what the button is told.
    machine.say("pgrep -f wecker-e2e/button || { cat /run/button.log; exit 1; }")
    event = machine.say("grep -l 'Wecker test button' /sys/class/input/event*/device/name | cut -d/ -f5")
    clock.configure(f"[input bedside]\ndevice = /dev/input/{event}")
    clock.set("ring", 5, "--snooze", "60s")
    clock.heard("ring")
    machine.say("echo 0.2 >/run/button; sleep 1")
    expect(clock.state("ring") == "snoozed", f"pressed, it is {clock.state('ring')}")
    snoozed = clock.once("snoozed", "ring")
    expect("bedside" in snoozed[1], f"it is not said who did it: {snoozed[1]}")
    clock.set("again", 5, sound="880.wav")
    clock.heard("again")
    machine.say("echo 2.5 >/run/button; sleep 3")
    ended = clock.once("dismissed", "again")
    expect("bedside" in ended[1], f"it is not said who did it: {ended[1]}")
    stage.leave()
    return [snoozed[1].split("; ")[-1], tones(machine, [440, 880])]


def command(stage):
    """commands of [run] stay in the sandbox, and get the network by the drop-in alone"""
    machine = stage.restored()
    clock = Clock(machine)
    machine.say("readlink /proc/1/ns/net >/etc/wecker-e2e.network")
    clock.configure(f"[run]\nringing = {FILES}/told")
    clock.set("inside", 4)
    clock.heard("inside")
    machine.say("alarmctl dismiss inside; sleep 1")
    allow(machine, machine.say("sed '1,/^.Service/d' /usr/share/wecker/run-network.conf"))
    clock.set("outside", 5, sound="880.wav")
    clock.heard("outside")
    machine.say("alarmctl dismiss outside; sleep 1")
    said = machine.say("journalctl -b -o cat | grep '^told '").splitlines()
    wanted = ["told ringing of inside, network closed, wrote no",
              "told ringing of outside, network open,shared, wrote no"]
    expect(said == wanted, f"the commands said {said}, not {wanted}")
    stage.leave()
    return ["network closed, then open", tones(machine, [440, 880])]


def allow(machine, text):
    """Adds a drop-in to the service, and starts it again."""
    machine.say("mkdir -p /etc/systemd/system/alarmd.service.d; "
                f"cat >/etc/systemd/system/alarmd.service.d/e2e.conf <<'END'\n[Service]\n{text}\nEND\n"
                "systemctl daemon-reload && systemctl restart alarmd.service")


SCENARIOS = [crowd, button, command]
