// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("A player for a mixer")
struct MixerTests {
    /// A rig with a mixer of its own, as `options` say, that stands at `state`: left, right, switch.
    static func rig(_ options: String = "", state: String) throws -> Rig {
        let rig = try Rig(more: "ctl.own { type rigctl; dir \"@FOLDER@/rig\"; \(options) }")
        rig.write(Array("\(state)\n".utf8), to: "rig/mixer")
        return rig
    }

    static func state(_ rig: Rig) -> String {
        String(decoding: rig.read("rig/mixer").prefix { $0 != 10 }, as: UTF8.self)
    }

    static func request(
        _ element: String = "Master", ceiling: Int = 100, unmutes: Bool = true
    ) -> MixerRequest {
        MixerRequest(
            output: "own", element: element, floor: 40, ceiling: ceiling, unmutes: unmutes)
    }

    /// Has a mixer made fit, and returns what it takes to put it back.
    static func raise(_ rig: Rig, _ request: MixerRequest = request()) throws -> MixerSnapshot {
        let before = state(rig)
        let player = try PlayerProcess(rig, mode: "--mixer")
        try player.send(.mixer(request))
        try player.wait { if case .mixerFound = $0 { true } else { false } }
        // It is said before anything is changed.
        #expect(state(rig) == before)
        #expect(rig.read("rig/mixer.log").isEmpty)
        try player.send(.go)
        let report = try player.wait { if case .mixerSet = $0 { true } else { false } }
        // It stays, to say who changes it, until nobody wants to know.
        player.hangUp()
        _ = try player.waitForExit()
        #expect(player.exit == .status(0))
        guard case .mixerSet(let snapshot) = report else {
            throw PlayerProcess.Late(reports: player.reports)
        }
        return snapshot
    }

    /// Has a mixer put back; returns whether all of it was still ours.
    static func restore(_ rig: Rig, _ snapshot: MixerSnapshot) throws -> Bool {
        let player = try PlayerProcess(rig, mode: "--restore")
        try player.send(.restore(snapshot))
        let report = try player.wait { if case .mixerRestored = $0 { true } else { false } }
        _ = try player.waitForExit()
        #expect(player.exit == .status(0))
        return report == .mixerRestored(isWhole: true)
    }

    @Test("that somebody else changes is told of, however often")
    func watched() throws {
        let rig = try Self.rig(state: "10 10 0")
        let player = try PlayerProcess(rig, mode: "--mixer")
        try player.send(.mixer(Self.request()))
        try player.send(.go)
        try player.wait { if case .mixerSet = $0 { true } else { false } }
        for (state, isHeard) in [("44 44 0", false), ("64 64 1", true), ("3 3 1", false)] {
            rig.write(Array("\(state)\n".utf8), to: "rig/mixer")
            try player.wait {
                guard case .mixerChanged(let snapshot) = $0 else { return false }
                return snapshot.isHeard == isHeard && snapshot.ours.volumes.allSatisfy { $0 >= 44 }
            }
        }
    }

    @Test("that nobody named is the one that all goes through, and is never changed")
    func usual() throws {
        let rig = try Self.rig(state: "10 10 0")
        let player = try PlayerProcess(rig, mode: "--mixer")
        try player.send(.mixer(Self.request("")))
        try player.send(.go)
        let report = try player.wait { if case .mixerSet = $0 { true } else { false } }
        guard case .mixerSet(let snapshot) = report else { return }
        #expect(snapshot.element == "Master" && !snapshot.isHeard)
        #expect(Self.state(rig) == "10 10 0" && rig.read("rig/mixer.log").isEmpty)
    }

    @Test(
        "unmutes it and raises it to the floor, and another puts it back (B83)",
        arguments: [
            // The volume of 40 %, as alsamixer counts, with and without decibels.
            ("", "10 10 0", "44 44 1"), ("has_db 0;", "10 10 0", "26 26 1"),
            ("has_switch 0;", "10 10 1", "44 44 1"), ("min_is_mute 1;", "0 0 0", "41 41 1"),
            ("min_db -2400; steps 24;", "0 0 0", "10 10 1"),
            // Each channel by itself; what is loud enough stays.
            ("", "0 50 1", "44 50 1"), ("", "50 60 0", "50 60 1"), ("", "50 60 1", "50 60 1"),
        ])
    func raise(options: String, before: String, expected: String) throws {
        let rig = try Self.rig(options, state: before)
        let snapshot = try Self.raise(rig)
        #expect(Self.state(rig) == expected)
        #expect(rig.read("rig/mixer.log").isEmpty == (before == expected))
        #expect(try Self.restore(rig, snapshot))
        #expect(Self.state(rig) == before)
    }

    @Test("leaves the switch alone where it is told to, and lowers what is above the ceiling")
    func options() throws {
        let rig = try Self.rig(state: "64 10 0")
        _ = try Self.raise(rig, Self.request(ceiling: 60, unmutes: false))
        #expect(Self.state(rig) == "52 44 0")
    }

    @Test(
        "leaves alone what was changed by hand meanwhile",
        arguments: [
            ("20 20 1", "20 20 0"), ("44 44 0", "10 10 0"), ("44 20 1", "44 20 0"),
            ("64 64 0", "64 64 0"),
        ])
    func changed(byHand: String, expected: String) throws {
        let rig = try Self.rig(state: "10 10 0")
        let snapshot = try Self.raise(rig)
        rig.write(Array("\(byHand)\n".utf8), to: "rig/mixer")
        #expect(try !Self.restore(rig, snapshot))
        #expect(Self.state(rig) == expected)
    }

    @Test("says anew how it was where that changed between the look and the ring")
    func changedBefore() throws {
        let rig = try Self.rig(state: "10 10 0")
        let player = try PlayerProcess(rig, mode: "--mixer")
        try player.send(.mixer(Self.request()))
        try player.wait { if case .mixerFound = $0 { true } else { false } }
        rig.write(Array("30 30 1\n".utf8), to: "rig/mixer")
        try player.send(.go)
        let found = try player.wait { if case .mixerFound = $0 { true } else { false } }
        let set = try player.wait { if case .mixerSet = $0 { true } else { false } }
        guard case .mixerFound(let snapshot) = found, case .mixerSet(let made) = set else { return }
        #expect(snapshot.before == MixerLevels(volumes: [30, 30], switches: [true, true]))
        #expect(made == snapshot)
    }

    @Test(
        "says what is missing: the element, with those that there are, or the mixer",
        arguments: [("own", "Mastr", "there are: Master"), ("null", "Master", "the mixer null")])
    func missing(output: String, element: String, words: String) throws {
        let rig = try Self.rig(state: "10 10 0")
        let player = try PlayerProcess(rig, mode: "--mixer")
        try player.send(
            .mixer(
                MixerRequest(
                    output: output, element: element, floor: 40, ceiling: 100, unmutes: true)
            ))
        let failure = try player.failure()
        #expect(failure.stage == .mixer)
        #expect(failure.reason.contains(words), "\(failure.reason)")
        _ = try player.waitForExit()
    }
}
