// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

/// Keeps the book on disk, and never lets the loop wait for it (design, section 2).
final class StoreController: Controller {
    /// What came of storing.
    nonisolated enum Outcome: Hashable {
        /// It will outlast a power cut.
        case stored
        /// It is not stored; the reason, in English.
        case failed(String)
        /// The disk has not answered yet.
        case pending
    }

    /// How long a failed snapshot waits before it is tried again.
    static let retryPause = Duration.seconds(5)

    private let folder: StateFolder
    private let loop: RunLoop
    private let log: Log
    private let problems: ProblemList
    private var lock: FolderLock?
    private var writer: SnapshotWriter?
    private var configurationWriter: SnapshotWriter?
    private var zonesWriter: SnapshotWriter?
    private var retryTimer: Timer?
    private var waiting: [Waiting] = []
    private let encoder = StateEncoder()
    /// What is not known to be stored yet; `nil` where all is.
    private var lastBook: AlarmBook?
    private var generation: UInt64 = 0
    private var lastOutcome = Outcome.stored
    /// What became of damaged states, until somebody acknowledges it: a restart does not.
    private var reports: [String] = []

    /// The book as it was found at start.
    private(set) var loadedBook = AlarmBook()

    /// Another daemon keeps its alarms in the folder.
    nonisolated struct LockError: Error, CustomStringConvertible {
        let folder: String
        let reason: FolderLock.Failure

        var description: String {
            "the state folder \(folder) is in use: \(reason). "
                + "Stop that alarmd, or name another folder by --state-dir"
        }
    }

    private final class Waiting {
        let generation: UInt64
        var completion: ((Outcome) -> Void)?
        var timer: Timer?

        init(generation: UInt64, completion: @escaping (Outcome) -> Void) {
            self.generation = generation
            self.completion = completion
        }

        func finish(_ outcome: Outcome) {
            timer = nil
            completion?(outcome)
            completion = nil
        }

        nonisolated deinit {}
    }

    /// Creates a controller of the state in `folder`, which is made where it is missing.
    init(folder: StateFolder, on loop: RunLoop, log: Log, problems: ProblemList) {
        self.folder = folder
        self.loop = loop
        self.log = log
        self.problems = problems
        super.init()
    }

    override func didStart() throws {
        try Files.makeFolder(folder.path)
        do throws(FolderLock.Failure) {
            lock = try FolderLock(folder: folder.path)
        } catch {
            // A disk that went read-only must not cost the ring: nothing can be stored, by anyone.
            guard case .system(let reason) = error, reason.errno == .readOnlyFileSystem else {
                throw LockError(folder: folder.path, reason: error)
            }
            problems.add(
                Problem(
                    name: "storage", severity: .failure,
                    detail: "\(reason); alarms go on in memory"))
        }
        let loaded = try folder.load()
        loadedBook = loaded.book
        reports = loaded.allReports
        if !reports.isEmpty { tell(loaded) }
        writer = try SnapshotWriter(
            folder: folder.path, name: StateFolder.fileName, on: loop
        ) { [weak self] in self?.complete($0) }
        configurationWriter = try SnapshotWriter(
            folder: folder.path, name: StateFolder.acceptedFileName, on: loop
        ) { [log] completion in
            guard let error = completion.error else { return }
            log.warning("the configuration is not kept for worse times: \(error)")
        }
        retryTimer = try Timer(on: loop, clock: .boottime) { [weak self] _ in self?.retry() }
        // What was read from an older generation, or salvaged, must not depend on it again.
        if !loaded.problems.isEmpty { save(loadedBook) }
    }

    override func didStop() {
        // What was changed last is still to be made durable; a disk that hangs is not waited for longer.
        if let writer, !writer.finish(within: .seconds(5)) {
            log.error("the last changes may not be stored: the disk does not answer")
        }
        writer = nil
        _ = configurationWriter?.finish(within: .seconds(1))
        configurationWriter = nil
        _ = zonesWriter?.finish(within: .seconds(1))
        zonesWriter = nil
        lock = nil
    }

