// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Which file a sound is in, and which state of it: what the system says of the file that was opened.
///
/// A file that is replaced, or written to, is another.
package struct FileIdentity: Hashable, Sendable {
    /// The device that the file is on.
    package var device: UInt64

    /// Its number there.
    package var inode: UInt64

    /// Its bytes.
    package var size: Int64

    /// When it was last written to, in nanoseconds since 1970.
    package var modified: Int64

    /// Creates an identity.
    package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }
}

/// How loud a sound is, as EBU R 128 measures it.
package struct Loudness: Hashable, Sendable {
    /// The levels that a sound can have, in hundredths.
    package static let range = -20_000...20_000

    /// The integrated loudness, in hundredths of LUFS.
    package var integrated: Int

    /// The largest sample, in hundredths of a decibel of the full level.
    package var peak: Int

    /// Creates a loudness.
    package init(integrated: Int, peak: Int) {
        self.integrated = integrated
        self.peak = peak
    }
}

/// A loudness, and the file that it is the loudness of.
package struct MeasuredSound: Hashable, Sendable {
    /// The file.
    package var identity: FileIdentity

    /// What was measured.
    package var loudness: Loudness

    /// Creates a measurement.
    package init(identity: FileIdentity, loudness: Loudness) {
        self.identity = identity
        self.loudness = loudness
    }
}

extension PacketWriter {
    mutating func put(_ measured: MeasuredSound) {
        put(Int64(bitPattern: measured.identity.device), as: .device)
        put(Int64(bitPattern: measured.identity.inode), as: .inode)
        put(measured.identity.size, as: .size)
        put(measured.identity.modified, as: .modified)
        put(measured.loudness.integrated, as: .loudness)
        put(measured.loudness.peak, as: .loudest)
    }
}

extension PacketReader {
    mutating func measuredSound() throws(PlayerProtocolError) -> MeasuredSound? {
        guard has(.loudness) else { return nil }
        let any = Int64.min...Int64.max
        return MeasuredSound(
            identity: FileIdentity(
                device: UInt64(bitPattern: try integer(.device, in: any)),
                inode: UInt64(bitPattern: try integer(.inode, in: any)),
                size: try integer(.size, in: 0...Int64.max),
                modified: try integer(.modified, in: any)),
            loudness: Loudness(
                integrated: try count(.loudness, in: Loudness.range),
                peak: try count(.loudest, in: Loudness.range)))
    }
}
