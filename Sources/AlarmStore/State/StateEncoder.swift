// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import Synchronization

/// Makes the bytes of one state after another.
///
/// What was written of an alarm is kept, and taken over for as long as the alarm is the same: of a thousand alarms
/// a change is about one. It may be used on any thread.
package final class StateEncoder: Sendable {
    private struct Written {
        var alarms = WrittenValues<Alarm>()
        var live = WrittenValues<Occurrence>()
        var aside = WrittenValues<LaidAside>()
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
            return StateDocument.encode(
                book, reports: reports, alarms: written.alarms.list, live: written.live.list,
                aside: written.aside.list)
        }
    }
}

/// One value for each of some alarms, each written once for as long as it stays the same.
private struct WrittenValues<Value: StateValue & Hashable & Sendable>: Sendable {
    private final class Piece: Sendable {
        let id: AlarmID
        let value: Value
        let bytes: [UInt8]

        init(_ id: AlarmID, _ value: Value) {
            self.id = id
            self.value = value
            var writer = StateWriter(depth: 2)
            value.write(to: &writer)
            bytes = writer.bytes
        }
    }

    private var pieces: [Piece] = []

    /// What was written, in the order of the alarms' ids.
    var list: [[UInt8]] { pieces.map(\.bytes) }

    mutating func update(to values: [AlarmID: Value]) {
        guard !(values.isEmpty && pieces.isEmpty) else { return }
        var hasGone = false
        for index in pieces.indices {
            let piece = pieces[index]
            guard let value = values[piece.id] else {
                hasGone = true
                continue
            }
            if value != piece.value { pieces[index] = Piece(piece.id, value) }
        }
        if hasGone { pieces.removeAll { values[$0.id] == nil } }
        guard pieces.count < values.count else { return }
        let known = Set(pieces.map(\.id))
        for (id, value) in values where !known.contains(id) { pieces.append(Piece(id, value)) }
        pieces.sort { $0.id < $1.id }
    }
}
