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

    /// Where its channels are meant to be heard.
    let places: [ChannelPlace]

    private let handle: OpaquePointer

    /// What libsndfile reads through, where it may not read the file itself.
    private let source: UnfinishedWAV?
    private let descriptor: CInt?

    private init(
        owning handle: OpaquePointer, info: SF_INFO, identity: FileIdentity?,
        source: UnfinishedWAV? = nil,
        descriptor: CInt? = nil
    ) {
        unsafe self.handle = unsafe handle
        self.source = source
        self.descriptor = descriptor
        self.rate = Int(info.samplerate)
        self.channels = Int(info.channels)
        self.format = Self.name(of: info.format)
        self.identity = identity
        places = unsafe Self.places(handle, info)
    }

    deinit {
        unsafe sf_close(handle)
        if let descriptor { close(descriptor) }
    }

    /// Opens the file at `path`.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound` where it is absent, not a regular file, not a sound, or
    ///   claims what no sound has; with the code `EISDIR` where it is a folder.
    static func open(_ path: String) throws(PlayerFailure) -> SoundFile {
        let descriptor = try openRegularFile(path)
        let file = try open(descriptor, path: path)
        guard rates.contains(file.rate), channelCounts.contains(file.channels) else {
            throw .sound(
                path, .undecodable, "\(file.rate) Hz on \(file.channels) channels is no sound",
                code: EINVAL)
        }
        return file
    }

    private static func open(
        _ descriptor: CInt, path: String
    ) throws(PlayerFailure) -> SoundFile {
        let identity = FileIdentity(of: descriptor)
        var info = SF_INFO()
        if let source = UnfinishedWAV(descriptor: descriptor) {
            if let handle = unsafe source.open(&info) {
                return unsafe SoundFile(
                    owning: handle, info: info, identity: identity, source: source,
                    descriptor: descriptor)
            }
            close(descriptor)
        } else if let handle = unsafe sf_open_fd(descriptor, CInt(SFM_READ), &info, 1) {
            // libsndfile owns the descriptor from here, also where it fails.
            return unsafe SoundFile(owning: handle, info: info, identity: identity)
        }
        let reason = unsafe String(cString: sf_strerror(nil))
        throw .sound(path, .undecodable, reason, code: EINVAL)
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
        guard descriptor >= 0 else {
            let code = errno
            let cause: PlayerFailure.Cause =
                switch code {
                case ENOENT: .absent
                case EACCES, EPERM: .denied
                default: .other
                }
            throw .sound(path, cause, message(code), code: code)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            if status.st_mode & S_IFMT == S_IFDIR {
                throw .sound(path, .other, message(EISDIR), code: EISDIR)
            }
            throw .sound(path, .notFile, "not a regular file", code: EINVAL)
        }
        return descriptor
    }

    /// What the file says of the places of its channels, or else what its format has them in.
    private static func places(_ handle: OpaquePointer, _ info: SF_INFO) -> [ChannelPlace] {
        let channels = Int(info.channels)
        guard channelCounts.contains(channels) else { return [] }
        var map = [CInt](repeating: 0, count: channels)
        let size = CInt(channels * MemoryLayout<CInt>.size)
        let isKnown = unsafe map.withUnsafeMutableBytes {
            unsafe sf_command(handle, CInt(SFC_GET_CHANNEL_MAP_INFO), $0.baseAddress, size) != 0
        }
        if isKnown { return map.map { ChannelPlace(sndfile: $0) } }
        let coding = Int(info.format) & Int(SF_FORMAT_SUBMASK)
        return [Int(SF_FORMAT_VORBIS), Int(SF_FORMAT_OPUS)].contains(coding)
            ? ChannelPlace.vorbis(channels: channels) : ChannelPlace.usual(channels: channels)
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
