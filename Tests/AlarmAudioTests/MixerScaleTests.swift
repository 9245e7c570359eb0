// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmAudio

@Suite("A mixer's percent")
struct MixerScaleTests {
    /// An element of `steps` steps from `lowest` to 0 dB, in hundredths of a decibel.
    static func scale(_ steps: Int, lowest: Int?, isMute: Bool = false) -> MixerScale {
        MixerScale(
            steps: 0...steps, decibels: lowest.map { isMute ? MixerScale.muted...0 : $0...0 }
        ) { step in
            guard let lowest else { return nil }
            return isMute && step == 0 ? MixerScale.muted : lowest - lowest * step / steps
        }
    }

    @Test(
        "is that of alsamixer",
        arguments: [
            // 10^(-32/60) is 0.2929, and 10^(-64/60), the lowest, 0.0858.
            (64, -6400, false, 32, 22.65), (64, -6400, false, 0, 0), (64, -6400, false, 64, 100),
            // The lowest step is silence: nothing is taken off the others.
            (64, -6400, true, 32, 29.29), (64, -6400, true, 0, 0),
            // Up to 24 dB, evenly.
            (48, -2400, false, 12, 25), (49, -2450, false, 49, 100),
            // No decibels, or so few that they cannot be true.
            (65_536, nil, false, 16_384, 25), (10, -900, false, 5, 50),
        ] as [(Int, Int?, Bool, Int, Double)])
    func percent(steps: Int, lowest: Int?, isMute: Bool, step: Int, expected: Double) {
        let scale = Self.scale(steps, lowest: lowest, isMute: isMute)
        #expect(abs(scale.percent(of: step) - expected) < 0.01)
    }

    @Test(
        "is reached by the step that is not below it",
        arguments: [
            (64, -6400, false, 40, 44), (65_536, nil, false, 40, 26_215),
            (24, -2400, false, 40, 10), (64, -6400, true, 40, 41), (64, -6400, false, 100, 64),
            (1, nil, false, 1, 1),
        ] as [(Int, Int?, Bool, Int, Int)])
    func lowest(steps: Int, lowest: Int?, isMute: Bool, percent: Int, expected: Int) {
        let scale = Self.scale(steps, lowest: lowest, isMute: isMute)
        #expect(scale.lowest(atLeast: percent) == expected)
    }

    @Test(
        "is raised to the floor and lowered to the ceiling, never to nothing",
        arguments: [
            (10, 40, 100, 44), (44, 40, 100, 44), (50, 40, 100, 50), (64, 40, 60, 52),
            (64, 1, 1, 3), (0, 1, 100, 3), (64, 100, 100, 64),
        ])
    func step(step: Int, floor: Int, ceiling: Int, expected: Int) {
        let scale = Self.scale(64, lowest: -6400)
        #expect(scale.step(from: step, floor: floor, ceiling: ceiling) == expected)
    }

    @Test("of a coarse element goes to the floor where no step is between floor and ceiling")
    func coarse() {
        let scale = Self.scale(2, lowest: nil)
        #expect(scale.step(from: 0, floor: 30, ceiling: 40) == 1)
        #expect(scale.step(from: 2, floor: 30, ceiling: 40) == 1)
        #expect(Self.scale(1, lowest: nil).step(from: 1, floor: 1, ceiling: 1) == 1)
    }
}

@Suite("The mixer of an output")
struct MixerNameTests {
    @Test(
        "is that of its card, or the one of its own name",
        arguments: [
            ("default", "default"), ("rig", "rig"), ("plughw:CARD=PCH,DEV=0", "hw:CARD=PCH"),
            ("hw:CARD=Device", "hw:CARD=Device"), ("sysdefault:CARD=PCH", "hw:CARD=PCH"),
            ("plughw:1,0", "hw:1"), ("hw:0", "hw:0"), ("dmix:CARD=PCH,RATE=48000", "hw:CARD=PCH"),
            ("pulse:server", "pulse:server"), ("", ""),
        ])
    func name(output: String, expected: String) {
        #expect(MixerName.mixer(of: output) == expected)
    }
}
