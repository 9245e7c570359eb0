// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import PlayerProtocol

/// A source of stereo frames: a sound file, the built-in tone, or a stage that changes another stream.
///
/// Frames are interleaved, left before right, each sample between −1 and 1.
package protocol SoundStream: AnyObject {
    /// Frames a second.
    var rate: Int { get }

    /// Appends the next frames to `frames`.
    ///
    /// - Parameters:
    ///   - count: How many frames are wanted, at least 1.
    ///   - frames: What they are appended to.
    /// - Returns: How many were appended; fewer than `count` says nothing, 0 says that the sound ended.
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int

    /// Goes back to the first frame.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    func rewind() throws(PlayerFailure)
}

extension PlayerFailure {
    static func sound(_ reason: String, code: Int32 = 0) -> PlayerFailure {
        PlayerFailure(stage: .sound, code: Int(abs(code)), reason: reason)
    }

    /// The failure of a sound's file, folder or name.
    static func sound(
        _ subject: String, _ cause: Cause, _ reason: String, code: Int32
    ) -> PlayerFailure {
        PlayerFailure(
            stage: .sound, cause: cause, code: Int(abs(code)), subject: subject, reason: reason)
    }
}
