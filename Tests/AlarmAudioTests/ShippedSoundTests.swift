// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("A sound that is shipped")
struct ShippedSoundTests {
    static let folder = PackageRoot.file("config/sounds")
    static let names = [
        "bell", "birds", "bowl", "dawn", "digital", "kalimba", "klaxon", "marimba", "musicbox",
    ]

    @Test("is one of these, and together they are small")
    func files() throws {
        var total = 0
        for name in Self.names {
            total += try #require(contents(ofFile: "\(Self.folder)/\(name).opus")).count
        }
        #expect(total < 700_000)
        let listed = Irregular.names(in: Self.folder).filter { $0.hasSuffix(".opus") }
        #expect(listed == Self.names.map { "\($0).opus" })
    }

    @Test("has a sentence in the README and in the manual", arguments: names)
    func documented(name: String) throws {
        let readme = TextFile.lines(PackageRoot.file("README.md"))
        #expect(readme.contains { $0.hasPrefix("| `\(name)` |") })
        let manual = TextFile.lines(PackageRoot.file("docs/alarmctl.1"))
        #expect(manual.contains { $0 == ".It Li \(name)" })
    }

    @Test("is as loud as the others, never full, and begins and ends in silence", arguments: names)
    func level(name: String) throws {
        let sound = try DecodedSound(path: "\(Self.folder)/\(name).opus")
        #expect(sound.rate == 48_000 && sound.facts.channels == 2)
        var frames: [Float] = []
        while try sound.read(48_000, into: &frames) > 0 {}
        #expect((5.0...20).contains(Double(frames.count) / 96_000))
        let sides = (0...1).map { side in
            stride(from: side, to: frames.count, by: 2).map { Double(frames[$0]) }
        }
        #expect(abs(ReferenceLoudness.integrated(sides) + 16) < 0.3)
        for side in sides {
            #expect(side.map(abs).max() ?? 1 < 0.89)
            #expect(abs(side.reduce(0, +) / Double(side.count)) < 0.0005)
            #expect(side.prefix(5).map(abs).max() ?? 1 < 0.01)
            #expect(side.suffix(240).map(abs).max() ?? 1 < 0.001)
        }
    }

    @Test("can follow itself without a click", arguments: names)
    func seam(name: String) throws {
        let path = "\(Self.folder)/\(name).opus"
        let pass = try DecodedSound(path: path).left(2_000_000)
        let loop = LoopedSound(try DecodedSound(path: path))
        let seam = try loop.left(pass.count + 24_000)[(pass.count - 24_000)...]
        #expect(largestStep(Array(seam)) <= largestStep(pass))
    }
}

/// The loudness of a programme (ITU-R BS.1770-4), of channels at 48 kHz.
enum ReferenceLoudness {
    /// In LUFS, with both gates.
    static func integrated(_ channels: [[Double]]) -> Double {
        let block = 19_200
        let step = 4800
        var powers: [Double] = []
        for channel in channels {
            let squares: [Double] = weighted(channel).map { $0 * $0 }
            for (index, start) in stride(from: 0, through: squares.count - block, by: step)
                .enumerated()
            {
                if index == powers.count { powers.append(0) }
                let sum: Double = squares[start..<(start + block)].reduce(0, +)
                powers[index] += sum / Double(block)
            }
        }
        powers.removeAll { units($0) <= -70 }
        let gate: Double = units(mean(powers)) - 10
        powers.removeAll { units($0) <= gate }
        return units(mean(powers))
    }

    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private static func units(_ power: Double) -> Double { -0.691 + 10 * log10(power) }

    /// The two filters of the recommendation, one after the other.
    private static func weighted(_ samples: [Double]) -> [Double] {
        let shelf = filtered(
            samples, [1.53512485958697, -2.69169618940638, 1.19839281085285],
            [-1.69065929318241, 0.73248077421585])
        return filtered(shelf, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
    }

    private static func filtered(_ samples: [Double], _ b: [Double], _ a: [Double]) -> [Double] {
        let (b0, b1, b2, a1, a2) = (b[0], b[1], b[2], a[0], a[1])
        var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
        return samples.map { x -> Double in
            let forth: Double = b0 * x + b1 * x1 + b2 * x2
            let y: Double = forth - a1 * y1 - a2 * y2
            (x2, x1, y2, y1) = (x1, x, y1, y)
            return y
        }
    }
}
