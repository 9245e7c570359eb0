// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import Synchronization

/// Makes the bytes of one state after another.
///
/// What was written of an alarm is kept, and taken over for as long as the alarm is the same: of a thousand alarms
/// a change is about one. It may be used on any thread.
package final class StateEncoder: Sendable {
    /// An alarm, and how it is written.
    private final class Piece: Sendable {
        let alarm: Alarm
        let bytes: [UInt8]

        init(_ alarm: Alarm) {
            self.alarm = alarm
            var writer = StateWriter(depth: 2)
            alarm.write(to: &writer)
            bytes = writer.bytes
        }
    }

    /// In the order of the alarms' ids.
    private let pieces = Mutex<[Piece]>([])

    /// Creates an encoder that has written nothing yet.
    package init() {}

    /// Returns the bytes that say `book`.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - reports: What became of damaged states, as long as nobody acknowledged it.
    /// - Returns: The bytes of a state file.
    package func encode(_ book: AlarmBook, reports: [String] = []) -> [UInt8] {
        pieces.withLock { pieces in
            Self.bring(&pieces, upTo: book)
            return StateDocument.encode(book, reports: reports, alarms: pieces.lazy.map(\.bytes))
        }
    }

    private static func bring(_ pieces: inout [Piece], upTo book: AlarmBook) {
        var hasGone = false
        for index in pieces.indices {
            guard let alarm = book.alarms[pieces[index].alarm.id] else {
                hasGone = true
                continue
            }
            if alarm != pieces[index].alarm { pieces[index] = Piece(alarm) }
        }
        if hasGone { pieces.removeAll { book.alarms[$0.alarm.id] == nil } }
        guard pieces.count < book.alarms.count else { return }
        let known = Set(pieces.map(\.alarm.id))
        for alarm in book.alarms.values where !known.contains(alarm.id) {
            pieces.append(Piece(alarm))
        }
        pieces.sort { $0.alarm.id < $1.alarm.id }
    }
}
