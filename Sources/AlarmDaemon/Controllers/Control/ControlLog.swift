// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// What is said about clients: never so much that they could fill the log.
final class ControlLog {
    private let log: Log
    private let now: () -> Duration
    private var last: Duration?
    private var lastPause: Duration?
    private var burst = 0
    private var suppressed = 0

    private static let interval = Duration.seconds(10)
    private static let pauseInterval = Duration.seconds(60)
    private static let burstLimit = 5

    init(_ log: Log, now: @escaping () -> Duration) {
        self.log = log
        self.now = now
    }

    /// Says something about this process.
    func notice(_ text: String) { log.notice(text) }

    /// Says why no more clients are taken, once a minute: with a full house that comes and goes.
    func pause(_ text: String) {
        let time = now()
        if let lastPause, time - lastPause < Self.pauseInterval { return }
        lastPause = time
        log.warning(text)
    }

    /// Says something about a client, unless clients have been said much about just before.
    func warning(_ text: String) {
        let time = now()
        if last.map({ time - $0 >= Self.interval }) ?? true {
            last = time
            burst = 0
        }
        burst += 1
        guard burst <= Self.burstLimit else {
            suppressed += 1
            return
        }
        let more = suppressed == 0 ? "" : " (\(suppressed) lines like this were left out)"
        suppressed = 0
        log.warning(text + more)
    }

    nonisolated deinit {}
}
