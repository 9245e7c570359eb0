// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@testable import ZoneInfo

@Suite("A TZif file")
struct ZoneFileTests {
    private func read(_ builder: TZifBuilder) throws -> Zone {
        try Zone(name: "x", tzif: builder.bytes)
    }

    private func offset(_ zone: Zone, _ seconds: Int64) -> Int {
        zone.span(at: Instant(seconds: seconds)).offset
    }

    @Test(
        "of any version is read",
        arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
    func versions(version: UInt8) throws {
        var file = TZifBuilder(version: version)
        file.offsets = [600, 3600, 7200]
        file.transitions = [(1000, 1), (2000, 2), (3000, 1)]
        let zone = try read(file)
        #expect(
            [0, 999, 1000, 1999, 2000, 2999, 3000].map { offset(zone, $0) }
                == [600, 600, 3600, 3600, 7200, 7200, 3600])
        #expect(zone.span(at: Instant(seconds: 4000)).start == Instant(seconds: 3000))
        #expect(zone.span(at: Instant(seconds: 4000)).end == nil)
        #expect(zone.span(at: .epoch).start == nil)
        #expect(zone.span(at: .epoch).end == Instant(seconds: 1000))
        #expect(zone.span(at: Instant(seconds: 2500)).abbreviation == "CCC")
    }

    @Test("whose rule begins after every instant has none")
    func ruleBeyondTime() throws {
        var file = TZifBuilder(version: UInt8(ascii: "3"))
        file.offsets = [3600, 7200]
        file.transitions = [(1000, 1), (1 << 56, 0)]
        file.footer = "CET-1"
        let span = try read(file).span(at: Instant(seconds: 2000))
        #expect(span.offset == 7200 && span.start == Instant(seconds: 1000) && span.end == nil)
    }

    @Test("without a transition holds for ever, by its kind or by its rule")
    func noTransitions() throws {
        let fixed = try read(TZifBuilder(offsets: [-7200]))
        let span = fixed.span(at: .epoch)
        #expect(span == OffsetSpan(offset: -7200, abbreviation: "AAA", start: nil, end: nil))
        let ruled = try read(TZifBuilder(offsets: [-7200], footer: "<+03>-3"))
        #expect(offset(ruled, 0) == 10_800)
        #expect(ruled.span(at: .distantPast).start == nil)
        #expect(ruled.span(at: .distantFuture).end == nil)
    }

    @Test("has its rule from its last transition on, also where that changes nothing")
    func ruleStart() throws {
        var file = TZifBuilder(offsets: [3600, 0], footer: "AAA-1ZZZ,M3.5.0,M10.5.0/3")
        // 1990, and again on 1 December 2009: summer time comes back in 2010 alone.
        file.transitions = [(631_152_000, 1), (662_688_000, 0), (1_259_625_600, 0)]
        let zone = try read(file)
        let winter = zone.span(at: Instant(seconds: 1_000_000_000))
        #expect(winter.offset == 3600)
        #expect(winter.start == Instant(seconds: 662_688_000))
        #expect(winter.end == Instant(rfc3339: "2010-03-28T01:00:00Z"))
        #expect(zone.span(at: Instant(seconds: 1_260_000_000)) == winter)
        #expect(offset(zone, 1_277_000_000) == 7200)
    }

    @Test("with a last transition in summer has the rule's end of that summer")
    func ruleInSummer() throws {
        var file = TZifBuilder(offsets: [0, 7200], footer: "AAA-1BBB,M3.5.0,M10.5.0/3")
        file.transitions = [(1_277_000_000, 1)]
        let span = try read(file).span(at: Instant(seconds: 1_278_000_000))
        #expect(span.start == Instant(seconds: 1_277_000_000))
        #expect(span.end == Instant(rfc3339: "2010-10-31T01:00:00Z"))
        #expect(try read(file).span(at: .epoch).end == Instant(seconds: 1_277_000_000))
    }

    @Test("may have transitions before and beyond all instants")
    func beyond() throws {
        var file = TZifBuilder(offsets: [1, 2, 3, 4])
        file.transitions = [(-(1 << 59), 1), (.min + (1 << 60), 2), (0, 3), (1 << 62, 0)]
        #expect(throws: ZoneInfoError.self) { _ = try read(file) }
        file.transitions.swapAt(0, 1)
        let zone = try read(file)
        #expect(zone.span(at: .distantPast).offset == 2)
        #expect(zone.span(at: .distantPast).start == nil)
        #expect(zone.span(at: .distantFuture).offset == 4)
        #expect(zone.span(at: .distantFuture).end == nil)
    }

