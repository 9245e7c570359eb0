// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import ZoneInfo

/// The application's delegate: it makes the root controllers and passes on what one has to tell another.
final class AlarmClock: ApplicationDelegate {
    private let options: Options
    let problems = ProblemList()
    let soundFaults: SoundFaults
    let storyboards: Storyboards
    var parts: Parts?

    struct Parts {
        let log: Log
        let zones: ZoneController
        let holidays: Holidays
        let store: StoreController
        let schedule: ScheduleController
        let sleep: SleepController
        let rings: RingController
        let mixer: MixerController
        let auditions: AuditionController
        let hands: HandsController
        let survey: SoundSurveyController
        let health: HealthController
        let inputs: InputsController
        let commands: CommandsController
        let service: AlarmService
        let control: ControlController
        let events: EventQueue
    }

    /// Creates a clock that makes nothing yet.
    init(options: Options) {
        self.options = options
        soundFaults = SoundFaults(problems: problems)
        storyboards = Storyboards(
            reader: ConfigurationSource(options: options, log: .standard).storyboards,
            problems: problems)
    }

    // MARK: Launch

    func applicationDidFinishLaunching(_ application: Application) throws {
        let (loop, log) = (application.runLoop, application.log)
        problems.delegate = self
        let folder = StateFolder(path: options.stateFolder)
        let store = StoreController(folder: folder, on: loop, log: log, problems: problems)
        try application.addRootController(store)
        let audio = AudioStateController(folder: folder, on: loop, log: log)
        try application.addRootController(audio)
        let zones = TimeZones(
            environment: application.context.environment, kept: folder.keptZones()
        ) { [weak application] in application?.followZone(at: $0) }
        let read = ConfigurationSource(options: options, log: log)
            .readAtStart(zones: zones, problems: problems)
        let configuration = read.configuration
        if read.problems.isEmpty { store.keep(accepted: read) }
        zones.didKeep = { [weak store] in store?.keep(zones: $0) }
        zones.configured = configuration.zone
        zones.keepOnly(Set(store.loadedBook.alarmsByZone.keys))
        let zoneController = ZoneController(zones: zones, on: loop)
        try application.addRootController(zoneController)
        let program = try PlayerProgram(
            folders: PlayerProgram.folders(
                besideProgram: ProcessEnvironment.programPath ?? application.context.programName),
            environment: application.childEnvironment)
        let bootID = Clocks.bootID
        let holidays = Holidays(on: loop, problems: problems)
        let schedule = ScheduleController(
            book: store.loadedBook,
            context: configuration.context(
                zones: zones, holidays: holidays, storyboards: storyboards), on: loop,
            log: log, evidence: Self.clockEvidence
        ) {
            Moment(
                wall: Instant(microseconds: Clocks.wallMicroseconds), sinceBoot: Clocks.boottime,
                bootID: bootID)
        }
        try application.addRootController(schedule)
        let sleep = SleepController(environment: application.childEnvironment, on: loop)
        try application.addRootController(sleep)
        let mixer = MixerController(
            program: program, audio: audio, problems: problems, on: loop, log: log)
        try application.addRootController(mixer)
        let settings = OutputSettings(
            program: program,
            sounds: SoundCatalog(
                environment: application.context.environment,
                programPath: ProcessEnvironment.programPath),
            audio: audio, mixer: mixer, configuration: configuration)
        for alarm in schedule.book.alarms.values {
            if let file = alarm.lastFile { settings.lastFiles.note(file, of: alarm.id) }
        }
        let rings = RingController(settings: settings, on: loop, log: log)
        try application.addRootController(rings)
        mixer.isRingBusy = { [weak rings] in rings?.isBusy ?? false }
        let auditions = AuditionController(on: loop)
        try application.addRootController(auditions)
        let hands = HandsController(
            schedule: schedule, on: application.runLoop, log: application.log)
        try application.addRootController(hands)
        let survey = SoundSurveyController(
            on: loop, settings: { rings.settings }, isRingBusy: { rings.isBusy })
        try application.addRootController(survey)
        let health = HealthController(
            stateFolder: folder.path, rings: rings, auditions: auditions, on: loop)
        try application.addRootController(health)
        let inputs = InputsController(
            hands: hands, problems: problems, on: application.runLoop, log: application.log)
        try application.addRootController(inputs)
        let commands = CommandsController(
            program: program, isSandboxed: options.instance == .system, problems: problems,
            on: loop, log: log)
        try application.addRootController(commands)
        let service = AlarmService(
            schedule: schedule, store: store, rings: rings, auditions: auditions, hands: hands,
            health: health, problems: problems, zones: zones, holidays: holidays,
            storyboards: storyboards,
            instance: options.instance)
        let control = control(application, service)
        parts = Parts(
            log: log, zones: zoneController, holidays: holidays, store: store, schedule: schedule,
            sleep: sleep, rings: rings, mixer: mixer, auditions: auditions, hands: hands,
            survey: survey, health: health, inputs: inputs, commands: commands,
            service: service, control: control,
            events: EventQueue(on: loop) { [weak self, weak service] event in
                // A hand that is dragged would fill the journal.
                if event.gesture?.state != .changed {
                    log.write(event.level, event.line, fields: event.fields)
                }
                service?.tell(event)
                self?.runCommand(for: event)
            })
        zoneController.delegate = self
        holidays.delegate = self
        schedule.delegate = self
        sleep.delegate = self
        rings.delegate = self
        hands.delegate = self
        health.delegate = self
        followSounds(auditions, survey)
        try application.addRootController(control)
        apply(configuration)
        if !application.observesZones {
            problems.add(
                Problem(
                    name: "inotify", severity: .warning,
                    detail: "changes of time zones are not noticed: the kernel watches no files",
                    remedy: Message(verbatim: "sysctl fs.inotify.max_user_instances")))
        }
        tellZoneProblem()
        tellWakeProblem()
    }

