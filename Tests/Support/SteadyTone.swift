// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A sound whose level never changes, so that what was done to it can be measured.
package enum SteadyTone {
    /// Two seconds of 997 Hz on one channel of 48,000 frames a second, as a WAV file of 16 bits.
    ///
    /// - Parameter amplitude: Its amplitude, up to 1.
    /// - Returns: The bytes of the file.
    package static func file(amplitude: Double) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) }
        }
        let samples = (0..<96_000).flatMap { index in
            little(Int((amplitude * 32767 * sin(Double(index) * 997 / 48_000 * 2 * .pi))), 2)
        }
        let format =
            little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4) + little(2, 2)
            + little(16, 2)
        return Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + format + Array("data".utf8) + little(samples.count, 4) + samples
    }
}
