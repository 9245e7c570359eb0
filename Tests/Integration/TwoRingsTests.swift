// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

// One at a time: a player of the debug build takes nearly half a core for a level that has to be limited.
@Suite("Two alarms on one output that takes one player", .serialized)
struct TwoRingsTests {
    /// A sound of one level, so that what is heard says which of them it is.
    private static func level(_ value: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) }
        }
        let samples = (0..<24_000).flatMap { _ in little(value, 2) }
        let format =
            little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4) + little(2, 2)
            + little(16, 2)
        return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + format + Array("data".utf8) + little(samples.count, 4) + samples
    }

    /// The left side of what was heard.
    private static func heard(_ daemon: Daemon) -> [Int] { left(daemon.rig.heard) }

    /// The left side of frames.
    private static func left(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, to: bytes.count - 3, by: 4).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    /// Whether what is heard now has the sign of `level`, and stands still: how loud it is made is not the question.
    private static func hears(_ level: Int, _ daemon: Daemon) -> Bool {
        let latest = left(daemon.rig.latestHeard(frames: 480, of: 4))
        guard let last = latest.last, latest.count == 480, abs(last) > 1000 else { return false }
        return last.signum() == level.signum() && latest.allSatisfy { abs($0 - last) < 40 }
    }

    /// A daemon with two alarms, of which the older rings already, and whether the newer is heard.
    private static func ringing(newer: String) throws -> (Daemon, VarlinkConnection) {
        let daemon = try Daemon.running(output: "exclusive 1")
        let events = try daemon.monitor()
        let older = daemon.rig.write(level(10_000), to: "older.wav")
        #expect(
            try daemon.alarmctl("set", "+1s", "--id", "older", "--sound", older, "--fade", "0")
                .status == 0)
        #expect(events.event("ringing")?["alarm"]?.stringValue == "older")
        #expect(
            try daemon.alarmctl("set", "+4s", "--id", "newer", "--sound", newer, "--fade", "0")
                .status == 0)
        return (daemon, events)
    }

    @Test(
        "are heard one after the other by one player, with no silence between, however the newer is answered",
        arguments: ["dismiss", "snooze"])
    func takesOver(answer: String) throws {
        let newer = TemporaryFolder()
        newer.write(Self.level(-10_000), to: "newer.wav")
        let (daemon, events) = try Self.ringing(newer: newer.file("newer.wav"))
        #expect(eventually(within: 2) { Self.hears(10_000, daemon) })
        #expect(events.event("ringing")?["alarm"]?.stringValue == "newer", "\(daemon.log)")
        #expect(eventually(within: 2) { Self.hears(-10_000, daemon) })
        #expect(try daemon.alarmctl(answer, "newer").status == 0)
        #expect(events.event("ringing")?["alarm"]?.stringValue == "older", "\(daemon.log)")
        #expect(eventually(within: 2) { Self.hears(10_000, daemon) })
        #expect(try daemon.alarmctl("dismiss", "older").status == 0)
        #expect(eventually(within: 2) { daemon.count("close") == 1 })
        #expect(daemon.count("open") == 1, "\(daemon.rig.events)")
        // Only a machine that was too busy to look in time lets it run dry, and only then it is started anew.
        #expect(daemon.count("start") == 1 + daemon.count("xrun late"), "\(daemon.rig.events)")
        let heard = Self.heard(daemon)
        let peak = heard.max() ?? 0
        let first = heard.firstIndex { $0 > peak * 99 / 100 } ?? 0
        let last = heard.lastIndex { $0 > peak * 99 / 100 } ?? 0
        // Where the two cross the level passes 0, but stays there for less than a few milliseconds.
        let quiet = heard[first...last].split { abs($0) > peak / 20 }.map(\.count).max() ?? 0
        #expect(quiet < 240, "\(quiet) frames")
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < peak / 100 })
    }

    @Test("where the newer's sound is gone: that is said in time, and the built-in tone takes over")
    func missingSound() throws {
        let folder = TemporaryFolder()
        folder.write(Self.level(-10_000), to: "newer.wav")
        let (daemon, events) = try Self.ringing(newer: folder.file("newer.wav"))
        unsafe unlink(folder.file("newer.wav"))
        let failure = events.event("sound")
        #expect(failure?["alarm"]?.stringValue == "newer", "\(daemon.log)")
        #expect(Self.hears(10_000, daemon))
        #expect(try daemon.alarms().first?["state"]?.stringValue != "ringing")
        let ringing = events.event("ringing")
        #expect(ringing?["alarm"]?.stringValue == "newer", "\(daemon.log)")
        #expect(ringing?["output"]?.stringValue?.contains("built-in tone") == true)
        #expect(daemon.count("open") == 1)
    }

    @Test("where the older is dismissed before the newer is due: the newer gets the output in time")
    func olderGoes() throws {
        let folder = TemporaryFolder()
        folder.write(Self.level(-10_000), to: "newer.wav")
        let (daemon, events) = try Self.ringing(newer: folder.file("newer.wav"))
        #expect(eventually(within: 5) { (try? daemon.alarms())?.count == 2 })
        #expect(try daemon.alarmctl("dismiss", "older").status == 0)
        #expect(events.event("ringing")?["alarm"]?.stringValue == "newer", "\(daemon.log)")
        #expect(eventually(within: 2) { Self.hears(-10_000, daemon) })
        #expect(daemon.count("open ->") == 0)
    }
}
