// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import TestSupport
import Testing

@Suite("A timer")
struct TimerTests {
    @Test(
        "tells once that its time has come",
        arguments: [
            Timer.Clock.realtime, .boottime, .monotonic,
        ])
    func expires(clock: Timer.Clock) throws {
        let loop = try RunLoop()
        var told: [Timer.Event] = []
        let timer = try Timer(on: loop, clock: clock) { told.append($0) }
        let due = now(clock) + .milliseconds(20)
        try timer.arm(at: due)
        #expect(timer.deadline == due)
        try loop.run { !told.isEmpty }
        #expect(now(clock) >= due)
        #expect(told == [.expired])
        #expect(timer.deadline == nil)
    }

    @Test(
        "comes at once for a time that is past",
        arguments: [
            Duration.zero, .seconds(-5), .seconds(1), .seconds(Int64.min / 2),
        ])
    func past(due: Duration) throws {
        let loop = try RunLoop()
        var told: [Timer.Event] = []
        let timer = try Timer(on: loop, clock: .realtime) { told.append($0) }
        try timer.arm(at: due)
        try loop.turn()
        #expect(told == [.expired])
    }

    @Test("can be armed further ahead than the kernel counts")
    func farAhead() throws {
        let loop = try RunLoop()
        var told: [Timer.Event] = []
        let timer = try Timer(on: loop, clock: .realtime) { told.append($0) }
        try timer.arm(at: .seconds(Int64.max))
        try timer.armForClockSet()
        try loop.poll()
        #expect(told.isEmpty)
    }

    @Test("counts the last time it was armed for, and nothing once disarmed")
    func rearmed() throws {
        let loop = try RunLoop()
        var told = 0
        let timer = try Timer(on: loop, clock: .monotonic) { _ in told += 1 }
        try timer.arm(at: Clocks.monotonic)
        try timer.disarm()
        try loop.poll()
        #expect(told == 0)
        #expect(timer.deadline == nil)
    }

    @Test("may be armed again, or let go of, by its own handler")
    func handlerRearms() throws {
        let loop = try RunLoop()
        var timer: Timer?
        var told = 0
        timer = try Timer(on: loop, clock: .monotonic) { _ in
            told += 1
            if told == 3 { timer = nil } else { try? timer?.arm(at: Clocks.monotonic) }
        }
        try timer?.arm(at: Clocks.monotonic)
        try loop.run { timer == nil }
        #expect(told == 3)
    }

    private func now(_ clock: Timer.Clock) -> Duration {
        switch clock {
        case .realtime, .realtimeAlarm: Clocks.wall
        case .boottime: Clocks.boottime
        case .monotonic: Clocks.monotonic
        }
    }
}

@Suite("The clocks")
struct ClocksTests {
    @Test("agree with each other")
    func agree() {
        let before = Clocks.wallMicroseconds
        let wall = Clocks.wall
        let after = Clocks.wallMicroseconds
        #expect(Duration.microseconds(before) <= wall)
        #expect(wall < .microseconds(after + 1))
        #expect(Clocks.boottime >= Clocks.monotonic - .milliseconds(1))
    }

    @Test("name the boot by an id that stays")
    func bootID() {
        #expect(Clocks.bootID.utf8.count == 36)
        #expect(Clocks.bootID == Clocks.bootID)
    }

    @Test("tell afterwards how long the machine slept and how far the wall clock was moved")
    func readings() {
        let before = ClockReading(
            wall: .seconds(1000), boottime: .seconds(10), monotonic: .seconds(8))
        let after = ClockReading(
            wall: .seconds(4700), boottime: .seconds(110), monotonic: .seconds(48))
        #expect(after.suspended(since: before) == .seconds(60))
        #expect(after.wallMoved(since: before) == .seconds(3600))
    }

    @Test("have a battery where the kernel lists one")
    func battery() throws {
        let folder = TemporaryFolder()
        #expect(!ClockQuality.hasBatteryClock(folder: folder.path))
        #expect(!ClockQuality.hasBatteryClock(folder: folder.file("missing")))
        folder.write("", to: "rtc0")
        #expect(ClockQuality.hasBatteryClock(folder: folder.path))
    }

    @Test("may wake the machine or not, and the kernel says which")
    func wake() {
        switch RealtimeWakeProbe.ask() {
        case .granted: break
        case .refused(let errno):
            #expect(errno != Errno(rawValue: 0), "a refusal has a reason")
        }
    }
}
