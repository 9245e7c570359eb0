// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CSndfile

/// Where a channel of a file is meant to be heard.
enum ChannelPlace: Hashable, Sendable {
    case left
    case right
    case center
    case surroundLeft
    case surroundRight
    case surroundCenter
    case lowFrequency
    case everywhere

    /// The places of a file that names none: those of WAV and FLAC for as many channels.
    static func usual(channels: Int) -> [ChannelPlace] {
        switch channels {
        case 1: [.center]
        case 2: [.left, .right]
        case 3: [.left, .right, .center]
        case 4: [.left, .right, .surroundLeft, .surroundRight]
        case 5: [.left, .right, .center, .surroundLeft, .surroundRight]
        case 6: [.left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight]
        case 7:
            [
                .left, .right, .center, .lowFrequency, .surroundCenter, .surroundLeft,
                .surroundRight,
            ]
        case 8:
            [
                .left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight,
                .surroundLeft, .surroundRight,
            ]
        default: [ChannelPlace](repeating: .everywhere, count: channels)
        }
    }

    /// The places of Ogg Vorbis and Opus, which have the centre before the right side (RFC 7845, 5.1.1.2).
    static func vorbis(channels: Int) -> [ChannelPlace] {
        switch channels {
        case 3: [.left, .center, .right]
        case 5: [.left, .center, .right, .surroundLeft, .surroundRight]
        case 6: [.left, .center, .right, .surroundLeft, .surroundRight, .lowFrequency]
        case 7:
            [
                .left, .center, .right, .surroundLeft, .surroundRight, .surroundCenter,
                .lowFrequency,
            ]
        case 8:
            [
                .left, .center, .right, .surroundLeft, .surroundRight, .surroundLeft,
                .surroundRight, .lowFrequency,
            ]
        default: usual(channels: channels)
        }
    }

    /// The place that libsndfile gives a number.
    init(sndfile number: CInt) {
        self =
            switch Int(number) {
            case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT,
                SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER:
                .left
            case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT,
                SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER:
                .right
            case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER,
                SF_CHANNEL_MAP_MONO, SF_CHANNEL_MAP_TOP_FRONT_CENTER:
                .center
            case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT,
                SF_CHANNEL_MAP_TOP_FRONT_LEFT,
                SF_CHANNEL_MAP_TOP_REAR_LEFT:
                .surroundLeft
            case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT,
                SF_CHANNEL_MAP_TOP_FRONT_RIGHT,
                SF_CHANNEL_MAP_TOP_REAR_RIGHT:
                .surroundRight
            case SF_CHANNEL_MAP_REAR_CENTER,
                SF_CHANNEL_MAP_TOP_REAR_CENTER,
                SF_CHANNEL_MAP_TOP_CENTER:
                .surroundCenter
            case SF_CHANNEL_MAP_LFE: .lowFrequency
            default: .everywhere
            }
    }

    /// How much of the channel each side gets (ITU-R BS.775); the low-frequency channel is left out.
    fileprivate var weights: (left: Float, right: Float) {
        let half: Float = 0.707_106_8
        return switch self {
        case .left: (1, 0)
        case .right: (0, 1)
        case .center: (half, half)
        case .surroundLeft: (half, 0)
        case .surroundRight: (0, half)
        case .surroundCenter: (0.5, 0.5)
        case .lowFrequency: (0, 0)
        case .everywhere: (1, 1)
        }
    }
}

/// How the channels of a file become two.
///
/// The weights of the louder side add up to 1, so that nothing gets louder than it was, let alone clips, and both
/// sides stay in balance.
struct Downmix {
    private let left: [Float]
    private let right: [Float]

    /// A mix of channels in these places, at least one.
    ///
    /// One channel is heard on both sides, and two are left and right, wherever they are meant to be.
    init(_ places: [ChannelPlace]) {
        let places =
            places.count <= 2 || places.allSatisfy { $0 == .lowFrequency }
            ? ChannelPlace.usual(channels: places.count) : places
        let weights = places.map(\.weights)
        let sums = weights.reduce((Float(0), Float(0))) { ($0.0 + $1.left, $0.1 + $1.right) }
        let largest = max(sums.0, sums.1, .leastNormalMagnitude)
        left = weights.map { $0.left / largest }
        right = weights.map { $0.right / largest }
    }

    /// Appends the stereo mix of `count` frames of `samples` to `frames`.
    func append(_ samples: [Float], frames count: Int, to frames: inout [Float]) {
        let channels = left.count
        guard channels != 2 else {
            frames += samples[..<(count * 2)]
            return
        }
        let start = frames.count
        frames.append(contentsOf: repeatElement(0, count: count * 2))
        var mixed = frames.mutableSpan
        let samples = samples.span
        guard channels > 1 else {
            for frame in 0..<count {
                mixed[start + frame * 2] = samples[frame]
                mixed[start + frame * 2 + 1] = samples[frame]
            }
            return
        }
        let left = left.span
        let right = right.span
        for frame in 0..<count {
            var sums: (left: Float, right: Float) = (0, 0)
            for channel in 0..<channels {
                let sample = samples[frame * channels + channel]
                sums.left += sample * left[channel]
                sums.right += sample * right[channel]
            }
            mixed[start + frame * 2] = sums.left
            mixed[start + frame * 2 + 1] = sums.right
        }
    }
}
