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

    /// Takes note of what a check found out about the file at `path`.
    func note(_ check: SoundCheck, of path: String) {
        var changed = audio
        if let measured = check.measured {
            changed.keep(AudioState.Measurement(measured, path: path))
        } else {
            changed.forgetMeasurement(of: path)
        }
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