    @Test("that counts leap seconds is told by a clock that does not")
    func leapSeconds() throws {
        var file = TZifBuilder(offsets: [0, 3600, 7200])
        file.transitions = [(500, 1), (1001, 2), (2002, 1)]
        file.leaps = [(1001, 1), (1999, 2)]
        let zone = try read(file)
        #expect(
            [499, 500, 999, 1000, 1999, 2000].map { offset(zone, $0) }
                == [0, 3600, 3600, 7200, 7200, 3600])
    }

    @Test(
        "of the folder `right` says what its sister says",
        .enabled(if: contents(ofFile: "\(ZoneCatalog.folder)/right/UTC") != nil, "not installed"),
        arguments: ["Europe/Berlin", "America/New_York", "Asia/Tehran", "Pacific/Apia", "UTC"])
    func rightFolder(name: String) throws {
        let right = try #require(contents(ofFile: "\(ZoneCatalog.folder)/right/\(name)"))
        let zone = try ZoneCatalog(read: contents(ofFile:)).zone(named: name)
        let counted = try Zone(name: name, tzif: right)
        // These files end when the next leap second may come.
        let end = try #require(Instant(rfc3339: "2020-01-01T00:00:00Z"))
        var instant = try #require(Instant(rfc3339: "1880-01-01T00:00:00Z"))
        while instant < end {
            let span = zone.span(at: instant)
            #expect(counted.span(at: instant).offset == span.offset)
            guard let next = span.end, next < end else { break }
            #expect(counted.span(at: next - .seconds(1)).offset == span.offset)
            instant = next
        }
    }
}

@Suite("A hostile TZif file")
struct HostileZoneFileTests {
    /// Files of different shapes, whole.
    private static let files: [[UInt8]] = {
        var old = TZifBuilder(version: 0, offsets: [0, 3600, 7200])
        old.transitions = [(-1000, 1), (0, 2), (1_000_000, 1)]
        var counted = TZifBuilder(version: UInt8(ascii: "4"), offsets: [0, 3600])
        counted.transitions = [(0, 1), (1000, 0)]
        counted.leaps = [(500, 1), (900, 2)]
        counted.footer = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
        let apia = contents(ofFile: "\(ZoneCatalog.folder)/Pacific/Apia")
        return [old.bytes, counted.bytes] + (apia.map { [$0] } ?? [])
    }()

    /// Does with a zone all that can be done with one.
    private func use(_ bytes: [UInt8]) {
        guard let zone = try? Zone(name: "x", tzif: bytes), let time = TimeOfDay("02:30") else {
            return
        }
        let schedule = Schedule(time: time, pattern: .weekly(.all))
        for seconds: Int64 in [.min, -1, 1_000_000, 4_000_000_000, .max] {
            let instant = Instant(seconds: seconds)
            #expect(zone.span(at: instant).contains(instant) || instant == .distantFuture)
            _ = zone.resolve(zone.civil(at: instant))
            let next = schedule.next(after: instant, in: zone, gap: .before, overlap: .both)
            #expect(next.map { $0.instant > instant } ?? true)
        }
    }

    @Test("that is cut short anywhere is refused", arguments: files)
    func truncated(file: [UInt8]) {
        for length in file.indices {
            #expect(throws: ZoneInfoError.self) {
                _ = try Zone(name: "x", tzif: Array(file[..<length]))
            }
        }
    }

    @Test("with one bit turned is refused or read, and never a crash", arguments: files)
    func bitFlips(file: [UInt8]) {
        for index in file.indices {
            for bit in 0..<8 {
                var bytes = file
                bytes[index] ^= 1 << UInt8(bit)
                use(bytes)
            }
        }
    }

    @Test("with the greatest and the least of every number is refused or read", arguments: files)
    func extremes(file: [UInt8]) {
        for size in [4, 8] {
            for index in 0..<max(file.count - size, 0) {
                for (first, others) in [(0xFF, 0xFF), (0x7F, 0xFF), (0x80, 0), (0, 0)]
                    as [(UInt8, UInt8)]
                {
                    var bytes = file
                    bytes[index] = first
                    for later in 1..<size { bytes[index + later] = others }
                    use(bytes)
                }
            }
        }
    }

    @Test(
        "is refused for what is wrong with it",
        arguments: [
            ([], "it is cut short"),
            (Array("TZig2".utf8) + [UInt8](repeating: 0, count: 39), "it is no TZif file"),
            (TZifBuilder(offsets: []).bytes, "its counts are impossible"),
            (TZifBuilder(transitions: [(5, 0), (5, 0)]).bytes, "its transitions are not in order"),
            (TZifBuilder(transitions: [(5, 1)]).bytes, "a transition leads nowhere"),
            (TZifBuilder(offsets: [93_600]).bytes, "an offset is beyond a day"),
            (TZifBuilder(offsets: [-90_000]).bytes, "an offset is beyond a day"),
            (TZifBuilder(footer: "CET").bytes, "its footer is no rule"),
            (TZifBuilder().bytes.dropLast(1) + [65], "its footer is no rule"),
        ] as [([UInt8], String)])
    func reasons(bytes: [UInt8], reason: String) {
        #expect(throws: ZoneInfoError.damaged(name: "x", reason: reason)) {
            _ = try Zone(name: "x", tzif: bytes)
        }
    }
}
