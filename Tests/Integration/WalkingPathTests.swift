// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("An alarm, from set to silence")
struct WalkingPathTests {
    @Test("rings when it is due, is snoozed, and is dismissed")
    func path() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        let before = monotonicSeconds()
        let set = try daemon.alarmctl("set", "+2s", "--id", "a", "--json")
        let after = monotonicSeconds()
        #expect(set.status == 0, "\(set)")
        #expect(events.event("due")?["alarm"]?.stringValue == "a")
        let ringing = events.event("ringing")
        #expect(ringing?["output"]?.stringValue?.contains("rig") == true, "\(ringing ?? .null)")
        let first = try #require(daemon.rig.events.first { $0.what == "first_frame" })
        let heard = Double(first.time) / 1e9
        // A loose bound: the machine may be busy, and measuring is another program's work.
        #expect(heard >= before + 1.9 && heard <= after + 2.5, "\(heard - before) s after set")

        let snooze = try daemon.alarmctl("snooze", "a", "--json")
        #expect(snooze.status == 0 && snooze.output.contains("\"snoozed\""), "\(snooze)")
        #expect(eventually(within: 1) { daemon.count("stop") + daemon.count("close") > 0 })
        #expect(events.event("snoozed")?["alarm"]?.stringValue == "a")
        #expect(try daemon.alarms()[0]["state"]?.stringValue == "snoozed")

        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        #expect(events.event("dismissed")?["alarm"]?.stringValue == "a")
        #expect(try daemon.alarms()[0]["state"]?.stringValue == "off")
        #expect(try daemon.alarmctl("dismiss", "a").status == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("is silent when it is dismissed")
    func dismiss() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
        #expect(try daemon.alarmctl("dismiss", "--all").status == 0)
        #expect(eventually(within: 1) { daemon.count("stop") + daemon.count("close") > 0 })
        let heard = daemon.rig.heard.count
        #expect(heard > 0)
        #expect(!eventually(within: 0.3) { daemon.rig.heard.count > heard }, "it still plays")
    }

    @Test("falls silent without a click when the daemon is stopped, and no player is left")
    func stopped() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0)
        #expect(events.event("ringing") != nil)
        let player = try #require(daemon.playerProcess)
        let before = monotonicSeconds()
        #expect(daemon.stop() == 0)
        #expect(monotonicSeconds() - before < 1)
        // Nobody but the daemon could have reaped it: it ended, and was waited for.
        #expect(Glibc.kill(player, 0) == -1)
        let close = try #require(daemon.rig.events.last)
        #expect(close.what.hasPrefix("close"), "\(close)")
        let heard = daemon.rig.heard
        #expect(heard.count > 4 && heard.suffix(4).allSatisfy { $0 == 0 })
    }

    @Test("is refused with a sound that is not there, and nothing is stored")
    func missingSound() throws {
        let daemon = try Daemon.running()
        let missing = daemon.folder + "/missing.wav"
        let set = try daemon.alarmctl("set", "+1h", "--sound", missing, "--json")
        #expect(set.status == 1 && set.errors.contains("InvalidSound"), "\(set)")
        #expect(try daemon.ids() == [])
    }

    @Test("rings by the built-in tone when its sound is gone, and says so (B92)")
    func deletedSound() throws {
        let daemon = try Daemon.running()
        let sound = daemon.rig.write(Self.second, to: "own.wav")
        let events = try daemon.monitor()
        // Long enough ahead that the player has not opened the sound yet.
        let set = try daemon.alarmctl("set", "+4s", "--id", "a", "--sound", sound)
        #expect(set.status == 0, "\(set)")
        unsafe unlink(sound)
        let fallback = events.event("sound")
        #expect(
            fallback?["reason"]?.stringValue?.contains("own.wav") == true, "\(fallback ?? .null)")
        #expect(events.event("ringing")?["output"]?.stringValue?.contains("built-in tone") == true)
        #expect(try daemon.problem("sound")?.contains("own.wav") == true)
        #expect(eventually(within: 2) { !daemon.rig.heard.isEmpty })
    }

    /// One second of a soft square wave, as a WAV file.
    private static let second: [UInt8] = {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) }
        }
        let samples = (0..<8000).flatMap { little($0 / 10 % 2 == 0 ? 2000 : 63536, 2) }
        let format =
            little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2)
            + little(16, 2)
        return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4)
            + format + Array("data".utf8) + little(samples.count, 4) + samples
    }()
}
