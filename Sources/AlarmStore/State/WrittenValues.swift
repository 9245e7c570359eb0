// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What there is at most one of for each alarm.
protocol ValueOfAlarm: StateValue, Hashable, Sendable {
    /// The id of its alarm.
    var ofAlarm: AlarmID { get }
}

extension Alarm: ValueOfAlarm { var ofAlarm: AlarmID { id } }
extension Occurrence: ValueOfAlarm { var ofAlarm: AlarmID { id.alarm } }
extension LaidAside: ValueOfAlarm { var ofAlarm: AlarmID { alarm } }

/// Such values by the ids of their alarms.
protocol ValuesByAlarm<Value> {
    associatedtype Value
    associatedtype Values: Collection<Value>

    var values: Values { get }
    subscript(id: AlarmID) -> Value? { get }
}

extension AlarmDictionary: ValuesByAlarm {}
extension Dictionary: ValuesByAlarm where Key == AlarmID {}

/// One value for each of some alarms, in the order of their ids, each written once for as long as it stays the same.
///
/// Some at a time are written together: a change writes anew what stands beside it, and goes through a fraction of
/// all the rest.
struct WrittenValues<Value: ValueOfAlarm>: Sendable {
    private struct Entry: Sendable {
        let id: AlarmID
        var value: Value

        init(_ value: Value) { (id, self.value) = (value.ofAlarm, value) }
    }

    private struct Block: Sendable {
        /// At least one, in order.
        var entries: [Entry]
        /// What is written of them; `nil` where that is to be done.
        var part: WrittenPart?
    }

    /// In order.
    private var blocks: [Block] = []

    /// The same as the dictionary gave them last: it does so in the same order for as long as none comes or goes.
    private var given: [Entry] = []

    /// How many are written together, and how many at most, once others have come between them.
    private static var blockSize: Int { 8 }
    private static var blockLimit: Int { 16 }

    /// What was written, in the order of the alarms' ids.
    var list: [WrittenPart] { blocks.compactMap(\.part) }

    /// Writes what is new, or other than it was.
    mutating func update(to values: some ValuesByAlarm<Value>) {
        guard !(values.values.isEmpty && given.isEmpty) else { return }
        if !follow(values) { compare(values) }
        for index in blocks.indices where blocks[index].part == nil {
            blocks[index].part = WrittenPart(blocks[index].entries.lazy.map(\.value))
        }
    }

    /// Looks each up by its id.
    private mutating func compare(_ values: some ValuesByAlarm<Value>) {
        for index in blocks.indices { compare(index, to: values) }
        blocks.removeAll { $0.entries.isEmpty }
        given = values.values.map(Entry.init)
        let newCount = given.count - blocks.reduce(0) { $0 + $1.entries.count }
        guard newCount > Self.mostNew || blocks.isEmpty else {
            guard newCount > 0 else { return }
            for entry in given where place(of: entry.id) == nil { insert(entry) }
            return
        }
        let sorted = given.sorted { $0.id < $1.id }
        blocks = stride(from: 0, to: sorted.count, by: Self.blockSize).map { start in
            Block(entries: Array(sorted[start..<min(start + Self.blockSize, sorted.count)]))
        }
    }

    private mutating func compare(_ block: Int, to values: some ValuesByAlarm<Value>) {
        var hasGone = false
        for index in blocks[block].entries.indices {
            guard let value = values[blocks[block].entries[index].id] else {
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

    // MARK: Few changes

    /// Follows the changes one by one, and tells whether that went: not where the dictionary gives in another order what
    /// it gave before.
    private mutating func follow(_ values: some ValuesByAlarm<Value>) -> Bool {
        var (new, gone): ([Entry], [AlarmID]) = ([], [])
        var index = 0
        for value in values.values {
            // Of nearly all: the very same is told apart at once.
            if index < given.count, given[index].value == value {
                index += 1
                continue
            }
            let id = value.ofAlarm
            while index < given.count, given[index].id != id, values[given[index].id] == nil {
                gone.append(given[index].id)
                index += 1
            }
            guard index < given.count, given[index].id == id else {
                new.append(Entry(value))
                // One that is neither new nor where it was: the order is another.
                guard new.count <= Self.mostNew, place(of: id) == nil else { return false }
                continue
            }
            if given[index].value != value { change(index, to: value) }
            index += 1
        }
        gone += given[index...].map(\.id)
        guard !new.isEmpty || !gone.isEmpty else { return true }
        for id in gone { remove(id) }
        for entry in new { insert(entry) }
        given = values.values.map(Entry.init)
        return true
    }

    /// So many new ones find their places one by one.
    private static var mostNew: Int { 16 }

    private mutating func change(_ index: Int, to value: Value) {
        given[index].value = value
        guard let (block, entry) = place(of: given[index].id) else { return }
        blocks[block].entries[entry].value = value
        blocks[block].part = nil
    }

    private mutating func remove(_ id: AlarmID) {
        guard let (block, entry) = place(of: id) else { return }
        blocks[block].entries.remove(at: entry)
        blocks[block].part = nil
        if blocks[block].entries.isEmpty { blocks.remove(at: block) }
    }

    private mutating func insert(_ entry: Entry) {
        guard !blocks.isEmpty else {
            blocks = [Block(entries: [entry])]
            return
        }
        // The last block that begins before it, or else the first.
        let block = max(Self.count(before: entry.id, in: blocks) { $0.entries[0].id } - 1, 0)
        let index = Self.count(before: entry.id, in: blocks[block].entries, \.id)
        blocks[block].entries.insert(entry, at: index)
        blocks[block].part = nil
        guard blocks[block].entries.count > Self.blockLimit else { return }
        let rest = Array(blocks[block].entries[Self.blockSize...])
        blocks[block].entries.removeSubrange(Self.blockSize...)
        blocks.insert(Block(entries: rest), at: block + 1)
    }

    /// Where an alarm's value is; `nil` where there is none.
    private func place(of id: AlarmID) -> (block: Int, entry: Int)? {
        let before = Self.count(before: id, in: blocks) { $0.entries[0].id }
        // It begins a block, or is in the one before.
        if before < blocks.count, blocks[before].entries[0].id == id { return (before, 0) }
        guard before > 0 else { return nil }
        let entries = blocks[before - 1].entries
        let index = Self.count(before: id, in: entries, \.id)
        return index < entries.count && entries[index].id == id ? (before - 1, index) : nil
    }

    /// How many of `elements` there are before an id, all being in order.
    private static func count<Element>(
        before id: AlarmID, in elements: [Element], _ idOf: (Element) -> AlarmID
    ) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if idOf(elements[middle]) < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
