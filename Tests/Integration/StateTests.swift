// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import Platform
import TestSupport
import Testing

@Suite("What is stored")
struct StateTests {
    private static let later: JSONValue = ["time": "07:30", "days": ["mon", "sun"]]

    @Test("holds every acknowledged alarm, whenever the daemon is killed (B122 e)")
    func killed() throws {
        let daemon = try Daemon()
        var acknowledged: Set<String> = []
        var asked: Set<String> = []
        for round in 0..<20 {
            try daemon.start()
            let stored = try Set(daemon.ids())
            #expect(stored.isSuperset(of: acknowledged), "round \(round)")
            #expect(stored.isSubset(of: asked), "round \(round)")
            acknowledged = stored
            let connection = try daemon.connect()
            let ids = (0..<60).map { "r\(round)-\($0)" }
            asked.formUnion(ids)
            for id in ids {
                connection.send(
                    VarlinkConnection.message("Set", ["id": .string(id), "schedule": Self.later]))
            }
            usleep(.random(in: 0...30_000))
            daemon.kill()
            while let reply = connection.receive(within: 1) {
                if let id = reply["parameters"]?["alarm"]?["id"]?.stringValue {
                    acknowledged.insert(id)
                }
            }
        }
        try daemon.start()
        #expect(try Set(daemon.ids()).isSuperset(of: acknowledged))
        #expect(!acknowledged.isEmpty)
        #expect(try daemon.problem("storage") == nil)
    }

    @Test("lets a ring go on after the daemon was killed")
    func ringGoesOn() throws {
        let daemon = try Daemon.running()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        let events = try daemon.monitor()
        let occurrence = try #require(events.event("ringing")?["occurrence"]?.stringValue)
        daemon.kill()
        try daemon.start()
        #expect(eventually(within: 5) { daemon.count("first_frame") >= 2 }, "\(daemon.log)")
        let ringing = try daemon.call("Status")["parameters"]?["ringing"]?.arrayValue
        #expect(ringing?.compactMap { $0["id"]?.stringValue } == [occurrence])
        #expect(try daemon.alarmctl("dismiss", occurrence).status == 0)
    }

