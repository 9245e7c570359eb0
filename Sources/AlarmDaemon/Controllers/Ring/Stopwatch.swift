// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Adds up the stretches of time in which something went on.
///
/// A ring's timeout counts only the time in which it was played, or tried with every output dead (design,
/// section 4). Times are those of one clock that nobody sets.
nonisolated struct Stopwatch: Hashable, Sendable {
    private var counted = Duration.zero
    private var runningSince: Duration?

    /// Creates a stopwatch that stands at zero.
    init() {}

    /// Whether it runs.
    var isRunning: Bool { runningSince != nil }

    /// Lets it run from `now` on; nothing where it runs already.
    mutating func start(at now: Duration) {
        if runningSince == nil { runningSince = now }
    }

    /// Lets it stand from `now` on; nothing where it stands already.
    mutating func stop(at now: Duration) {
        counted = elapsed(at: now)
        runningSince = nil
    }

    /// What it shows at `now`.
    func elapsed(at now: Duration) -> Duration {
        counted + (runningSince.map { max(now - $0, .zero) } ?? .zero)
    }
}
