# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Wecker in a machine, as a scenario uses it: alarms are set, waited for and answered, and the journal is asked."""

import json

from stage import FILES

# The kinds of events in the journal, by alarmd(8).
MESSAGES = {
    "due": "f1c8e404e754499298aa25a6cb91d361", "ringing": "0c17e21bed9947e2bbd3d7d1da2d665e",
    "snoozed": "5a8c9194406e4e619ce8d4c11817838b", "dismissed": "2e400c495cdf4c2483fb4b6615717138",
    "missed": "cc166179e8c940cebcaf92352b1de2dd", "sound": "40bd53e71bc8484583d78f9882251f76",
    "clock": "0d7c5ce38895446d8ea9f0ff4c2e4366", "zone": "4cc27467c0044dc6af8477c057a6e760",
    "resumed": "a1dbfb7f927a427fa2c2fdc46c7190c3"}


class Failed(Exception):
    """Wecker did not do what it promises."""


def expect(truth, otherwise):
    if not truth:
        raise Failed(otherwise)


def within(what, seen, wanted, tolerance, unit="ms"):
    """Says a figure that must be near another."""
    expect(abs(seen - wanted) <= tolerance, f"{what}: {seen:.1f} {unit}, not within {tolerance} of {wanted}")
    return f"{what} {seen:.1f} {unit}"


class Clock:
    """The clock of one machine."""

    def __init__(self, machine):
        self.machine = machine

    def set(self, name, seconds, *options, sound="440.wav"):
        """Sets an alarm on a whole second of the civil time, and gives its instant."""
        words = " ".join(("--fade 0", f"--sound {FILES}/{sound}", *options))
        said = self.machine.say(
            f"due=$(($(date +%s) + {seconds})); alarmctl set $(date -d @$due '+%F %T') --id {name} {words} >/dev/null && echo $due")
        return int(said)

    def alarmctl(self, words):
        """What a command prints as JSON, a list of its lines; it must succeed."""
        return [json.loads(line) for line in self.machine.say(f"alarmctl {words} --json").splitlines()]

    def status(self):
        return self.alarmctl("status")[0]

    def state(self, name):
        alarms = self.alarmctl("list")
        if len(alarms) == 1 and "alarms" in alarms[0]:
            alarms = alarms[0]["alarms"]
        return next((alarm["state"] for alarm in alarms if alarm["id"] == name), None)

    def reaches(self, name, wanted, seconds=20):
        """Waits until an alarm is in a state."""
        # Within the machine, whose seconds are its own.
        code, said = self.machine.run(f"""
            for _ in $(seq {seconds * 5}); do
                state=$(alarmctl --json list | tr -d '\\n' | sed 's/.*"id": *"{name}"//' | grep -o '"state": *"[a-z]*"' | head -n 1)
                case "$state" in *'"{wanted}"') exit 0 ;; esac
                sleep 0.2
            done
            echo "$state"; exit 1""", seconds * 8 + 60)
        expect(code == 0, f"{name} is not {wanted} within {seconds} s, but {said.strip() or 'gone'}")

    def heard(self, name, seconds=20):
        """Waits until an alarm was said to be heard, and gives when, and the line."""
        code, said = self.machine.run(f"""
            for _ in $(seq {seconds * 2}); do
                line=$(journalctl -q -b -o json MESSAGE_ID={MESSAGES["ringing"]} ALARM_ID={name} | tail -n 1)
                if [ -n "$line" ]; then echo "$line"; exit 0; fi
                sleep 0.5
            done
            exit 1""", seconds * 8 + 60)
        expect(code == 0, f"{name} is not heard within {seconds} s")
        return self._entry(said)

    @staticmethod
    def _entry(line):
        entry = json.loads(line)
        return int(entry["_SOURCE_REALTIME_TIMESTAMP"]) / 1e6, entry["MESSAGE"]

    def journal(self, kind, name=None):
        """When an event of a kind came, and its line, of every boot, the oldest first."""
        match = f"MESSAGE_ID={MESSAGES[kind]}" + (f" ALARM_ID={name}" if name else "")
        return [self._entry(line) for line in self.machine.say(f"journalctl -q -o json {match}").splitlines()]

    def once(self, kind, name):
        """The only event of a kind that an alarm has had."""
        events = self.journal(kind, name)
        expect(len(events) == 1, f"{name} is {kind} {len(events)} times, not once: {[line for _, line in events]}")
        return events[0]

    def now(self):
        return float(self.machine.say("date +%s.%N"))

    def configure(self, text):
        self.machine.say(f"cat >/etc/alarmd/alarmd.conf <<'END'\n{text}\nEND\nsystemctl reload alarmd")
