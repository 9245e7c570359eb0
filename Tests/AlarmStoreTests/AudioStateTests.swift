// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@testable import AlarmStore

@Suite("What is kept about sounds")
struct AudioStateTests {
    static func measurement(_ path: String, loudness: Int = -2310) -> AudioState.Measurement {
        AudioState.Measurement(
            path: path, device: -1, inode: .max, size: 4096, modified: 1_764_460_800_123_456_789,
            loudness: loudness, peak: -150)
    }

    static func record(
        _ before: [Int], _ ours: [Int], _ wasOn: Bool = false
    ) -> AudioState.MixerRecord {
        AudioState.MixerRecord(
            mixer: "hw:CARD=PCH", element: "Master",
            before: .init(volumes: before, switches: [wasOn]),
            ours: .init(volumes: ours, switches: [true]))
    }

    static var state: AudioState {
        var state = AudioState()
        state.keep(record([10, 10], [44, 44]))
        state.keep(measurement("/srv/Töne/\"🐓\".flac"))
        state.keep(measurement("/b"))
        return state
    }

    @Test("is read as it was written")
    func roundTrip() throws {
        #expect(try AudioDocument.decode(AudioDocument.encode(Self.state)) == Self.state)
        #expect(try AudioDocument.decode(AudioDocument.encode(AudioState())) == AudioState())
    }

    @Test("keeps which sounds have nothing to be heard, until they have, and 100 at most")
    func silent() throws {
        var state = AudioState()
        for number in 0..<120 { state.keep(silent: true, at: "/\(number)") }
        state.keep(silent: true, at: "/50")
        state.keep(silent: false, at: "/60")
        #expect(state.silent.count == 99)
        #expect(state.silent.first == "/20" && state.silent.last == "/50")
        #expect(!state.silent.contains("/60"))
        #expect(try AudioDocument.decode(AudioDocument.encode(state)) == state)
    }

    @Test("has one measurement a path, the newest, and 1000 at most")
    func bound() {
        var state = AudioState()
        for number in 0..<1200 { state.keep(Self.measurement("/\(number)")) }
        state.keep(Self.measurement("/700", loudness: -900))
        #expect(state.measurements.count == 1000)
        #expect(state.measurement(of: "/199") == nil)
        #expect(state.measurement(of: "/201") != nil)
        #expect(state.measurement(of: "/700")?.loudness == -900)
        state.forgetMeasurement(of: "/700")
        #expect(state.measurement(of: "/700") == nil)
    }

    @Test(
        "has one snapshot an element, which stands but for what somebody else has changed since",
        arguments: [
            // It is as the ring before made it.
            (record([44], [44], true), record([10], [44])),
            // It was turned down, or muted, by hand.
            (record([20], [44], true), record([20], [44])),
            (record([44], [44]), record([10], [44])),
            (record([50], [50], true), record([50], [50])),
        ])
    func keeping(found: AudioState.MixerRecord, expected: AudioState.MixerRecord) {
        var state = AudioState()
        state.keep(Self.record([10], [44]))
        state.keep(found)
        #expect(state.mixers == [expected])
        state.note(Self.record([0], [43]))
        #expect(state.mixers.map(\.ours.volumes) == [[43]])
        state.forget(found)
        #expect(state.mixers.isEmpty)
    }

    @Test("is nothing where there is no file, and nothing with a reason where it is damaged")
    func damage() throws {
        let folder = TestSupport.TemporaryFolder()
        let state = StateFolder(path: folder.path)
        #expect(AudioDocument.load(from: state) == (AudioState(), nil))
        let bytes = AudioDocument.encode(Self.state)
        folder.write(bytes, to: AudioDocument.fileName)
        #expect(AudioDocument.load(from: state) == (Self.state, nil))
        for bit in stride(from: 0, to: bytes.count * 8, by: 37) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            folder.write(damaged, to: AudioDocument.fileName)
            let loaded = AudioDocument.load(from: state)
            #expect(loaded.state == AudioState())
            #expect(loaded.problem?.contains(AudioDocument.fileName) == true)
        }
    }
}
