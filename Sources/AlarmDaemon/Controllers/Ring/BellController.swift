// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// What makes a sound without any sound card.
protocol Bell: AnyObject {
    /// Where it is, for a person.
    var path: String { get }

    /// Lets it sound, or be silent.
    func sound(_ isOn: Bool)
}

extension ConsoleBell: Bell {}

/// When the bell sounds: three times, then a pause, over and over.
nonisolated enum BellPattern {
    /// How long the bell sounds and is silent, in turn, the first a sound.
    private static let stretches: [Duration] = [
        .milliseconds(200), .milliseconds(150), .milliseconds(200), .milliseconds(150),
        .milliseconds(200), .milliseconds(1100),
    ]

    /// Whether the bell sounds in the stretch of this number, counted from 0, and how long that lasts.
    static func stretch(_ number: Int) -> (sounds: Bool, length: Duration) {
        (number % 2 == 0, stretches[number % stretches.count])
    }
}

/// Rings the bell of the console, for as long as no output can be heard (design, section 5).
final class BellController: Controller {
    private let bell: any Bell
    private let loop: RunLoop
    private var timer: Timer?
    private var number = 0

    /// Creates a controller that rings from its start to its end.
    init(_ bell: any Bell, on loop: RunLoop) {
        self.bell = bell
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.advance() }
        advance()
    }

    override func didStop() {
        timer = nil
        bell.sound(false)
    }

    private func advance() {
        let (sounds, length) = BellPattern.stretch(number)
        number += 1
        bell.sound(sounds)
        try? timer?.arm(at: Clocks.monotonic + length)
    }

    nonisolated deinit {}
}
