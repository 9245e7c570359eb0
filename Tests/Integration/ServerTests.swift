// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("A sound server that dies while an alarm rings")
struct ServerTests {
    @Test("is followed by the next output within 2.3 s", arguments: SoundServer.Kind.allCases)
    func dies(_ kind: SoundServer.Kind) throws {
        let server: SoundServer
        do {
            server = try SoundServer(kind)
        } catch let missing as SoundServer.Missing where missing.isNotInstalled {
            try Test.cancel("\(missing)")
        }
        let variables = SoundServer.environment(folder: server.folder).joined(separator: " ")
        let daemon = try Daemon(shell: "export \(variables)")
        let text = String(decoding: daemon.rig.read("asound.conf"), as: UTF8.self)
        daemon.rig.write(
            Array((text + "\n" + SoundServer.configuration(kind, folder: server.folder)).utf8),
            to: "asound.conf")
        daemon.rig.write(Array("[output]\ndevices = server rig\n".utf8), to: "alarmd.conf")
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        let output = events.event("ringing")?["output"]?.stringValue
        #expect(output?.hasPrefix("server, ") == true, "\(output ?? "nothing")")
        #expect(daemon.rig.events.isEmpty)
        let killed = monotonicSeconds()
        server.kill()
        let next = events.event("ringing")?["output"]?.stringValue
        #expect(next?.hasPrefix("rig, ") == true, "\(next ?? "nothing")")
        let first = try #require(daemon.rig.events.first { $0.what == "first_frame" })
        #expect(Double(first.time) / 1e9 - killed < 2.3)
        #expect(server.heard.contains { abs($0) > 100 })
    }
}
