// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// The bytes of a state file: a line with the version and a checksum, then one JSON document (design,
/// section 10).
///
/// The document is laid out for a person to read. Durations in it are whole microseconds. A member that this
/// version does not know is passed over, and is gone when the state is next written: a version that adds what
/// may not be lost has a new number. The first line has this form in every version.
package enum StateDocument {
    /// The version that this daemon writes, and the newest that it reads.
    static let version = 1

    /// The most bytes a state file may have: far more than 10,000 alarms take.
    package static let sizeLimit = 64 << 20

    private static let mark = "wecker-state"
    private static let seal = DocumentSeal(mark: mark, version: version)

    /// Returns the bytes that say `book`.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - reports: What became of damaged states, as long as nobody acknowledged it.
    /// - Returns: The bytes of a state file.
    package static func encode(_ book: AlarmBook, reports: [String] = []) -> [UInt8] {
        StateEncoder().encode(book, reports: reports)
    }

    /// What of a book there may be thousands, each written already, in order.
    struct Parts {
        var alarms: [WrittenPart]
        var armed: [WrittenPart]
        var live: [WrittenPart]
        var history: [WrittenPart]
        var missed: [WrittenPart]
        var aside: [WrittenPart]
    }

    /// Returns the bytes that say `book`, of which `parts` are written already, in pieces.
    static func pieces(of book: AlarmBook, reports: [String], _ parts: Parts) -> [[UInt8]] {
        var writer = StateWriter()
        writer.object { object in
            object.put("alarms", written: parts.alarms)
            object.put("armed", written: parts.armed)
            object.put("live", written: parts.live)
            object.put("history", written: parts.history)
            object.put("missed", written: parts.missed)
            object.put("nextSerial", book.nextSerial)
            object.put("clock", book.clock.last)
            if !reports.isEmpty { object.put("reports", reports) }
            object.put("trustedBoot", book.clock.trustedBoot)
            object.put("newestTrusted", book.clock.newestTrusted)
            if !parts.aside.isEmpty { object.put("aside", written: parts.aside) }
        }
        writer.plain("\n")
        let (pieces, sum) = writer.finish()
        return [seal.header(of: sum)] + pieces
    }

    /// Reads the book that `bytes` say.
    ///
    /// - Throws: ``StateError/damaged(_:)`` for bytes that ``encode(_:)`` did not make, and
    ///   ``StateError/newer(version:)`` for those of a newer version.
    package static func decode(_ bytes: [UInt8]) throws(StateError) -> AlarmBook {
        try decodeAll(bytes).book
    }

    /// Reads all that `bytes` say: the book, and what became of damaged states before.
    ///
    /// - Throws: ``StateError``, as ``decode(_:)`` does.
    static func decodeAll(
        _ bytes: [UInt8]
    ) throws(StateError) -> (book: AlarmBook, reports: [String]) {
        try seal.open(bytes) { document throws(StateError) in
            do throws(StateError) {
                let object = try StateObject(document)
                return (try book(of: object), try object.find("reports") ?? [])
            } catch {
                throw error.inside("state")
            }
        }
    }

    private static func book(of object: StateObject) throws(StateError) -> AlarmBook {
        AlarmBook(
            alarms: try alarms(object.get("alarms")),
            armed: try byAlarm(object.get("armed")) { (armed: Occurrence) in armed.id.alarm },
            live: try byAlarm(object.get("live")) { (live: Occurrence) in live.id.alarm },
            history: try object.get("history"), missed: try object.get("missed"),
            aside: try byAlarm(object.find("aside") ?? [], \LaidAside.alarm),
            nextSerial: try object.get("nextSerial"),
            clock: ClockRecord(
                last: try object.find("clock"), trustedBoot: try object.find("trustedBoot"),
                newestTrusted: try object.find("newestTrusted")))
    }

    /// Whether `bytes` are whole as those of this version but for one bit of the version's number, `version`.
    static func isOneBitOff(_ version: Int, in bytes: [UInt8]) -> Bool {
        let digit = UInt8(ascii: "0") + UInt8(Self.version)
        let place = mark.utf8.count + 1
        guard (0...9).contains(version), bytes.indices.contains(place),
            (bytes[place] ^ digit).nonzeroBitCount == 1
        else { return false }
        var mended = bytes
        mended[place] = digit
        return (try? decode(mended)) != nil
    }

    private static func alarms(_ values: [Alarm]) throws(StateError) -> AlarmDictionary {
        var found = AlarmDictionary()
        found.reserveCapacity(values.count)
        for alarm in values where !found.insert(alarm) { throw .damaged(" has \(alarm.id) twice") }
        return found
    }

    private static func byAlarm<Value>(
        _ values: [Value], _ id: (Value) -> AlarmID
    ) throws(StateError) -> [AlarmID: Value] {
        var found = [AlarmID: Value](minimumCapacity: values.count)
        for value in values where found.updateValue(value, forKey: id(value)) != nil {
            throw .damaged(" has \(id(value)) twice")
        }
        return found
    }
}