    func applicationDidBecomeActive(_ application: Application) {
        parts?.schedule.reschedule(because: .boot)
        surveySounds()
        checkMixer()
        parts?.log.info("alarmd \(Wecker.version) is ready")
        giveBackMemory()
    }

    /// Gives back the code and tables that only a start or a ring needs: a third of what a waiting daemon would keep
    /// mapped.
    ///
    /// A debug build keeps them, with the breakpoints that stand in them.
    func giveBackMemory() {
        #if !DEBUG
        ProcessMemory.giveBackUnused()
        #endif
    }

    func applicationWillTerminate(_ application: Application) {
        // That the clock was set while no daemon ran is seen by what both clocks read at last.
        parts?.schedule.reschedule(because: .timer)
        parts?.schedule.store()
        parts?.events.finish()
    }

    private func control(
        _ application: Application, _ service: AlarmService
    ) -> ControlController {
        let passed = application.takePassedListeners()
        let address: ControlController.Address
        if passed.isEmpty {
            address = .path(options.socket, group: options.instance == .system ? "alarm" : nil)
        } else {
            address = .passed(passed)
        }
        let control = ControlController(
            at: address, on: application.runLoop, log: application.log, version: Wecker.version)
        control.makesFolder = options.instance == .user
        control.delegate = service
        return control
    }

    // MARK: What happens to the machine

    func applicationDidResume(_ application: Application, after slept: Duration) {
        guard let parts else { return }
        parts.rings.didResume()
        tell(.resumed, Reason(.resumed, ["seconds": "\(slept.components.seconds)"]))
        parts.schedule.reschedule(because: .resume)
    }

    func applicationSignificantTimeChange(_ application: Application, _ change: TimeChange) {
        guard let parts else { return }
        switch change {
        case .clockSet(let step):
            tell(.clock, Reason(.clockSet, ["seconds": "\(step.components.seconds)"]))
            parts.schedule.reschedule(because: .clockSet)
        case .zoneChanged:
            parts.zones.reload()
        }
    }

    func applicationDidReceiveReload(_ application: Application) {
        guard let parts else { return }
        let source = ConfigurationSource(options: options, log: parts.log)
        parts.zones.reload()
        let read = source.read(zones: parts.zones.zones)
        guard read.problems.isEmpty else {
            let detail = read.problemText
            for problem in read.problems { parts.log.error("\(problem)") }
            problems.add(
                Problem(
                    name: "configuration", severity: .warning, detail: "not reloaded: \(detail)",
                    remedy: Message(verbatim: "alarmd --check")))
            tell(.config, Reason(.refused, detail: detail))
            return
        }
        problems.mend("configuration")
        parts.store.keep(accepted: read)
        apply(read.configuration)
        tell(.config, Reason(.reloaded))
        parts.schedule.reschedule(because: .reload)
        surveySounds()
        checkMixer()
    }

