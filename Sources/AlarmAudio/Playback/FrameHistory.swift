// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The newest of the stereo frames that went by.
struct FrameHistory {
    private var samples: [Float] = []

    /// Takes frames in, and forgets the oldest of those above `limit`.
    mutating func append(_ frames: [Float], keeping limit: Int) {
        samples += frames
        // Not each time: moving what stays costs more than keeping a little longer.
        if samples.count > limit * 4 { samples.removeFirst(samples.count - limit * 2) }
    }

    /// The `count` frames that begin `distance` frames before the end; fewer where they are forgotten.
    func frames(before distance: Int, count: Int) -> [Float] {
        let start = max(samples.count - distance * 2, 0)
        return Array(samples[start..<min(start + count * 2, samples.count)])
    }
}
