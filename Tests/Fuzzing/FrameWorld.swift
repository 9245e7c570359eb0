// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import AlarmStore
import Platform
import TestSupport

@testable import AlarmDaemon

/// A daemon without a disk, a player or a clock of its own, and a client of it.
///
/// One alarm rings, one is snoozed, one counts down, and two are to come.
final class FrameWorld {
    /// The calls that want a reply, as far as the client is listened to.
    private(set) var calls: [VarlinkCall] = []
    /// What came.
    private(set) var replies: [VarlinkReply] = []

    let schedule: ScheduleController
    private let service: AlarmService
    private let hands: HandsController
    private let events: EventQueue
    private let clock = Clock()
    private var socket: Descriptor
    private var input = MessageBuffer()
    private var isOver = false

    private final class Clock {
        var passed = Duration.seconds(1000)
        nonisolated deinit {}
    }

    /// What all worlds have in common, and nothing changes.
    private struct Ground {
        let folder = TemporaryFolder()
        let loop: RunLoop
        let control: ControlController
        let program: PlayerProgram
        let zones = TimeZones(environment: ["TZ": "Europe/Berlin"])
        let log: Log

        init() throws {
            loop = try RunLoop()
            folder.write([], to: "alarm-player")
            folder.makeFolder("storyboards")
            folder.write(
                "[Storyboard]\ninitial = a\n[Scene a]\n[Scene b]\n[Segue s]\nfrom = a\non = snooze 1\nto = b\n",
                to: "storyboards/dawn.storyboard")
            program = try PlayerProgram(folders: [folder.path], environment: [])
            let null = try Descriptor.openNull()
            log = Log(descriptor: null.release(), hasPriorities: false)
            control = ControlController(
                at: .path(folder.file("socket"), group: nil), on: loop, log: log, version: "1.0",
                limits: ControlLimits(), now: { .seconds(1) })
            try control.start()
        }
    }

    private static let ground = Result { try Ground() }
    private static let start = Instant(seconds: 1_796_100_000)

    init() throws {
        let ground = try Self.ground.get()
        let (loop, log) = (ground.loop, ground.log)
        let folder = StateFolder(path: ground.folder.path)
        let problems = ProblemList()
        let holidays = Holidays(on: loop, problems: problems)
        let storyboards = Storyboards(
            reader: StoryboardReader(folders: [ground.folder.file("storyboards")]),
            problems: problems)
        let configuration = Configuration()
        schedule = ScheduleController(
            book: AlarmBook(),
            context: configuration.context(
                zones: ground.zones, holidays: holidays, storyboards: storyboards),
            on: loop, log: log, evidence: { .synchronized },
            now: { [clock] in
                Moment(wall: Self.start + clock.passed, sinceBoot: clock.passed, bootID: "boot")
            })
        let audio = AudioStateController(folder: folder, on: loop, log: log)
        let rings = RingController(
            settings: OutputSettings(
                program: ground.program, sounds: SoundCatalog(folders: []), audio: audio,
                mixer: MixerController(
                    program: ground.program, audio: audio, problems: problems, on: loop, log: log),
                configuration: configuration), on: loop, log: log)
        let auditions = AuditionController(on: loop)
        hands = HandsController(schedule: schedule, on: loop, log: log) { [clock] in clock.passed }
        let service = AlarmService(
            schedule: schedule,
            store: StoreController(folder: folder, on: loop, log: log, problems: problems),
            rings: rings, auditions: auditions, hands: hands,
            health: HealthController(
                stateFolder: folder.path, rings: rings, auditions: auditions, on: loop),
            problems: problems, zones: ground.zones, holidays: holidays, storyboards: storyboards,
            instance: .user)
        self.service = service
        events = EventQueue(on: loop) { [weak service] in service?.tell($0) }
        socket = try UnixSocket.connect(to: ground.folder.file("socket"))
        schedule.delegate = self
        hands.delegate = self
        ground.control.delegate = self
        try loop.poll()
        try prepare()
    }

