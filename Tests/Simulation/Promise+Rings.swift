// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Promise {
    /// A snooze until a time of day ends when the clock reads it next, also after the clock was set back.
    mutating func bringSnoozesNearer(to now: Instant, in zones: [ZoneTable]) {
        for (alarm, ring) in rings {
            guard case .wall(let until)? = ring.snooze, until - now > .seconds(86_400) else {
                continue
            }
            let zone = zones[ring.zone ?? machineZone]
            let reading = until.seconds + zone.offset(at: until.seconds)
            let plan = Plan(
                time: (reading % 86_400 + 86_400) % 86_400, days: .next(0), zone: ring.zone,
                gap: gap, overlap: overlap)
            if let next = plan.next(after: now, in: zone), next.instant < until {
                rings[alarm]?.snooze = .wall(next.instant)
            }
        }
    }

    /// What rings or snoozes ends unanswered only where it was not answered, or was found too late.
    mutating func checkMissed(_ id: OccurrenceID, _ look: Look) {
        if look.unanswered == id { return }
        guard let ring = rings[id.alarm] else { return }
        switch ring.snooze {
        case .boot(let deadline) where look.now.sinceBoot - deadline > ring.late: break
        case .wall(let until) where look.now.wall - until > ring.late: break
        case nil where look.cause == .boot || look.cause == .resume: break
        default: fail("\(id) is missed, and was not found late")
        }
    }

    mutating func checkRings(_ look: Look, _ book: AlarmBook) {
        if book.live.count != rings.count { fail("\(book.live.count) ring, not \(rings.count)") }
        var presented: Occurrence?
        var newest: Occurrence?
        for (alarm, ring) in rings {
            guard let occurrence = book.live[alarm], occurrence.id == ring.id else {
                fail("\(ring.id) rings, and the book knows nothing of it")
                continue
            }
            let isPostponed = occurrence.life == .snoozed || occurrence.life == .rousing
            if case .wall(let until)? = ring.snooze, !isTrusted {
                if adopt(occurrence, until, look) { continue }
            }
            switch rings[alarm]?.snooze {
            case .boot(let deadline)?:
                if isPostponed != (deadline > look.now.sinceBoot) {
                    fail("\(ring.id), \(deadline - look.now.sinceBoot) ahead: \(occurrence.life)")
                }
            case .wall(let until)?:
                if isPostponed != (until > look.now.wall) {
                    fail("\(ring.id), \(until - look.now.wall) ahead: \(occurrence.life)")
                }
            case nil:
                if isPostponed { fail("\(ring.id) snoozes unasked") }
            }
            guard !isPostponed else { continue }
            rings[alarm]?.snooze = nil
            if occurrence.life == .ringing {
                if presented != nil { fail("two are presented") }
                presented = occurrence
            }
            if newest.map({ ($0.due, $0.serial) < (occurrence.due, occurrence.serial) }) ?? true {
                newest = occurrence
            }
        }
        if presented?.id != newest?.id { fail("an older ring is presented over a newer") }
    }

    /// A snooze until a time of day waits for the clock, but not for ever.
    ///
    /// It ends no later than it would have by the clock that was right last.
    /// Tells whether it still snoozes.
    private mutating func adopt(
        _ occurrence: Occurrence, _ until: Instant, _ look: Look
    ) -> Bool {
        guard occurrence.life == .snoozed || occurrence.life == .rousing else {
            if look.isWaiting { fail("\(occurrence.id) does not wait for the clock") }
            rings[occurrence.id.alarm]?.snooze = nil
            return false
        }
        guard case .boot(let deadline)? = occurrence.resumes else {
            if !look.isWaiting { fail("\(occurrence.id) may sleep for ever") }
            return true
        }
        let most = max(until - (newestTrusted ?? until), look.now.sinceBoot)
        if deadline > most { fail("\(occurrence.id) sleeps for too long") }
        rings[occurrence.id.alarm]?.snooze = .boot(deadline)
        return true
    }
}
