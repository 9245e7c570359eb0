// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("Through a sound server")
struct SoundServerTests {
    /// A server, and a player that can reach it.
    static func start(_ kind: SoundServer.Kind) throws -> (SoundServer, PlayerProcess) {
        let server: SoundServer
        do {
            server = try SoundServer(kind)
        } catch let missing as SoundServer.Missing where missing.isNotInstalled {
            try Test.cancel("\(missing)")
        }
        let rig = try Rig(more: SoundServer.configuration(kind, folder: server.folder))
        let player = try PlayerProcess(
            rig, environment: SoundServer.environment(folder: server.folder))
        return (server, player)
    }

    @Test("a tone is heard whole, at its pitch and its level", arguments: SoundServer.Kind.allCases)
    func heard(_ kind: SoundServer.Kind) throws {
        let (server, player) = try Self.start(kind)
        let path = player.rig.write(PlayerTests.tone, to: "tone")
        try player.arm(
            SoundRequest(.file(path), length: .lasting(.seconds(2))), on: "server")
        let started = try player.go()
        let last = try player.finished()
        _ = try player.waitForExit()
        #expect(last.frames == 96_000)
        #expect(abs(Double(last.time - started) / 1e9 - 2) < 0.3)
        #expect(last.keepsPace)
        #expect(Self.eventually { Self.audible(server.heard).count > 90_000 })
        let heard = Self.audible(server.heard)
        #expect(abs(heard.count - 96_000) < 4800)
        let middle = heard.dropFirst(12_000).prefix(72_000).map { Float($0) / 32768 }
        #expect(abs(pitch(middle, rate: 48_000) - 440) < 0.44)
        #expect(abs((middle.max() ?? 0) - 0.5) < 0.01)
        // No click at the loop's seam nor at either end.
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 1100 })
    }

    @Test("it falls silent within 250 ms when it is told to", arguments: SoundServer.Kind.allCases)
    func stops(_ kind: SoundServer.Kind) throws {
        let (server, player) = try Self.start(kind)
        let path = player.rig.write(PlayerTests.tone, to: "tone")
        try player.arm(SoundRequest(.file(path)), on: "server")
        try player.go()
        try player.progress { $0.frames > 48_000 }
        let before = Clocks.monotonic
        try player.send(.stop)
        let last = try player.finished()
        #expect(Clocks.monotonic - before < .milliseconds(400))
        _ = try player.waitForExit()
        #expect(Self.eventually { Self.audible(server.heard).count > last.frames - 9600 })
        let heard = Self.audible(server.heard)
        #expect(abs(heard.count - last.frames) < 9600)
    }

    @Test("a server that dies is reported within a second", arguments: SoundServer.Kind.allCases)
    func dies(_ kind: SoundServer.Kind) throws {
        let (server, player) = try Self.start(kind)
        try player.arm(SoundRequest(.builtInTone), on: "server")
        try player.go()
        try player.progress { $0.keepsPace }
        server.kill()
        let failure = try player.failure(within: .seconds(1))
        #expect(failure.stage == .playing)
        // It may hang as it lets go of what is dead; the daemon kills it then.
    }

    @Test("one that is not there is reported at once", arguments: SoundServer.Kind.allCases)
    func absent(_ kind: SoundServer.Kind) throws {
        let (server, player) = try Self.start(kind)
        server.kill()
        try player.send(
            .prepare(
                Preparation(output: "server", cardListed: true, first: SoundRequest(.builtInTone))))
        let failure = try player.failure(within: .milliseconds(700))
        #expect(failure.stage == .output)
    }

    /// What is between the first and the last sample that is not silent.
    private static func audible(_ samples: [Int]) -> ArraySlice<Int> {
        guard let first = samples.firstIndex(where: { abs($0) > 2 }),
            let last = samples.lastIndex(where: { abs($0) > 2 })
        else { return [] }
        return samples[first...last]
    }

    /// Whether a condition comes true within two seconds: what was played is recorded a moment later.
    private static func eventually(_ condition: () -> Bool) -> Bool {
        let end = Clocks.monotonic + .seconds(2)
        while !condition() {
            guard Clocks.monotonic < end else { return false }
            Irregular.pause()
        }
        return true
    }
}
