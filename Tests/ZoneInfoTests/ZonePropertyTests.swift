// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

/// The zones that properties are held against: every place of `zone.tab`, and rules of no place.
enum SampleZones {
    /// Names of places, and rules after `=`.
    static let all = places + rules.map { "=\($0)" }

    /// Odd ones first; then all that the machine lists.
    static let places: [String] = {
        let odd = [
            "UTC", "Europe/Dublin", "Africa/Casablanca", "Antarctica/Troll", "America/Nuuk",
            "Factory",
        ]
        let table = contents(ofFile: "\(ZoneCatalog.folder)/zone.tab") ?? []
        let listed = String(decoding: table, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
        return odd + listed
    }()

    static let rules = [
        "CET-1CEST,M3.5.0,M10.5.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1", "<+03>-3",
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "XXX3EDT4,0/0,J365/23", "XXX-14YYY-15,0/0,365/167",
        "AAA5BBB,J1/-167,J365/167", "AAA5BBB,J60,J59", "AAA0BBB,59,60",
        "AAA24:59:59BBB-24:59:59,J100,J101",
        "NZST-12NZDT,M9.5.0,M4.1.0/3", "LHST-10:30LHDT-11,M10.1.0,M4.1.0",
    ]

    static func zone(_ name: String) throws -> any ZoneRules {
        guard name.hasPrefix("=") else {
            return try ZoneCatalog(read: contents(ofFile:)).zone(named: name)
        }
        return try Zone(name: name, posix: String(name.dropFirst()))
    }

    /// The spans from 1850 on, at most 800: till 2250 with two changes a year.
    static func spans(of zone: any ZoneRules) -> [OffsetSpan] {
        var spans = [zone.span(at: Instant(seconds: -3_786_912_000))]
        while let end = spans.last?.end, spans.count < 800 { spans.append(zone.span(at: end)) }
        return spans
    }
}

@Suite("In every zone")
struct ZonePropertyTests {
    @Test("spans tile the time line", arguments: SampleZones.all)
    func tiles(name: String) throws {
        let zone = try SampleZones.zone(name)
        let spans = SampleZones.spans(of: zone)
        for (span, next) in zip(spans, spans.dropFirst()) {
            let end = try #require(span.end)
            #expect(next.start == end)
            #expect(next.offset != span.offset || next.abbreviation != span.abbreviation)
            #expect(zone.span(at: end - .microseconds(1)) == span)
            #expect(next.end.map { $0 > end } ?? true)
        }
        for instant in [Instant.distantPast, .distantFuture] {
            #expect(zone.span(at: instant).contains(instant) || instant == .distantFuture)
        }
    }

    @Test("what the clock reads leads back to the instant", arguments: SampleZones.all)
    func roundTrip(name: String) throws {
        let zone = try SampleZones.zone(name)
        for end in SampleZones.spans(of: zone).prefix(300).compactMap(\.end) {
            for distance in [-5400, -1800, -1, 0, 1, 1799, 5400] {
                let instant = end + .seconds(distance)
                switch zone.resolve(zone.civil(at: instant)) {
                case .unique(let found): #expect(found == instant)
                case .overlap(let first, let second):
                    #expect(first == instant || second == instant || first < instant)
                    #expect(first < second)
                case .gap: Issue.record("\(name) never reads \(zone.civil(at: instant))")
                }
            }
        }
    }

    @Test("a gap has the change between what comes before and after it", arguments: SampleZones.all)
    func gaps(name: String) throws {
        let zone = try SampleZones.zone(name)
        for (span, next) in zip(
            SampleZones.spans(of: zone), SampleZones.spans(of: zone).dropFirst())
        where next.offset > span.offset {
            let end = try #require(span.end)
            let wall = end.seconds + Int64((span.offset + next.offset) / 2)
            let civil = CivilDateTime(secondsOnWall: wall)
            guard case .gap(let after, let before, let transition) = zone.resolve(civil) else {
                // Where clocks change twice within hours, a later span may read the time.
                #expect(!name.hasPrefix("Europe/"))
                continue
            }
            #expect(before < transition && transition <= after)
            #expect(after.seconds == wall - Int64(span.offset))
            #expect(before.seconds == wall - Int64(next.offset))
            #expect(transition == end)
        }
    }
}
