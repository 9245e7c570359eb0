// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
internal import Platform
internal import PlayerProtocol

/// What is found out about a sound by reading it: how many frames, how high, how loud.
///
/// It has 1.5 s where nobody says otherwise, so that whoever sets an alarm is answered within 2 s, and reads ten minutes of sound at most: a
/// ring plays a sound from its beginning and is over by then. What is longer is measured by that beginning.
struct SoundSurvey: ~Copyable {
    static let longest = Duration.seconds(600)

    /// What is shorter is measured as it is heard, over and over: a beep alone is too short to have a loudness.
    private static let shortest = Duration.seconds(3)

    private static let blockFrames = 4096

    /// The largest sample.
    private(set) var peak: Float = 0

    private let rate: Int
    private let clock: () -> Duration
    private let deadline: Duration
    private var meter: LoudnessMeter?
    private var framesMeasured = 0

    /// Begins a survey of a sound of `rate` frames a second, which has `time`.
    init(
        rate: Int, time: Duration = OpenedSound.checkTime,
        clock: @escaping () -> Duration = { Clocks.monotonic }
    ) {
        self.rate = rate
        self.clock = clock
        deadline = clock() + time
        meter = LoudnessMeter.make(rate: rate)
    }

    private init(_ other: borrowing SoundSurvey) {
        rate = other.rate
        clock = other.clock
        deadline = other.deadline
        meter = LoudnessMeter.make(rate: other.rate)
    }

    /// A survey that has heard nothing, in what is left of this one's time.
    func another() -> SoundSurvey { SoundSurvey(self) }

    /// Whether it has heard as much as another.
    func isAsLong(as other: borrowing SoundSurvey) -> Bool {
        framesMeasured == other.framesMeasured
    }

    /// Reads `stream` to its end, or as far as there is time.
    ///
    /// - Returns: How many frames were read.
    mutating func read(
        _ stream: any SoundStream, upTo end: Int = .max
    ) throws(PlayerFailure) -> Int {
        let end = min(end, Self.longest.frames(at: rate))
        var frames = 0
        var block: [Float] = []
        while frames < end, frames == 0 || clock() < deadline {
            block.removeAll(keepingCapacity: true)
            let read = try stream.read(min(Self.blockFrames, end - frames), into: &block)
            if read == 0 { break }
            frames += read
            meter?.add(block)
            for sample in block { peak = max(peak, abs(sample)) }
        }
        framesMeasured += frames
        return frames
    }

    /// How loud what was read is; `nil` for silence.
    mutating func loudness(of stream: any SoundStream) throws(PlayerFailure) -> Loudness? {
        while framesMeasured < Self.shortest.frames(at: rate), clock() < deadline {
            try stream.rewind()
            guard try read(stream) > 0 else { break }
        }
        return meter?.loudness
    }
}

extension FileIdentity {
    /// The identity of an open file; `nil` where the system does not tell.
    init?(of descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000
                &+ Int64(status.st_mtim.tv_nsec))
    }
}
