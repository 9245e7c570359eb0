// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A value that moves to another along a raised cosine, so that its change makes no click.
struct Ramp: Hashable, Sendable {
    private let from: Float
    private let to: Float
    private let length: Int
    private var position = 0

    /// A ramp over `length` frames; none at all where `length` is 0.
    init(from: Float, to: Float, length: Int) {
        self.from = from
        self.to = to
        self.length = max(length, 0)
    }

    /// A value that stays.
    init(at value: Float) {
        self.init(from: value, to: value, length: 0)
    }

    /// Whether the value has arrived.
    var isOver: Bool { position >= length }

    /// How many frames it still takes.
    var framesLeft: Int { max(length - position, 0) }

    /// Where the value is going to.
    var target: Float { to }

    /// The value now.
    var value: Float {
        guard !isOver else { return to }
        return from + (to - from) * Float(Self.raisedCosine(Double(position) / Double(length)))
    }

    /// Goes on by one frame.
    mutating func advance() {
        if !isOver { position += 1 }
    }

    /// From 0 at 0 to 1 at 1, level at both ends.
    static func raisedCosine(_ x: Double) -> Double { (1 - cos(.pi * x)) / 2 }
}

/// Levels in decibels and in percent.
enum Level {
    /// Where a fade-in begins.
    static let fadeFloor: Double = -40

    /// The amplitude of a level in decibels.
    static func amplitude(decibels: Double) -> Double { pow(10, decibels / 20) }

    /// The level of an amplitude, which must be above 0.
    static func decibels(amplitude: Double) -> Double { 20 * log10(amplitude) }

    /// The amplitude of a volume in percent, mapped as alsamixer does for a control from ``fadeFloor`` to 0 dB: of
    /// a range that goes on to silence the lower tenth would be heard by nobody.
    static func amplitude(volume: Int) -> Double {
        let fraction = Double(min(max(volume, 0), 100)) / 100
        // alsamixer goes up by 60 dB for each factor of 10.
        let least = pow(10, fadeFloor / 60)
        return pow(fraction * (1 - least) + least, 3)
    }
}

/// The gain of a voice, frame by frame: its volume, its fade-in, and its edges.
struct GainCurve: Hashable, Sendable {
    /// How long an edge or a step of the volume takes at least.
    static let edge = Duration.milliseconds(30)

    private let rate: Int
    private var volume: Ramp
    private var edge: Ramp

    /// The fade-in, as a factor of the volume, and by what it grows each frame.
    private var fade: Double = 1
    private var fadeStep: Double = 1
    private var fadeFramesLeft = 0

    /// A gain that starts at 0.
    ///
    /// - Parameters:
    ///   - rate: Frames a second.
    ///   - volume: In percent.
    ///   - fade: How long the level takes from −40 dB up to the volume's, linear in dB.
    ///   - rise: How long the first edge takes.
    init(rate: Int, volume: Int, fade: Duration, rise: Duration = Self.edge) {
        self.rate = rate
        let amplitude = Level.amplitude(volume: volume)
        self.volume = Ramp(at: Float(amplitude))
        edge = Ramp(from: 0, to: 1, length: rise.frames(at: rate))
        let span = Level.decibels(amplitude: max(amplitude, 1e-6)) - Level.fadeFloor
        let frames = fade.frames(at: rate)
        if frames > 0, span > 0 {
            self.fade = Level.amplitude(decibels: -span)
            fadeStep = Level.amplitude(decibels: span / Double(frames))
            fadeFramesLeft = frames
        }
    }

    /// Whether the gain came down to 0 after ``fall(over:)``.
    var isSilent: Bool { edge.isOver && edge.target == 0 }

    /// How many frames are heard until it is silent, where it falls.
    var framesUntilSilent: Int? { edge.target == 0 ? edge.framesLeft : nil }

    /// Moves the volume.
    mutating func change(volume percent: Int, over time: Duration) {
        volume = Ramp(
            from: volume.value, to: Float(Level.amplitude(volume: percent)),
            length: max(time, Self.edge).frames(at: rate))
    }

    /// Goes down to 0 over a time, or sooner where it does already.
    mutating func fall(over time: Duration = Self.edge) {
        let length = max(time, Self.edge).frames(at: rate)
        guard edge.target != 0 || length < edge.framesLeft else { return }
        edge = Ramp(from: edge.value, to: 0, length: length)
    }

    /// Multiplies stereo frames by the gain, and goes on by as many.
    mutating func apply(to frames: inout ArraySlice<Float>) {
        var samples = frames.mutableSpan
        var left = 0
        let end = samples.count - 1
        while left < end, !(volume.isOver && edge.isOver) {
            let gain = volume.value * edge.value * Float(fade)
            samples[left] *= gain
            samples[left + 1] *= gain
            advance()
            left += 2
        }
        // From here on the ramps stay where they are.
        let level = volume.value * edge.value
        while left < end, fadeFramesLeft > 0 {
            let gain = level * Float(fade)
            samples[left] *= gain
            samples[left + 1] *= gain
            advanceFade()
            left += 2
        }
        let gain = level * Float(fade)
        guard left < end, gain != 1 else { return }
        while left < end {
            samples[left] *= gain
            samples[left + 1] *= gain
            left += 2
        }
    }

    private mutating func advance() {
        volume.advance()
        edge.advance()
        advanceFade()
    }

    private mutating func advanceFade() {
        guard fadeFramesLeft > 0 else { return }
        fadeFramesLeft -= 1
        fade = fadeFramesLeft == 0 ? 1 : fade * fadeStep
    }
}

extension Duration {
    /// How many frames of `rate` a second this is, rounded down.
    func frames(at rate: Int) -> Int {
        let (seconds, attoseconds) = components
        let whole = Int(seconds.clamped(to: 0...1_000_000)) * rate
        return whole + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
    }

    /// How long `frames` of `rate` a second last.
    init(frames: Int, at rate: Int) {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: max(rate, 1))
        self = .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / max(rate, 1))
    }
}

extension Comparable {
    /// The nearest value within `range`.
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
