// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// The bytes of the file of the ``AudioState``, sealed as the state's are.
package enum AudioDocument {
    /// Its name in the state folder.
    package static let fileName = "audio.json"

    private static let sizeLimit = 4 << 20
    private static let seal = DocumentSeal(mark: "wecker-audio", version: 1)

    /// Reads the file of a state folder.
    ///
    /// - Returns: What it holds, nothing where there is none or it is damaged; and what is wrong with it, in
    ///   English.
    package static func load(from folder: StateFolder) -> (state: AudioState, problem: String?) {
        let path = "\(folder.path)/\(fileName)"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileReader.read(path, limit: sizeLimit)
        } catch {
            return (AudioState(), error.errno == .noSuchFile ? nil : "\(error)")
        }
        do throws(StateError) {
            return (try decode(bytes), nil)
        } catch {
            return (AudioState(), "\(path): \(error)")
        }
    }

    /// Returns the bytes that say `state`.
    package static func encode(_ state: AudioState) -> [UInt8] {
        var writer = StateWriter()
        writer.object { object in
            object.put("mixers", state.mixers)
            object.put("measurements", state.measurements)
            if !state.silent.isEmpty { object.put("silent", state.silent) }
        }
        return seal.close(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Reads the state that `bytes` say.
    ///
    /// - Throws: ``StateError`` for bytes that ``encode(_:)`` did not make.
    static func decode(_ bytes: [UInt8]) throws(StateError) -> AudioState {
        try seal.open(bytes) { document throws(StateError) in try state(of: document) }
    }

    private static func state(of document: StateJSON) throws(StateError) -> AudioState {
        let object = try StateObject(document)
        var state = AudioState()
        let measurements: [AudioState.Measurement] = try object.find("measurements") ?? []
        for measurement in measurements.suffix(AudioState.measurementLimit) {
            state.keep(measurement)
        }
        let mixers: [AudioState.MixerRecord] = try object.find("mixers") ?? []
        for mixer in mixers.suffix(AudioState.mixerLimit) { state.keep(mixer) }
        let silent: [String] = try object.find("silent") ?? []
        for path in silent.suffix(AudioState.silentLimit) { state.keep(silent: true, at: path) }
        return state
    }
}

extension AudioState.Measurement: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            path: try object.get("path"), device: try object.get("device"),
            inode: try object.get("inode"), size: try object.get("size"),
            modified: try object.get("modified"), loudness: try object.get("loudness"),
            peak: try object.get("peak"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("path", path)
            object.put("device", device)
            object.put("inode", inode)
            object.put("size", size)
            object.put("modified", modified)
            object.put("loudness", loudness)
            object.put("peak", peak)
        }
    }
}

extension AudioState.MixerRecord: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            mixer: try object.get("mixer"), element: try object.get("element"),
            before: try object.get("before"), ours: try object.get("ours"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("mixer", mixer)
            object.put("element", element)
            object.put("before", before)
            object.put("ours", ours)
        }
    }
}

extension AudioState.MixerRecord.Levels: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            volumes: try object.get("volumes"), switches: try object.get("switches"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("volumes", volumes)
            object.put("switches", switches)
        }
    }
}
