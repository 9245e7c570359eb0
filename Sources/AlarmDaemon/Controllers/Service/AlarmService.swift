// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Platform

/// Does what clients ask: each method of `io.wecker.AlarmClock`, by the controllers that it concerns.
///
/// It is the control controller's delegate, and knows no sockets.
final class AlarmService {
    /// How long an answer to a ring waits for the disk: the silence came first, and is what matters (design,
    /// section 4).
    static let answerPatience = Duration.seconds(1)

    let schedule: ScheduleController
    let store: StoreController
    let rings: RingController
    let auditions: AuditionController
    let hands: HandsController
    let health: HealthController
    let problems: ProblemList
    let zones: TimeZones
    let holidays: Holidays
    let storyboards: Storyboards
    let instance: Instance
    let monitors = MonitorList()

    /// Who has a sound played; `nil` where nobody has.
    var listener: Client?

    /// Creates a service of the controllers, which are the application's.
    init(
        schedule: ScheduleController, store: StoreController, rings: RingController,
        auditions: AuditionController, hands: HandsController, health: HealthController,
        problems: ProblemList, zones: TimeZones, holidays: Holidays, storyboards: Storyboards,
        instance: Instance
    ) {
        self.schedule = schedule
        self.store = store
        self.rings = rings
        self.auditions = auditions
        self.hands = hands
        self.health = health
        self.problems = problems
        self.zones = zones
        self.holidays = holidays
        self.storyboards = storyboards
        self.instance = instance
    }

    /// Writes for the wire, with the zones as they are now.
    var writer: WireWriter {
        let zones = zones
        return WireWriter { zones.rules(named: $0) }
    }

    /// Tells everyone who listens.
    func tell(_ event: AlarmEvent) {
        guard !monitors.isEmpty else { return }
        monitors.tell(writer.event(event))
    }

    nonisolated deinit {}
}

extension AlarmService: ControlControllerDelegate {
    func controlController(
        _ controller: ControlController, didReceive call: AlarmClockCall, from client: Client,
        responder: Responder
    ) {
        switch call {
        case .set(let call): set(call, by: client, responder)
        case .clear(let call): clear(call, by: client, responder)
        case .list(let call): list(call, responder)
        case .next(let call): next(call, responder)
        case .preview(let call): preview(call, responder)
        case .skip(let call): skip(call, by: client, responder)
        case .snooze(let call): snooze(call, by: client, responder)
        case .dismiss(let call): dismiss(call, by: client, responder)
        case .status: status(responder)
        case .acknowledge: acknowledge(responder)
        case .monitor(let call): monitor(call, client, responder)
        case .play(let call): play(call, responder)
        case .sounds: responder.reply(SoundsReply(sounds: rings.settings.sounds.names))
        case .storyboards: listStoryboards(responder)
        case .storyboard(let call): storyboard(call, responder)
        case .press(let call): press(call, by: client, responder)
        case .move(let call): move(call, by: client, responder)
        case .release(let call): release(call, by: client, responder)
        case .cancel(let call): cancel(call, by: client, responder)
        case .diagnose: diagnose(responder)
        }
    }

    func controlController(_ controller: ControlController, didClose client: Client) {
        monitors.remove(client)
        hands.leave(.client(client.number))
        // Whoever wanted to hear it has gone.
        if listener == client { auditions.cancel() }
    }
}
