// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import Synchronization

/// Makes the bytes of one state after another.
///
/// What was written of an alarm, or of what is over, is kept, and taken over for as long as that is the same: of a
/// thousand alarms a change is about one. It may be used on any thread.
package final class StateEncoder: Sendable {
    private struct Written {
        var alarms = WrittenValues<Alarm>()
        var live = WrittenValues<Occurrence>()
        var aside = WrittenValues<LaidAside>()
        var history = WrittenList<Occurrence>()
        var missed = WrittenList<Occurrence>()
    }

    private let written = Mutex(Written())

    /// Creates an encoder that has written nothing yet.
    package init() {}

    /// Returns the bytes that say `book`.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - reports: What became of damaged states, as long as nobody acknowledged it.
    /// - Returns: The bytes of a state file.
    package func encode(_ book: AlarmBook, reports: [String] = []) -> [UInt8] {
        written.withLock { written in
            written.alarms.update(to: book.alarms)
            written.live.update(to: book.live)
            written.aside.update(to: book.aside)
            written.history.update(to: book.history)
            written.missed.update(to: book.missed)
            return StateDocument.encode(
                book, reports: reports,
                StateDocument.Parts(
                    alarms: written.alarms.list, live: written.live.list,
                    history: written.history.list, missed: written.missed.list,
                    aside: written.aside.list))
        }
    }
}

/// A value, and the bytes that say it as an element of one of the document's lists.
private final class Piece<Value: StateValue & Sendable>: Sendable {
    let value: Value
    let bytes: [UInt8]

    init(_ value: Value) {
        self.value = value
        var writer = StateWriter(depth: 2)
        value.write(to: &writer)
        bytes = writer.bytes
    }
}

/// One value for each of some alarms, each written once for as long as it stays the same.
private struct WrittenValues<Value: StateValue & Hashable & Sendable>: Sendable {
    private var pieces: [(id: AlarmID, piece: Piece<Value>)] = []

    /// What was written, in the order of the alarms' ids.
    var list: [[UInt8]] { pieces.map(\.piece.bytes) }

    mutating func update(to values: [AlarmID: Value]) {
        guard !(values.isEmpty && pieces.isEmpty) else { return }
        var hasGone = false
        for index in pieces.indices {
            guard let value = values[pieces[index].id] else {
                hasGone = true
                continue
            }
            if value != pieces[index].piece.value { pieces[index].piece = Piece(value) }
        }
        if hasGone { pieces.removeAll { values[$0.id] == nil } }
        guard pieces.count < values.count else { return }
        let known = Set(pieces.map(\.id))
        for (id, value) in values where !known.contains(id) { pieces.append((id, Piece(value))) }
        pieces.sort { $0.id < $1.id }
    }
}

/// What is over, oldest first: new is added behind, and the oldest go.
private struct WrittenList<Value: StateValue & Hashable & Sendable>: Sendable {
    private var pieces: [Piece<Value>] = []

    /// What was written, in order.
    var list: [[UInt8]] { pieces.map(\.bytes) }

    mutating func update(to values: [Value]) {
        let first = values.first.flatMap { first in pieces.firstIndex { $0.value == first } }
        pieces.removeFirst(first ?? pieces.count)
        for (index, value) in values.enumerated() {
            if index == pieces.count {
                pieces.append(Piece(value))
            } else if pieces[index].value != value {
                pieces[index] = Piece(value)
            }
        }
        pieces.removeLast(pieces.count - values.count)
    }
}