    @Test("holds, once the daemon has ended, what both clocks read at last")
    func ended() throws {
        let daemon = try Daemon.running()
        _ = try daemon.call("Set", ["id": "a", "schedule": Self.later])
        // A clock that goes back while no daemon runs is found by these alone, whatever was stored last.
        let before = Clocks.boottime
        #expect(daemon.stop() == 0)
        let lines = daemon.rig.read("state/alarms.json").split(separator: 10, maxSplits: 1)
        let state = try JSONValue(parsing: Array(try #require(lines.last)))
        let last = try #require(state["clock"]?["sinceBoot"]?.integerValue)
        #expect(Duration.microseconds(last) >= before - .milliseconds(1))
    }

    @Test("holds a snooze after the daemon was killed")
    func snooze() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
        #expect(try daemon.alarmctl("snooze", "a", "20m").status == 0)
        let before = try daemon.alarms()
        daemon.kill()
        try daemon.start()
        #expect(try daemon.alarms() == before)
        #expect(before[0]["state"]?.stringValue == "snoozed")
    }

    @Test(
        "is taken from the generation before where the file is damaged, and that is said (B122 a-c)",
        arguments: ["truncated", "halved", "zeroed"])
    func damaged(how: String) throws {
        let daemon = try Daemon.running()
        for id in ["a", "b", "c", "d"] {
            _ = try daemon.call("Set", ["id": .string(id), "schedule": Self.later])
        }
        daemon.kill()
        var bytes = daemon.rig.read("state/alarms.json")
        #expect(bytes.count > 100)
        switch how {
        case "truncated": bytes = []
        case "halved": bytes = Array(bytes.prefix(bytes.count / 2))
        default: bytes = Array(repeating: 0, count: bytes.count)
        }
        daemon.rig.write(bytes, to: "state/alarms.json")
        try daemon.start()
        // The alarm that was set last is the one that may be missing.
        #expect(try daemon.ids().prefix(3) == ["a", "b", "c"])
        #expect(try daemon.problem("state")?.contains("alarms.json") == true)
        #expect(daemon.log.contains("alarms.json"))
    }

    @Test(
        "that was damaged is told until it is acknowledged, whatever is set and started meanwhile")
    func toldUntilAcknowledged() throws {
        let daemon = try Daemon.running()
        for id in ["a", "b"] {
            _ = try daemon.call("Set", ["id": .string(id), "schedule": Self.later])
        }
        daemon.kill()
        daemon.rig.write([], to: "state/alarms.json")
        try daemon.start()
        let problem = try #require(try daemon.problem("state"))
        for id in ["c", "d"] {
            _ = try daemon.call("Set", ["id": .string(id), "schedule": Self.later])
            daemon.kill()
            try daemon.start()
            #expect(try daemon.problem("state") == problem)
        }
        let status = try daemon.alarmctl("status")
        #expect(status.output.contains("alarmctl status --acknowledge"), "\(status)")
        #expect(try daemon.alarmctl("status", "--acknowledge").status == 0)
        #expect(try daemon.problem("state") == nil)
        daemon.kill()
        try daemon.start()
        #expect(try daemon.problem("state") == nil)
    }

    /// The place of the version's digit in `wecker-state 1 crc32=…`.
    private static let versionPlace = 13

    @Test("is taken from the generation before wherever a bit is flipped")
    func flipped() throws {
        try flip { bytes in
            let headers = (0..<27).filter { $0 != Self.versionPlace }
            let rest = (0..<24).map { _ in Int.random(in: 27..<bytes.count) }
            return (headers + rest).map { ($0, 1 << UInt8.random(in: 0..<8)) }
        }
    }

    @Test("is taken from the generation before where a bit of the version's digit is flipped")
    func flippedVersion() throws {
        try flip { _ in (0..<8).map { (Self.versionPlace, 1 << UInt8($0)) } }
    }

    private func flip(_ flips: ([UInt8]) -> [(place: Int, mask: UInt8)]) throws {
        let daemon = try Daemon.running()
        for id in ["a", "b", "c"] {
            _ = try daemon.call("Set", ["id": .string(id), "schedule": Self.later])
        }
        daemon.kill()
        let newest = daemon.rig.read("state/alarms.json")
        let older = daemon.rig.read("state/alarms.json.1")
        for (place, mask) in flips(newest) {
            var bytes = newest
            bytes[place] ^= mask
            daemon.rig.write(bytes, to: "state/alarms.json")
            daemon.rig.write(older, to: "state/alarms.json.1")
            try daemon.start()
            #expect(try daemon.ids().prefix(2) == ["a", "b"], "place \(place), bits \(mask)")
            #expect(try daemon.problem("state") != nil, "place \(place), bits \(mask)")
            daemon.kill()
        }
    }

    @Test("is never half of a change that the disk has no room for, which is refused (B122 d)")
    func fullDisk() throws {
        // A file of at most 8 blocks of 512 bytes takes the disk's place.
        let daemon = try Daemon.running(shell: "trap '' XFSZ; ulimit -f 8")
        var stored: [String] = []
        var refusal: JSONValue?
        for number in 100..<150 where refusal == nil {
            let id = "full-\(number)"
            let reply = try daemon.call("Set", ["id": .string(id), "schedule": Self.later])
            if reply["error"] == nil { stored.append(id) } else { refusal = reply }
        }
        #expect(refusal?["error"]?.stringValue == "io.wecker.AlarmClock.StorageFailed")
        #expect(!stored.isEmpty)
        #expect(try daemon.ids() == stored)
        #expect(daemon.log.contains("storage"), "\(daemon.log)")
        daemon.kill()
        try daemon.start()
        #expect(try daemon.ids() == stored)
        #expect(try daemon.problem("state") == nil)
    }

    @Test("belongs to one daemon; a second one names it and ends")
    func second() throws {
        let daemon = try Daemon.running()
        let second = try daemon.runAnother(socket: daemon.folder + "/other")
        #expect(second.status == 1)
        let number = try #require(daemon.program?.processID)
        #expect(second.errors.contains("\(number)"), "\(second.errors)")
        #expect(try daemon.ids() == [])
    }

    @Test("is free for the next daemon as soon as one has ended")
    func successors() throws {
        let daemon = try Daemon()
        for turn in 1...30 {
            try daemon.launch()
            let isReady = eventually(within: 20) {
                daemon.log.contains("is ready") || !daemon.isRunning
            }
            #expect(isReady && daemon.isRunning, "start \(turn): \(daemon.log)")
            daemon.stop()
        }
    }
}
