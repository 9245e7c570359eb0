// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is kept about sounds and outputs: nothing that a ring needs, all that makes it as it should be.
package struct AudioState: Hashable, Sendable {
    /// The most measurements that are kept; the oldest goes.
    package static let measurementLimit = 1000

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
}
