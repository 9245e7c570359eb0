// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is kept about sounds and outputs: nothing that a ring needs, all that makes it as it should be.
package struct AudioState: Hashable, Sendable {
    /// The most measurements that are kept; the oldest goes.
    package static let measurementLimit = 1000

    /// The most mixers that are kept.
    package static let mixerLimit = 16

    /// The most silent sounds that are kept; the oldest goes.
    package static let silentLimit = 100

    /// The paths of sound files that had nothing to be heard when they were looked at last, the oldest first.
    package private(set) var silent: [String] = []

    /// How mixers were before rings changed them, which is still to be put back; one an element.
    package private(set) var mixers: [MixerRecord] = []

    /// What was measured of sound files, the oldest first; one a path.
    package private(set) var measurements: [Measurement] = []

    /// How loud the file at a path was, and by what it is known to be the same still.
    package struct Measurement: Hashable, Sendable {
        /// Where it was.
        package var path: String
        /// The device that it is on.
        package var device: Int
        /// Its number there.
        package var inode: Int
        /// Its bytes.
        package var size: Int
        /// When it was last written to, in nanoseconds since 1970.
        package var modified: Int
        /// Its integrated loudness, in hundredths of LUFS.
        package var loudness: Int
        /// Its largest sample, in hundredths of a decibel of the full level.
        package var peak: Int

        /// Creates a measurement.
        package init(
            path: String, device: Int, inode: Int, size: Int, modified: Int, loudness: Int,
            peak: Int
        ) {
            self.path = path
            self.device = device
            self.inode = inode
            self.size = size
            self.modified = modified
            self.loudness = loudness
            self.peak = peak
        }
    }

    /// How an element of a mixer was, and how it was made for a ring.
    package struct MixerRecord: Hashable, Sendable {
        /// ALSA's name of the mixer.
        package var mixer: String
        /// The element's name.
        package var element: String
        /// How it was.
        package var before: Levels
        /// How it was made.
        package var ours: Levels

        /// A volume and a switch for each channel, or none.
        package struct Levels: Hashable, Sendable {
            /// The volumes, in the device's steps.
            package var volumes: [Int]
            /// Whether the channels are on.
            package var switches: [Bool]

            /// Creates levels.
            package init(volumes: [Int], switches: [Bool]) {
                self.volumes = volumes
                self.switches = switches
            }
        }

        /// Creates a record.
        package init(mixer: String, element: String, before: Levels, ours: Levels) {
            self.mixer = mixer
            self.element = element
            self.before = before
            self.ours = ours
        }

        fileprivate func isOfSameElement(_ other: MixerRecord) -> Bool {
            mixer == other.mixer && element == other.element
        }
    }

    /// Creates a state that knows nothing.
    package init() {}

    /// What was measured last of the file at `path`.
    package func measurement(of path: String) -> Measurement? {
        measurements.last { $0.path == path }
    }

    /// Keeps a measurement in the place of what was measured there before.
    package mutating func keep(_ measurement: Measurement) {
        measurements.removeAll { $0.path == measurement.path }
        measurements.append(measurement)
        if measurements.count > Self.measurementLimit {
            measurements.removeFirst(measurements.count - Self.measurementLimit)
        }
    }

    /// Forgets what was measured of a path, since it is a sound of another kind now.
    package mutating func forgetMeasurement(of path: String) {
        measurements.removeAll { $0.path == path }
    }

    /// Keeps that the file at a path has nothing to be heard, or has.
    package mutating func keep(silent isSilent: Bool, at path: String) {
        silent.removeAll { $0 == path }
        if isSilent { silent = silent.suffix(Self.silentLimit - 1) + [path] }
    }

    /// Keeps how an element was found that is about to be changed.
    ///
    /// Where one is kept already it stands: what is found now is what a ring made of it. Only what somebody else
    /// has changed since is what it is to be put back to.
    package mutating func keep(_ found: MixerRecord) {
        guard let index = mixers.firstIndex(where: found.isOfSameElement) else {
            mixers = mixers.suffix(Self.mixerLimit - 1) + [found]
            return
        }
        if found.before.volumes != mixers[index].ours.volumes {
            mixers[index].before.volumes = found.before.volumes
        }
        if found.before.switches != mixers[index].ours.switches {
            mixers[index].before.switches = found.before.switches
        }
        mixers[index].ours = found.ours
    }

    /// Takes note of how an element that is kept was made in the end.
    package mutating func note(_ made: MixerRecord) {
        guard let index = mixers.firstIndex(where: made.isOfSameElement) else { return }
        mixers[index].ours = made.ours
    }

    /// Forgets an element: it was put back.
    package mutating func forget(_ record: MixerRecord) {
        mixers.removeAll(where: record.isOfSameElement)
    }
}
