// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a player has done so far, and by when it must do the next thing (design, section 5).
///
/// A player is another process, so that a call that hangs or a codec that crashes costs a process and not
/// the ring; this value says when it has waited long enough. Times are those of `CLOCK_MONOTONIC`.
nonisolated struct PlayerSupervision: Hashable, Sendable {
    /// How far the player is.
    enum Phase: Hashable, Sendable {
        /// It opens the sound and the output.
        case opening
        /// It is ready, and waits to be told to go.
        case armed
        /// It was told to go, and plays.
        case playing
        /// It was told to stop, and ramps down.
        case stopping
    }

    /// How long a player may take to be armed.
    static let armingTime = Duration.milliseconds(700)

    /// How long a player may go without progress on an output that has a card.
    static let stallTime = Duration.seconds(1)

    /// How long a player may go without progress on an output that has none (a sound server's).
    static let cardlessStallTime = Duration.milliseconds(1500)

    /// How long a player may take to ramp down and exit: what is queued, the ramp, and some patience.
    static let stoppingTime = Duration.milliseconds(1000)

    /// How long a player is waited for when the daemon ends: what is queued, and the ramp.
    static let partingTime = Duration.milliseconds(400)

    private(set) var phase = Phase.opening

    /// When the player has waited long enough, or `nil` while it may take its time.
    private(set) var deadline: Duration?

    private var hasSound = false
    private var hasOutput = false
    private var stall = PlayerSupervision.stallTime
    private var framesHeard: Int64 = 0

    /// Begins with a player that was started at `now`.
    init(startedAt now: Duration) {
        self.deadline = now + Self.armingTime
    }

    /// The player has opened the sound.
    mutating func soundOpened() { hasSound = true }

    /// The player has opened the output.
    ///
    /// - Parameters:
    ///   - buffer: How much sound the output holds, as it was granted.
    ///   - hasCard: Whether a sound card is behind the output.
    mutating func outputOpened(buffer: Duration, hasCard: Bool) {
        hasOutput = true
        stall = max(hasCard ? Self.stallTime : Self.cardlessStallTime, buffer * 2)
    }

    /// The player was given another sound, which takes the place of the one before.
    mutating func soundGiven(at now: Duration) {
        guard phase != .stopping else { return }
        hasSound = false
        guard phase != .playing else { return }
        phase = .opening
        deadline = now + Self.armingTime
    }

    /// The player is ready; it may wait for as long as it takes.
    mutating func armed() {
        guard phase == .opening else { return }
        phase = .armed
        deadline = nil
    }

    /// The player was told to go.
    mutating func released(at now: Duration) {
        guard phase == .armed else { return }
        phase = .playing
        framesHeard = 0
        deadline = now + stall
    }

    /// The player said how many frames were heard since it was told to go; only more of them is progress.
    mutating func heard(frames: Int64, at now: Duration) {
        guard phase == .playing, frames > framesHeard else { return }
        framesHeard = frames
        deadline = now + stall
    }

    /// The machine slept: the player is given its time anew.
    mutating func resumed(at now: Duration) {
        guard phase == .playing else { return }
        deadline = now + stall
    }

    /// The player was told to stop.
    mutating func stopped(at now: Duration) {
        guard phase != .stopping else { return }
        phase = .stopping
        deadline = now + Self.stoppingTime
    }

    /// What failed where the player dies, or has waited too long.
    ///
    /// A player opens its sound before its output, and a next sound while it plays, so that a sound that is not
    /// open yet is what it waited for.
    var culprit: OutputLadder.Failure {
        hasSound || phase == .stopping ? .output : .sound
    }

    /// Whether the player has waited too long at `now`.
    func isOverdue(at now: Duration) -> Bool {
        deadline.map { $0 <= now } ?? false
    }
}
