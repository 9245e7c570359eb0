// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CALSA
internal import Glibc
internal import PlayerProtocol

/// One output while it plays: how much it may be given now, and how much of it was heard.
///
/// It is looked at once a period, by the clock, not by the device's descriptors: those are readable for ever
/// on `null`, on a server that died and on a stream that stands still, and none is needed to know the position.
/// Less than 200 ms are ever queued, whatever the device granted. A device whose position runs ahead of
/// CLOCK_MONOTONIC is given frames by that clock instead.
struct Output: ~Copyable {
    /// The most that is ever queued.
    ///
    /// What is told to stop is heard for as long, and for its last 30 ms: together under 250 ms.
    static let mostQueued = Duration.milliseconds(180)

    /// What waits in the device is enough to be late by, on a busy machine too; to look more often costs more.
    private static let enough = Duration.milliseconds(100)

    /// Who looks later than this has a busy machine, and looks more often from then on.
    private static let lateness = Duration.milliseconds(25)

    /// A device that stands still is looked at as often as one that plays.
    private static let longestPause = mostQueued - enough

    /// What a device may have fetched ahead of the position that it tells.
    private static let fetchedAhead = Duration.milliseconds(20)

    /// What the device granted.
    let facts: OutputFacts

    /// How many frames were heard since the first start.
    private(set) var heard = 0

    /// How often the device ran out of frames.
    private(set) var underruns = 0

    /// How many frames still wait in the device.
    private(set) var queued = 0

    /// Whether the position ran ahead, so that the clock paces.
    private(set) var isPacedByClock = false

    /// How many frames are to be in the queue.
    let target: Int

    private var pcm: PCM
    private let name: String
    private var recovery = RecoveryBudget()
    private var pace: Pace
    private var runStart: Int64?
    private var writtenInRun = 0
    private var heardBeforeRun = 0
    private var isMachineBusy = false

    var encoder: FrameEncoder { pcm.granted.encoder }
    var rate: Int { pcm.granted.rate }
    var periodFrames: Int { pcm.granted.periodFrames }

    /// Opens the output that ALSA calls `name`.
    ///
    /// - Throws: ``PlayerFailure`` of stage `output`.
    init(_ name: String, rate: Int, buffer: Duration) throws(PlayerFailure) {
        let opened: PCM
        do throws(ALSAError) {
            opened = try PCM.open(name, rate: rate, buffer: buffer)
        } catch {
            throw error.failure(.output, output: name)
        }
        let granted = opened.granted
        self.name = name
        facts = OutputFacts(
            rate: granted.rate, channels: granted.encoder.channels,
            format: granted.encoder.format.name,
            period: Duration(frames: granted.periodFrames, at: granted.rate),
            buffer: Duration(frames: granted.bufferFrames, at: granted.rate),
            backing: opened.backing())
        target = min(granted.bufferFrames, Self.mostQueued.frames(at: granted.rate))
        pace = Pace(rate: granted.rate, step: granted.isBatch ? granted.periodFrames : 0)
        pcm = opened
    }

    /// Whether the device's position keeps time.
    var keepsPace: Bool { pace.isKept }

    /// How long until it should be looked at again: until a period can be given, or more where enough waits.
    var pause: Duration {
        let most = target - periodFrames
        let enough = isMachineBusy ? most : min(Self.enough.frames(at: rate), most)
        let spare = queued - max(enough, target / 2)
        return Duration(frames: max(spare, 0), at: rate).clamped(
            to: .milliseconds(5)...Self.longestPause)
    }

    /// Takes note of how late it is looked at.
    mutating func note(lateness: Duration) {
        if lateness > Self.lateness { isMachineBusy = true }
    }

    /// Looks at the device, mends what can be mended, and says how many frames it may be given.
    ///
    /// - Throws: ``PlayerFailure`` of stage `playing` where the device is lost.
    mutating func room(at now: Int64) throws(PlayerFailure) -> Int {
        do throws(ALSAError) {
            guard try mend(at: now) else {
                pace.note(heard: heard, at: now)
                return 0
            }
            try look(at: now)
            // What does not fit the device refuses: to ask it first would be one call more each time.
            return max(target - queued, 0)
        } catch {
            try recover(from: error, at: now)
            return 0
        }
    }