    private func apply(_ configuration: Configuration) {
        guard let parts else { return }
        parts.zones.zones.configured = configuration.zone
        parts.rings.settings.configuration = configuration
        parts.rings.settings.mixer.configuration = configuration.mixer
        parts.hands.settings = configuration.hands
        parts.inputs.follow(configuration.inputs)
        parts.commands.settings = configuration.run
        parts.holidays.follow(configuration.holidays)
        admitReaders(configuration.admitsReaders)
        parts.schedule.context = configuration.context(
            zones: parts.zones.zones, holidays: parts.holidays, storyboards: storyboards)
        storyboards.follow(configuration.ring.storyboard, of: parts.schedule.book)
    }

    private func admitReaders(_ isWanted: Bool) {
        do throws(SystemError) {
            try parts?.control.admitReaders(at: isWanted ? "\(options.socket).read" : nil)
            problems.mend("readers")
        } catch {
            problems.add(
                Problem(
                    name: "readers", severity: .warning,
                    detail: "[control] readers: nobody can connect to it: \(error)"))
        }
    }

    /// Keeps account of which sounds play.
    private func followSounds(_ auditions: AuditionController, _ survey: SoundSurveyController) {
        auditions.soundPlays = { [soundFaults, weak survey] word, isFolder in
            soundFaults.mend(word)
            // One file of it was measured; which is heard is another question.
            if isFolder { survey?.add(word) }
        }
        survey.didLook = { [weak self] word, fault in self?.didLook(at: word, fault) }
    }

    /// Has the sounds of all alarms looked at, and measured where it is not known how loud they are.
    private func surveySounds() {
        for word in namedSounds().sorted() { parts?.survey.add(word) }
    }

    /// The sounds that the configuration, an alarm, a ring or a storyboard names.
    func namedSounds() -> Set<String> {
        guard let parts else { return [] }
        let settings = parts.rings.settings
        let book = parts.schedule.book
        let rings = book.alarms.values.map(\.ring.sound) + book.live.values.map(\.ring.sound)
        let words = [settings.configuration.ring.sound] + rings + storyboards.sounds
        return Set(words.compactMap(\.self).map(settings.sounds.word(_:)))
    }

    func didLook(at word: String, _ fault: Message?) {
        guard let fault else {
            soundFaults.mend(word)
            return
        }
        let configured = parts?.rings.settings.configuration.ring.sound
        let isConfigured = configured.map { parts?.rings.settings.sounds.word($0) == word } ?? false
        soundFaults.add(
            word,
            isConfigured
                ? Message("[ring] sound: \(word): \(fault); the built-in tone rings instead")
                : Message("\(word): \(fault); another sound rings instead"))
    }

    /// What the machine says for its wall clock.
    private static func clockEvidence() -> ClockEvidence {
        ClockEvidence(
            isSynchronized: ClockQuality.isSynchronized == true,
            hasBatteryClock: ClockQuality.hasBatteryClock())
    }

    /// Puts back what a ring left behind that nobody ended, and says now whether the mixer is there.
    private func checkMixer() {
        guard let parts else { return }
        parts.mixer.restoreIfIdle()
        let outputs = parts.rings.settings.configuration.devices
        if !parts.rings.isBusy, let output = outputs.first { parts.mixer.check(output) }
    }

    // MARK: Telling

    func tell(_ kind: EventKind, _ reason: Reason) {
        guard let parts else { return }
        tell(AlarmEvent(kind: kind, at: parts.schedule.moment.wall, reason: reason))
    }

    func tell(_ event: AlarmEvent) {
        parts?.events.tell(event)
    }

    func tellZoneProblem() {
        guard let parts else { return }
        let faults = parts.zones.zones.faults(ofZonesOf: parts.schedule.book.alarmsByZone)
        guard !faults.isEmpty else {
            problems.mend("zone")
            return
        }
        problems.add(
            Problem(
                name: "zone", severity: .failure,
                detail: Message(verbatim: faults.joined(separator: "; "))))
    }

    private func tellWakeProblem() {
        guard let refusal = parts?.schedule.wakeRefusal else { return }
        problems.add(
            Problem(
                name: "wake", severity: .warning,
                detail: refusal == .notPermitted
                    ? "this machine cannot be woken from suspend: alarmd lacks CAP_WAKE_ALARM"
                    : "this machine cannot be woken from suspend: it has no clock that could (\(refusal))"
            ))
    }

    nonisolated deinit {}
}
