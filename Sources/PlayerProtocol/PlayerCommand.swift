// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is to be heard.
package enum Sound: Hashable, Sendable {
    /// The built-in tone, two notes, which needs no file.
    case builtInTone

    /// Nothing that anybody hears, to see whether an output takes it.
    case silence

    /// The sound file at an absolute path, or one of the files in a folder.
    case file(String)

    /// What has this name, with or without its ending, in the first of these folders that has it.
    case named(String, in: [String])
}

/// Which file of a folder is taken.
package struct Shuffle: Hashable, Sendable {
    /// By which chance; the same for one ring on all of its outputs.
    package var seed: Int64

    /// The path of the file that is taken before all others, where the folder has it still; may be empty.
    package var next: String

    /// The path of the file that was heard last, which is taken only where there is no other; may be empty.
    package var last: String

    /// Creates a choice.
    package init(seed: Int64 = 0, next: String = "", last: String = "") {
        self.seed = seed
        self.next = next
        self.last = last
    }
}

/// How long a sound goes on.
package enum PlayLength: Hashable, Sendable {
    /// From its start to its end, once.
    case once

    /// Over and over until it is told to stop.
    case untilStopped

    /// Over and over for a time, 1 ms to 24 h.
    case lasting(Duration)
}

/// A sound and how it is to be played.
package struct SoundRequest: Hashable, Sendable {
    /// What is played.
    package var sound: Sound

    /// The level in percent, 1 to 100, of the full level, as alsamixer maps it: the amplitude is the cube.
    package var volume: Int

    /// The time in which the level rises from −40 dB, linear in dB; zero for none, at most 1 h.
    package var fade: Duration

    /// How long it is played.
    package var length: PlayLength

    /// What was measured of the sound's file; it holds as long as that is the file that is opened.
    package var measured: MeasuredSound?

    /// Which file is taken where the sound is a folder.
    package var shuffle: Shuffle

    /// Creates a request.
    package init(
        _ sound: Sound, volume: Int = 100, fade: Duration = .zero,
        length: PlayLength = .untilStopped, measured: MeasuredSound? = nil,
        shuffle: Shuffle = Shuffle()
    ) {
        self.sound = sound
        self.volume = volume
        self.fade = fade
        self.length = length
        self.measured = measured
        self.shuffle = shuffle
    }
}

/// An output and what is to be heard on it first.
package struct Preparation: Hashable, Sendable {
    /// The ALSA name of the output.
    package var output: String

    /// The buffer to ask the device for, 50 ms to 1 s; at most 200 ms of it are ever filled.
    package var buffer: Duration

    /// Whether `/proc/asound/pcm` lists a playback device.
    ///
    /// Where it lists none, a sound server plays into nothing: what it takes is played, not verified.
    package var cardListed: Bool

    /// The sound that is played from *go*.
    package var first: SoundRequest

    /// Creates a preparation.
    package init(
        output: String, buffer: Duration = .milliseconds(200), cardListed: Bool,
        first: SoundRequest
    ) {
        self.output = output
        self.buffer = buffer
        self.cardListed = cardListed
        self.first = first
    }
}

/// How one sound gives way to the next on the same output.
package enum SoundTransition: Hashable, Sendable {
    /// At once, over the 30 ms that keep it free of clicks.
    case cut

    /// The old one falls silent, then the new one rises, together in this time.
    case fade(Duration)

    /// Both at once, the old one falling while the new one rises.
    case crossfade(Duration)
}

/// What the daemon tells its player.
package enum PlayerCommand: Hashable, Sendable {
    /// The first packet; may be followed at once by the next command.
    case hello(version: UInt16)

    /// Open the output and the sound, and be ready; answered by `soundOpen`, `outputOpen`, `armed` or `failed`.
    case prepare(Preparation)

    /// Play another sound on the same output.
    ///
    /// Before `go`, and after a sound failed, it takes the failed one's place, and is answered by `soundOpen`
    /// and `armed` or by `failed`. While playing it is mixed in, and answered by `soundOpen`, and by `started` when
    /// it is heard; or by `failed`, and what is heard goes on.
    case play(SoundRequest, SoundTransition)

    /// Let it be heard now.
    case go

    /// Change the level, in percent as in ``SoundRequest/volume``, over a time of at least 30 ms.
    case volume(Int, over: Duration)

    /// Fall silent without a click and end; answered by `finished`.
    case stop

    /// Read a sound and measure it, without any output; answered within 2 s by `checked` or `failed`, or by `soundOpen`
    /// where it is still the file that was measured.
    case check(SoundRequest)

    /// Open a sound and decode its beginning, without any output; answered by `soundOpen` or `failed`.
    case open(Sound)

    /// Look at an element of a mixer; answered by `mixerFound` or `failed`.
    ///
    /// With `go` it is made as the request says, which is answered by `mixerSet`; from then on each change that somebody
    /// else makes is told by `mixerChanged`. A player that was started with `--mixer` takes these two alone.
    case mixer(MixerRequest)

    /// Put an element back, as far as it is still as a player made it; answered by `mixerRestored` or `failed`.
    ///
    /// A player that was started with `--restore` takes this alone, and exits.
    case restore(MixerSnapshot)
}

/// The longest times that a message may name.
enum Limit {
    static let fade = Duration.seconds(3600)
    static let length = Duration.seconds(24 * 3600)
    static let buffer = Duration.seconds(10)
    static let frames = Int.max
}
