// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CALSA
internal import CALSAShims
internal import PlayerProtocol

/// A libasound call that failed.
struct ALSAError: Error, Hashable, Sendable {
    /// The call.
    let operation: String

    /// The errno, positive.
    let code: Int32

    /// What libasound wrote about it, if it did.
    let message: String

    /// For a person: what was tried, and why it failed.
    var reason: String {
        let cause = unsafe snd_strerror(-code).map { unsafe String(cString: $0) } ?? "error \(code)"
        let told = message.isEmpty ? cause : "\(cause) (\(message))"
        // What plays from a person's shell does not from a service: the devices are for a group.
        let remedy = code == EACCES ? "; /dev/snd is for members of the group audio" : ""
        return "\(operation): \(told)\(remedy)"
    }

    func failure(_ stage: PlayerFailure.Stage, output: String) -> PlayerFailure {
        PlayerFailure(stage: stage, code: Int(code), reason: "\(output): \(reason)")
    }
}

/// An open ALSA playback stream, the sole owner of its device.
///
/// It never waits: the device is opened and written to without blocking. Some sound servers block all the
/// same; who must go on even then kills the process.
@safe
struct PCM: ~Copyable {
    private let handle: OpaquePointer

    /// What the device granted; set once it is configured.
    private(set) var granted: GrantedParameters

    private init(owning handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        granted = GrantedParameters()
    }

    deinit { unsafe snd_pcm_close(handle) }

    /// Opens and configures the output that ALSA calls `name`.
    ///
    /// - Parameters:
    ///   - name: ALSA's name.
    ///   - rate: The rate of the sound; the device may grant another.
    ///   - buffer: The buffer to ask for.
    /// - Returns: The stream, ready to be written to.
    /// - Throws: ``ALSAError`` with the call that failed.
    static func open(_ name: String, rate: Int, buffer: Duration) throws(ALSAError) -> PCM {
        calsa_capture_messages()
        // The configuration is kept for the life of a process: a server that came up since would stay unseen.
        snd_config_update_free_global()
        calsa_forget_message()
        var opened: OpaquePointer?
        try check(
            "open", unsafe snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        guard let handle = unsafe opened else {
            throw ALSAError(operation: "open", code: ENODEV, message: "")
        }
        var pcm = unsafe PCM(owning: handle)
        pcm.granted = try unsafe GrantedParameters.negotiate(handle, rate: rate, buffer: buffer)
        // Plug-ins do not take the flag over from the open mode.
        try check("nonblock", unsafe snd_pcm_nonblock(handle, 1))
        return pcm
    }

    /// The state of the stream.
    var state: snd_pcm_state_t { unsafe snd_pcm_state(handle) }

    /// How many frames that were written have not been heard yet.
    func delay() throws(ALSAError) -> Int {
        var frames: snd_pcm_sframes_t = 0
        try Self.check("delay", unsafe snd_pcm_delay(handle, &frames))
        return max(frames, 0)
    }

    /// Writes the device's frames in `bytes` from `offset` on, at most `count` of them.
    ///
    /// - Returns: How many frames the device took; 0 where it has no room.
    func write(_ bytes: [UInt8], from offset: Int, count: Int) throws(ALSAError) -> Int {
        let frameBytes = granted.encoder.frameBytes
        precondition(offset + count * frameBytes <= bytes.count, "more frames than there are bytes")
        let handle = unsafe self.handle
        let written = unsafe bytes.withUnsafeBytes {
            unsafe snd_pcm_writei(
                handle, $0.baseAddress.map { unsafe $0 + offset }, snd_pcm_uframes_t(count))
        }
        if written == -Int(EAGAIN) { return 0 }
        return try Self.check("write", written)
    }

    func start() throws(ALSAError) { try Self.check("start", unsafe snd_pcm_start(handle)) }

    func prepare() throws(ALSAError) { try Self.check("prepare", unsafe snd_pcm_prepare(handle)) }

    func resume() throws(ALSAError) { try Self.check("resume", unsafe snd_pcm_resume(handle)) }

    /// Takes back the newest of the frames that were written and not heard, so that others are heard instead.
    ///
    /// - Parameters:
    ///   - margin: How many frames are left, which the device may have fetched already.
    ///   - least: Fewer than this are not worth it.
    /// - Returns: How many were taken back; 0 where the device cannot, or only says that it can.
    func takeBack(leaving margin: Int, atLeast least: Int) -> Int {
        // To ask for the delay brings ALSA's notion of where the device is up to date, which may be a period old; what
        // can be taken back is told by that notion.
        guard let before = try? delay() else { return 0 }
        let count = min(Int(unsafe snd_pcm_rewindable(handle)), before) - margin
        guard count >= max(least, 1) else { return 0 }
        let taken = Int(unsafe snd_pcm_rewind(handle, snd_pcm_uframes_t(count)))
        guard taken > 0 else { return 0 }
        // Sound servers' plug-ins move their own pointer alone, and play all that they were given.
        if taken >= least, let after = try? delay(), before - after >= taken * 3 / 4 {
            return taken
        }
        unsafe snd_pcm_forward(handle, snd_pcm_uframes_t(taken))
        return 0
    }

    /// Stops at once; what was not heard is lost.
    func drop() { unsafe snd_pcm_drop(handle) }

    /// What is behind the output, as far as ALSA tells.
    func backing() -> OutputBacking {
        var info: OpaquePointer?
        guard unsafe snd_pcm_info_malloc(&info) == 0, let info = unsafe info else { return .server }
        defer { unsafe snd_pcm_info_free(info) }
        if unsafe snd_pcm_info(handle, info) == 0, unsafe snd_pcm_info_get_card(info) >= 0 {
            return .card
        }
        let isNothing = description().split(separator: "\n").contains { $0.hasSuffix("Null PCM") }
        return isNothing ? .nothing : .server
    }

    /// The chain of plug-ins, as `aplay -v` prints it.
    private func description() -> String {
        var buffer: OpaquePointer?
        guard unsafe snd_output_buffer_open(&buffer) == 0, let buffer = unsafe buffer else {
            return ""
        }
        defer { unsafe snd_output_close(buffer) }
        unsafe snd_pcm_dump(handle, buffer)
        var text: UnsafeMutablePointer<CChar>?
        let count = Int(unsafe snd_output_buffer_string(buffer, &text))
        guard let text = unsafe text, count > 0 else { return "" }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    @discardableResult
    static func check<Result: BinaryInteger>(
        _ operation: String, _ result: Result
    ) throws(ALSAError) -> Int {
        if result >= 0 { return Int(result) }
        let message = unsafe String(cString: calsa_message())
        throw ALSAError(
            operation: operation, code: Int32(clamping: -Int(result)), message: message)
    }
}
