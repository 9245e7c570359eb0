// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// Keeps what is known about sounds and outputs, in memory and in a file of the state folder.
///
/// No ring waits for it: what cannot be read is measured anew, and what cannot be stored holds until the daemon
/// ends.
final class AudioStateController: Controller {
    private let folder: StateFolder
    private let loop: RunLoop
    private let log: Log
    private var audio = AudioState()
    private var writer: SnapshotWriter?

    /// Creates a controller that knows nothing yet.
    init(folder: StateFolder, on loop: RunLoop, log: Log) {
        self.folder = folder
        self.loop = loop
        self.log = log
        super.init()
    }

    override func didStart() throws {
        let loaded = AudioDocument.load(from: folder)
        audio = loaded.state
        if let problem = loaded.problem {
            log.warning("\(problem): sounds are measured anew when they are set")
        }
    }

    override func didStop() {
        _ = writer?.finish(within: .seconds(1))
        writer = nil
    }

    /// What was measured last of the file at `path`; it may be another file by now.
    func measured(_ path: String) -> MeasuredSound? {
        audio.measurement(of: path).map(MeasuredSound.init)
    }

    /// Whether the file at `path` had nothing to be heard when it was looked at last.
    func isSilent(_ path: String) -> Bool { audio.silent.contains(path) }

    /// Takes note of what a check found out about the file at `path`.
    func note(_ check: SoundCheck, of path: String) {
        change { audio in
            audio.keep(silent: check.isSilent && check.measured == nil, at: path)
            if let measured = check.measured {
                audio.keep(AudioState.Measurement(measured, path: path))
            } else {
                audio.forgetMeasurement(of: path)
            }
        }
    }

    /// The mixers that are still to be put back.
    var mixers: [MixerSnapshot] { audio.mixers.map(MixerSnapshot.init) }

    /// Keeps how an element was found that is about to be changed; what is kept of it already stands.
    func keep(_ snapshot: MixerSnapshot) {
        change { $0.keep(AudioState.MixerRecord(snapshot)) }
    }

    /// Takes note of how an element was made in the end.
    func note(_ snapshot: MixerSnapshot) {
        change { $0.note(AudioState.MixerRecord(snapshot)) }
    }

    /// Forgets an element that was put back.
    func forget(_ snapshot: MixerSnapshot) {
        change { $0.forget(AudioState.MixerRecord(snapshot)) }
    }

    private func change(_ body: (inout AudioState) -> Void) {
        var changed = audio
        body(&changed)
        save(changed)
    }

    private func save(_ changed: AudioState) {
        guard changed != audio else { return }
        audio = changed
        do throws(SystemError) {
            // A thread of its own is only had once there is something to store.
            if writer == nil { writer = try makeWriter() }
            writer?.write(AudioDocument.encode(audio))
        } catch {
            log.warning("what was found out about sounds is not stored: \(error)")
        }
    }

    private func makeWriter() throws(SystemError) -> SnapshotWriter {
        try SnapshotWriter(folder: folder.path, name: AudioDocument.fileName, on: loop) {
            [log] completion in
            guard let error = completion.error else { return }
            log.warning("what was found out about sounds is not stored: \(error)")
        }
    }

    nonisolated deinit {}
}

extension MeasuredSound {
    /// The measurement as the player is told it.
    fileprivate init(_ measurement: AudioState.Measurement) {
        self.init(
            identity: FileIdentity(
                device: UInt64(UInt(bitPattern: measurement.device)),
                inode: UInt64(UInt(bitPattern: measurement.inode)),
                size: Int64(max(measurement.size, 0)), modified: Int64(measurement.modified)),
            loudness: Loudness(
                integrated: Self.level(measurement.loudness), peak: Self.level(measurement.peak)))
    }

    private static func level(_ value: Int) -> Int {
        min(max(value, Loudness.range.lowerBound), Loudness.range.upperBound)
    }
}

extension AudioState.Measurement {
    /// The measurement as it is kept.
    fileprivate init(_ measured: MeasuredSound, path: String) {
        let identity = measured.identity
        self.init(
            path: path, device: Int(bitPattern: UInt(identity.device)),
            inode: Int(bitPattern: UInt(identity.inode)), size: Int(identity.size),
            modified: Int(identity.modified), loudness: measured.loudness.integrated,
            peak: measured.loudness.peak)
    }
}

extension MixerSnapshot {
    /// The snapshot as the player is told it.
    fileprivate init(_ record: AudioState.MixerRecord) {
        func levels(_ levels: AudioState.MixerRecord.Levels) -> MixerLevels {
            MixerLevels(
                volumes: Array(levels.volumes.prefix(MixerLevels.mostChannels)),
                switches: Array(levels.switches.prefix(MixerLevels.mostChannels)))
        }
        self.init(
            mixer: record.mixer, element: record.element, before: levels(record.before),
            ours: levels(record.ours))
    }
}

extension AudioState.MixerRecord {
    /// The snapshot as it is kept.
    fileprivate init(_ snapshot: MixerSnapshot) {
        func levels(_ levels: MixerLevels) -> Levels {
            Levels(volumes: levels.volumes, switches: levels.switches)
        }
        self.init(
            mixer: snapshot.mixer, element: snapshot.element, before: levels(snapshot.before),
            ours: levels(snapshot.ours))
    }
}
