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
            written.live.update(to: book.live)
            written.aside.update(to: book.aside)
            written.history.update(to: book.history)
            written.missed.update(to: book.missed)
            return StateDocument.pieces(
                of: book, reports: reports,
                StateDocument.Parts(
                    alarms: written.alarms.list, live: written.live.list,
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

/// One value for each of some alarms, in the order of their ids, each written once for as long as it stays the same.
///
/// Some at a time are written together: a change writes anew what stands beside it, and goes through a fraction of
/// all the rest.
private struct WrittenValues<Value: StateValue & Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let id: AlarmID
        var value: Value
    }

    private struct Block: Sendable {
        /// At least one, in order.
        var entries: [Entry]
        /// What is written of them; `nil` where that is to be done.
        var part: WrittenPart?
    }

    /// In order.
    private var blocks: [Block] = []
    private var known: Set<AlarmID> = []

    /// So many new ones find their places one by one; of more all are put in order.
    private static var fewNew: Int { 16 }

    /// How many are written together, and how many at most, once others have come between them.
    private static var blockSize: Int { 16 }
    private static var blockLimit: Int { 32 }

    /// What was written, in the order of the alarms' ids.
    var list: [WrittenPart] { blocks.compactMap(\.part) }

    mutating func update(to values: [AlarmID: Value]) {
        guard !(values.isEmpty && blocks.isEmpty) else { return }
        for index in blocks.indices { update(index, to: values) }
        blocks.removeAll { $0.entries.isEmpty }
        if known.count < values.count { add(values) }
        for index in blocks.indices where blocks[index].part == nil {
            blocks[index].part = WrittenPart(blocks[index].entries.lazy.map(\.value))
        }
    }

    private mutating func update(_ block: Int, to values: [AlarmID: Value]) {
        var hasGone = false
        for index in blocks[block].entries.indices {
            let id = blocks[block].entries[index].id
            guard let value = values[id] else {
                known.remove(id)
                hasGone = true
                continue
            }
            guard value != blocks[block].entries[index].value else { continue }
            blocks[block].entries[index].value = value
            blocks[block].part = nil
        }
        guard hasGone else { return }
        blocks[block].entries.removeAll { values[$0.id] == nil }
        blocks[block].part = nil
    }

    private mutating func add(_ values: [AlarmID: Value]) {
        let areFew = !blocks.isEmpty && values.count - known.count <= Self.fewNew
        var new: [Entry] = []
        for (id, value) in values where known.insert(id).inserted {
            new.append(Entry(id: id, value: value))
        }
        guard !areFew else {
            for entry in new { insert(entry) }
            return
        }
        let all = (blocks.flatMap(\.entries) + new).sorted { $0.id < $1.id }
        blocks = stride(from: 0, to: all.count, by: Self.blockSize).map { start in
            Block(entries: Array(all[start..<min(start + Self.blockSize, all.count)]))
        }
    }

    private mutating func insert(_ entry: Entry) {
        // The last block that begins before it, or else the first.
        let block = max(Self.place(of: entry.id, in: blocks) { $0.entries[0].id } - 1, 0)
        let index = Self.place(of: entry.id, in: blocks[block].entries, \.id)
        blocks[block].entries.insert(entry, at: index)
        blocks[block].part = nil
        guard blocks[block].entries.count > Self.blockLimit else { return }
        let rest = Array(blocks[block].entries[Self.blockSize...])
        blocks[block].entries.removeSubrange(Self.blockSize...)
        blocks.insert(Block(entries: rest), at: block + 1)
    }

    /// How many of `elements` there are before an id, all being in order.
    private static func place<Element>(
        of id: AlarmID, in elements: [Element], _ idOf: (Element) -> AlarmID
    ) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if idOf(elements[middle]) < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
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
