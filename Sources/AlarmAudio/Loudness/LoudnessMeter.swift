// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CEbur128
internal import PlayerProtocol

/// Measures how loud stereo frames are, by libebur128 (EBU R 128, ITU-R BS.1770).
@safe
struct LoudnessMeter: ~Copyable {
    private let state: UnsafeMutablePointer<ebur128_state>

    private init(owning state: UnsafeMutablePointer<ebur128_state>) {
        unsafe self.state = unsafe state
    }

    deinit {
        var state: UnsafeMutablePointer<ebur128_state>? = unsafe self.state
        unsafe ebur128_destroy(&state)
    }

    /// The lowest rate that can be measured: the ear's weighting has its corner at 1.7 kHz.
    private static let lowestRate = 8000

    /// A meter that has heard nothing; `nil` for a rate that cannot be measured.
    static func make(rate: Int) -> LoudnessMeter? {
        guard rate >= lowestRate else { return nil }
        // The histogram keeps what is remembered of a long sound at a few kilobytes.
        let mode = [EBUR128_MODE_I, EBUR128_MODE_SAMPLE_PEAK, EBUR128_MODE_HISTOGRAM]
            .reduce(0) { $0 | $1.rawValue }
        guard let state = unsafe ebur128_init(2, CUnsignedLong(rate), CInt(mode)) else {
            return nil
        }
        return unsafe LoudnessMeter(owning: state)
    }

    /// Takes interleaved stereo frames in; what there is no memory for is not counted.
    mutating func add(_ frames: [Float]) {
        let state = unsafe self.state
        unsafe frames.withUnsafeBufferPointer {
            guard let first = $0.baseAddress else { return }
            _ = unsafe ebur128_add_frames_float(state, first, frames.count / 2)
        }
    }

    /// What was heard so far; `nil` for silence, and where it was less than 0.4 s.
    var loudness: Loudness? {
        var integrated = 0.0
        guard unsafe ebur128_loudness_global(state, &integrated) == CInt(EBUR128_SUCCESS.rawValue),
            integrated.isFinite
        else { return nil }
        let peak = max(peak(of: 0), peak(of: 1))
        guard peak > 0, peak.isFinite else { return nil }
        return Loudness(
            integrated: Self.hundredths(integrated),
            peak: Self.hundredths(Level.decibels(amplitude: peak)))
    }

    private func peak(of channel: CUnsignedInt) -> Double {
        var peak = 0.0
        _ = unsafe ebur128_sample_peak(state, channel, &peak)
        return peak
    }

    private static func hundredths(_ level: Double) -> Int {
        Int((level * 100).rounded()).clamped(to: Loudness.range)
    }
}
