// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How far the wall clock is believed (design, section 3).
package enum ClockTrust: Hashable, Sendable {
    /// It is right, as far as anybody can know.
    case trusted
    /// Nobody knows; until the boot clock reads this, nothing falls due by it.
    case waiting(until: Duration)
    /// Nobody knows, and it was waited for long enough: alarms ring by it, as it is all there is.
    case doubted

    /// Whether wall-clock alarms wait.
    package var isWaiting: Bool {
        if case .waiting = self { true } else { false }
    }
}

/// What speaks for the wall clock on this machine.
package struct ClockEvidence: Hashable, Sendable {
    /// Whether the kernel says that it is synchronised.
    package var isSynchronized: Bool

    /// Whether the machine has a clock that runs while it is off.
    package var hasBatteryClock: Bool

    /// Creates evidence.
    package init(isSynchronized: Bool, hasBatteryClock: Bool) {
        self.isSynchronized = isSynchronized
        self.hasBatteryClock = hasBatteryClock
    }

    /// The evidence of a clock that the network or a receiver sets.
    package static let synchronized = ClockEvidence(isSynchronized: true, hasBatteryClock: false)

    /// No evidence at all.
    package static let none = ClockEvidence(isSynchronized: false, hasBatteryClock: false)
}

/// What a book knows of the clocks.
package struct ClockRecord: Hashable, Sendable {
    /// The moment up to which the book was advanced, or `nil` in a new one.
    ///
    /// Each boot-clock time in the book counts from this moment's boot.
    package var last: Moment?

    /// The boot in which the wall clock was found to be right; it counts as right until that ends.
    package var trustedBoot: String?

    /// The newest instant that a wall clock read which was right then; a clock that is set lowers it.
    package var newestTrusted: Instant?

    /// Creates a record.
    package init(
        last: Moment? = nil, trustedBoot: String? = nil, newestTrusted: Instant? = nil
    ) {
        self.last = last
        self.trustedBoot = trustedBoot
        self.newestTrusted = newestTrusted
    }

    /// How far the wall clock is believed at `moment`.
    package func trust(at moment: Moment, in context: BookContext) -> ClockTrust {
        if trustedBoot == moment.bootID { return .trusted }
        return moment.sinceBoot < context.clockWait ? .waiting(until: context.clockWait) : .doubted
    }

    /// Takes note of what speaks for the wall clock at `moment`.
    mutating func weigh(_ moment: Moment, because cause: Cause, in context: BookContext) {
        // A kernel that does not tell its boots apart tells nothing about the next.
        if cause == .boot, moment.bootID.isEmpty { trustedBoot = nil }
        if trustedBoot != moment.bootID {
            let evidence = context.evidence
            let runsOn =
                evidence.hasBatteryClock && (newestTrusted.map { $0 <= moment.wall } ?? true)
            guard evidence.isSynchronized || runsOn || wasSet(moment, cause) else { return }
            trustedBoot = moment.bootID
        }
        newestTrusted = moment.wall
    }

    /// Whether the wall clock was set in this boot since the moment before: as was told, or as both clocks show.
    private func wasSet(_ moment: Moment, _ cause: Cause) -> Bool {
        if cause == .clockSet { return true }
        guard let last, last.bootID == moment.bootID else { return false }
        let passed = moment.sinceBoot - last.sinceBoot
        let moved = moment.wall - last.wall - passed
        // A clock that is slewed may gain or lose a two-thousandth.
        let slewed = Duration.seconds(1) + passed / 1000
        return moved > slewed || moved < .zero - slewed
    }
}
