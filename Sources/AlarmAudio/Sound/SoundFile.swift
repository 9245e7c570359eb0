// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CSndfile
internal import Glibc
internal import PlayerProtocol

/// A sound file, opened by libsndfile, which goes by the content and never by the name.
///
/// What a file claims is bounded before it is used; how many frames it claims to have is not used at all.
@safe
struct SoundFile: ~Copyable {
    /// The rates and channel counts of sound that a person can hear; others are damage.
    static let rates = 1000...768_000
    static let channelCounts = 1...64

    let rate: Int
    let channels: Int

    /// Which file it is, and which state of it.
    let identity: FileIdentity?

    /// The name of the format, such as `FLAC (Free Lossless Audio Codec)`.
    let format: String

    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer, info: SF_INFO, identity: FileIdentity?) {
        unsafe self.handle = unsafe handle
        self.rate = Int(info.samplerate)
        self.channels = Int(info.channels)
        self.format = Self.name(of: info.format)
        self.identity = identity
    }

    deinit { unsafe sf_close(handle) }

    /// Opens the file at `path`.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound` where it is absent, not a regular file, not a sound, or
    ///   claims what no sound has.
    static func open(_ path: String) throws(PlayerFailure) -> SoundFile {
        let descriptor = try openRegularFile(path)
        let identity = FileIdentity(of: descriptor)
        var info = SF_INFO()
        // libsndfile owns the descriptor from here, also where it fails.
        guard let handle = unsafe sf_open_fd(descriptor, CInt(SFM_READ), &info, 1) else {
            let reason = unsafe String(cString: sf_strerror(nil))
            throw .sound("\(path): \(reason)", code: EINVAL)
        }
        let file = unsafe SoundFile(owning: handle, info: info, identity: identity)
        guard rates.contains(file.rate), channelCounts.contains(file.channels) else {
            throw .sound(
                "\(path): \(file.rate) Hz on \(file.channels) channels is no sound", code: EINVAL)
        }
        return file
    }

    /// Reads up to `count` frames, with all their channels, into `samples`.
    ///
    /// - Returns: How many frames were read, 0 at the end or where the rest cannot be decoded.
    mutating func read(_ count: Int, into samples: inout [Float]) -> Int {
        if samples.count < count * channels {
            samples = [Float](repeating: 0, count: count * channels)
        }
        let handle = unsafe self.handle
        let frames = unsafe samples.withUnsafeMutableBufferPointer {
            unsafe sf_readf_float(handle, $0.baseAddress, sf_count_t(count))
        }
        return min(max(Int(frames), 0), count)
    }

    /// Goes back to the first frame.
    mutating func rewind() throws(PlayerFailure) {
        guard unsafe sf_seek(handle, 0, SEEK_SET) == 0 else {
            throw .sound("the sound cannot be played again: no way back to its start", code: ESPIPE)
        }
    }

    /// Opens without waiting for a FIFO's other end, and looks at what was opened, not at the name.
    private static func openRegularFile(_ path: String) throws(PlayerFailure) -> CInt {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .sound("\(path): \(message(errno))", code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .sound("\(path): not a regular file", code: EINVAL)
        }
        return descriptor
    }

    private static func name(of format: CInt) -> String {
        var description = unsafe SF_FORMAT_INFO()
        unsafe description.format = format & CInt(SF_FORMAT_TYPEMASK)
        let size = CInt(unsafe MemoryLayout<SF_FORMAT_INFO>.size)
        let failed = unsafe sf_command(nil, CInt(SFC_GET_FORMAT_INFO), &description, size)
        guard failed == 0, let name = unsafe description.name else { return "unknown" }
        return unsafe String(cString: name)
    }
}

/// What the system says of an error number.
func message(_ code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
