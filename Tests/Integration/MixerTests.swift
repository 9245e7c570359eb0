// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("The mixer of a ring")
struct MixerTests {
    /// A daemon that makes `Master` fit for rings; it is muted, and low.
    static func daemon(_ more: String = "", state: String = "10 10 0") throws -> Daemon {
        let daemon = try Daemon()
        daemon.configure("[mixer]\nelement = Master\n\(more)")
        daemon.rig.write(Array("\(state)\n".utf8), to: "rig/mixer")
        return daemon
    }

    static func state(_ daemon: Daemon) -> String {
        String(decoding: daemon.rig.read("rig/mixer").prefix { $0 != 10 }, as: UTF8.self)
    }

    static func comesToBe(_ expected: String, _ daemon: Daemon) -> Bool {
        eventually(within: 5) { state(daemon) == expected }
    }

    /// Has an alarm ring.
    static func ring(_ daemon: Daemon) throws {
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
    }

    @Test("is fit while it is heard, and as it was after it (B83)")
    func ring() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        #expect(try daemon.problem("mixer") == nil)
        #expect(Self.state(daemon) == "10 10 0")
        try Self.ring(daemon)
        #expect(Self.comesToBe("44 44 1", daemon))
        #expect(try daemon.alarmctl("snooze", "a", "1m").status == 0)
        #expect(Self.comesToBe("10 10 0", daemon))
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        #expect(try daemon.alarmctl("play", "--seconds", "1").status == 0)
        #expect(Self.comesToBe("10 10 0", daemon))
        // Twice up and twice back, volume and switch.
        let log = String(decoding: daemon.rig.read("rig/mixer.log"), as: UTF8.self)
        #expect(log.split(separator: "\n").count(where: { $0.hasSuffix("44,44 switch=1") }) >= 2)
        daemon.stop()
    }

    @Test("is left as somebody else made it meanwhile, and as it is where nothing is put back")
    func byHand() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        try Self.ring(daemon)
        #expect(Self.comesToBe("44 44 1", daemon))
        daemon.rig.write(Array("30 30 1\n".utf8), to: "rig/mixer")
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        // The switch is still ours.
        #expect(Self.comesToBe("30 30 0", daemon))
        daemon.configure("[mixer]\nelement = Master\nrestore = no\n")
        daemon.reload()
        #expect(eventually(within: 5) { daemon.log.contains("read again") })
        try Self.ring(daemon)
        #expect(Self.comesToBe("44 44 1", daemon))
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        #expect(!eventually(within: 0.5) { Self.state(daemon) != "44 44 1" })
        daemon.stop()
    }

    @Test(
        "is put back after a crash: when the ring that goes on is over, or at once where none does")
    func crash() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        try Self.ring(daemon)
        #expect(Self.comesToBe("44 44 1", daemon))
        #expect(eventually(within: 5) { !daemon.rig.read("state/audio.json").isEmpty })
        daemon.kill()
        try daemon.start()
        #expect(eventually(within: 5) { daemon.count("first_frame") >= 2 })
        #expect(Self.state(daemon) == "44 44 1")
        daemon.kill()
        for name in ["alarms.json", "alarms.json.1"] {
            _ = unsafe unlink("\(daemon.stateFolder)/\(name)")
        }
        try daemon.start()
        #expect(Self.comesToBe("10 10 0", daemon))
        daemon.stop()
    }

    @Test(
        "that is missing holds no ring back, and is told of before one and with it",
        arguments: [("Mastr", "Master"), ("Master,1", "Master")])
    func missing(element: String, words: String) throws {
        let daemon = try Daemon()
        daemon.configure("[mixer]\nelement = \(element)\n")
        try daemon.start()
        let isTold = eventually(within: 5) {
            (try? daemon.problem("mixer"))?.contains(words) == true
        }
        #expect(isTold, "\(daemon.log)")
        #expect(daemon.log.contains("mixer"))
        try Self.ring(daemon)
        #expect(try daemon.problem("mixer")?.contains(element) == true)
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        daemon.configure("[mixer]\nelement = Master\n")
        daemon.reload()
        #expect(eventually(within: 5) { (try? daemon.problem("mixer") == nil) ?? false })
        daemon.stop()
    }

    /// Whether the problem `mixer` comes to say this; `nil` where there is to be none.
    static func isTold(_ words: String?, _ daemon: Daemon) -> Bool {
        eventually(within: 5) {
            guard let problem = try? daemon.problem("mixer") else { return words == nil }
            return words.map { problem.contains($0) } ?? false
        }
    }

    @Test(
        "that nobody configured is told of while it is muted or low, also during a ring, and left alone",
        arguments: [("44 44 0", "Master of the mixer rig is muted"), ("3 3 1", "below 40 %")])
    func unconfigured(state: String, words: String) throws {
        let daemon = try Daemon()
        func make(_ state: String) { daemon.rig.write(Array("\(state)\n".utf8), to: "rig/mixer") }
        make(state)
        try daemon.start()
        #expect(Self.isTold(words, daemon), "\(daemon.log)")
        make("44 44 1")
        daemon.reload()
        #expect(Self.isTold(nil, daemon))
        try Self.ring(daemon)
        #expect(!eventually(within: 0.5) { (try? daemon.problem("mixer")) ?? nil != nil })
        make(state)
        #expect(Self.isTold("was changed while an alarm sounds", daemon))
        make("44 44 1")
        #expect(Self.isTold(nil, daemon))
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        #expect(daemon.rig.read("rig/mixer.log").isEmpty)
        daemon.stop()
    }

    @Test("that is muted by hand while it is heard is told of, and stays so")
    func mutedByHand() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        try Self.ring(daemon)
        #expect(Self.comesToBe("44 44 1", daemon))
        #expect(try daemon.problem("mixer") == nil)
        daemon.rig.write(Array("44 44 0\n".utf8), to: "rig/mixer")
        #expect(Self.isTold("is muted, and was changed while an alarm sounds", daemon))
        #expect(Self.state(daemon) == "44 44 0")
        daemon.stop()
    }
}