    /// Hands the book over to be stored, and returns at once.
    func save(_ book: AlarmBook) {
        lastBook = book
        write()
    }

    /// What the loop hands over is the book itself, and the writer's thread makes the bytes.
    private func write() {
        guard let writer, let book = lastBook else { return }
        generation = writer.write { [encoder, reports] in encoder.pieces(of: book, reports: reports)
        }
    }

    /// Has a person's word that they know what became of damaged states; the next save is without it.
    func acknowledgeReports() { reports = [] }

    /// Keeps a configuration that was accepted, for a start at which none can be read.
    func keep(accepted read: ReadConfiguration) {
        let bytes = StateFolder.acceptedBytes(read)
        // Most starts find it as it was, and have nothing to write.
        guard String(decoding: bytes, as: UTF8.self) != folder.acceptedConfiguration() else {
            return
        }
        configurationWriter?.write(bytes)
    }

    /// Keeps the data of the zones that alarms name, for a start at which their files cannot be read.
    func keep(zones: [String: [UInt8]]) {
        do throws(SystemError) {
            if zonesWriter == nil {
                zonesWriter = try SnapshotWriter(
                    folder: folder.path, name: StateFolder.zonesFileName, on: loop
                ) { [log] completion in
                    guard let error = completion.error else { return }
                    log.warning("the rules of time zones are not kept for worse times: \(error)")
                }
            }
        } catch {
            log.warning("the rules of time zones are not kept for worse times: \(error)")
        }
        zonesWriter?.write(KeptZones.encode(zones))
    }

    /// Calls `completion` once all that was saved so far is stored, or is known not to be.
    ///
    /// - Parameters:
    ///   - limit: After this, what is not known yet counts as pending; `nil` waits for as long as it takes.
    ///   - completion: Is called once.
    func whenSaved(within limit: Duration? = nil, _ completion: @escaping (Outcome) -> Void) {
        guard let writer, writer.settledGeneration < generation else {
            completion(lastOutcome)
            return
        }
        let entry = Waiting(generation: generation, completion: completion)
        waiting.append(entry)
        guard let limit else { return }
        do throws(SystemError) {
            let timer = try Timer(on: loop, clock: .boottime) { [weak self, weak entry] _ in
                self?.giveUp(on: entry)
            }
            try timer.arm(at: Clocks.boottime + limit)
            entry.timer = timer
        } catch {
            log.error("\(error)")
        }
    }

    private func giveUp(on entry: Waiting?) {
        problems.add(
            Problem(
                name: "storage", severity: .failure,
                detail: "the disk under \(folder.path) does not answer; alarms go on in memory"))
        entry?.finish(.pending)
    }

    private func complete(_ completion: SnapshotWriter.Completion) {
        let outcome: Outcome
        if let error = completion.error {
            outcome = .failed("\(error)")
            problems.add(
                Problem(
                    name: "storage", severity: .failure,
                    detail: "\(error); alarms go on in memory",
                    remedy: Message(verbatim: "df -h \(folder.path)")))
            try? retryTimer?.arm(at: Clocks.boottime + Self.retryPause)
        } else {
            outcome = .stored
            if completion.generation == generation {
                lastBook = nil
                problems.mend("storage")
            }
        }
        lastOutcome = outcome
        let settled = waiting.filter { $0.generation <= completion.generation }
        waiting.removeAll { $0.generation <= completion.generation }
        for entry in settled { entry.finish(outcome) }
    }

    /// Tries the newest state again after a failure.
    private func retry() {
        if writer?.pendingSince == nil { write() }
    }

    private func tell(_ loaded: LoadedState) {
        for problem in loaded.problems {
            log.write(loaded.isSalvaged ? .emergency : .critical, problem)
        }
        problems.add(
            Problem(
                name: "state", severity: .failure,
                detail: Message(verbatim: reports.joined(separator: "; ")),
                remedy: "look at alarmctl list, then say alarmctl status --acknowledge",
                endsWhenAcknowledged: true))
    }

    nonisolated deinit {}
}
