// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The interface `io.wecker.AlarmClock`.
package enum AlarmClockInterface {
    /// The name.
    package static let name = "io.wecker.AlarmClock"

    /// The interface as `GetInterfaceDescription` answers it: the text of `io.wecker.AlarmClock.varlink`,
    /// byte for byte, carried along because the daemon looks for no files of its own.
    package static let description = #"""
        # The alarm clock of this machine.
        #
        # Instants are RFC 3339 with the offset of the alarm's zone ("2026-12-01T07:30:00+01:00").
        # Civil times are "HH:MM", with ":SS" only where the seconds are not zero; civil dates are "YYYY-MM-DD".
        # Durations are whole seconds but for `beginsIn`, angles are degrees clockwise from twelve, volumes are
        # percent (1 to 100) of the alarm's full level. A member that is absent or null says nothing.
        interface io.wecker.AlarmClock

        type Weekday (mon, tue, wed, thu, fri, sat, sun)

        # What happens when a civil time falls in the hour a clock change leaves out.
        type GapPolicy (after, before, transition, skip)

        # What happens when a civil time falls in the hour a clock change repeats.
        type OverlapPolicy (first, second, both)

        # When an alarm rings: on `days`, by `rrule`, on `date`, or, with none of them, once, the next time its clock reads
        # `time`. `zone` absent: the machine's zone, followed when it changes.
        # `rrule` is a recurrence rule of days (RFC 5545, 3.3.10): FREQ from DAILY to YEARLY, INTERVAL, BYMONTH, BYMONTHDAY,
        # BYDAY, BYSETPOS, WKST, and COUNT or UNTIL. It starts on `date`; absent in a Set, where the alarm's rule started
        # before, or else on the civil date of the Set.
        type Schedule (
          time: string,
          date: ?string,
          days: ?[]Weekday,
          rrule: ?string,
          zone: ?string,
          gap: ?GapPolicy,
          overlap: ?OverlapPolicy
        )

        # How an alarm rings. A member that is absent takes its value from the configuration. With `notOnHolidays` it is
        # silent on the days of the calendar that the configuration names, and rings on them where that is broken.
        type Ring (
          sound: ?string,
          volume: ?int,
          fade: ?int,
          timeout: ?int,
          retries: ?int,
          snooze: ?int,
          snoozeLimit: ?int,
          late: ?int,
          wake: ?bool,
          storyboard: ?string,
          notOnHolidays: ?bool
        )

        type AlarmState (off, scheduled, ringing, snoozed, queued)

        # `skipped` names the coming occurrences that Skip leaves out, `pausedUntil` the date before which none rings.
        # `skips` is the occurrence that is left out before `next`, the first of them, and why.
        type Alarm (
          id: string,
          label: ?string,
          enabled: bool,
          schedule: ?Schedule,
          countdown: ?int,
          ring: Ring,
          state: AlarmState,
          next: ?string,
          skipped: []string,
          pausedUntil: ?string,
          skips: ?(occurrence: string, due: string, reason: string, code: ?string, args: ?[string]string),
          override: ?(occurrence: string, time: string)
        )

        type OccurrenceState (scheduled, ringing, snoozed, queued, dismissed, missed, skipped)

        # One time that an alarm is due. Its id is the alarm's id and the nominal civil time, "wake@2026-12-01T07:30";
        # it stays the same through snoozes, restarts and crashes. `scene` is that of its storyboard.
        # Wherever a `reason` says in English why, its `code` and `args` are those of an event.
        type Occurrence (
          id: string,
          alarm: string,
          due: string,
          state: OccurrenceState,
          sounds: ?string,
          snoozes: int,
          scene: ?string,
          reason: ?string,
          code: ?string,
          args: ?[string]string
        )

        type Hand (alarm, hour, minute)

        # A place on the dial: exactly one member is given. `x` and `y` are relative to the dial's centre,
        # in units of its radius, x to the right and y down.
        type Position (angle: ?float, time: ?string, point: ?(x: float, y: float))

        type GestureState (possible, began, changed, ended, cancelled, failed)

        # A finger on a hand. `beginsIn` is in milliseconds, 0 once it began.
        type Gesture (
          id: string,
          alarm: string,
          hand: Hand,
          state: GestureState,
          time: string,
          angle: float,
          beginsIn: int
        )

        type EventKind (
          state, set, cleared, due, ringing, queued, scene, snoozed, dismissed, missed, skipped,
          hands, sound, clock, zone, suspended, resumed, storage, config, health
        )

        # Something that happened. `code` is stable, for programs, and with `args` can be worded in any language, where `text` is
        # what their `detail` says; `reason` says it in English. `output` says which device and which sound were in fact heard, and
        # whether verified; `by` who asked for it.
        type Event (
          kind: EventKind,
          at: string,
          code: ?string,
          args: ?[string]string,
          text: ?Text,
          alarm: ?string,
          occurrence: ?string,
          until: ?string,
          reason: ?string,
          output: ?string,
          gesture: ?Gesture,
          by: ?string
        )

        # What is wrong in a file, where, and how to mend it: `reason` as "FILE:LINE: KEY: what; how", `text` for other languages.
        type Fault (reason: string, text: ?Text)

        # A storyboard by the file that it is written in.
        type StoryboardFile (name: string, file: string, faults: []Fault)

        # How a ring sounds for a while; a member that is absent is as the alarm has it. `hold` is how long a press stops it.
        type Scene (
          id: string,
          sound: ?string,
          volume: ?int,
          fade: ?int,
          outputs: []string,
          hold: ?int,
          message: ?string
        )

        # What leads from a scene to another, or, without `to`, to the end. `on` and `transition` are as they are written in
        # the file: "unanswered 5m", "fade 3s". `run` is the program that is run then, and its arguments.
        type Segue (id: string, from: string, on: string, to: ?string, transition: string, run: []string)

        # A sentence with its values apart, so that it can be told in any language: `format` says it in English, with %1$s for the
        # first of `values` and %% for a percent sign where there are any. One that counts has besides the form `many`, for every
        # `count` but 1. A value that is the same in all languages has `verbatim`, and nothing else.
        type Text (verbatim: ?string, format: ?string, many: ?string, count: ?int, values: ?[]Text)

        # What one check found, why, and the command that mends it. `fail`: the next alarm cannot be relied on.
        # `text` and `remedyText` are `detail` and `remedy` for other languages, where they are more than what is the same in all.
        type Check (name: string, outcome: (pass, warn, fail), detail: string, remedy: ?string, text: ?Text, remedyText: ?Text)

        # Makes an alarm, or changes the members that are given; a schedule or a countdown replaces the other whole and
        # switches the alarm on unless `enabled` is false. `reset` names members that go back to the configuration.
        method Set(id: ?string, label: ?string, enabled: ?bool, schedule: ?Schedule, countdown: ?int, ring: ?Ring, reset: ?[]string) -> (alarm: Alarm, created: bool)
        method Clear(ids: ?[]string, all: ?bool) -> (cleared: []string)
        # In the order of their ids, at most `count`, after the id `after`.
        method List(after: ?string, count: ?int) -> (alarms: []Alarm)
        # The next `count` that will ring, one where it is absent, and in their places those that are skipped, at most 100.
        method Next(count: ?int) -> (occurrences: []Occurrence)
        # The next `count` instants at which it would ring, and at most 100 before the last of them at which it would not, and why.
        method Preview(schedule: Schedule, after: ?string, count: ?int, notOnHolidays: ?bool) -> (instants: []string, skipped: [](instant: string, reason: string, code: ?string, args: ?[string]string))
        # Skips the next `count` occurrences from now (1 to 366; 1 with nothing said), or all before the date `until`, or, by `none`, no more. It sets, it never adds.
        method Skip(id: string, count: ?int, until: ?string, none: ?bool) -> (alarm: Alarm)
        method Snooze(occurrence: ?string, seconds: ?int, until: ?string) -> (occurrences: []Occurrence)
        # `continued` are those that their storyboards let go on in another scene; `all` ends them as well.
        method Dismiss(occurrence: ?string, all: ?bool) -> (dismissed: []string, continued: []string)
        # `missed` and `problems` stay until they are acknowledged or mended.
        method Status() -> (version: string, instance: (system, user), time: string, zone: string, zoneSource: ?string, clockTrusted: bool, canWake: bool, ringing: []Occurrence, next: ?Occurrence, output: ?string, missed: []Occurrence, problems: []Check)
        method Acknowledge() -> (acknowledged: int)
        # Call with "more": one reply for every event. The first is always of kind `state`, whatever `kinds` asks for.
        method Monitor(kinds: ?[]EventKind) -> (event: Event)

        # Puts a finger on a hand of an alarm's dial. With `at` the hand follows Move; with `direction` it
        # steps by itself, faster the longer it is held. The press begins once it was held for the
        # minimum duration. It is cancelled, and the alarm left as it was, when the connection closes.
        # With `once` only the next occurrence is changed. A gesture that failed or ended is answered once with that
        # state; its id is then unknown.
        method Press(alarm: string, hand: ?Hand, at: ?Position, direction: ?(forward, backward), once: ?bool) -> (gesture: Gesture)
        # Without `to` it only says that the finger is still there.
        method Move(press: string, to: ?Position) -> (gesture: Gesture)
        method Release(press: string) -> (gesture: Gesture, alarm: ?Alarm)
        method Cancel(press: string) -> (gesture: Gesture)

        # Plays a sound now, to hear whether it is heard.
        method Play(sound: ?string, volume: ?int, seconds: ?int) -> (output: string, frames: int)
        method Sounds() -> (sounds: []string)
        method Storyboards() -> (storyboards: []StoryboardFile)
        # One of them whole; with faults it has neither scenes nor segues, and alarms ring without it.
        method Storyboard(name: string) -> (file: string, faults: []Fault, initial: ?string, scenes: []Scene, segues: []Segue)
        # Whether the next alarm will ring: checks all that it depends on, which takes some seconds. What the caller's world says, such
        # as whether the service is enabled, `alarmctl doctor` adds.
        method Diagnose() -> (checks: []Check)

        # Where an error has a `reason`, `text` is that for other languages.
        error NoSuchAlarm (id: string)
        error NoSuchOccurrence (occurrence: string)
        error NoSuchPress (press: string)
        error Ambiguous (occurrences: []string)
        error NoSuchStoryboard (name: string)
        error InvalidSchedule (field: string, reason: string, text: ?Text)
        error InvalidSound (sound: string, reason: string, text: ?Text)
        error Busy (press: string)
        error PressFailed (reason: string, text: ?Text)
        error SnoozeLimitReached (occurrence: string, limit: int)
        error NoAudibleOutput (reason: string, text: ?Text)
        error StorageFailed (reason: string, text: ?Text)

        """#
}
