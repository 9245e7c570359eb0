# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Wecker in a machine, as a scenario uses it: alarms are set, waited for and answered, and the journal is asked."""

import datetime, json

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
            f"due=$(($(date +%s) + {seconds})); "
            f"alarmctl set $(date -d @$due '+%F %T') --id {name} {words} >/dev/null && echo $due")
        return int(said)

    def alarmctl(self, words):
        """What a command prints as JSON, a list of its lines; it must succeed."""
        return [json.loads(line) for line in self.machine.say(f"alarmctl {words} --json").splitlines()]

    def status(self):
        return self.alarmctl("status")[0]

    def alarm(self, name):
        """An alarm as the service has it."""
        found = [alarm for reply in self.alarmctl("list") for alarm in reply["alarms"] if alarm["id"] == name]
        expect(found, f"there is no alarm {name} any more")
        return found[0]

    def state(self, name):
        return self.alarm(name)["state"]

    def due(self, name):
        """The instant at which an alarm rings next."""
        return datetime.datetime.fromisoformat(self.alarm(name)["next"]).timestamp()

    def reaches(self, name, wanted, seconds=20):
        """Waits until an alarm is in a state."""
        deadline = self.now() + seconds
        while (state := self.state(name)) != wanted:
            expect(self.now() < deadline, f"{name} is not {wanted} within {seconds} s, but {state}")
            self.machine.say("sleep 0.2")

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

    def heard_on(self, name, output, since, seconds=20):
        """Waits until it was said to be heard on an output after a time, and gives when, and the line."""
        deadline = since + seconds
        while True:
            for at, line in self.journal("ringing", name) + self.journal("sound", name):
                if at >= since and output in line and "heard" in line:
                    return at, line
            expect(self.now() < deadline, f"{name} is not heard on {output} within {seconds} s: "
                   f"{self.machine.say('journalctl -b -u alarmd -n 5 -o cat')}")
            self.machine.say("sleep 0.5")

    def doctor(self):
        """Its checks by their names, whatever they find."""
        said = self.machine.run("alarmctl doctor --json 2>/dev/null")[1]
        return {check["name"]: check for line in said.splitlines() for check in json.loads(line)["checks"]}

    @staticmethod
    def _entry(line):
        entry = json.loads(line)
        return int(entry["_SOURCE_REALTIME_TIMESTAMP"]) / 1e6, entry["MESSAGE"]

    def journal(self, kind, name=None):
        """When an event of a kind came in this boot, and its line, the oldest first."""
        match = f"MESSAGE_ID={MESSAGES[kind]}" + (f" ALARM_ID={name}" if name else "")
        return [self._entry(line) for line in self.machine.say(f"journalctl -q -b -o json {match}").splitlines()]

    def once(self, kind, name):
        """The only event of a kind that an alarm has had."""
        events = self.journal(kind, name)
        expect(len(events) == 1, f"{name} is {kind} {len(events)} times, not once: {[line for _, line in events]}")
        return events[0]

    def ready(self):
        """When the service was ready, in this boot."""
        said = self.machine.say("journalctl -q -b -o json -u alarmd.service | grep 'is ready\"' | head -n 1")
        return self._entry(said)[0]

    def now(self):
        return float(self.machine.say("date +%s.%N"))

    def configure(self, text):
        self.machine.say(f"cat >/etc/alarmd/alarmd.conf <<'END'\n{text}\nEND\nsystemctl reload alarmd")
