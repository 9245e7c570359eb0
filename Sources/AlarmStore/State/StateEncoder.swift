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
        var armed = WrittenValues<Occurrence>()
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
        let pieces = pieces(of: book, reports: reports)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// Returns the bytes that say `book`, in pieces that lie one behind the other: what is kept is not copied.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - reports: What became of damaged states, as long as nobody acknowledged it.
    /// - Returns: The bytes of a state file.
    package func pieces(of book: AlarmBook, reports: [String] = []) -> [[UInt8]] {
        written.withLock { written in
            written.alarms.update(to: book.alarms)
            written.armed.update(to: book.armed)
            written.live.update(to: book.live)
            written.aside.update(to: book.aside)
            written.history.update(to: book.history)
            written.missed.update(to: book.missed)
            return StateDocument.pieces(
                of: book, reports: reports,
                StateDocument.Parts(
                    alarms: written.alarms.list, armed: written.armed.list,
                    live: written.live.list,
                    history: written.history.list, missed: written.missed.list,
                    aside: written.aside.list))
        }
    }
}

/// The bytes that say some values as elements of one of the document's lists.
final class WrittenPart: Sendable {
    /// The bytes, with those that part the first from the element before.
    let bytes: [UInt8]
    /// Their checksum.
    let sum: SummedPart

    /// Writes `values`, at least one.
    init(_ values: some Sequence<some StateValue>) {
        var writer = StateWriter(elementsAtDepth: 2)
        for value in values { writer.element(value) }
        // A copy has no room to grow, which would be kept as well.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(writer.bytes.count)
        bytes += writer.bytes
        self.bytes = bytes
        sum = SummedPart(bytes[...])
    }

    /// The bytes as those of the first elements, before which there is none to be parted from.
    var first: ArraySlice<UInt8> { bytes.dropFirst() }
}

/// A value, and what was written of it.
private final class Piece<Value: StateValue & Sendable>: Sendable {
    let value: Value
    let part: WrittenPart

    init(_ value: Value) {
        self.value = value
        part = WrittenPart(CollectionOfOne(value))
    }
}

/// What is over, oldest first: new is added behind, and the oldest go.
private struct WrittenList<Value: StateValue & Hashable & Sendable>: Sendable {
    private var pieces: [Piece<Value>] = []

    /// What was written, in order.
    var list: [WrittenPart] { pieces.map(\.part) }

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
