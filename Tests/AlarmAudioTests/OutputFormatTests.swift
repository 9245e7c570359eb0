// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

/// What a device grants.
struct Grant: CustomStringConvertible, Sendable {
    let format: String
    let channels: Int
    let rate: Int

    var description: String { "\(format), \(channels) channels, \(rate) Hz" }

    /// The rig's options for it.
    var options: String { "rates \"\(rate)\"; formats \"\(format)\"; channels \"\(channels)\"" }

    /// How many bytes a sample takes.
    var width: Int { ["U8": 1, "S16_LE": 2, "S24_3LE": 3][format] ?? 4 }

    /// The samples that are in the device's bytes, between -1 and 1, of one channel.
    func samples(_ bytes: [UInt8], channel: Int) -> [Double] {
        stride(from: channel * width, to: bytes.count - width + 1, by: channels * width).map {
            start -> Double in
            var word: UInt32 = 0
            for index in (start..<(start + width)).reversed() {
                word = word << 8 | UInt32(bytes[index])
            }
            return switch format {
            case "U8": (Double(word) - 128) / 128
            case "S16_LE": Double(Int16(truncatingIfNeeded: word)) / 32768
            case "S24_LE", "S24_3LE": Double(Int32(bitPattern: word << 8) >> 8) / 8_388_608
            case "S32_LE": Double(Int32(bitPattern: word)) / 2_147_483_648
            default: Double(Float(bitPattern: word))
            }
        }
    }
}

@Suite("A device that grants only")
struct OutputFormatTests {
    /// The left side at half the full level, the right at a quarter and upside down.
    static let stereo = WAV.riff(
        WAV.chunk("fmt ", WAV.format(channels: 2, rate: 48_000))
            + WAV.chunk(
                "data", WAV.samples(WAV.tone(9600, rate: 48_000).flatMap { [$0, -$0 / 2] })))

    static let grants = ["S16_LE", "S32_LE", "FLOAT_LE", "S24_3LE", "S24_LE", "U8"].flatMap {
        format in
        [1, 2, 6].map { Grant(format: format, channels: $0, rate: 48_000) }
    }

    @Test("one format and so many channels is given each side in its place", arguments: grants)
    func formats(_ grant: Grant) throws {
        let rig = try Rig(options: grant.options)
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.stereo, to: "stereo")), length: .once))
        try player.go()
        try player.finished()
        _ = try player.waitForExit()
        let tone = WAV.tone(9600, rate: 48_000).map { Double($0) / 32768 }
        let expected =
            grant.channels == 1
            ? [tone.map { $0 / 4 }]
            : [tone, tone.map { -$0 / 2 }]
                + [[Double]](repeating: tone.map { _ in 0 }, count: grant.channels - 2)
        // An 8-bit sample is a 128th, and the last bit of a 16-bit file is rounded away by halving it.
        let tolerance = grant.format == "U8" ? 0.004 : 0.0000306
        for (channel, wanted) in expected.enumerated() {
            let heard = grant.samples(rig.heard, channel: channel)
            #expect(heard.count >= 9600)
            // After the first edge.
            for (sample, right) in zip(heard, wanted).dropFirst(1500) {
                guard abs(sample - right) <= tolerance else {
                    Issue.record("channel \(channel): \(sample), not \(right)")
                    break
                }
            }
        }
    }

    static let rateGrants = [
        8000, 11_025, 22_050, 32_000, 44_099, 44_100, 47_999, 48_000, 88_200, 96_000, 192_000,
        384_000,
    ].map { Grant(format: "S32_LE", channels: 2, rate: $0) }

    @Test("one rate is given the sound at its pitch and its length (B74)", arguments: rateGrants)
    func rates(_ grant: Grant) throws {
        // A debug build does not resample in real time to the highest rates: the device is slower for it.
        let speed = Double(min(grant.rate, 24_000)) / Double(grant.rate)
        let rig = try Rig(options: grant.options + "; speed \(speed)")
        let player = try PlayerProcess(rig)
        let sound = WAV.mono(WAV.tone(8820), rate: 44_100)
        try player.arm(SoundRequest(.file(rig.write(sound, to: "tone")), length: .once))
        try player.go()
        let last = try player.finished()
        _ = try player.waitForExit()
        // 5 ms more, where the last frame is not 0.
        #expect(
            last.frames >= grant.rate / 5 && last.frames <= grant.rate / 5 + grant.rate / 200 + 1)
        let left = grant.samples(rig.heard, channel: 0).map { Float($0) }
        let right = grant.samples(rig.heard, channel: 1).map { Float($0) }
        #expect(left == right)
        let middle = Array(left[(grant.rate / 20)..<(grant.rate * 3 / 20)])
        #expect(abs(pitch(middle, rate: grant.rate) - 440) < 0.44)
        #expect(abs((middle.max() ?? 0) - 0.5) < 0.005)
    }
}
