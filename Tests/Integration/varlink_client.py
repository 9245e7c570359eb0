#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Talks to a running alarmd by Python's varlink package, a client that Wecker's authors have not written.

Usage: varlink_client.py ADDRESS, such as unix:/run/alarmd/io.wecker.AlarmClock. Exits with 0 if all is right.
The alarms "varlink-a" and "varlink-b" are set and cleared.
"""
import json
import os
import sys
import threading

import varlink

NAME = "io.wecker.AlarmClock"
failures = 0


def check(what, condition, detail=""):
    global failures
    if not condition:
        failures += 1
    print(("ok    " if condition else "WRONG ") + what + ("" if condition else f": {detail}"))


def refused(what, error, call, **parameters):
    """Checks that a call is answered by an error, whose parameters hold these."""
    try:
        reply = call()
    except varlink.VarlinkError as refusal:
        given = refusal.parameters() or {}
        right = refusal.error() == error and all(given.get(k) == v for k, v in parameters.items())
        check(what, right, f"{refusal.error()} {given}")
    else:
        check(what, False, f"answered {reply}")


def service(client):
    with client.open("org.varlink.service", namespaced=False) as connection:
        info = connection.GetInfo()
        check("GetInfo names the interface", NAME in info["interfaces"], info)
        for member in ("vendor", "product", "version", "url"):
            check(f"GetInfo has {member}", isinstance(info.get(member), str), info)
        text = connection.GetInterfaceDescription(NAME)["description"]
    # The package's parser refuses what is not Varlink.
    interface = varlink.Interface(text)
    check("the description is an interface", interface.name == NAME, interface.name)
    for method in ("Set", "Clear", "List", "Next", "Preview", "Status", "Snooze", "Dismiss", "Monitor"):
        check(f"the description has {method}", method in interface.members, list(interface.members))


def alarms(clock):
    alarm = {"time": "07:30", "days": ["mon", "fri"]}
    made = clock.Set(id="varlink-a", label="Grüße", schedule=alarm)
    check("Set makes an alarm", made["created"] and made["alarm"]["id"] == "varlink-a", made)
    check("Set keeps the label", made["alarm"]["label"] == "Grüße", made)
    changed = clock.Set(id="varlink-a", label="again")
    check("Set changes it", not changed["created"] and changed["alarm"]["label"] == "again", changed)
    check("Set keeps the schedule", changed["alarm"]["schedule"]["time"] == "07:30", changed)
    clock.Set(id="varlink-b", countdown=3600)
    ids = [each["id"] for each in clock.List()["alarms"]]
    check("List is in the order of the ids", ids == sorted(ids) and "varlink-b" in ids, ids)
    page = clock.List(after="varlink-a", count=1)["alarms"]
    check("List goes on after an id", [each["id"] for each in page] == ["varlink-b"], page)
    coming = clock.Next(count=20)["occurrences"]
    check("Next has both", {"varlink-a", "varlink-b"} <= {each["alarm"] for each in coming}, coming)
    status = clock.Status()
    check("Status says what is next", status.get("next") is not None and status.get("ringing") == [], status)
    instants = clock.Preview(
        schedule={"time": "02:30", "date": "2024-03-31", "zone": "Europe/Berlin"},
        after="2024-03-01T00:00:00Z", count=2)["instants"]
    check("Preview knows the gap", instants == ["2024-03-31T03:30:00+02:00"], instants)


def errors(clock):
    invalid = "org.varlink.service.InvalidParameter"
    refused("Snooze with nothing ringing", f"{NAME}.NoSuchOccurrence",
            lambda: clock.Snooze(occurrence="varlink-a@2024-01-01T07:30"),
            occurrence="varlink-a@2024-01-01T07:30")
    refused("Dismiss with nothing ringing", f"{NAME}.NoSuchOccurrence",
            lambda: clock.Dismiss(occurrence="varlink-a@2024-01-01T07:30"),
            occurrence="varlink-a@2024-01-01T07:30")
    refused("Clear of an unknown alarm", f"{NAME}.NoSuchAlarm",
            lambda: clock.Clear(ids=["varlink-none"]), id="varlink-none")
    refused("a time that no clock shows", f"{NAME}.InvalidSchedule",
            lambda: clock.Set(schedule={"time": "25:00"}))
    refused("an unknown method", "org.varlink.service.MethodNotFound",
            lambda: call_raw(clock, f"{NAME}.Nothing", {}), method=f"{NAME}.Nothing")
    refused("an unknown interface", "org.varlink.service.InterfaceNotFound",
            lambda: call_raw(clock, "org.example.None.Thing", {}), interface="org.example.None")
    refused("a parameter of another type", invalid,
            lambda: call_raw(clock, f"{NAME}.Next", {"count": "two"}), parameter="count")


def call_raw(connection, method, parameters):
    """A call that the package's own check of the interface would not let out."""
    connection._send_message(json.dumps({"method": method, "parameters": parameters}).encode())
    reply = json.loads(next(connection._next_message()))
    if "error" in reply:
        raise varlink.VarlinkError(reply)
    return reply


def monitor(client):
    with client.open(NAME) as watching, client.open(NAME) as clock:
        events = watching.Monitor(kinds=["cleared"], _more=True)
        first = next(events)["event"]
        check("Monitor begins with the state", first["kind"] == "state", first)
        clock.Clear(ids=["varlink-a"])
        event = next(events)["event"]
        check("Monitor tells that it was cleared",
              event["kind"] == "cleared" and event["alarm"] == "varlink-a", event)
        cleared = clock.Clear(ids=["varlink-b"])["cleared"]
        check("Clear says what it cleared", cleared == ["varlink-b"], cleared)


def main():
    # A daemon that does not answer must not hold the test.
    def give_up():
        print("WRONG no answer in 20 s", flush=True)
        os._exit(1)

    watchdog = threading.Timer(20, give_up)
    watchdog.daemon = True
    watchdog.start()
    client = varlink.Client(address=sys.argv[1])
    service(client)
    with client.open(NAME) as clock:
        alarms(clock)
        errors(clock)
    monitor(client)
    print(f"{failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main())