    /// Gives the device frames of `bytes` from `offset` on, at most `count`, and starts it where it stands.
    ///
    /// - Returns: How many it took.
    mutating func write(
        _ bytes: [UInt8], from offset: Int, count: Int, at now: Int64
    ) throws(PlayerFailure) -> Int {
        do throws(ALSAError) {
            let taken = try pcm.write(bytes, from: offset, count: count)
            writtenInRun += taken
            queued += taken
            if runStart == nil, taken > 0 {
                // It may be running already: a plug-in may start by itself.
                if pcm.state == SND_PCM_STATE_PREPARED { try pcm.start() }
                runStart = now
                pace.restart(at: now, heard: heard)
            }
            return taken
        } catch {
            try recover(from: error, at: now)
            return 0
        }
    }

    /// Takes frames back that wait in the device, so that others are heard instead of them.
    ///
    /// - Parameter least: Fewer than this are not worth it.
    /// - Returns: How many of those written last are to be written anew; 0 where the device takes none back.
    mutating func takeBack(atLeast least: Int) -> Int {
        guard runStart != nil, !isPacedByClock, facts.backing != .nothing else { return 0 }
        let fetched = Self.fetchedAhead.frames(at: rate)
        let margin = pcm.granted.isBatch ? periodFrames + fetched / 4 : fetched
        let taken = pcm.takeBack(leaving: margin, atLeast: least)
        writtenInRun -= taken
        queued -= taken
        return taken
    }

    /// Stops at once.
    mutating func drop() {
        pcm.drop()
        pace.conclude()
    }

    // MARK: - Position

    private mutating func look(at now: Int64) throws(ALSAError) {
        guard let start = runStart else {
            queued = writtenInRun
            return
        }
        let elapsed = Int(clamping: Duration.nanoseconds(max(now - start, 0)).frames(at: rate))
        if !isPacedByClock {
            let delay = min(try pcm.delay(), writtenInRun)
            let ahead = writtenInRun - delay - elapsed
            isPacedByClock = ahead > elapsed / 20 + rate / 10
            queued = delay
        }
        if isPacedByClock {
            if elapsed > writtenInRun {
                // We were late: what was not written was not heard.
                runStart = now - Duration(frames: writtenInRun, at: rate).wholeNanoseconds
            }
            queued = max(writtenInRun - elapsed, 0)
        }
        let position = max(heard, heardBeforeRun + writtenInRun - queued)
        if position - heard >= periodFrames { recovery.succeeded() }
        heard = position
        pace.note(heard: heard, at: now)
    }

    // MARK: - Recovery

    /// Brings the stream back to where it can be written to; `false` where that takes time.
    private mutating func mend(at now: Int64) throws(ALSAError) -> Bool {
        switch pcm.state {
        case SND_PCM_STATE_XRUN:
            throw ALSAError(operation: "underrun", code: EPIPE, message: "")
        case SND_PCM_STATE_SUSPENDED:
            return try resume(at: now)
        case SND_PCM_STATE_DISCONNECTED:
            throw ALSAError(operation: "play", code: ENODEV, message: "it was taken away")
        case SND_PCM_STATE_SETUP, SND_PCM_STATE_OPEN:
            try pcm.prepare()
            endRun()
            return true
        default:
            return true
        }
    }

    /// Wakes a suspended stream; what cannot resume is prepared anew.
    private mutating func resume(at now: Int64) throws(ALSAError) -> Bool {
        do throws(ALSAError) {
            try pcm.resume()
            // Plug-ins say yes and stay as they were.
            if pcm.state != SND_PCM_STATE_SUSPENDED {
                pace.restart(at: now, heard: heard)
                return true
            }
        } catch  where error.code == EAGAIN {
            return false
        } catch {
            // It cannot resume.
        }
        do throws(ALSAError) {
            try pcm.prepare()
        } catch  where error.code == ESTRPIPE || error.code == EAGAIN {
            return false
        }
        endRun()
        return true
    }

    private mutating func recover(
        from error: ALSAError, at now: Int64
    ) throws(PlayerFailure) {
        switch error.code {
        case EPIPE: underruns += 1
        case ESTRPIPE, EAGAIN, EINTR: return
        default: throw error.failure(.playing, output: name)
        }
        guard recovery.spend(at: now) else { throw error.failure(.playing, output: name) }
        do throws(ALSAError) {
            try pcm.prepare()
        } catch {
            throw error.failure(.playing, output: name)
        }
        endRun()
    }

    /// Counts anew: after a `prepare` the device's position starts at 0.
    private mutating func endRun() {
        heardBeforeRun = heard
        writtenInRun = 0
        queued = 0
        runStart = nil
    }
}
