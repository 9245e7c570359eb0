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

/// The bytes that say a value as an element of one of the document's lists.
final class WrittenPart: Sendable {
    /// The bytes.
    let bytes: [UInt8]
    /// Their checksum.
    let sum: SummedPart

    /// Writes `value`.
    init(_ value: some StateValue) {
        var writer = StateWriter(depth: 2)
        value.write(to: &writer)
        bytes = writer.bytes
        sum = SummedPart(bytes)
    }
}

/// A value, and what was written of it.
private final class Piece<Value: StateValue & Sendable>: Sendable {
    let value: Value
    let part: WrittenPart

    init(_ value: Value) {
        self.value = value
        part = WrittenPart(value)
    }
}

/// One value for each of some alarms, each written once for as long as it stays the same.
private struct WrittenValues<Value: StateValue & Hashable & Sendable>: Sendable {
    private var pieces: [(id: AlarmID, piece: Piece<Value>)] = []
    private var known: Set<AlarmID> = []

    /// So many new ones find their places one by one; of more all are put in order.
    private static var fewNew: Int { 16 }

    /// What was written, in the order of the alarms' ids.
    var list: [WrittenPart] { pieces.map(\.piece.part) }

    mutating func update(to values: [AlarmID: Value]) {
        guard !(values.isEmpty && pieces.isEmpty) else { return }
        var count = 0
        for index in pieces.indices {
            guard let value = values[pieces[index].id] else {
                known.remove(pieces[index].id)
                continue
            }
            if value != pieces[index].piece.value { pieces[index].piece = Piece(value) }
            if count < index { pieces.swapAt(count, index) }
            count += 1
        }
        pieces.removeLast(pieces.count - count)
        if count < values.count { add(values) }
    }

    private mutating func add(_ values: [AlarmID: Value]) {
        let areFew = values.count - pieces.count <= Self.fewNew
        for (id, value) in values where known.insert(id).inserted {
            pieces.insert((id, Piece(value)), at: areFew ? place(of: id) : pieces.count)
        }
        if !areFew { pieces.sort { $0.id < $1.id } }
    }

    /// How many there are before an id, all being in order.
    private func place(of id: AlarmID) -> Int {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
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
