// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CALSA
internal import PlayerProtocol

/// What a device granted of what it was asked for.
///
/// Every `set_…_near` is a question: the answer is read back.
struct GrantedParameters: Hashable, Sendable {
    private(set) var encoder = FrameEncoder(format: .signed16, channels: 2)
    private(set) var rate = 0
    private(set) var bufferFrames = 0
    private(set) var periodFrames = 0

    /// Whether the device says where it is once a period only, as USB does.
    private(set) var isBatch = false

    /// Configures a stream that was just opened.
    static func negotiate(
        _ handle: OpaquePointer, rate: Int, buffer: Duration
    ) throws(ALSAError) -> GrantedParameters {
        var parameters: OpaquePointer?
        try PCM.check("parameters", unsafe snd_pcm_hw_params_malloc(&parameters))
        guard let parameters = unsafe parameters else { return GrantedParameters() }
        defer { unsafe snd_pcm_hw_params_free(parameters) }
        do throws(ALSAError) {
            return try unsafe configure(handle, parameters, rate: rate, buffer: buffer)
        } catch {
            // Some devices refuse every wish for a buffer; their own is better than none.
            return try unsafe configure(handle, parameters, rate: rate, buffer: nil)
        }
    }

    private static func configure(
        _ handle: OpaquePointer, _ parameters: OpaquePointer, rate: Int, buffer: Duration?
    ) throws(ALSAError) -> GrantedParameters {
        var granted = GrantedParameters()
        try PCM.check("parameters", unsafe snd_pcm_hw_params_any(handle, parameters))
        // Our resampler is better than the one that `plug` has by default; where it can't be turned off, it
        // stays.
        unsafe snd_pcm_hw_params_set_rate_resample(handle, parameters, 0)
        try PCM.check(
            "access",
            unsafe snd_pcm_hw_params_set_access(
                handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
        let format = try unsafe chooseFormat(handle, parameters)
        // From two on: many devices have no mode of one channel.
        var channels: CUnsignedInt = 2
        try PCM.check(
            "channels", unsafe snd_pcm_hw_params_set_channels_near(handle, parameters, &channels))
        var grantedRate = CUnsignedInt(clamping: rate)
        try PCM.check(
            "rate", unsafe snd_pcm_hw_params_set_rate_near(handle, parameters, &grantedRate, nil))
        if let buffer {
            var whole = CUnsignedInt(clamping: Int64(buffer / .microseconds(1)))
            var quarter = whole / 4
            try PCM.check(
                "buffer",
                unsafe snd_pcm_hw_params_set_buffer_time_near(handle, parameters, &whole, nil))
            try PCM.check(
                "period",
                unsafe snd_pcm_hw_params_set_period_time_near(handle, parameters, &quarter, nil))
        }
        try PCM.check("parameters", unsafe snd_pcm_hw_params(handle, parameters))
        granted.encoder = FrameEncoder(format: format, channels: Int(channels))
        granted.rate = Int(grantedRate)
        granted.isBatch = unsafe snd_pcm_hw_params_is_batch(parameters) == 1
        try unsafe granted.readSizes(handle)
        try unsafe granted.setSoftwareParameters(handle)
        return granted
    }

    private static func chooseFormat(
        _ handle: OpaquePointer, _ parameters: OpaquePointer
    ) throws(ALSAError) -> SampleFormat {
        for format in SampleFormat.allCases
        where unsafe snd_pcm_hw_params_set_format(handle, parameters, format.alsa) == 0 {
            return format
        }
        throw ALSAError(
            operation: "format", code: EINVAL, message: "it takes no format that we have")
    }

    private mutating func readSizes(_ handle: OpaquePointer) throws(ALSAError) {
        var buffer: snd_pcm_uframes_t = 0
        var period: snd_pcm_uframes_t = 0
        try PCM.check("sizes", unsafe snd_pcm_get_params(handle, &buffer, &period))
        guard buffer > 0, rate > 0, encoder.channels > 0 else {
            throw ALSAError(operation: "sizes", code: EINVAL, message: "a buffer of nothing")
        }
        bufferFrames = Int(clamping: buffer)
        // Some plug-ins grant a period of 0, or of the whole buffer.
        periodFrames = Int(clamping: period).clamped(to: 1...max(bufferFrames / 2, 1))
    }

    /// Playing starts when we say so, and an underrun stops it, so that it is seen.
    private func setSoftwareParameters(_ handle: OpaquePointer) throws(ALSAError) {
        var parameters: OpaquePointer?
        try PCM.check("software parameters", unsafe snd_pcm_sw_params_malloc(&parameters))
        guard let parameters = unsafe parameters else { return }
        defer { unsafe snd_pcm_sw_params_free(parameters) }
        try PCM.check("software parameters", unsafe snd_pcm_sw_params_current(handle, parameters))
        var boundary: snd_pcm_uframes_t = 0
        try PCM.check(
            "boundary", unsafe snd_pcm_sw_params_get_boundary(parameters, &boundary))
        try PCM.check(
            "start threshold",
            unsafe snd_pcm_sw_params_set_start_threshold(handle, parameters, boundary))
        try PCM.check(
            "wake-up",
            unsafe snd_pcm_sw_params_set_avail_min(
                handle, parameters, snd_pcm_uframes_t(periodFrames)))
        try PCM.check("software parameters", unsafe snd_pcm_sw_params(handle, parameters))
    }
}
