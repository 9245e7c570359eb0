// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

extension AlarmClock: HealthControllerDelegate {
    /// A check that came to its time so late that something sounds in less than this leaves the outputs alone.
    private static let leastLead = Duration.seconds(60)

    /// What the check before a ring tells as a problem; all else is told by those who look after it.
    private static let toldChecks: Set = ["clock", "output", "fallback", "storage"]

    func healthControllerNextRing(_ controller: HealthController) -> NextRing {
        guard let parts else { return NextRing() }
        let ring = nextOccurrence?.ring ?? parts.rings.settings.configuration.ring
        let storyboard = ring.storyboard.flatMap(storyboards.storyboard(_:))
        return NextRing(
            ring: ring,
            scene: nextOccurrence?.scene ?? storyboard.flatMap { $0.scene($0.initial) })
    }

    func healthControllerShouldCheck(_ controller: HealthController) -> Bool {
        guard let parts else { return false }
        // What comes after this has its own check.
        parts.schedule.reschedule(because: .timer)
        guard let next = nextOccurrence else { return false }
        let moment = parts.schedule.moment
        return parts.schedule.book.soundTime(of: next, at: moment) - moment.wall > Self.leastLead
    }

    func healthController(
        _ controller: HealthController, didLookAt word: String, fault: Message?
    ) {
        didLook(at: word, fault)
    }

    func healthController(
        _ controller: HealthController, didFind findings: [Finding], changed: [Finding]
    ) {
        for finding in findings
        where finding.verdict == .pass && Self.toldChecks.contains(finding.name) {
            problems.mend(finding.name)
        }
        for finding in changed
        where finding.verdict != .pass && Self.toldChecks.contains(finding.name) {
            // What is told by whoever looks after it is not told in other words.
            let told = problems.problems.first { $0.name == finding.name }
            guard told?.isFoundByCheck != false else { continue }
            problems.add(
                Problem(
                    name: finding.name,
                    severity: finding.verdict == .fail ? .failure : .warning,
                    detail: finding.detail, remedy: finding.remedy, isFoundByCheck: true,
                    endsWhenAcknowledged: finding.verdict == .warn))
        }
    }

    func healthControllerFindings(_ controller: HealthController) -> [Finding] {
        guard let parts else { return [] }
        let schedule = parts.schedule
        let told = problems.problems.filter {
            // These were looked at anew.
            !$0.isFoundByCheck && !["output", "mixer", "wake"].contains($0.name)
        }
        return told.map {
            Finding(
                name: $0.name, $0.severity == .failure ? .fail : .warn, $0.detail,
                remedy: $0.remedy)
        } + [
            Finding(.configuration, .pass, "it holds as it was read"),
            zoneFinding(parts),
            .clock(
                isSynchronized: ClockQuality.isSynchronized, trust: schedule.clockTrust,
                isNeeded: nextOccurrence.map {
                    parts.schedule.book.alarms[$0.id.alarm]?.schedule != nil
                }
                    ?? false),
            .battery(isThere: ClockQuality.hasBatteryClock()),
            .wake(
                schedule.wakeRefusal.map { $0 == .notPermitted ? .right : .clock("\($0)") }),
            nextFinding(parts),
            storyboardFinding(parts),
            calendarFinding(parts),
        ]
    }

    private var nextOccurrence: Occurrence? {
        guard let parts else { return nil }
        return parts.schedule.book.next(
            1, at: parts.schedule.moment, in: parts.schedule.context
        ).first
    }

    private func zoneFinding(_ parts: Parts) -> Finding {
        let (zone, source) = parts.zones.zones.followed
        return Finding(.zone, .pass, "\(zone) (\(source))")
    }

    private func nextFinding(_ parts: Parts) -> Finding {
        guard let next = nextOccurrence else {
            return Finding(
                .next, .warn, "no alarm is on: nothing will ring",
                remedy: "alarmctl set 07:30, or alarmctl enable ID")
        }
        let moment = parts.schedule.moment
        let time = parts.schedule.book.soundTime(of: next, at: moment)
        let zones = parts.zones.zones
        let rules = zones.rules(named: next.zone) ?? zones.rules(named: nil) ?? UTC()
        let left = DurationText.write(.seconds(max(time.seconds - moment.wall.seconds, 0)))
        let civil = rules.civil(at: time)
        return Finding(.next, .pass, "\(next.id.alarm), \(civil.date) \(civil.time), in \(left)")
    }

    /// What keeps alarms from following theirs is told as a problem of the same name.
    private func storyboardFinding(_ parts: Parts) -> Finding {
        let ring = nextOccurrence?.ring ?? parts.rings.settings.configuration.ring
        guard let name = ring.storyboard, name != Storyboard.none else {
            return Finding(.storyboard, .pass, "none: it rings as its own settings say")
        }
        let scenes = storyboards.storyboard(name)?.scenes.count ?? 0
        return Finding(
            .storyboard, .pass,
            Message(
                one: "\(name), of \(scenes) scene", many: "\(name), of \(scenes) scenes",
                count: scenes))
    }

    private func calendarFinding(_ parts: Parts) -> Finding {
        guard let (path, count) = parts.holidays.calendarInUse else {
            return Finding(.calendar, .pass, "no calendar of holidays is configured")
        }
        return Finding(
            .calendar, .pass,
            Message(
                one: "\(path) names \(count) holiday", many: "\(path) names \(count) holidays",
                count: count))
    }
}
