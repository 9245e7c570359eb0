// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmAudio

@Suite("More channels than two")
struct DownmixTests {
    /// What both sides hear of each channel alone.
    static func sides(_ places: [ChannelPlace]) -> [[Float]] {
        places.indices.map { channel in
            var samples = [Float](repeating: 0, count: places.count)
            samples[channel] = 1
            var frames: [Float] = []
            Downmix(places).append(samples, frames: 1, to: &frames)
            return frames
        }
    }

    static let layouts: [(Int, [[Float]])] = [
        (1, [[1, 1]]),
        (2, [[1, 0], [0, 1]]),
        (3, [[0.5858, 0], [0, 0.5858], [0.4142, 0.4142]]),
        (4, [[0.5858, 0], [0, 0.5858], [0.4142, 0], [0, 0.4142]]),
        (
            5, [[0.4142, 0], [0, 0.4142], [0.2929, 0.2929], [0.2929, 0], [0, 0.2929]]
        ),
        (
            6,
            [[0.4142, 0], [0, 0.4142], [0.2929, 0.2929], [0, 0], [0.2929, 0], [0, 0.2929]]
        ),
        (
            7,
            [
                [0.3432, 0], [0, 0.3432], [0.2426, 0.2426], [0, 0], [0.1716, 0.1716], [0.2426, 0],
                [0, 0.2426],
            ]
        ),
        (
            8,
            [
                [0.3204, 0], [0, 0.3204], [0.2265, 0.2265], [0, 0], [0.2265, 0], [0, 0.2265],
                [0.2265, 0], [0, 0.2265],
            ]
        ),
    ]

    @Test("are mixed by the weights of BS.775, in the order of WAV", arguments: layouts)
    func weights(channels: Int, expected: [[Float]]) {
        let sides = Self.sides(ChannelPlace.usual(channels: channels))
        for (heard, right) in zip(sides, expected) {
            #expect(zip(heard, right).allSatisfy { abs($0 - $1) < 0.0001 }, "\(sides)")
        }
    }

    @Test("of Vorbis and Opus are the same ones in another order", arguments: 1...64)
    func vorbis(channels: Int) {
        let (vorbis, usual) = (
            ChannelPlace.vorbis(channels: channels), ChannelPlace.usual(channels: channels)
        )
        for place in usual { #expect(vorbis.count { $0 == place } == usual.count { $0 == place }) }
        #expect(vorbis.count == channels && vorbis.first == usual.first)
        #expect(![3, 5, 6, 7, 8].contains(channels) || vorbis[1] == .center && vorbis[2] == .right)
    }

    @Test("never clip, and never fall silent", arguments: 1...64)
    func full(channels: Int) {
        let mix = Downmix(ChannelPlace.usual(channels: channels))
        for level in [Float(1), -1] {
            var frames: [Float] = []
            mix.append([Float](repeating: level, count: channels), frames: 1, to: &frames)
            #expect(frames.allSatisfy { abs($0 - level) < 1e-5 })
        }
    }

    @Test(
        "keep both sides in balance where one has more channels",
        arguments: [
            (
                [ChannelPlace.left, .right, .surroundLeft],
                [[0.5858, 0], [0, 0.5858], [0.4142, 0]]
            ),
            ([.center, .left, .right], [[0.4142, 0.4142], [0.5858, 0], [0, 0.5858]]),
            (
                [.lowFrequency, .lowFrequency, .lowFrequency],
                [[0.5858, 0], [0, 0.5858], [0.4142, 0.4142]]
            ),
            ([.lowFrequency, .right, .lowFrequency], [[0, 0], [0, 1], [0, 0]]),
        ] as [([ChannelPlace], [[Float]])])
    func uneven(places: [ChannelPlace], expected: [[Float]]) {
        for (heard, right) in zip(Self.sides(places), expected) {
            #expect(zip(heard, right).allSatisfy { abs($0 - $1) < 0.0001 })
        }
    }
}
