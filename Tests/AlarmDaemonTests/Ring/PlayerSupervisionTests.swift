// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("A player is given up")
struct PlayerSupervisionTests {
    private static let start = Duration.seconds(1000)

    private func at(_ milliseconds: Int) -> Duration { Self.start + .milliseconds(milliseconds) }

    private func playing(
        buffer: Duration = .milliseconds(200), hasCard: Bool = true
    ) -> PlayerSupervision {
        var supervision = PlayerSupervision(startedAt: Self.start)
        supervision.soundOpened()
        supervision.outputOpened(buffer: buffer, hasCard: hasCard)
        supervision.armed()
        supervision.released(at: Self.start)
        return supervision
    }

    @Test("700 ms after its start where it is not armed")
    func notArmed() {
        let supervision = PlayerSupervision(startedAt: Self.start)
        #expect(!supervision.isOverdue(at: at(699)))
        #expect(supervision.isOverdue(at: at(700)))
    }

    @Test("for its sound where that was what it waited for, else for its output")
    func culprit() {
        var supervision = PlayerSupervision(startedAt: Self.start)
        #expect(supervision.culprit == .sound)
        supervision.soundOpened()
        #expect(supervision.culprit == .output)
        #expect(playing().culprit == .output)
    }

    @Test("for the next sound that it was given, where it opens that for too long or dies of it")
    func nextSound() {
        var supervision = playing()
        supervision.soundGiven(at: at(100))
        #expect(supervision.culprit == .sound)
        // The sound before is heard until it is mixed in, and that is progress.
        supervision.heard(frames: 4410, at: at(200))
        #expect(!supervision.isOverdue(at: at(1199)))
        #expect(supervision.isOverdue(at: at(1200)))
        supervision.soundOpened()
        #expect(supervision.culprit == .output)
    }

    @Test("700 ms after it was given another sound where it is not armed anew")
    func notArmedAnew() {
        var supervision = PlayerSupervision(startedAt: Self.start)
        supervision.soundOpened()
        supervision.armed()
        supervision.soundGiven(at: at(5000))
        #expect(supervision.phase == .opening && supervision.culprit == .sound)
        #expect(supervision.isOverdue(at: at(5700)))
        supervision.soundOpened()
        supervision.armed()
        #expect(!supervision.isOverdue(at: at(9000)))
    }

    @Test("never while it is armed and waits")
    func armed() {
        var supervision = PlayerSupervision(startedAt: Self.start)
        supervision.armed()
        #expect(supervision.deadline == nil)
        #expect(!supervision.isOverdue(at: at(3_600_000)))
    }

    @Test(
        "without progress for 1 s, for 1.5 s without a card, or for twice the buffer it was granted",
        arguments: [
            (200, true, 1000), (200, false, 1500), (900, true, 1800), (500, false, 1500),
        ])
    func stalled(buffer: Int, hasCard: Bool, patience: Int) {
        let supervision = playing(buffer: .milliseconds(buffer), hasCard: hasCard)
        #expect(!supervision.isOverdue(at: at(patience - 1)))
        #expect(supervision.isOverdue(at: at(patience)))
    }

    @Test("later with every report of more frames, and not later with the same number again")
    func progress() {
        var supervision = playing()
        supervision.heard(frames: 4410, at: at(900))
        #expect(!supervision.isOverdue(at: at(1899)))
        supervision.heard(frames: 4410, at: at(1500))
        #expect(supervision.isOverdue(at: at(1900)))
    }

    @Test("anew after a resume")
    func resume() {
        var supervision = playing()
        supervision.resumed(at: at(5000))
        #expect(!supervision.isOverdue(at: at(5999)))
        #expect(supervision.isOverdue(at: at(6000)))
    }

    @Test("1 s after it was told to stop, however often it was told")
    func stopping() {
        var supervision = playing()
        supervision.stopped(at: at(100))
        supervision.stopped(at: at(900))
        supervision.heard(frames: 100, at: at(900))
        #expect(!supervision.isOverdue(at: at(1099)))
        #expect(supervision.isOverdue(at: at(1100)))
    }

    @Test("not for reports that come out of order")
    func disorder() {
        var supervision = PlayerSupervision(startedAt: Self.start)
        supervision.released(at: at(10))
        #expect(supervision.phase == .opening)
        supervision.heard(frames: 10, at: at(20))
        #expect(supervision.deadline == at(700))
    }
}
