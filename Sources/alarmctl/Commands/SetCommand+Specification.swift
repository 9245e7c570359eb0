// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension SetCommand {
    static let id = ValueOption(
        "--id", "ID", "The alarm's id; one that exists is changed. Made up where not given.",
        reads: .alarmID)
    static let label = ValueOption("--label", "TEXT", "What it is for.", reads: .label)
    static let sound = ValueOption(
        "--sound", "SOUND", "What is played: a name (alarmctl sounds) or a path.",
        reads: .nonEmptyText)
    static let volume = ValueOption(
        "--volume", "N", "Percent of the full level, 1 to 100.", reads: .number(RingRange.volume))
    static let fade = ValueOption(
        "--fade", "DUR", "How long it grows louder, 0 to 1h.", reads: .duration(RingRange.fade))
    static let timeout = ValueOption(
        "--timeout", "DUR", "How long it rings unanswered, 1m to 3h.",
        reads: .duration(RingRange.timeout))
    static let retries = ValueOption(
        "--retries", "N", "How often it then rings again by itself.",
        reads: .number(RingRange.retries))
    static let snooze = ValueOption(
        "--snooze", "DUR", "How long a snooze lasts, 1m to 3h.", reads: .duration(RingRange.snooze))
    static let snoozeLimit = ValueOption(
        "--snooze-limit", "N", "How often it can be snoozed.", reads: .number(RingRange.snoozeLimit)
    )
    static let late = ValueOption(
        "--late", "DUR", "How late it still rings, 0 to 24h.", reads: .duration(RingRange.late))
    static let zone = ValueOption(
        "--zone", "ZONE", "The time zone, Europe/Berlin; the machine's where not given.",
        reads: .nonEmptyText)
    static let gap = ValueOption(
        "--gap", "P", "In an hour that is left out: after, before, transition or skip.",
        reads: ValueReader<GapPolicy>.word)
    static let overlap = ValueOption(
        "--overlap", "P", "In an hour that is repeated: first, second or both.",
        reads: ValueReader<OverlapPolicy>.word)
    static let rrule = ValueOption(
        "--rrule", "RULE", "A recurrence rule (RFC 5545) instead of days.", reads: .recurrenceRule)
    static let storyboard = ValueOption(
        "--storyboard", "NAME", "The storyboard it follows.", reads: .nonEmptyText)
    static let wake = Flag("--wake", "Wake the machine from suspend.")
    static let noWake = Flag("--no-wake", "Do not wake the machine from suspend.")
    static let notOnHolidays = Flag(
        "--not-on-holidays", "Stay silent on the holidays that alarmd.conf names a calendar of.")
    static let off = Flag("--off", "Set it, but leave it switched off.")
    static let reset = ValueOption(
        "--reset", "NAME,…", "Options that go back to the configuration.",
        reads: ValueReader<[String]>.members)
    static let replace = Flag("--replace", "Let a repeating alarm become one that rings once.")

    /// What `--reset` takes.
    static let resettable = [
        "label", "sound", "volume", "fade", "timeout", "retries", "snooze", "snooze-limit", "late",
        "zone", "gap", "overlap", "wake", "storyboard", "not-on-holidays",
    ]

    static let specification = CommandSpecification(
        name: "set", summary: "Set an alarm, or change one.",
        positionals: [
            Positional(
                name: "WHEN", count: 0...Positional.unbounded,
                help: "When it rings; left out, --id names an alarm to change.")
        ],
        options: [
            id, label, sound, volume, fade, timeout, retries, snooze, snoozeLimit, late, zone, gap,
            overlap, rrule, storyboard, wake, noWake, notOnHolidays, off, reset, replace,
        ],
        discussion: [
            """
            WHEN is a time, 07:30, alone or with a day: today, tomorrow, 2026-12-24, mon-fri,
            sat,sun, weekdays, weekend or daily. Or it is a countdown: +25m.
            DUR is a duration with its units: 90s, 25m, 1h30m, or 0.
            """,
            """
            RULE is FREQ=DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYMONTH, BYMONTHDAY, BYDAY,
            BYSETPOS, WKST, and COUNT or UNTIL. It starts on the date of WHEN, or else today.
            """,
        ],
        examples: [
            Example(verbatim: "set 07:30", "the next time it is half past seven"),
            Example(verbatim: "set tomorrow 06:00", "just once"),
            Example(verbatim: "set mon-fri 07:30 --id wake", "on workdays"),
            Example(
                verbatim: "set 18:00 --rrule 'FREQ=MONTHLY;BYDAY=-1FR'",
                "on the last Friday of each month"),
            Example(verbatim: "set +25m --label tea", "in 25 minutes"),
            Example(verbatim: "set --id wake --volume 40", "change how it rings"),
        ])
}

extension ValueReader where Value == [String] {
    /// Members of an alarm that can go back to the configuration, named as the options or the interface do.
    fileprivate static let members = ValueReader { (text) throws(UsageError) in
        let members = ["snooze-limit": "snoozeLimit", "not-on-holidays": "notOnHolidays"]
        let options = Dictionary(uniqueKeysWithValues: members.map { ($1, $0) })
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let named = words.map { options[$0] ?? $0 }.joined(separator: ",")
        let names = try names(among: SetCommand.resettable).read(named)
        return names.map { members[$0] ?? $0 }
    }
}
