// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@testable import AlarmStore

@Suite("Zones that are kept")
struct KeptZonesTests {
    private static let zones: [String: [UInt8]] = [
        "Europe/Berlin": Array("TZif2\n\u{0}x y\n".utf8), "UTC": [],
    ]

    @Test("are read as they were written", arguments: [[:], zones])
    func roundTrip(zones: [String: [UInt8]]) {
        #expect(KeptZones.decode(KeptZones.encode(zones)) == zones)
    }

    @Test("are none where any bit is other than it was, or the end is missing")
    func damaged() {
        let whole = KeptZones.encode(Self.zones)
        for index in whole.indices {
            #expect(KeptZones.decode(Array(whole[..<index])) == nil)
            var flipped = whole
            flipped[index] ^= 1
            #expect(KeptZones.decode(flipped) == nil)
        }
    }

    @Test("are those of the generation before where the newest is damaged")
    func generations() {
        let folder = TemporaryFolder()
        let state = StateFolder(path: folder.path)
        #expect(state.keptZones() == [:])
        folder.write(KeptZones.encode(Self.zones), to: "zones.kept.1")
        folder.write("nonsense", to: "zones.kept")
        #expect(state.keptZones() == Self.zones)
    }
}
