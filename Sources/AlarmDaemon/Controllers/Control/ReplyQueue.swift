// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Brings the replies of one connection into the order of its calls.
///
/// Calls may be answered in any order; what is not yet its call's turn waits here. A value that does no I/O.
struct ReplyQueue {
    /// A call that is not yet fully answered.
    nonisolated struct Exchange: Hashable {
        fileprivate let number: Int
    }

    private var waiting:
        [(exchange: Exchange, messages: [[UInt8]], isContinued: Bool, isFinished: Bool)] = []
    private var lastNumber = 0

    /// How many calls are not yet fully answered, or wait for one that is not.
    var count: Int { waiting.count }

    /// Whether the call whose turn it is has had no reply at all.
    ///
    /// One that is answered continually is no such call, nor are those that wait for it: it may never end.
    var awaitsReply: Bool {
        guard let first = waiting.first else { return false }
        return !first.isContinued
    }

    /// How many bytes of replies wait for their turn.
    private(set) var byteCount = 0

    /// Takes note of the next call.
    mutating func begin() -> Exchange {
        lastNumber += 1
        let exchange = Exchange(number: lastNumber)
        waiting.append((exchange, [], false, false))
        return exchange
    }

    /// Takes a reply, and returns the messages whose turn has come.
    mutating func add(_ message: [UInt8], to exchange: Exchange, isLast: Bool) -> [[UInt8]] {
        guard let index = waiting.firstIndex(where: { $0.exchange == exchange }) else { return [] }
        waiting[index].messages.append(message)
        waiting[index].isFinished = isLast
        waiting[index].isContinued = true
        byteCount += message.count
        return index == 0 ? takeDue() : []
    }

    private mutating func takeDue() -> [[UInt8]] {
        var due: [[UInt8]] = []
        var finished = 0
        for index in waiting.indices {
            due += waiting[index].messages
            waiting[index].messages = []
            guard waiting[index].isFinished else { break }
            finished += 1
        }
        waiting.removeFirst(finished)
        byteCount -= due.reduce(0) { $0 + $1.count }
        return due
    }
}
