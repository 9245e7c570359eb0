// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol

/// What nobody hears, for ever: it shows whether an output takes a sound.
final class Silence: SoundStream {
    let rate: Int

    /// Silence at `rate` frames a second.
    init(rate: Int) {
        self.rate = rate
    }

    /// What it is, as a sound.
    static func facts(rate: Int) -> SoundFacts {
        SoundFacts(rate: rate, channels: 2, format: "silence")
    }

    func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        frames.append(contentsOf: repeatElement(0, count: count * 2))
        return count
    }

    func rewind() {}
}
