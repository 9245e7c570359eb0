// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a sound turned out to be.
package struct SoundFacts: Hashable, Sendable {
    /// Frames a second, as the file has them.
    package var rate: Int

    /// Channels, as the file has them.
    package var channels: Int

    /// The name of the file's format, such as `FLAC`; `built-in` for the built-in tone.
    package var format: String

    /// The path of the file that was opened; empty for the built-in tone.
    package var path: String

    /// Creates the facts of a sound.
    package init(rate: Int, channels: Int, format: String, path: String = "") {
        self.rate = rate
        self.channels = channels
        self.format = format
        self.path = path
    }
}

/// What is behind an output.
package enum OutputBacking: UInt8, Hashable, Sendable, CaseIterable {
    /// ALSA's `null` or `file`, or another whose position runs ahead of the clock: nobody hears it.
    case nothing

    /// A plug-in of ALSA, such as a sound server.
    case server

    /// A sound card.
    case card
}

/// What the device granted.
package struct OutputFacts: Hashable, Sendable {
    /// Frames a second.
    package var rate: Int

    /// Channels of a frame.
    package var channels: Int

    /// ALSA's name of the sample format, such as `S16_LE`.
    package var format: String

    /// The device's period.
    package var period: Duration

    /// The device's buffer; twice this may pass without progress before the device counts as dead.
    package var buffer: Duration

    /// What is behind the output.
    package var backing: OutputBacking

    /// Creates the facts of an output.
    package init(
        rate: Int, channels: Int, format: String, period: Duration, buffer: Duration,
        backing: OutputBacking
    ) {
        self.rate = rate
        self.channels = channels
        self.format = format
        self.period = period
        self.buffer = buffer
        self.backing = backing
    }
}

/// What has been heard so far.
package struct Progress: Hashable, Sendable {
    /// Frames heard since `go`: what was written less what still waits in the device.
    package var frames: Int

    /// When that was so, in nanoseconds of CLOCK_MONOTONIC.
    package var time: Int64

    /// Whether the device's position kept time with CLOCK_MONOTONIC within 5 %; `false` until 250 ms are known.
    ///
    /// The sound is then played, in the sense of the design, section 5.
    package var keepsPace: Bool

    /// Whether it is played, and a sound card is behind the output.
    package var verified: Bool

    /// How often the device ran out of frames.
    package var underruns: Int

    /// The time from writing a frame to hearing it.
    package var latency: Duration

    /// Creates a progress.
    package init(
        frames: Int, time: Int64, keepsPace: Bool, verified: Bool, underruns: Int = 0,
        latency: Duration = .zero
    ) {
        self.frames = frames
        self.time = time
        self.keepsPace = keepsPace
        self.verified = verified
        self.underruns = underruns
        self.latency = latency
    }
}

/// What a check found out about a sound that can be played.
///
/// A check takes 1.5 s at most, and looks at ten minutes of a sound at most: of a longer one, at its beginning,
/// which is what is heard of it.
package struct SoundCheck: Hashable, Sendable {
    /// What the file says of itself.
    package var facts: SoundFacts

    /// How many frames it has, counted, at least 1; of a long sound only those that were read in time.
    package var frames: Int

    /// How long those frames last.
    package var duration: Duration

    /// The largest sample, in thousandths of the full level.
    package var peak: Int

    /// What was measured of its file; `nil` for a sound that needs none, and for silence.
    package var measured: MeasuredSound?

    /// Whether no sample is above −60 dB of the full level, so that nobody would hear it.
    package var isSilent: Bool { peak < 1 }

    /// Creates the result of a check.
    package init(
        facts: SoundFacts, frames: Int, duration: Duration, peak: Int,
        measured: MeasuredSound? = nil
    ) {
        self.facts = facts
        self.frames = frames
        self.duration = duration
        self.peak = peak
        self.measured = measured
    }
}

/// Why nothing is heard.
package struct PlayerFailure: Error, Hashable, Sendable {
    /// What failed.
    package enum Stage: UInt8, Hashable, Sendable, CaseIterable {
        /// The sound: the next sound may work on the same output.
        case sound

        /// The output, before it played.
        case output

        /// The output, while it played.
        case playing

        /// The mixer.
        case mixer
    }

    /// What is wrong with a sound, so that it can be told in any language.
    package enum Cause: UInt8, Hashable, Sendable, CaseIterable {
        /// What ``PlayerFailure/reason`` says.
        case other

        /// There is no such file.
        case absent

        /// The player may not read it.
        case denied

        /// It is a device, a FIFO or the like.
        case notFile

        /// It cannot be decoded, for the reason of the library.
        case undecodable

        /// It has no frames.
        case empty

        /// It is a folder in which no file is a sound; of the last one that was tried the reason tells.
        case noneInFolder

        /// No sound has this name; the reason has the folders.
        case unnamed
    }

    /// Where it failed.
    package var stage: Stage

    /// What is wrong.
    package var cause: Cause

    /// The file, the folder or the name of the sound; empty where the reason names it.
    package var subject: String

    /// The errno that says it best (positive), or 0.
    package var code: Int

    /// In English, for a person.
    package var reason: String

    /// Creates a failure.
    package init(
        stage: Stage, cause: Cause = .other, code: Int, subject: String = "", reason: String
    ) {
        self.stage = stage
        self.cause = cause
        self.subject = subject
        self.code = code
        self.reason = reason
    }
}

extension PlayerFailure: CustomStringConvertible {
    /// What failed, and why, in English.
    package var description: String { subject.isEmpty ? reason : "\(subject): \(reason)" }
}

/// What the player tells the daemon.
package enum PlayerReport: Hashable, Sendable {
    /// The first packet.
    case hello(version: UInt16)

    /// The sound is open and its first frames are decoded.
    case soundOpen(SoundFacts)

    /// The output is open and configured.
    case outputOpen(OutputFacts)

    /// Everything is ready; `go` is heard within a millisecond.
    case armed

    /// The device was started, or what took over while it played is heard; the time of the first frame, in
    /// nanoseconds of CLOCK_MONOTONIC.
    case started(time: Int64)

    /// At least twice a second while it plays.
    case progress(Progress)

    /// It ended as asked, the last frame was heard, and the player exits; the last progress comes with it.
    case finished(Progress)

    /// It does not go on. After a failed sound the player waits for another; else it exits.
    case failed(PlayerFailure)

    /// The sound can be played.
    case checked(SoundCheck)

    /// How an element of a mixer is, and how it will be made; nothing is changed before this is said.
    case mixerFound(MixerSnapshot)

    /// The element was made so; what it came to is in ``MixerSnapshot/ours``.
    case mixerSet(MixerSnapshot)

    /// Somebody else changed the element: how it is, and how a ring would make it.
    case mixerChanged(MixerSnapshot)

    /// The element was put back, where it was still as a player had made it; whether all of it was.
    case mixerRestored(isWhole: Bool)
}
