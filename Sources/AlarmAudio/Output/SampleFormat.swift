// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CALSA

/// A sample format that devices take, in the order in which they are asked for it.
enum SampleFormat: CaseIterable, Hashable, Sendable {
    case signed16
    case signed32
    case float32
    case signed24Packed
    case signed24
    case unsigned8

    /// ALSA's value.
    var alsa: snd_pcm_format_t {
        switch self {
        case .signed16: SND_PCM_FORMAT_S16_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .signed24Packed: SND_PCM_FORMAT_S24_3LE
        case .signed24: SND_PCM_FORMAT_S24_LE
        case .unsigned8: SND_PCM_FORMAT_U8
        }
    }

    /// ALSA's name.
    var name: String {
        switch self {
        case .signed16: "S16_LE"
        case .signed32: "S32_LE"
        case .float32: "FLOAT_LE"
        case .signed24Packed: "S24_3LE"
        case .signed24: "S24_LE"
        case .unsigned8: "U8"
        }
    }

    /// How many bytes a sample takes in the device's memory.
    var width: Int {
        switch self {
        case .signed16: 2
        case .signed32, .float32, .signed24: 4
        case .signed24Packed: 3
        case .unsigned8: 1
        }
    }

    /// The bytes of a sample, the lowest first; what is beyond full is clamped, never wrapped.
    fileprivate func pattern(_ sample: Float) -> UInt32 {
        switch self {
        case .signed16: Self.signed16(sample) & 0xFFFF
        case .signed32: UInt32(bitPattern: Self.integer(sample, bits: 32))
        case .float32: min(max(sample, -1), 1).bitPattern
        case .signed24Packed, .signed24: UInt32(bitPattern: Self.integer(sample, bits: 24))
        case .unsigned8: UInt32(bitPattern: Self.integer(sample, bits: 8) + 128)
        }
    }

    /// The nearest whole number of 16 bits, in the lowest bits.
    ///
    /// A float that large has no bits behind the point, so that the addition rounds, and leaves the number as it
    /// stands in memory; the library's rounding is a call for every sample.
    @inline(__always)
    fileprivate static func signed16(_ sample: Float) -> UInt32 {
        (min(max(sample * 32_768, -32_768), 32_767) + 12_582_912).bitPattern
    }

    /// The nearest whole number of as many bits; halves go away from zero.
    private static func integer(_ sample: Float, bits: Int) -> Int32 {
        let full = Double(1 << (bits - 1))
        let scaled = min(max(Double(sample) * full, -full), full - 1)
        return Int32(scaled + (scaled < 0 ? -0.5 : 0.5))
    }
}

/// Turns stereo frames into those of a device.
struct FrameEncoder: Hashable, Sendable {
    let format: SampleFormat

    /// The device's channels; what is beyond the second is silent, a single one takes the mean of both sides.
    let channels: Int

    /// How many bytes a frame of the device takes.
    var frameBytes: Int { format.width * channels }

    /// Appends stereo frames to `bytes` as the device takes them.
    func append(_ frames: ArraySlice<Float>, to bytes: inout [UInt8]) {
        if format == .signed16, channels == 2 {
            appendCommon(frames, to: &bytes)
            return
        }
        bytes.reserveCapacity(bytes.count + frames.count / 2 * frameBytes)
        let silence = format.pattern(0)
        for left in stride(from: frames.startIndex, to: frames.endIndex - 1, by: 2) {
            guard channels > 1 else {
                put(format.pattern((frames[left] + frames[left + 1]) / 2), to: &bytes)
                continue
            }
            put(format.pattern(frames[left]), to: &bytes)
            put(format.pattern(frames[left + 1]), to: &bytes)
            for _ in 2..<channels { put(silence, to: &bytes) }
        }
    }

    /// What nearly every device takes, 16 bits on two channels, without a decision for each sample.
    private func appendCommon(_ frames: ArraySlice<Float>, to bytes: inout [UInt8]) {
        let samples = frames.span
        bytes.append(addingCapacity: samples.count * 2) { output in
            for index in samples.indices {
                let pattern = SampleFormat.signed16(samples[index])
                output.append(UInt8(truncatingIfNeeded: pattern))
                output.append(UInt8(truncatingIfNeeded: pattern >> 8))
            }
        }
    }

    private func put(_ pattern: UInt32, to bytes: inout [UInt8]) {
        var rest = pattern
        for _ in 0..<format.width {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