    private func prepare() throws {
        let noon = TimeOfDay(secondsSinceMidnight: 12 * 3600)
        let edits = [
            AlarmEdit(id: "rings", countdown: .seconds(2)),
            AlarmEdit(id: "snoozed", countdown: .seconds(1)),
            AlarmEdit(id: "nap", countdown: .seconds(3600)),
            AlarmEdit(id: "midday", schedule: Schedule(time: noon, pattern: .weekly(.workdays))),
            AlarmEdit(
                id: "rule",
                schedule: Schedule(
                    time: noon,
                    pattern: .recurring(Recurrence(try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR"))),
                    zone: "America/New_York")),
        ]
        for edit in edits {
            try schedule.change { book, moment, context throws(BookError) in
                ((), try book.set(edit, at: moment, in: context, by: "ann").effects)
            }
        }
        pass(.seconds(1))
        try schedule.change { book, moment, context throws(BookError) in
            ((), try book.snooze(nil, .usual, at: moment, in: context, by: "ann").effects)
        }
        pass(.seconds(2))
    }

    /// Lets time pass, looking as often as the book asks to.
    private func pass(_ duration: Duration) {
        let end = clock.passed + duration
        for _ in 0..<100 {
            let wake = schedule.book.nextWake(in: schedule.context)
            let next = [wake.wall.map { $0 - Self.start }, wake.sinceBoot].compactMap(\.self).min()
            guard let next, next <= end else { break }
            clock.passed = max(clock.passed, next)
            schedule.reschedule(because: .timer)
        }
        clock.passed = end
        schedule.reschedule(because: .timer)
        hands.tick()
    }

    // MARK: The client

    /// Sends frames, and lets time pass where they say so.
    func send(_ bytes: [UInt8]) throws {
        for part in bytes.split(separator: 0, omittingEmptySubsequences: false) {
            guard !isOver else { return }
            if let seconds = Self.pause(part) {
                pass(.seconds(seconds))
                continue
            }
            let isWhole = part.endIndex < bytes.endIndex
            if isWhole { note(Array(part)) }
            var rest = part + (isWhole ? [0] : [])
            while !rest.isEmpty, !isOver {
                guard let count = try? socket.send(rest) else { break }
                rest = rest.dropFirst(count)
                try settle()
            }
            try settle()
        }
        UnixSocket.endSending(socket)
        try settle()
    }

    /// The seconds of `+600`.
    private static func pause(_ part: ArraySlice<UInt8>) -> Int64? {
        guard part.first == UInt8(ascii: "+"), (2...8).contains(part.count) else { return nil }
        return Int64(String(decoding: part.dropFirst(), as: UTF8.self))
    }

    private func note(_ frame: [UInt8]) {
        // Nobody is listened to after something that is no call.
        guard let call = try? VarlinkCall(parsing: frame) else { return }
        if !call.isOneway { calls.append(call) }
    }

    private func settle() throws {
        let loop = try Self.ground.get().loop
        for _ in 0..<3 {
            try loop.poll()
            try read()
        }
    }

    private func read() throws {
        while !isOver {
            switch try socket.receive(upTo: 1 << 20) {
            case .bytes(let bytes):
                input.append(bytes)
                while let message = try input.next() {
                    replies.append(try VarlinkReply(parsing: message))
                }
            case .wouldBlock: return
            case .end, .oversized: isOver = true
            }
        }
    }
}

extension FrameWorld: ControlControllerDelegate {
    func controlController(
        _ controller: ControlController, didReceive call: AlarmClockCall, from client: Client,
        responder: Responder
    ) {
        var call = call
        switch call {
        // What needs a player is left out.
        case .play, .diagnose:
            return responder.fail(AlarmClockError.noAudibleOutput(reason: "there is none"))
        case .set(var set):
            set.ring?.sound = nil
            call = .set(set)
        default: break
        }
        service.controlController(
            controller, didReceive: call, from: client, responder: responder)
    }

    func controlController(_ controller: ControlController, didClose client: Client) {
        service.controlController(controller, didClose: client)
    }
}

extension FrameWorld: ScheduleControllerDelegate, HandsControllerDelegate {
    func scheduleController(_ controller: ScheduleController, perform effect: Effect) {
        switch effect {
        case .event(let event):
            hands.note(event)
            events.tell(event)
        default: break
        }
    }

    func scheduleController(_ controller: ScheduleController, didChange book: AlarmBook) {}
    func scheduleController(_ controller: ScheduleController, shouldKeepAwake isNeeded: Bool) {}
    func scheduleController(
        _ controller: ScheduleController, shouldCheckHealthAt instant: Instant?
    ) {}
    func scheduleControllerPlayingTime(
        _ controller: ScheduleController
    ) -> (id: OccurrenceID, played: Duration)? { nil }
    func handsController(_ controller: HandsController, didTell event: AlarmEvent) {
        events.tell(event)
    }
}
